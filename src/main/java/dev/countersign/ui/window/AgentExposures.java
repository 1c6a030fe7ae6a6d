package dev.countersign.ui.window;

import dev.countersign.settings.Launcher;
import dev.countersign.settings.WatchedFile;
import dev.countersign.supervision.connect.AgentExposure;
import dev.countersign.supervision.connect.ConnectPlan;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.Workspace;
import dev.countersign.ui.UiContext;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.collections.ListChangeListener;

/// Of each connected agent, whether it can run commands that nobody sees here. Files are looked at
/// in the background, when an agent comes and each few seconds while one is there. Confined to the
/// FX thread where nothing else is said.
final class AgentExposures {
    private static final int SECONDS_BETWEEN_LOOKS = 5;

    /// An agent by its name, and where it works.
    private record Subject(String name, Workspace workspace) {
        static Subject of(AgentSession agent) {
            return new Subject(agent.name(), agent.workspace());
        }

        List<Path> project() {
            return AgentExposure.projectFolders(workspace);
        }
    }

    private final UiContext context;
    private final Runnable whenChanged;
    private final Launcher launcher;
    private final ConnectPlan.Places places;
    private final AtomicBoolean looking = new AtomicBoolean();
    private Map<Subject, AgentExposure> known = Map.of();
    private int seconds;

    /// Guarded by `looking`.
    private final Map<Path, WatchedFile> watched = new HashMap<>();

    /// Guarded by `looking`.
    private Map<Subject, AgentExposure> seen = Map.of();

    /// @param whenChanged run on the FX thread when something else is known
    AgentExposures(UiContext context, Runnable whenChanged) {
        this.context = context;
        this.whenChanged = whenChanged;
        launcher =
                new Launcher(
                        context.launcher(),
                        Launcher.ofThisProcess(Optional.empty(), System.getenv()).home());
        places = new ConnectPlan.Places(context.home(), System.getenv());
        context.model().agents().addListener((ListChangeListener<AgentSession>) _ -> look());
        context.ticker().nowProperty().subscribe(_ -> tick());
        look();
    }

    /// What is known of an agent by now.
    Optional<AgentExposure> of(AgentSession agent) {
        return Optional.ofNullable(known.get(Subject.of(agent)));
    }

    private void tick() {
        seconds++;
        if (seconds % SECONDS_BETWEEN_LOOKS == 0) {
            look();
        }
    }

    private void look() {
        Set<Subject> subjects = new HashSet<>();
        context.model().agents().forEach(agent -> subjects.add(Subject.of(agent)));
        if (!subjects.isEmpty() && looking.compareAndSet(false, true)) {
            context.background().execute(() -> look(subjects));
        }
    }

    /// Blocks; in the background.
    private void look(Set<Subject> subjects) {
        try {
            Map<Subject, AgentExposure> now = new HashMap<>();
            // Each file is asked once a look, though several agents depend on it.
            Map<Path, Boolean> changed = new HashMap<>();
            for (Subject subject : subjects) {
                now.put(subject, exposure(subject, changed));
            }
            seen = Map.copyOf(now);
            context.feed().execute(() -> take(Map.copyOf(now)));
        } finally {
            looking.set(false);
        }
    }

    private AgentExposure exposure(Subject subject, Map<Path, Boolean> changed) {
        List<Path> project = subject.project();
        List<Path> files = AgentExposure.files(subject.name(), launcher, places, project);
        AgentExposure before = seen.get(subject);
        boolean stale = before == null;
        for (Path file : files) {
            stale |= changed.computeIfAbsent(file, this::mayHaveChanged);
        }
        return stale || before == null
                ? AgentExposure.ofClient(subject.name(), launcher, places, project)
                : before;
    }

    private boolean mayHaveChanged(Path file) {
        return watched.computeIfAbsent(file, _ -> new WatchedFile(file, context.clock()))
                .mayHaveChanged();
    }

    private void take(Map<Subject, AgentExposure> now) {
        boolean same = now.equals(known);
        known = now;
        if (!same) {
            whenChanged.run();
        }
        boolean newcomer =
                context.model().agents().stream()
                        .anyMatch(agent -> !now.containsKey(Subject.of(agent)));
        if (newcomer) {
            look();
        }
    }
}
