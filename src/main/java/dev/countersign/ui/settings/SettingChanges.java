package dev.countersign.ui.settings;

import dev.countersign.settings.Setting;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.settings.SettingsStore;
import dev.countersign.ui.UiContext;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes what a person changes, one after the other, behind the FX thread, and takes it back.
/// Confined to the FX thread.
final class SettingChanges {
    private static final Logger LOG = LoggerFactory.getLogger(SettingChanges.class);
    private static final int MOST_UNDONE = 50;

    /// What came of a change, told on the FX thread.
    ///
    /// @param problem why it was not made, a sentence
    record Result(Optional<String> problem) {}

    /// A change that can be taken back.
    private record Made(SettingsSnapshot before, Collection<Setting<?>> settings, String words) {}

    /// One way of writing.
    private interface Writing {
        void write(SettingsStore store) throws IOException;
    }

    private final UiContext context;
    private final SettingsStore store;
    private final Consumer<Result> told;
    private final Deque<Made> made = new ArrayDeque<>();
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    SettingChanges(UiContext context, Consumer<Result> told) {
        this.context = context;
        this.store = context.settings();
        this.told = told;
    }

    <T> void change(Setting<T> setting, T value) {
        if (store.value(setting).equals(value)) {
            return;
        }
        make(
                List.of(setting),
                "%s: %s".formatted(setting.title(), SettingWords.value(setting, value)),
                settings -> settings.change(setting, value));
    }

    void reset(Setting<?> setting) {
        make(List.of(setting), setting.title() + ": as usual", settings -> settings.reset(setting));
    }

    void resetAll(Collection<Setting<?>> settings) {
        make(
                settings,
                settings.size() + " settings as usual",
                everything -> everything.reset(settings));
    }

    /// What [#undo] would take back; empty when there is nothing.
    Optional<String> undoable() {
        return Optional.ofNullable(made.peekLast()).map(Made::words);
    }

    /// Takes the last change back that was made here.
    void undo() {
        Made change = made.pollLast();
        if (change != null) {
            write(
                    settings -> settings.restore(change.before(), change.settings()),
                    () -> {},
                    () -> made.addLast(change));
        }
    }

    private void make(Collection<Setting<?>> settings, String words, Writing writing) {
        SettingsSnapshot[] before = new SettingsSnapshot[1];
        write(
                all -> {
                    before[0] = all.current();
                    writing.write(all);
                },
                () -> {
                    made.addLast(new Made(before[0], List.copyOf(settings), words));
                    if (made.size() > MOST_UNDONE) {
                        made.removeFirst();
                    }
                },
                () -> {});
    }

    private void write(Writing writing, Runnable done, Runnable failed) {
        last =
                last.thenRunAsync(
                        () -> {
                            Optional<String> problem = attempt(writing);
                            context.feed()
                                    .execute(() -> {
                                        (problem.isEmpty() ? done : failed).run();
                                        told.accept(new Result(problem));
                                    });
                        },
                        context.background());
    }

    private Optional<String> attempt(Writing writing) {
        try {
            writing.write(store);
            return Optional.empty();
        } catch (IOException | IllegalArgumentException failure) {
            LOG.warn("settings.json was not written: {}", failure.getMessage());
            return Optional.of(
                    "%s was not changed: %s."
                            .formatted(store.file().getFileName(), failure.getMessage()));
        }
    }
}
