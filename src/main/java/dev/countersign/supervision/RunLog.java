package dev.countersign.supervision;

import dev.countersign.execution.RunningCommand;
import dev.countersign.recording.RecordingTotals;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCall;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The lines of the console's own log about runs (RUN-10): each with its facts as keys and values.
/// Never the command, its summary, its variables or its output, which may hold secrets.
final class RunLog {
    private static final Logger LOG = LoggerFactory.getLogger("run");

    private RunLog() {}

    static void started(ToolCall call, RunningCommand running) {
        LOG.atInfo()
                .addKeyValue("call", call.id())
                .addKeyValue("agent", call.session().id())
                .addKeyValue("pid", running.pid())
                .addKeyValue("directory", call.directory())
                .addKeyValue("mode", call.mode().wireName())
                .addKeyValue("limitMs", call.timeout().toMillis())
                .addKeyValue("onTimeout", call.onTimeout().wireName())
                .addKeyValue("shell", running.details().shell())
                .addKeyValue("conditions", running.details().conditions().format())
                .log("started");
    }

    static void ended(ToolCall call, Outcome outcome, RecordingTotals totals) {
        boolean failed = outcome instanceof Outcome.FailedToStart;
        (failed ? LOG.atWarn() : LOG.atInfo())
                .addKeyValue("call", call.id())
                .addKeyValue("directory", call.directory())
                .addKeyValue("limitMs", call.timeout().toMillis())
                .addKeyValue("end", words(outcome))
                .addKeyValue("bytes", totals.bytes())
                .addKeyValue("lines", totals.lines())
                .log(failed ? "not started" : "ended");
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Exited(int code) -> "exit " + code;
            case Outcome.Signalled(String signal) -> signal;
            case Outcome.TimedOut(var after) -> "timeout after " + after.toMillis() + " ms";
            case Outcome.Stopped(var by, String signal) -> "stopped by " + by + ", " + signal;
            case Outcome.FailedToStart(var failure, String message) -> failure + ": " + message;
            case Outcome.Lost _ -> "lost";
        };
    }
}
