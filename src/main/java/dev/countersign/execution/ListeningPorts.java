package dev.countersign.execution;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Which TCP ports processes listen on, as Linux's `/proc` tells it (see proc_pid_net(5)). Empty on
/// other systems. Blocks on `/proc`; each network is read once for each question.
final class ListeningPorts {
    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    /// A table of sockets that is longer is not read to its end.
    private static final int MAXIMUM_LINES = 200_000;

    Set<Integer> of(Set<Long> pids) {
        if (!ProcfsTable.isHere()) {
            return Set.of();
        }
        Map<String, Map<String, Integer>> networks = new HashMap<>();
        Set<Integer> ports = new TreeSet<>();
        for (long pid : pids) {
            Path process = Path.of("/proc", Long.toString(pid));
            Optional<String> network = target(process.resolve("ns/net"));
            if (network.isEmpty()) {
                continue;
            }
            Map<String, Integer> listening =
                    networks.computeIfAbsent(network.get(), _ -> listeningIn(process));
            if (!listening.isEmpty()) {
                socketsOf(process)
                        .forEach(socket ->
                                Optional.ofNullable(listening.get(socket)).ifPresent(ports::add));
            }
        }
        return ports;
    }

    /// By socket, `socket:[4711]`.
    private static Map<String, Integer> listeningIn(Path process) {
        Map<String, Integer> ports = new HashMap<>();
        for (String table : new String[] {"tcp", "tcp6"}) {
            try (BufferedReader lines =
                    Files.newBufferedReader(
                            process.resolve("net").resolve(table), StandardCharsets.US_ASCII)) {
                lines.lines().limit(MAXIMUM_LINES).forEach(line -> parse(line, ports));
            } catch (IOException | RuntimeException _) {
                // Gone meanwhile, or a system without that protocol.
            }
        }
        return ports;
    }

    /// `0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 4711 …`
    static void parse(String line, Map<String, Integer> ports) {
        String[] fields = line.strip().split("\\s+", INODE + 2);
        if (fields.length <= INODE || !fields[STATE].equals(LISTENING)) {
            return;
        }
        String address = fields[LOCAL_ADDRESS];
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
        ports.put("socket:[" + fields[INODE] + "]", port);
    }

    private static Set<String> socketsOf(Path process) {
        Set<String> sockets = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                target(descriptor)
                        .filter(name -> name.startsWith("socket:"))
                        .ifPresent(sockets::add);
            }
        } catch (IOException | DirectoryIteratorException _) {
            // Ended meanwhile.
        }
        return sockets;
    }

    private static Optional<String> target(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).toString());
        } catch (IOException | InvalidPathException _) {
            return Optional.empty();
        }
    }
}
