package dev.countersign.approval;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// What came into files from outside of the console and lets more through than before: it waits
/// until the person has confirmed or rejected it; and whether a workspace's file is trusted. Safe
/// on any thread; blocks on the disk. What is answered empty has been done.
final class OutsideChanges {
    /// A file of which a change may wait.
    private interface Watched {
        Optional<PendingRules> pending();

        /// False where it is no longer what was looked at; so too for [#reject].
        boolean confirm(String digest);

        boolean reject(String digest) throws IOException;
    }

    private final RuleFiles files;
    private final RuleNotes notes;
    private final Runnable changed;

    /// Contents whose loosening is written down already. Guarded by this.
    private final Set<String> announced = new HashSet<>();

    /// @param changed told after what the files do not tell by themselves
    OutsideChanges(RuleFiles files, RuleNotes notes, Runnable changed) {
        this.files = files;
        this.notes = notes;
        this.changed = changed;
    }

    /// Writes down what waits and was not written down before.
    void announce() {
        announce(files.global().file(), files.global().current().pending());
        files.workspaces()
                .forEach(file -> announce(file.file().file(), file.file().current().pending()));
        announce(files.commands().file(), files.commands().pending());
    }

    private void announce(Path file, Optional<PendingRules> pending) {
        if (pending.isEmpty()) {
            return;
        }
        synchronized (this) {
            if (!announced.add(file + "\n" + pending.get().digest())) {
                return;
            }
        }
        notes.note(
                RuleEvent.Kind.LOOSENING_WAITS,
                file.toString(),
                RuleNotes.words(pending.get().changes()));
    }

    /// Takes a change that loosens into force.
    Optional<String> confirm(Path path, String digest) {
        Optional<Watched> file = find(path);
        if (file.isEmpty()) {
            return unknown(path);
        }
        Optional<PendingRules> pending =
                file.get().pending().filter(waiting -> waiting.digest().equals(digest));
        if (pending.isEmpty()) {
            return changedSince(path);
        }
        return notes.keep(
                        new RuleEvent(
                                RuleEvent.Kind.LOOSENING_CONFIRMED,
                                path.toString(),
                                RuleNotes.words(pending.get().changes())))
                .or(() -> file.get().confirm(digest) ? Optional.empty() : changedSince(path));
    }

    /// Leaves a change that loosens out of force.
    Optional<String> reject(Path path, String digest) {
        Optional<Watched> file = find(path);
        if (file.isEmpty()) {
            return unknown(path);
        }
        try {
            if (!file.get().reject(digest)) {
                return changedSince(path);
            }
            notes.note(RuleEvent.Kind.LOOSENING_REJECTED, path.toString(), "");
            return Optional.empty();
        } catch (IOException failure) {
            return unwritable(failure);
        }
    }

    /// Has what a workspace's file allows count, as long as it stays as it is.
    Optional<String> trust(Path path, String digest) {
        Optional<WorkspaceFile> file = files.findWorkspace(path);
        if (file.isEmpty()) {
            return unknown(path);
        }
        Optional<String> problem =
                notes.keep(new RuleEvent(RuleEvent.Kind.TRUSTED, path.toString(), digest));
        if (problem.isPresent()) {
            return problem;
        }
        try {
            boolean done = file.get().trust(digest);
            changed.run();
            return done ? Optional.empty() : changedSince(path);
        } catch (IOException failure) {
            return unwritable(failure);
        }
    }

    /// Ends the trust in a workspace's file.
    Optional<String> distrust(Path path) {
        Optional<WorkspaceFile> file = files.findWorkspace(path);
        if (file.isEmpty() || !file.get().distrust()) {
            return Optional.of("%s was not trusted.".formatted(path));
        }
        notes.note(RuleEvent.Kind.DISTRUSTED, path.toString(), "");
        changed.run();
        return Optional.empty();
    }

    private Optional<Watched> find(Path path) {
        OwnCommands commands = files.commands();
        return path.equals(commands.file())
                ? Optional.of(new WatchedCommands(commands))
                : files.find(path).map(WatchedRules::new);
    }

    static Optional<String> unknown(Path path) {
        return Optional.of("%s is no rule file that is in use.".formatted(path));
    }

    private static Optional<String> changedSince(Path path) {
        return Optional.of("%s was changed since; look at it again.".formatted(path));
    }

    private static Optional<String> unwritable(IOException failure) {
        return Optional.of("It cannot be written: " + failure.getMessage());
    }

    private record WatchedRules(PermissionsFile file) implements Watched {
        @Override
        public Optional<PendingRules> pending() {
            return file.current().pending();
        }

        @Override
        public boolean confirm(String digest) {
            return file.confirm(digest);
        }

        @Override
        public boolean reject(String digest) throws IOException {
            return file.reject(digest);
        }
    }

    /// The commands that the person described: they tell nobody by themselves.
    private final class WatchedCommands implements Watched {
        private final OwnCommands commands;

        WatchedCommands(OwnCommands commands) {
            this.commands = commands;
        }

        @Override
        public Optional<PendingRules> pending() {
            return commands.pending();
        }

        @Override
        public boolean confirm(String digest) {
            boolean done = commands.confirm(digest);
            changed.run();
            return done;
        }

        @Override
        public boolean reject(String digest) throws IOException {
            boolean done = commands.reject(digest);
            changed.run();
            return done;
        }
    }
}
