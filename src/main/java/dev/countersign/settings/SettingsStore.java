package dev.countersign.settings;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/// The settings in force and the file behind them, settings.json, in which stands only what a
/// person changed.
///
/// A file that is not understood changes nothing: what was in force stays, and [State#problem()]
/// says what is wrong. Guarded by lock; listeners are called outside it, on the thread that made or
/// noticed the change.
public final class SettingsStore {

    private final Path file;
    private final WatchedFile watched;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    // Written under the lock.
    private volatile State state = new State(SettingsSnapshot.standard(), Optional.empty());
    private SettingsText text = SettingsText.empty();

    /// Reads the file; a missing one means that nothing was changed.
    public SettingsStore(Path file, InstantSource clock) {
        this.file = file;
        this.watched = new WatchedFile(file, clock);
        reloadIfChanged();
    }

    /// What is in force.
    public SettingsSnapshot current() {
        return state.settings();
    }

    /// What is in force, and what is wrong with the file.
    public State state() {
        return state;
    }

    public <T> T value(Setting<T> setting) {
        return current().value(setting);
    }

    /// Hears every change from now on.
    ///
    /// @return ends the subscription when run
    public Runnable subscribe(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /// Sets one setting and writes the file.
    ///
    /// @throws IllegalArgumentException when the value is out of range
    /// @throws IOException when the file cannot be written, or holds something that is not
    ///   understood and would be lost; nothing has changed then
    public <T> void change(Setting<T> setting, T value) throws IOException {
        change(snapshot -> snapshot.with(setting, value));
    }

    /// Sets one setting back to its standard value and writes the file.
    public void reset(Setting<?> setting) throws IOException {
        change(snapshot -> snapshot.without(setting));
    }

    /// Sets some settings back to their standard values and writes the file.
    ///
    /// @throws IOException as [#change]
    public void reset(Collection<Setting<?>> settings) throws IOException {
        change(snapshot -> snapshot.withThoseOf(SettingsSnapshot.standard(), settings));
    }

    /// Gives some settings the values that they had before, and leaves the others as they are.
    ///
    /// @throws IOException as [#change]
    public void restore(SettingsSnapshot before, Collection<Setting<?>> settings)
            throws IOException {
        change(snapshot -> snapshot.withThoseOf(before, settings));
    }

    /// Where the settings are kept. The file need not exist.
    public Path file() {
        return file;
    }

    private void change(UnaryOperator<SettingsSnapshot> edit) throws IOException {
        reloadIfChanged();
        lock.lock();
        try {
            Optional<ConfigurationProblem> problem = state.problem();
            if (problem.isPresent()) {
                throw new IOException(
                        "not saved, so that nothing in the file is lost: "
                                + problem.get().sentence());
            }
            SettingsSnapshot changed = edit.apply(state.settings());
            String written = text.with(changed);
            ConfigurationFile.write(file, written);
            text = SettingsText.parse(written);
            state = new State(changed, Optional.empty());
        } catch (ConfigurationException impossible) {
            throw new IllegalStateException("settings were written wrongly", impossible);
        } finally {
            lock.unlock();
        }
        tellListeners();
    }

    /// Looks at the file once a second on a thread of the executor.
    ///
    /// @return ends the watching when run
    public Runnable watchOn(ScheduledExecutorService executor) {
        return watched.watchOn(executor, this::reloadIfChanged);
    }

    /// Takes a changed file. Blocks on the disk.
    public void reloadIfChanged() {
        boolean changed;
        lock.lock();
        try {
            changed = watched.mayHaveChanged() && reload();
        } finally {
            lock.unlock();
        }
        if (changed) {
            tellListeners();
        }
    }

    private boolean reload() {
        State before = state;
        try {
            text = readText();
            state = new State(text.snapshot(), Optional.empty());
        } catch (ConfigurationException failure) {
            state =
                    new State(
                            before.settings(), Optional.of(ConfigurationProblem.of(file, failure)));
        } catch (IOException failure) {
            state =
                    new State(
                            before.settings(), Optional.of(ConfigurationProblem.of(file, failure)));
        }
        return !state.equals(before);
    }

    private SettingsText readText() throws IOException, ConfigurationException {
        try {
            return SettingsText.parse(ConfigurationFile.read(file));
        } catch (NoSuchFileException _) {
            return SettingsText.empty();
        }
    }

    private void tellListeners() {
        State now = state;
        listeners.forEach(listener -> listener.changed(now));
    }

    /// What holds now.
    ///
    /// @param problem what is wrong with the file, where something is
    public record State(SettingsSnapshot settings, Optional<ConfigurationProblem> problem) {}

    /// Hears of changes. Must not block for long and must not throw.
    @FunctionalInterface
    public interface Listener {
        void changed(State now);
    }
}
