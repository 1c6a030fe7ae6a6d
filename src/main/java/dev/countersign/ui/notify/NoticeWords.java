package dev.countersign.ui.notify;

import dev.countersign.journal.CallRecord;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a notice says. What comes from agents is bounded, on one line, its hidden characters
/// spelled out. Pure.
final class NoticeWords {
    static final int LONGEST_NAME = 40;
    static final int LONGEST_COMMAND = 120;
    private static final int MOST_CALLS = 4;

    private NoticeWords() {}

    /// @param calls that wait, the oldest first; not empty
    /// @param late how long the oldest has waited, where that is why it is told
    /// @param commands whether commands may be read there
    static NoticeBoard.Notice of(
            List<CallRecord> calls, Optional<Duration> late, boolean commands) {
        StringBuilder body = new StringBuilder();
        calls.stream()
                .limit(MOST_CALLS)
                .forEach(call -> body.append(line(call, commands)).append('\n'));
        if (calls.size() > MOST_CALLS) {
            body.append("and ").append(calls.size() - MOST_CALLS).append(" more");
        }
        return new NoticeBoard.Notice(
                title(calls, late), body.toString().strip(), late.isPresent());
    }

    private static String title(List<CallRecord> calls, Optional<Duration> late) {
        String who =
                calls.size() == 1
                        ? agent(calls.getFirst())
                        : calls.size() + " calls" + ofWhom(calls);
        String verb = calls.size() == 1 ? " waits" : " wait";
        return late.map(time ->
                        calls.size() == 1
                                ? who + " has waited " + Words.duration(roughly(time))
                                : who + verb + ", one for " + Words.duration(roughly(time)))
                .orElse(who + verb + " for you");
    }

    private static String ofWhom(List<CallRecord> calls) {
        List<String> agents = calls.stream().map(NoticeWords::agent).distinct().toList();
        return agents.size() == 1 ? " of " + agents.getFirst() : "";
    }

    private static Duration roughly(Duration time) {
        return time.toMinutes() > 0
                ? Duration.ofMinutes(time.toMinutes())
                : Duration.ofSeconds(time.toSeconds());
    }

    private static String line(CallRecord call, boolean commands) {
        AgentSession session = call.call().session();
        String where =
                agent(call)
                        + " in "
                        + cut(Words.oneLine(session.workspace().shortName()), LONGEST_NAME);
        String level =
                call.assessed()
                                .map(assessed -> assessed.assessment().level())
                                .map(NoticeWords::level)
                                .orElse("not assessed yet")
                        + (call.call().agentSaysDangerous() ? ", agent says dangerous" : "");
        return commands
                ? "%s: %s (%s)"
                        .formatted(
                                level,
                                cut(Words.oneLine(call.command().text()), LONGEST_COMMAND),
                                where)
                : "%s: %s".formatted(level, where);
    }

    private static String level(RiskLevel level) {
        return level == RiskLevel.NONE ? "No danger found" : Words.level(level);
    }

    private static String agent(CallRecord call) {
        return cut(Words.oneLine(call.call().session().name()), LONGEST_NAME);
    }

    static String cut(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        return text.codePoints()
                        .limit(most - 1L)
                        .mapToObj(Character::toString)
                        .collect(Collectors.joining())
                + "…";
    }
}
