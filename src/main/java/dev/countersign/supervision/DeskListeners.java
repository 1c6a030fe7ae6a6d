package dev.countersign.supervision;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.AgentSession;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Those who hear what changes in the console; the window, above all. Safe on any thread, on which
/// they are told.
final class DeskListeners implements PersonDesk.Listener {
    private final List<PersonDesk.Listener> listeners = new CopyOnWriteArrayList<>();

    /// Tells a listener from now on.
    ///
    /// @return ends the subscription when run
    Runnable add(PersonDesk.Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void changed(SupervisionEvent event, CallRecord record) {
        tell(listener -> listener.changed(event, record));
    }

    @Override
    public void agentsChanged(List<AgentSession> agents) {
        tell(listener -> listener.agentsChanged(agents));
    }

    @Override
    public void statusChanged() {
        tell(PersonDesk.Listener::statusChanged);
    }

    @Override
    public void raiseRequested() {
        tell(PersonDesk.Listener::raiseRequested);
    }

    private void tell(Consumer<PersonDesk.Listener> news) {
        listeners.forEach(news);
    }
}
