package dev.countersign.ui;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.supervision.ConsoleStatus;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.ToolCallId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// What the desk tells, as the panes show it. Confined to the FX thread.
public final class DeskModel implements AutoCloseable {
    private final PersonDesk desk;
    private final Map<ToolCallId, CallRecord> calls = new LinkedHashMap<>();
    private final Map<ToolCallId, CallRecord> waiting = new LinkedHashMap<>();
    private final Map<ToolCallId, CallRecord> changed = new LinkedHashMap<>();
    private final List<Consumer<Collection<CallRecord>>> listeners = new ArrayList<>();
    private final ObservableList<AgentSession> agents = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<ConsoleStatus> status;
    private final ReadOnlyIntegerWrapper waitingCount = new ReadOnlyIntegerWrapper();
    private final ReadOnlyIntegerWrapper runningCount = new ReadOnlyIntegerWrapper();
    private final Runnable endOfSubscription;
    private Runnable raise = () -> {};
    private boolean statusIsOld;

    /// Subscribes first and reads then, so that nothing falls between the two.
    public DeskModel(PersonDesk desk, UiFeed feed) {
        this.desk = desk;
        endOfSubscription = desk.subscribe(new FeedingListener(this, feed));
        desk.calls().forEach(record -> put(record, false));
        agents.setAll(desk.agents());
        status = new ReadOnlyObjectWrapper<>(desk.status());
        feed.atBatchEnd(this::publish);
    }

    public PersonDesk desk() {
        return desk;
    }

    /// All calls, oldest first.
    public Collection<CallRecord> calls() {
        return Collections.unmodifiableCollection(calls.values());
    }

    /// The calls that wait, in the order they came to wait.
    public Collection<CallRecord> waiting() {
        return Collections.unmodifiableCollection(waiting.values());
    }

    public Optional<CallRecord> call(ToolCallId id) {
        return Optional.ofNullable(calls.get(id));
    }

    public ObservableList<AgentSession> agents() {
        return FXCollections.unmodifiableObservableList(agents);
    }

    public ReadOnlyObjectProperty<ConsoleStatus> statusProperty() {
        return status.getReadOnlyProperty();
    }

    public ReadOnlyIntegerProperty waitingCountProperty() {
        return waitingCount.getReadOnlyProperty();
    }

    public ReadOnlyIntegerProperty runningCountProperty() {
        return runningCount.getReadOnlyProperty();
    }

    /// Hears which calls changed, once a batch, each as it now is, in the order they first changed.
    ///
    /// @return ends that when run
    public Runnable onChange(Consumer<Collection<CallRecord>> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /// What brings the window to the person's eye when it is asked for.
    public void onRaise(Runnable action) {
        raise = action;
    }

    /// Asks the desk again what stands in the status bar; called once a second while it shows.
    public void refreshStatus() {
        status.set(desk.status());
    }

    @Override
    public void close() {
        endOfSubscription.run();
    }

    private void put(CallRecord record, boolean announce) {
        CallRecord before = calls.put(record.id(), record);
        if (record.isWaiting()) {
            waiting.put(record.id(), record);
        } else {
            waiting.remove(record.id());
        }
        waitingCount.set(waiting.size());
        count(runningCount, before != null && before.isRunning(), record.isRunning());
        if (announce) {
            changed.put(record.id(), record);
        }
    }

    private static void count(ReadOnlyIntegerWrapper counter, boolean before, boolean now) {
        if (before != now) {
            counter.set(counter.get() + (now ? 1 : -1));
        }
    }

    private void publish() {
        if (statusIsOld) {
            statusIsOld = false;
            refreshStatus();
        }
        if (changed.isEmpty()) {
            return;
        }
        List<CallRecord> batch = List.copyOf(changed.values());
        changed.clear();
        List.copyOf(listeners).forEach(listener -> listener.accept(batch));
    }

    /// Carries what the supervisor's threads tell over to the FX thread.
    private record FeedingListener(DeskModel model, UiFeed feed) implements PersonDesk.Listener {
        @Override
        public void changed(SupervisionEvent event, CallRecord record) {
            feed.execute(() -> {
                model.put(record, true);
                model.statusIsOld = true;
            });
        }

        @Override
        public void agentsChanged(List<AgentSession> agents) {
            feed.execute(() -> {
                model.agents.setAll(agents);
                model.statusIsOld = true;
            });
        }

        @Override
        public void statusChanged() {
            feed.execute(() -> model.statusIsOld = true);
        }

        @Override
        public void raiseRequested() {
            feed.execute(() -> model.raise.run());
        }
    }
}
