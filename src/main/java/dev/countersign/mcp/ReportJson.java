package dev.countersign.mcp;

import dev.countersign.ansi.TruncatedText;
import dev.countersign.supervision.CallError;
import dev.countersign.supervision.CallReport;
import dev.countersign.supervision.DecisionReport;
import dev.countersign.supervision.JobSummary;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers as JSON. Every field is always there; what does not apply is null.
final class ReportJson {
    private ReportJson() {}

    /// The `structuredContent` of a call.
    static ObjectNode structured(CallReport report) {
        ObjectNode json = Json.object();
        putText(json, "status", report.status().map(CallStatus::wireName));
        putInteger(json, "exitCode", report.exitCode());
        putText(json, "signal", report.signal());
        json.put("stdout", report.stdout().text());
        json.put("stderr", report.stderr().text());
        putMilliseconds(json, "durationMs", report.duration());
        putMilliseconds(json, "timeoutMs", report.timeout());
        putLong(json, "pid", report.pid());
        putText(json, "bashId", report.id().map(ToolCallId::shellName));
        json.put("isRunning", report.isRunning());
        json.put("alreadyStopped", report.alreadyStopped());
        putText(json, "command", report.command());
        putText(json, "outputFile", report.outputFile().map(Path::toString));
        putOutput(json, report.stdout(), report.stderr());
        json.put("dryRun", report.dryRun());
        putText(json, "verdict", report.verdict());
        putObject(json, "error", report.error().map(ReportJson::error));
        putObject(json, "decision", report.decision().map(ReportJson::decision));
        ArrayNode notes = json.putArray("notes");
        report.notes().forEach(notes::add);
        return json;
    }

    /// How much there was and how much of it is shown, both streams together.
    private static void putOutput(ObjectNode json, TruncatedText stdout, TruncatedText stderr) {
        boolean truncated = stdout.truncated() || stderr.truncated();
        json.put("truncated", truncated);
        if (truncated) {
            TruncatedText cut = stdout.truncated() ? stdout : stderr;
            json.putObject("truncation")
                    .put("policy", cut.policy().name().toLowerCase(Locale.ROOT))
                    .put("limit", cut.limit())
                    .put("shownLines", stdout.shownLines() + stderr.shownLines())
                    .put("shownBytes", stdout.shownBytes() + stderr.shownBytes())
                    .put("partialLine", stdout.partialLine() || stderr.partialLine());
        } else {
            json.putNull("truncation");
        }
        json.put("totalBytes", stdout.totalBytes() + stderr.totalBytes());
        json.put("totalLines", stdout.totalLines() + stderr.totalLines());
    }

    private static ObjectNode error(CallError error) {
        return Json.object().put("type", error.type().name()).put("message", error.message());
    }

    private static ObjectNode decision(DecisionReport decision) {
        ObjectNode json = Json.object().put("by", decision.by());
        putText(json, "rule", decision.rule());
        putText(json, "reason", decision.reason());
        putText(json, "instead", decision.instead());
        putText(json, "editedFrom", decision.editedFrom());
        json.put("rehearsed", decision.rehearsed().isPresent());
        return json;
    }

    /// The `structuredContent` of a list of jobs.
    static ObjectNode structured(List<JobSummary> jobs) {
        ObjectNode json = Json.object();
        var shells = json.putArray("shells");
        for (JobSummary job : jobs) {
            ObjectNode shell = shells.addObject();
            shell.put("bashId", job.id().shellName());
            shell.put("status", job.status().wireName());
            putLong(shell, "pid", job.pid());
            shell.put("ageMs", job.age().toMillis());
            shell.put("command", job.command());
        }
        return json;
    }

    private static void putText(ObjectNode json, String name, Optional<String> value) {
        value.ifPresentOrElse(text -> json.put(name, text), () -> json.putNull(name));
    }

    private static void putMilliseconds(ObjectNode json, String name, Optional<Duration> value) {
        value.ifPresentOrElse(time -> json.put(name, time.toMillis()), () -> json.putNull(name));
    }

    private static void putLong(ObjectNode json, String name, OptionalLong value) {
        value.ifPresentOrElse(number -> json.put(name, number), () -> json.putNull(name));
    }

    private static void putInteger(ObjectNode json, String name, OptionalInt value) {
        value.ifPresentOrElse(number -> json.put(name, number), () -> json.putNull(name));
    }

    private static void putObject(ObjectNode json, String name, Optional<ObjectNode> value) {
        value.ifPresentOrElse(object -> json.set(name, object), () -> json.putNull(name));
    }
}
