package dev.countersign.ui;

import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.supervision.ConsoleStatus;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.animation.AnimationTimer;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// What the desk tells, as the panes show it. Confined to the FX thread.
public final class DeskModel implements AutoCloseable {
    /// How many calls the window holds; more only while more of them wait or run.
    static final int CALLS_KEPT = 5_000;

    private static final int DECIDED_KEPT = 12;

    /// The time from one publication to the next, in nanoseconds.
    private static final long FRAME = 16_000_000;

    /// The same while nothing changes but what rules decide. It has half a dozen changes a call,
    /// nobody waits to see them, and each frame takes from the time of what runs.
    private static final long CALM_FRAME = 100_000_000;

    private static final int AGENTS_KEPT = 100;

    private final PersonDesk desk;
    private final Map<ToolCallId, CallRecord> calls = new LinkedHashMap<>();
    private final Map<ToolCallId, CallRecord> waiting = new LinkedHashMap<>();
    private final Map<ToolCallId, CallRecord> changed = new LinkedHashMap<>();
    private final List<Consumer<Collection<CallRecord>>> listeners = new ArrayList<>();
    private final ObservableList<AgentSession> agents = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<ConsoleStatus> status;
    private final ReadOnlyObjectWrapper<SessionSwitches> switches;
    private final Map<AgentPlace, Map<ToolCallId, CallRecord>> decided =
            new LinkedHashMap<>(16, 0.75f, true);
    private final Deque<ToolCallId> over = new ArrayDeque<>();
    private final ReadOnlyIntegerWrapper waitingCount = new ReadOnlyIntegerWrapper();
    private final ReadOnlyIntegerWrapper runningCount = new ReadOnlyIntegerWrapper();
    private int running;
    private final Runnable endOfSubscription;
    private Runnable raise = () -> {};
    private boolean statusIsOld;

    /// Whether a person waits for what is to be published.
    private boolean urgent;

    private long published;
    private final AnimationTimer nextFrame =
            new AnimationTimer() {
                @Override
                public void handle(long now) {
                    if (isDue()) {
                        stop();
                        publish();
                    }
                }
            };

    /// Subscribes first and reads then, so that nothing falls between the two.
    public DeskModel(PersonDesk desk, UiFeed feed) {
        this.desk = desk;
        endOfSubscription = desk.subscribe(new FeedingListener(this, feed));
        desk.calls().forEach(record -> put(record, false));
        runningCount.set(running);
        agents.setAll(desk.agents());
        status = new ReadOnlyObjectWrapper<>(desk.status());
        switches = new ReadOnlyObjectWrapper<>(desk.switches());
        feed.atBatchEnd(this::publishSoon);
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

    /// What is held and what only judged.
    public ReadOnlyObjectProperty<SessionSwitches> switchesProperty() {
        return switches.getReadOnlyProperty();
    }

    /// The newest calls of an agent in a folder that were decided, newest first; few of them.
    public List<CallRecord> decidedOf(AgentSession agent) {
        Map<ToolCallId, CallRecord> newest = decided.get(AgentPlace.of(agent));
        return newest == null ? List.of() : List.copyOf(newest.values()).reversed();
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
        switches.set(desk.switches());
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
        if (record.decided().isPresent()) {
            remember(record);
        }
        if (record.status().isFinal() && (before == null || !before.status().isFinal())) {
            over.addLast(record.id());
        }
        forgetOldest();
        waitingCount.set(waiting.size());
        running += (record.isRunning() ? 1 : 0) - (before != null && before.isRunning() ? 1 : 0);
        if (announce) {
            changed.put(record.id(), record);
            urgent |= (before != null && before.isWaiting()) || concernsPerson(record);
        }
    }

    /// Whether a person is to decide it, or did: what comes of that they wait to see.
    private static boolean concernsPerson(CallRecord record) {
        return record.isWaiting()
                || record.decision()
                        .filter(decision ->
                                switch (decision) {
                                    case Decision.Approved(Decider by, var _) ->
                                            by instanceof Decider.Human;
                                    case Decision.Denied(Decider by, var _) ->
                                            by instanceof Decider.Human;
                                    case Decision.Expired _, Decision.Withdrawn _ -> true;
                                })
                        .isPresent();
    }

    private void remember(CallRecord record) {
        Map<ToolCallId, CallRecord> newest =
                decided.computeIfAbsent(
                        AgentPlace.of(record.call().session()), _ -> new LinkedHashMap<>());
        newest.put(record.id(), record);
        if (newest.size() > DECIDED_KEPT) {
            newest.remove(newest.keySet().iterator().next());
        }
        if (decided.size() > AGENTS_KEPT) {
            decided.remove(decided.keySet().iterator().next());
        }
    }

    /// What is over goes, the oldest first: the journal keeps it all, the window what fits.
    private void forgetOldest() {
        while (calls.size() > CALLS_KEPT && !over.isEmpty()) {
            ToolCallId oldest = over.removeFirst();
            CallRecord record = calls.get(oldest);
            // A call that was sent back is decided once more.
            if (record != null && record.status().isFinal()) {
                calls.remove(oldest);
            }
        }
    }

    /// An agent in a folder, whatever its connection.
    private record AgentPlace(String name, Path directory) {
        static AgentPlace of(AgentSession agent) {
            return new AgentPlace(agent.name(), agent.workspace().directory());
        }
    }

    /// At once, but once a frame at most: under a flood each batch would cost what a frame costs.
    private void publishSoon() {
        if (changed.isEmpty() && !statusIsOld) {
            return;
        }
        if (isDue()) {
            publish();
        } else {
            nextFrame.start();
        }
    }

    private boolean isDue() {
        return System.nanoTime() - published >= (urgent ? FRAME : CALM_FRAME);
    }

    private void publish() {
        published = System.nanoTime();
        urgent = false;
        runningCount.set(running);
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
                model.urgent = true;
            });
        }

        @Override
        public void statusChanged() {
            feed.execute(() -> {
                model.statusIsOld = true;
                model.urgent = true;
            });
        }

        @Override
        public void raiseRequested() {
            feed.execute(() -> model.raise.run());
        }
    }
}
