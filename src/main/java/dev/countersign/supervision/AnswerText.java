package dev.countersign.supervision;

import dev.countersign.ansi.TruncatedText;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Puts a report into the words that a model reads: the output, then notices, then one status line
/// in brackets that is always last.
///
/// Agents that are shown only text lose nothing that matters: every state has its own sentence, and
/// 'nobody answered' is never put as a refusal. Pure; safe on any thread.
public final class AnswerText {
    private static final long KIBI = 1024;

    private AnswerText() {}

    public static String render(CallReport report) {
        StringBuilder text = new StringBuilder();
        appendBlock(text, report.stdout().text());
        if (!report.stderr().text().isEmpty()) {
            text.append("[stderr]\n");
            appendBlock(text, report.stderr().text());
        }
        appendTruncation(text, "stdout", report.stdout(), report);
        appendTruncation(text, "stderr", report.stderr(), report);
        appendEdit(text, report);
        appendRehearsal(text, report);
        report.notes().forEach(note -> text.append('[').append(inOneLine(note)).append("]\n"));
        return text.append('[').append(status(report)).append(']').toString();
    }

    private static String inOneLine(String note) {
        return note.strip().replaceAll("\\s*\\R\\s*", " / ");
    }

    private static void appendBlock(StringBuilder text, String block) {
        text.append(block);
        if (!block.isEmpty() && !block.endsWith("\n")) {
            text.append('\n');
        }
    }

    private static void appendTruncation(
            StringBuilder text, String stream, TruncatedText output, CallReport report) {
        if (!output.truncated()) {
            return;
        }
        text.append("[%s truncated: ".formatted(stream));
        text.append(
                String.format(
                        Locale.ROOT,
                        "%s of %,d lines (%s of %s).",
                        shown(output),
                        output.totalLines(),
                        size(output.shownBytes()),
                        size(output.totalBytes())));
        report.outputFile().ifPresent(file -> text.append(" Full output: ").append(file));
        text.append("]\n");
    }

    /// What the person changed, so that the agent does not take one command's result for another's.
    private static void appendEdit(StringBuilder text, CallReport report) {
        Optional<String> from = report.decision().flatMap(DecisionReport::editedFrom);
        if (from.isEmpty()) {
            return;
        }
        String ran = report.command().orElse("");
        text.append("[edited before running; what ran: ").append(ran);
        text.append("; the difference: ").append(CommandDifference.of(from.get(), ran).marked());
        report.decision()
                .flatMap(DecisionReport::reason)
                .ifPresent(note -> text.append("; the person says: ").append(note));
        text.append("]\n");
    }

    private static void appendRehearsal(StringBuilder text, CallReport report) {
        report.decision()
                .flatMap(DecisionReport::rehearsed)
                .ifPresent(files -> text.append(rehearsed(files)).append('\n'));
    }

    /// It ran without network and in a copy: an agent that wonders at what it got must know.
    ///
    /// @param files how many were added, changed and removed
    static String rehearsed(String files) {
        return "[rehearsed: it ran once, in a throw-away copy of the workspace without network; the person then had exactly that result put in place (files: %s)]"
                .formatted(files);
    }

    /// 'last 2,000', 'first 300', '120 at both ends'.
    private static String shown(TruncatedText output) {
        String part = output.partialLine() ? "part of " : "";
        return switch (output.policy()) {
            case HEAD -> String.format(Locale.ROOT, "%sfirst %,d", part, output.shownLines());
            case MIDDLE -> String.format(Locale.ROOT, "%,d at both ends", output.shownLines());
            case TAIL -> String.format(Locale.ROOT, "%slast %,d", part, output.shownLines());
        };
    }

    private static String status(CallReport report) {
        if (report.status().isEmpty()) {
            return refusal(report);
        }
        String status = statusOf(report.status().get(), report);
        return report.alreadyStopped()
                ? "already stopped (%s): %s".formatted(report.status().get().wireName(), status)
                : status;
    }

    private static String refusal(CallReport report) {
        CallError error =
                report.error().orElse(new CallError(CallError.Type.UNKNOWN, "no reason given"));
        return switch (error.type()) {
            case INVALID_INPUT -> "invalid input: " + error.message();
            case INVALID_WORKDIR -> "invalid workdir: " + error.message();
            case SHELL_NOT_FOUND -> "not found: " + error.message();
            case PERMISSION_DENIED -> "permission denied: " + error.message();
            case CANCELLED -> "cancelled: " + error.message();
            case TIMEOUT,
                    COMMAND_NOT_FOUND,
                    EXTERNAL_PATH_ACCESS,
                    DANGEROUS_COMMAND,
                    PROCESS_KILLED,
                    UNKNOWN ->
                    "error: " + error.message();
        };
    }

