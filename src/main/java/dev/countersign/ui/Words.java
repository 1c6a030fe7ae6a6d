package dev.countersign.ui;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCall;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// How values are put into words, the same in every pane. Pure.
public final class Words {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("d MMM, HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy", Locale.ENGLISH);

    private Words() {}

    /// As a clock counts: `0:42`, `12:40`, `1:02:03`.
    public static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 3600) {
            return "%d:%02d".formatted(seconds / 60, seconds % 60);
        }
        return "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    /// As it is said: `0.1 s`, `12 s`, `2 min 5 s`, `1 h 2 min`.
    public static String duration(Duration duration) {
        long millis = Math.max(0, duration.toMillis());
        if (millis < 10_000) {
            return millis % 1000 == 0
                    ? millis / 1000 + " s"
                    : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        long seconds = millis / 1000;
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7200) {
            return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
        }
        long minutes = seconds / 60;
        return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    }

    /// `28 bytes`, `3 kB`, `1.2 MB`, in powers of 1,000.
    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return count(bytes, "byte");
        }
        if (bytes < 1_000_000) {
            return scaled(bytes / 1e3) + " kB";
        }
        if (bytes < 1_000_000_000) {
            return scaled(bytes / 1e6) + " MB";
        }
        return scaled(bytes / 1e9) + " GB";
    }

    private static String scaled(double value) {
        return String.format(Locale.ENGLISH, value < 10 ? "%.1f" : "%,.0f", value);
    }

    /// `no lines`, `1 line`, `2,914 lines`.
    public static String count(long number, String noun) {
        if (number == 0) {
            return "no " + noun + "s";
        }
        return String.format(Locale.ENGLISH, "%,d %s%s", number, noun, number == 1 ? "" : "s");
    }

    /// A path with the person's home as `~`.
    public static String path(Path path, Path home) {
        if (path.equals(home)) {
            return "~";
        }
        return path.startsWith(home) ? "~/" + home.relativize(path) : path.toString();
    }

    /// `10:42` today, `21 Nov, 14:11` on other days.
    public static String time(Instant instant, Instant now, ZoneId zone) {
        LocalDate day = instant.atZone(zone).toLocalDate();
        return (day.equals(now.atZone(zone).toLocalDate()) ? TIME : DAY_AND_TIME)
                .format(instant.atZone(zone));
    }

    /// `Today`, `Yesterday`, or the date.
    public static String day(Instant instant, Instant now, ZoneId zone) {
        LocalDate day = instant.atZone(zone).toLocalDate();
        LocalDate today = now.atZone(zone).toLocalDate();
        if (day.equals(today)) {
            return "Today";
        }
        return day.equals(today.minusDays(1)) ? "Yesterday" : DAY.format(day);
    }

    public static String level(RiskLevel level) {
        return switch (level) {
            case NONE -> "None";
            case LOW -> "Low";
            case MEDIUM -> "Medium";
            case HIGH -> "High";
            case CRITICAL -> "Critical";
        };
    }

    /// The agent's own words in quotes, or that there are none.
    public static String quotedSummary(ToolCall call) {
        return call.summary().map(text -> "“" + oneLine(text) + "”").orElse("no summary given");
    }

    /// `you`, `rule`, `guard` or `grant`.
    public static String decider(Decider decider) {
        return switch (decider) {
            case Decider.Human _ -> "you";
            case Decider.Rule _ -> "rule";
            case Decider.Guard _ -> "guard";
            case Decider.Grant _ -> "grant";
        };
    }

    /// `approved by you`, `denied by rule rm*`, `withdrawn: the agent cancelled the call`.
    public static String decision(Decision decision) {
        return switch (decision) {
            case Decision.Approved(Decider by, var scope) ->
                    scope == ApprovalScope.REHEARSED
                            ? "rehearsed, the result committed by " + named(by)
                            : "approved by " + named(by);
            case Decision.Denied(Decider by, Optional<String> _) -> "denied by " + named(by);
            case Decision.Expired(Duration after) ->
                    "expired: nobody answered in " + duration(after);
            case Decision.Withdrawn(String reason) -> "withdrawn: " + oneLine(reason);
        };
    }

    private static String named(Decider decider) {
        return switch (decider) {
            case Decider.Human _ -> "you";
            case Decider.Rule(var rule) -> "rule " + oneLine(rule.id());
            case Decider.Guard(var guard) -> "guard " + oneLine(guard.id());
            case Decider.Grant(var grant) -> "your grant " + oneLine(grant.id());
        };
    }

    /// `exit code 3`, `ended by SIGSEGV`, `stopped by you`.
    public static String outcome(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Exited(int code) -> "exit code " + code;
            case Outcome.Signalled(String signal) -> "ended by " + signal;
            case Outcome.TimedOut(Duration after) ->
                    "timed out after " + duration(after) + " and was stopped";
            case Outcome.Stopped(var by, String _) ->
                    "stopped by " + (by == StopCause.HUMAN ? "you" : by.words());
            case Outcome.FailedToStart(var _, String message) ->
                    "could not be started: " + oneLine(message);
            case Outcome.Lost _ -> "lost: the console ended before it did";
        };
    }

    /// How long it ran, or has run up to now; empty when it never started.
    public static Optional<Duration> runTime(CallRecord record, Instant now) {
        return record.runTime(now);
    }

    /// A foreign text exactly, with a label for each character that cannot be seen, newlines too.
    public static String exact(String text) {
        return HiddenCharacters.spelledOut(text);
    }

    /// A foreign text on one line, without anything that could pose as something else.
    public static String oneLine(String text) {
        return HiddenCharacters.spelledOut(text.strip().replaceAll("\\s*\\R\\s*", " "));
    }
}
