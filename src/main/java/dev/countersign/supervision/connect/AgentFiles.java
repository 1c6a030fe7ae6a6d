package dev.countersign.supervision.connect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads and changes agents' files as a [ConnectPlan] says. Blocks.
///
/// Before its first change a file is copied to one beside it, and put back from there.
public final class AgentFiles {
    static final String BACKUP_SUFFIX = ".countersign-backup";

    private static final long MAXIMUM_BYTES = 16 << 20;

    private AgentFiles() {}

    /// A file as it is and as it would be.
    ///
    /// @param before empty where there is no file
    /// @param after empty where there would be none
    public record Change(Path file, Optional<String> before, Optional<String> after) {
        public boolean isNone() {
            return before.equals(after);
        }

        /// The lines that go and come, as `diff` shows them, without context.
        public List<String> lines() {
            List<String> old = before.map(String::lines).map(s -> s.toList()).orElse(List.of());
            List<String> young = after.map(String::lines).map(s -> s.toList()).orElse(List.of());
            int start = 0;
            while (start < Math.min(old.size(), young.size())
                    && old.get(start).equals(young.get(start))) {
                start++;
            }
            int end = 0;
            while (end < Math.min(old.size(), young.size()) - start
                    && old.get(old.size() - 1 - end).equals(young.get(young.size() - 1 - end))) {
                end++;
            }
            List<String> shown = new ArrayList<>();
            old.subList(start, old.size() - end).forEach(line -> shown.add("- " + line));
            young.subList(start, young.size() - end).forEach(line -> shown.add("+ " + line));
            return shown;
        }
    }

    /// What connecting would change.
    ///
    /// @throws IOException when a file cannot be read, or is not of the form that it should have
    public static List<Change> preview(ConnectPlan plan) throws IOException {
        List<Change> changes = new ArrayList<>();
        for (FilePlan file : plan.files()) {
            Optional<String> before = read(file.file());
            changes.add(
                    new Change(
                            file.file(),
                            before,
                            Optional.of(understood(file, () -> file.applied(before.orElse(""))))));
        }
        return changes;
    }

    /// What disconnecting would change.
    public static List<Change> previewUndo(ConnectPlan plan) throws IOException {
        List<Change> changes = new ArrayList<>();
        for (FilePlan file : plan.files()) {
            Optional<String> now = read(file.file());
            if (now.isEmpty()) {
                continue;
            }
            Optional<String> original = read(backup(file.file())).filter(text -> !text.isBlank());
            changes.add(new Change(file.file(), now, undone(file, now.get(), original)));
        }
        return changes;
    }

    private static Optional<String> undone(FilePlan file, String now, Optional<String> original)
            throws IOException {
        boolean untouched = understood(file, () -> file.applied(original.orElse(""))).equals(now);
        if (untouched) {
            return original;
        }
        String left = understood(file, () -> file.undone(now, original.orElse("")));
        boolean ours = original.isEmpty() && left.replaceAll("\\s", "").matches("(\\{})?");
        return ours ? Optional.empty() : Optional.of(left);
    }

    private static String understood(FilePlan file, java.util.function.Supplier<String> work)
            throws IOException {
        try {
            return work.get();
        } catch (ConfigurationText.Unreadable e) {
            throw new IOException(
                    "%s: %s; nothing was changed".formatted(file.file(), e.getMessage()), e);
        }
    }

    /// Makes the changes of [#preview], keeping each file as it was beside it.
    public static void write(List<Change> changes) throws IOException {
        for (Change change : changes) {
            if (change.isNone()) {
                continue;
            }
            boolean first = !Files.exists(backup(change.file()));
            if (first && change.before().isPresent()) {
                Files.copy(
                        change.file(), backup(change.file()), StandardCopyOption.COPY_ATTRIBUTES);
            }
            replace(change);
            if (first && change.before().isEmpty()) {
                // An empty one says that there was none: what a second connecting finds is ours.
                Files.createFile(backup(change.file()));
            }
        }
    }

    /// Makes the changes of [#previewUndo] and removes the copies.
    public static void writeUndo(List<Change> changes) throws IOException {
        for (Change change : changes) {
            if (!change.isNone()) {
                replace(change);
            }
            Files.deleteIfExists(backup(change.file()));
        }
    }

    private static void replace(Change change) throws IOException {
        // What a link leads to is changed, not the link: people keep such files elsewhere.
        Path file = Files.exists(change.file()) ? change.file().toRealPath() : change.file();
        if (change.after().isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        Path folder = file.getParent();
        if (folder == null) {
            throw new IOException(file + " has no folder");
        }
        Files.createDirectories(folder);
        Path fresh = Files.createTempFile(folder, ".countersign", null);
        try {
            Files.writeString(fresh, change.after().get());
            Files.setPosixFilePermissions(
                    fresh,
                    Files.exists(file)
                            ? Files.getPosixFilePermissions(file)
                            : PosixFilePermissions.fromString("rw-------"));
            Files.move(
                    fresh,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /// How the agent's own shell stands by its files now; empty where it is not connected.
    public static Optional<ShellUse> connectedAs(
            AgentKind agent, dev.countersign.settings.Launcher launcher, ConnectPlan.Places places)
            throws IOException {
        for (ShellUse use : List.of(ShellUse.HOOKED, ShellUse.OFF, ShellUse.OPEN)) {
            if (use == ShellUse.HOOKED && !agent.canBeHooked()) {
                continue;
            }
            ConnectPlan plan = ConnectPlan.of(agent, Optional.of(use), launcher, places);
            boolean stands = true;
            for (FilePlan file : plan.files()) {
                Optional<String> text = read(file.file());
                stands =
                        stands
                                && text.isPresent()
                                && understood(
                                                file,
                                                () -> Boolean.toString(file.standsIn(text.get())))
                                        .equals("true");
            }
            if (stands) {
                return Optional.of(use);
            }
        }
        return Optional.empty();
    }

    /// Whether an agent's files have anything of us; where one cannot be read it may.
    public static boolean mentions(
            AgentKind agent,
            dev.countersign.settings.Launcher launcher,
            ConnectPlan.Places places) {
        try {
            return mentionUs(ConnectPlan.of(agent, Optional.of(ShellUse.OPEN), launcher, places));
        } catch (IOException _) {
            return true;
        }
    }

    static boolean mentionUs(ConnectPlan plan) throws IOException {
        for (FilePlan file : plan.files()) {
            if (read(file.file()).orElse("").contains(ConnectPlan.SERVER)) {
                return true;
            }
        }
        return false;
    }

    static Optional<String> read(Path file) throws IOException {
        try {
            if (Files.size(file) > MAXIMUM_BYTES) {
                throw new IOException(file + " is longer than 16 MiB");
            }
            return Optional.of(Files.readString(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    static Path backup(Path file) {
        return file.resolveSibling(file.getFileName() + BACKUP_SUFFIX);
    }
}