    private static String statusOf(CallStatus status, CallReport report) {
        return switch (status) {
            case COMPLETED -> "exit code 0" + after(report);
            case FAILED -> failure(report);
            case KILLED ->
                    "command killed by %s%s"
                            .formatted(report.signal().orElse("SIGKILL"), after(report));
            case TIMEOUT ->
                    "command timed out after %s and was stopped"
                            .formatted(report.timeout().map(AnswerText::limit).orElse("its limit"));
            case RUNNING -> running(report);
            case PENDING_APPROVAL ->
                    "waiting for approval: %s; ask again with bash_output".formatted(name(report));
            case DENIED -> denial(report);
            case WITHDRAWN -> "withdrawn: " + errorMessage(report) + "; nothing was run";
            case EXPIRED -> errorMessage(report) + "; nothing was run";
            case DRY_RUN ->
                    "dry run: would execute %s; verdict %s"
                            .formatted(report.command().orElse(""), report.verdict().orElse("ask"));
            case HANDED_OVER -> "approved; run it with your own shell";
            case LOST ->
                    "lost: the console ended while the command ran, so its end is not known"
                            + report.outputFile()
                                    .map(file -> "; output so far: " + file)
                                    .orElse("");
        };
    }

    private static String failure(CallReport report) {
        if (report.exitCode().isPresent()) {
            return "command failed: exit code %d%s"
                    .formatted(report.exitCode().getAsInt(), after(report));
        }
        return "command not started: " + errorMessage(report);
    }

    private static String running(CallReport report) {
        StringBuilder text = new StringBuilder("still running");
        report.duration().ifPresent(d -> text.append(" after ").append(elapsed(d)));
        text.append(", now in the background: ").append(name(report));
        report.pid().ifPresent(pid -> text.append(", pid ").append(pid));
        report.outputFile().ifPresent(file -> text.append("; full output: ").append(file));
        return text.append("; read on with bash_output, stop with kill_shell").toString();
    }

    private static String denial(CallReport report) {
        StringBuilder text = new StringBuilder("permission denied by ");
        Optional<DecisionReport> decision = report.decision();
        text.append(
                decision.flatMap(by ->
                                by.rule()
                                        .map(rule ->
                                                (by.by().equals("guard") ? "guard " : "rule ")
                                                        + rule))
                        .orElse("the person"));
        decision.flatMap(DecisionReport::reason)
                .ifPresent(reason -> text.append(": ").append(reason));
        decision.flatMap(DecisionReport::instead)
                .ifPresent(instead -> text.append(". Instead: ").append(instead));
        return text.toString();
    }

    private static String errorMessage(CallReport report) {
        return report.error().map(CallError::message).orElse("no reason given");
    }

    private static String name(CallReport report) {
        return report.id().map(ToolCallId::shellName).orElse("");
    }

    private static String after(CallReport report) {
        return report.duration().map(d -> ", " + elapsed(d)).orElse("");
    }

    /// Time that passed: `0.1 s`, `42.0 s`, `1,200 s`.
    static String elapsed(Duration duration) {
        double seconds = duration.toMillis() / 1000.0;
        if (seconds >= 100) {
            return String.format(Locale.ROOT, "%,.0f s", seconds);
        }
        long tenths = Math.round(seconds * 10);
        return tenths / 10 + "." + tenths % 10 + " s";
    }

    /// A limit as it was set: `120 s`, `1.5 s`.
    static String limit(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0
                ? String.format(Locale.ROOT, "%,d s", millis / 1000)
                : String.format(Locale.ROOT, "%,.1f s", millis / 1000.0);
    }

    /// A size: `812 bytes`, `41 KiB`, `1.2 MiB`.
    static String size(long bytes) {
        if (bytes < KIBI) {
            return bytes + " bytes";
        }
        if (bytes < KIBI * KIBI) {
            return String.format(Locale.ROOT, "%,d KiB", Math.round((double) bytes / KIBI));
        }
        double mebi = (double) bytes / (KIBI * KIBI);
        return mebi < KIBI
                ? String.format(Locale.ROOT, "%.1f MiB", mebi)
                : String.format(Locale.ROOT, "%.1f GiB", mebi / KIBI);
    }
}
