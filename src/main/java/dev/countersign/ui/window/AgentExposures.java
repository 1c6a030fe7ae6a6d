package dev.countersign.ui.window;

import dev.countersign.settings.Launcher;
import dev.countersign.settings.WatchedFile;
import dev.countersign.supervision.connect.AgentExposure;
import dev.countersign.supervision.connect.ConnectPlan;
import dev.countersign.toolcall.AgentSession;
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

    private final UiContext context;
    private final Runnable whenChanged;
    private final Launcher launcher;
    private final ConnectPlan.Places places;
    private final AtomicBoolean looking = new AtomicBoolean();
    private Map<String, AgentExposure> known = Map.of();
    private int seconds;

    /// Guarded by `looking`.
    private final Map<Path, WatchedFile> watched = new HashMap<>();

    /// Guarded by `looking`.
    private Map<String, AgentExposure> seen = Map.of();

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
        return Optional.ofNullable(known.get(agent.name()));
    }

    private void tick() {
        seconds++;
        if (seconds % SECONDS_BETWEEN_LOOKS == 0) {
            look();
        }
    }

    private void look() {
        Set<String> names = new HashSet<>();
        context.model().agents().forEach(agent -> names.add(agent.name()));
        if (!names.isEmpty() && looking.compareAndSet(false, true)) {
            context.background().execute(() -> look(names));
        }
    }

    /// Blocks; in the background.
    private void look(Set<String> names) {
        try {
            Map<String, AgentExposure> now = new HashMap<>();
            for (String name : names) {
                now.put(name, exposure(name));
            }
            seen = Map.copyOf(now);
            context.feed().execute(() -> take(Map.copyOf(now)));
        } finally {
            looking.set(false);
        }
    }

    private AgentExposure exposure(String name) {
        List<Path> files = AgentExposure.files(name, launcher, places);
        AgentExposure before = seen.get(name);
        boolean changed = false;
        for (Path file : files) {
            changed |=
                    watched.computeIfAbsent(file, _ -> new WatchedFile(file, context.clock()))
                            .mayHaveChanged();
        }
        return changed || before == null ? AgentExposure.ofClient(name, launcher, places) : before;
    }

    private void take(Map<String, AgentExposure> now) {
        boolean same = now.equals(known);
        known = now;
        if (!same) {
            whenChanged.run();
        }
        boolean newcomer =
                context.model().agents().stream().anyMatch(agent -> !now.containsKey(agent.name()));
        if (newcomer) {
            look();
        }
    }
}
