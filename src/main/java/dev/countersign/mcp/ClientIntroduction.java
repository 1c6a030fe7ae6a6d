package dev.countersign.mcp;

import dev.countersign.supervision.AgentIntroduction;
import dev.countersign.toolcall.AgentSession;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// What a peer has told of itself so far: in `countersign/hello`, in `initialize`, in `roots/list`.
/// What is not as it should be counts as not told.
///
/// Confined to the thread that reads the connection.
final class ClientIntroduction {
    private static final int MAXIMUM_ROOTS = 32;
    private static final int MAXIMUM_ANCESTORS = 64;

    private boolean greeted;
    private boolean offersRoots;
    private Optional<String> name = Optional.empty();
    private Optional<String> sessionName = Optional.empty();
    private String version = "";
    private OptionalLong pid = OptionalLong.empty();
    private Optional<Path> directory = Optional.empty();
    private Optional<Duration> limit = Optional.empty();
    private Optional<String> runLine = Optional.empty();

    /// The bridge speaks for the agent, which is its parent.
    void hello(JsonNode parameters) {
        greeted = true;
        OptionalLong parent = pid(parameters.path("parentPid"));
        pid = parent.isPresent() ? parent : pid(parameters.path("pid"));
        directory = text(parameters.path("cwd")).flatMap(ClientIntroduction::absolutePath);
        name = shortText(parameters.path("agent"));
        sessionName = shortText(parameters.path("session"));
        limit = limit(parameters.path("limitMs"));
        runLine =
                text(parameters.path("run"))
                        .filter(line -> !line.isBlank())
                        .filter(line -> line.chars().noneMatch(Character::isISOControl));
    }

    void initialize(JsonNode parameters) {
        JsonNode client = parameters.path("clientInfo");
        name = name.or(() -> shortText(client.path("name")));
        version = shortText(client.path("version")).orElse("");
        offersRoots = parameters.path("capabilities").path("roots").isObject();
    }

    /// What a request without a handshake says of its client; the first says it for all.
    void client(JsonNode client) {
        name = name.or(() -> shortText(client.path("name")));
        if (version.isEmpty()) {
            version = shortText(client.path("version")).orElse("");
        }
    }

    /// What the peer runs a ticket with, as a line for its shell. It is only ever told back to it.
    Optional<String> runLine() {
        return runLine;
    }

    /// Whether the agent has a session of its own, of which this connection is only a part.
    boolean namesSession() {
        return sessionName.isPresent();
    }

    /// Whether the client should be asked where it works, because nobody has told.
    boolean needsRoots() {
        return offersRoots && !greeted;
    }

    /// @param roots the answer to `roots/list`, missing where there was none
    /// @param peer what the system tells of the process at the other end
    AgentIntroduction complete(JsonNode roots, PeerProcess peer) {
        List<Path> paths = paths(roots);
        if (greeted) {
            OptionalLong agent = sessionName.isPresent() ? ancestor(peer) : pid;
            return new AgentIntroduction(
                    name, version, sessionName, agent, directory, limit, paths);
        }
        Optional<Path> peerDirectory = paths.isEmpty() ? peer.directory() : Optional.empty();
        return new AgentIntroduction(name, version, peer.pid(), peerDirectory, paths);
    }

    /// A hook speaks for a process that it comes from, whatever it says: else one agent could use
    /// what was granted to another.
    private OptionalLong ancestor(PeerProcess peer) {
        if (peer.pid().isEmpty() || pid.isEmpty()) {
            return peer.pid();
        }
        Optional<ProcessHandle> process = ProcessHandle.of(peer.pid().getAsLong());
        for (int i = 0; process.isPresent() && i < MAXIMUM_ANCESTORS; i++) {
            if (process.get().pid() == pid.getAsLong()) {
                return pid;
            }
            process = process.get().parent();
        }
        return peer.pid();
    }

    private static List<Path> paths(JsonNode roots) {
        List<Path> paths = new ArrayList<>();
        for (JsonNode root : roots.path("roots")) {
            if (paths.size() < MAXIMUM_ROOTS) {
                text(root.path("uri")).flatMap(ClientIntroduction::filePath).ifPresent(paths::add);
            }
        }
        return paths;
    }

    private static Optional<Path> filePath(String uri) {
        try {
            URI parsed = new URI(uri);
            return "file".equalsIgnoreCase(parsed.getScheme())
                    ? Optional.of(Path.of(parsed))
                    : Optional.empty();
        } catch (URISyntaxException
                | IllegalArgumentException
                | FileSystemNotFoundException refusal) {
            return Optional.empty();
        }
    }

    private static Optional<Path> absolutePath(String text) {
        try {
            return Optional.of(Path.of(text)).filter(Path::isAbsolute);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static OptionalLong pid(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong() && node.longValue() > 0
                ? OptionalLong.of(node.longValue())
                : OptionalLong.empty();
    }

    private static Optional<Duration> limit(JsonNode node) {
        return node.isIntegralNumber()
                        && node.canConvertToLong()
                        && node.longValue() > 0
                        && node.longValue() <= HookRequests.LONGEST_PATIENCE.toMillis()
                ? Optional.of(Duration.ofMillis(node.longValue()))
                : Optional.empty();
    }

    private static Optional<String> text(JsonNode node) {
        return node.isString() && node.stringValue().length() <= BashArguments.MAXIMUM_PATH_LENGTH
                ? Optional.of(node.stringValue())
                : Optional.empty();
    }

    /// A name as it may stand in a list: one line, nothing invisible, not long.
    private static Optional<String> shortText(JsonNode node) {
        return text(node)
                .map(text ->
                        text.codePoints()
                                .filter(point -> !Character.isISOControl(point))
                                .filter(point -> Character.getType(point) != Character.FORMAT)
                                .filter(point -> point < 0xD800 || point > 0xDFFF)
                                .limit(AgentSession.MAXIMUM_NAME_LENGTH / 2)
                                .collect(
                                        StringBuilder::new,
                                        StringBuilder::appendCodePoint,
                                        StringBuilder::append)
                                .toString()
                                .strip())
                .filter(text -> !text.isEmpty());
    }
}
