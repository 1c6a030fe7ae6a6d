package dev.countersign.execution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads Linux's `/proc` by hand (see proc(5)).
final class ProcfsTable implements ProcessTable {
    private static final Path PROC = Path.of("/proc");

    /// An environment can hold a few megabytes; what is longer is not one of a command of ours,
    /// whose arguments and environment together have the same limit.
    private static final int MAXIMUM_ENVIRONMENT_BYTES = 8 * 1024 * 1024;

    private static final int FIELD_STATE = 0;
    private static final int FIELD_PARENT = 1;
    private static final int FIELD_GROUP = 2;
    private static final int FIELD_SESSION = 3;
    private static final int FIELD_USER_TIME = 11;
    private static final int FIELD_SYSTEM_TIME = 12;
    private static final int FIELD_START_TIME = 19;
    private static final int FIELD_RESIDENT = 21;

    /// The kernel tells times to user space in hundredths of a second on every architecture.
    private static final long TICK_MILLIS = 10;

    private static final int PAGE_BYTES = pageBytes();

    static boolean isHere() {
        return Files.isReadable(PROC.resolve("self").resolve("stat"));
    }

    @Override
    public List<ProcessEntry> snapshot() {
        List<ProcessEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> folders =
                Files.newDirectoryStream(PROC, ProcfsTable::isProcess)) {
            for (Path folder : folders) {
                Optional<ProcessEntry> entry = read(folder);
                if (entry.isEmpty() && Files.exists(folder)) {
                    // Out of file descriptors: to leave it out would be to call it gone.
                    throw new IllegalStateException("cannot read " + folder);
                }
                entry.ifPresent(entries::add);
            }
        } catch (IOException | DirectoryIteratorException exception) {
            throw new IllegalStateException("cannot list " + PROC, exception);
        }
        return entries;
    }

    @Override
    public Optional<ProcessEntry> find(long pid) {
        return pid <= 0 ? Optional.empty() : read(folder(pid));
    }

    @Override
    public Optional<String> variable(long pid, String name) {
        byte[] wanted = (name + "=").getBytes(StandardCharsets.UTF_8);
        try (InputStream environment = Files.newInputStream(folder(pid).resolve("environ"))) {
            return valueIn(environment.readNBytes(MAXIMUM_ENVIRONMENT_BYTES), wanted);
        } catch (IOException _) {
            // Gone, or another user's: not to be told, so not ours.
            return Optional.empty();
        }
    }

    @Override
    public Set<String> outputPipes(long pid) {
        Set<String> pipes = new HashSet<>();
        for (String descriptor : List.of("1", "2")) {
            pipeOf(folder(pid).resolve("fd").resolve(descriptor)).ifPresent(pipes::add);
        }
        return pipes;
    }

    /// The pipe that a descriptor of this process belongs to.
    static Optional<String> ownPipe(int descriptor) {
        return pipeOf(Path.of("/proc/self/fd", Integer.toString(descriptor)));
    }

    private static Optional<String> pipeOf(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).toString())
                    .filter(target -> target.startsWith("pipe:["));
        } catch (IOException | InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static Path folder(long pid) {
        return PROC.resolve(Long.toString(pid));
    }

    private static boolean isProcess(Path folder) {
        char first = folder.getFileName().toString().charAt(0);
        return first >= '1' && first <= '9';
    }

    private static Optional<ProcessEntry> read(Path folder) {
        try {
            return Optional.of(
                    parse(Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1)));
        } catch (IOException _) {
            // It ended meanwhile.
            return Optional.empty();
        }
    }

    /// `4711 (a) b) S 1 4711 4711 …`: the name may hold anything, the last parenthesis ends it.
    static ProcessEntry parse(String stat) {
        int nameStart = stat.indexOf('(');
        int nameEnd = stat.lastIndexOf(')');
        long pid = Long.parseLong(stat.substring(0, nameStart).strip());
        String name = stat.substring(nameStart + 1, nameEnd);
        String[] fields = stat.substring(nameEnd + 2).split(" ", FIELD_RESIDENT + 2);
        String state = fields[FIELD_STATE];
        return new ProcessEntry(
                new ProcessIdentity(pid, Long.parseLong(fields[FIELD_START_TIME]), name),
                Long.parseLong(fields[FIELD_PARENT]),
                Long.parseLong(fields[FIELD_GROUP]),
                Long.parseLong(fields[FIELD_SESSION]),
                state.equals("Z") || state.equals("X"),
                new ProcessLoad(
                        TICK_MILLIS
                                * (Long.parseLong(fields[FIELD_USER_TIME])
                                        + Long.parseLong(fields[FIELD_SYSTEM_TIME])),
                        PAGE_BYTES * Long.parseLong(fields[FIELD_RESIDENT]),
                        state.equals("T") || state.equals("t")));
    }

    /// The arguments of a process, joined by spaces; empty where they cannot be read.
    static String arguments(long pid, int limit) {
        try (InputStream line = Files.newInputStream(folder(pid).resolve("cmdline"))) {
            String text = new String(line.readNBytes(limit), StandardCharsets.UTF_8);
            return text.replace('\0', ' ').strip();
        } catch (IOException _) {
            return "";
        }
    }

    /// The size of this system's pages: `VmSize` is the first number of `statm` in kilobytes.
    private static int pageBytes() {
        int usual = 4_096;
        try {
            double pages =
                    Double.parseDouble(
                            Files.readString(PROC.resolve("self/statm")).split(" ", 8)[0]);
            double bytes =
                    Files.readString(PROC.resolve("self/status"))
                            .lines()
                            .filter(line -> line.startsWith("VmSize:"))
                            .mapToDouble(line ->
                                    1_024 * Double.parseDouble(line.strip().split("\\s+", 3)[1]))
                            .findFirst()
                            .orElse(usual * pages);
            return Integer.highestOneBit((int) Math.round(1.01 * bytes / pages));
        } catch (IOException | RuntimeException _) {
            return usual;
        }
    }

    private static Optional<String> valueIn(byte[] environment, byte[] wanted) {
        int start = 0;
        for (int i = 0; i <= environment.length; i++) {
            if (i == environment.length || environment[i] == 0) {
                if (startsWith(environment, start, i, wanted)) {
                    int value = start + wanted.length;
                    return Optional.of(
                            new String(environment, value, i - value, StandardCharsets.UTF_8));
                }
                start = i + 1;
            }
        }
        return Optional.empty();
    }

    private static boolean startsWith(byte[] bytes, int start, int end, byte[] wanted) {
        if (end - start < wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[start + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
