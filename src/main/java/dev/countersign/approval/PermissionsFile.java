package dev.countersign.approval;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.ConfigurationFile;
import dev.countersign.settings.ConfigurationProblem;
import dev.countersign.settings.WatchedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// permissions.json: the rules that a person wrote, taken anew whenever the file changes.
///
/// A file is taken whole or not at all. While it is not understood the last good rules stay in
/// force; where there were none, everything is asked. A good file takes effect as it is, also where
/// it allows more than before.
///
/// Guarded by lock; listeners are called outside it, on the thread that noticed the change.
public final class PermissionsFile {
    private static final Logger LOGGER = LoggerFactory.getLogger(PermissionsFile.class);

    private final Path file;
    private final WatchedFile watched;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    // Written under the lock.
    private volatile RulesInForce current =
            new RulesInForce(PermissionRules.none(), Optional.empty());

    /// Reads the file. Where there is none, nothing is allowed.
    public PermissionsFile(Path file, InstantSource clock) {
        this.file = file;
        this.watched = new WatchedFile(file, clock);
        reloadIfChanged();
    }

    /// Writes the starter rules where there is no file, for the owner alone.
    ///
    /// @return whether there was none
    public static boolean writeStarterIfAbsent(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        ConfigurationFile.write(file, StarterRules.TEXT);
        return true;
    }

    public Path file() {
        return file;
    }

    /// What decides now.
    public RulesInForce current() {
        return current;
    }

    /// Hears every change from now on.
    ///
    /// @return ends the subscription when run
    public Runnable subscribe(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /// Looks at the file once a second on a thread of the executor.
    ///
    /// @return ends the watching when run
    public Runnable watchOn(ScheduledExecutorService executor) {
        return watched.watchOn(executor, this::reloadIfChanged);
    }

    /// Takes a changed file. Blocks on the disk.
    public void reloadIfChanged() {
        RulesInForce before;
        RulesInForce now;
        lock.lock();
        try {
            before = current;
            now = watched.mayHaveChanged() ? read(before.rules()) : before;
            current = now;
        } finally {
            lock.unlock();
        }
        if (now.equals(before)) {
            return;
        }
        now.problem()
                .ifPresent(problem ->
                        LOGGER.warn("The last good rules stay in force: {}", problem.sentence()));
        listeners.forEach(listener -> listener.changed(now));
    }

    private RulesInForce read(PermissionRules lastGood) {
        try {
            return new RulesInForce(
                    PermissionRules.parse(ConfigurationFile.read(file)), Optional.empty());
        } catch (ConfigurationException failure) {
            return new RulesInForce(lastGood, Optional.of(ConfigurationProblem.of(file, failure)));
        } catch (IOException failure) {
            return new RulesInForce(lastGood, Optional.of(ConfigurationProblem.of(file, failure)));
        }
    }

    /// Hears of changes. Must not block for long.
    @FunctionalInterface
    public interface Listener {
        void changed(RulesInForce now);
    }
}
