package dev.countersign.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The line by which the bridge tells the console whom it speaks for.
public final class HelloLine {
    private static final String END = "}}\n";

    private HelloLine() {}

    /// For this process, whose parent is the agent.
    ///
    /// @param agent the agent's name, where the caller gave one
    /// @param limit after which the agent gives up on a call, where its configuration says so
    /// @param runLine what the agent's shell runs a ticket with
    public static String ofThisProcess(
            Optional<String> agent, Optional<Duration> limit, String runLine) {
        ProcessHandle self = ProcessHandle.current();
        Optional<ProcessHandle> parent = self.parent();
        StringBuilder json =
                open(
                        render(
                                self.pid(),
                                parent.isPresent() ? parent.get().pid() : 0,
                                Path.of("").toAbsolutePath(),
                                agent));
        limit.ifPresent(time -> json.append(",\"limitMs\":").append(time.toMillis()));
        json.append(",\"run\":");
        appendQuoted(json, runLine);
        return json.append(END).toString();
    }

    /// The line without its end, so that more can be told.
    private static StringBuilder open(String line) {
        return new StringBuilder(line.substring(0, line.length() - END.length()));
    }

    /// For a hook, whose agent has a session that outlives this process.
    ///
    /// @param agentPid an ancestor of this process
    /// @param session the agent's own name for it
    public static String ofHook(String agent, long agentPid, Path directory, String session) {
        String line =
                render(ProcessHandle.current().pid(), agentPid, directory, Optional.of(agent));
        StringBuilder json = open(line);
        json.append(",\"session\":");
        appendQuoted(json, session);
        return json.append(END).toString();
    }

    /// @param parentPid 0 when there is none
    static String render(long pid, long parentPid, Path directory, Optional<String> agent) {
        // Built by hand: the bridge must not load what reads and writes JSON elsewhere.
        StringBuilder line =
                new StringBuilder(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"countersign/hello\",\"params\":{\"pid\":");
        line.append(pid);
        if (parentPid > 0) {
            line.append(",\"parentPid\":").append(parentPid);
        }
        line.append(",\"cwd\":");
        appendQuoted(line, directory.toString());
        if (agent.isPresent()) {
            line.append(",\"agent\":");
            appendQuoted(line, agent.get());
        }
        return line.append(END).toString();
    }

    /// Appends the text as a JSON string.
    static void appendQuoted(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '"' || unit == '\\') {
                json.append('\\').append(unit);
            } else if (unit < 0x20 || Character.isSurrogate(unit) || unit == 0x7f) {
                appendEscaped(json, unit);
            } else {
                json.append(unit);
            }
        }
        json.append('"');
    }

    private static void appendEscaped(StringBuilder json, char unit) {
        String digits = Integer.toHexString(unit);
        json.append("\\u").append("0000", 0, 4 - digits.length()).append(digits);
    }
}
