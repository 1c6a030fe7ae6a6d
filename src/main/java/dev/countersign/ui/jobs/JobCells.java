package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.JobProcess;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.ui.CellLine;
import dev.countersign.ui.Icons;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.kordamp.ikonli.feather.Feather;

/// What stands in the cells of the jobs' table. Confined to the FX thread.
final class JobCells {
    private final UiContext context;
    private boolean portsBeforeLastLine;

    JobCells(UiContext context) {
        this.context = context;
    }

    /// Where no column of their own has room for them.
    void portsBeforeLastLine(boolean wanted) {
        portsBeforeLastLine = wanted;
    }

    CellLine state(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent agent ->
                    CellLine.of(
                            CellLine.fixed(agent.agent(), "strong"),
                            CellLine.text(agent.workspace(), "quiet"));
            case JobRow.OfJob job -> CellLine.of(icon(job), CellLine.text(word(job)));
            case JobRow.OfProcess _ -> CellLine.NONE;
        };
    }

    private static Icons.Sign icon(JobRow.OfJob job) {
        if (job.isOrphan()) {
            return new Icons.Sign(Feather.LINK_2, "waiting");
        }
        return switch (job.state()) {
            case PENDING -> new Icons.Sign(Feather.CLOCK, "waiting");
            case PAUSED -> new Icons.Sign(Feather.PAUSE_CIRCLE, "waiting");
            case STOPPING -> new Icons.Sign(Feather.STOP_CIRCLE, "waiting");
            case RUNNING, COMPLETED, FAILED, KILLED, TIMEOUT, LOST ->
                    StateIcon.sign(job.record().status());
        };
    }

    /// `Running`, `Waits, 3rd`, `Orphan`.
    static String word(JobRow.OfJob job) {
        if (job.isOrphan()) {
            return job.view().filter(JobView::adopted).isPresent() ? "Adopted" : "Orphan";
        }
        return switch (job.state()) {
            case PENDING ->
                    job.view()
                            .filter(view -> view.placeInLine().isPresent())
                            .map(view -> "Waits, place " + view.placeInLine().getAsInt())
                            .orElse("Waits");
            case PAUSED ->
                    job.view().filter(JobView::overLimit).isPresent() ? "Paused, asks" : "Paused";
            case STOPPING -> "Stopping";
            case RUNNING, COMPLETED, FAILED, KILLED, TIMEOUT, LOST ->
                    StateIcon.word(job.record().status());
        };
    }

    CellLine agent(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _, JobRow.OfProcess _ -> CellLine.NONE;
            case JobRow.OfJob job ->
                    CellLine.of(
                            CellLine.fixed(Words.oneLine(job.record().call().session().name())),
                            CellLine.text(
                                    context.path(
                                            job.record().call().session().workspace().directory()),
                                    "quiet"));
        };
    }

    CellLine command(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent agent ->
                    CellLine.of(CellLine.text(Words.count(agent.jobs(), "open job"), "quiet"));
            case JobRow.OfJob job ->
                    CellLine.of(
                            CellLine.text(
                                    Words.oneLine(job.record().command().text()),
                                    "mono",
                                    "command"));
            case JobRow.OfProcess process ->
                    CellLine.of(
                            CellLine.fixed(branch(process.process().depth()), "mono", "quiet"),
                            CellLine.text(Words.oneLine(process.process().command()), "mono"));
        };
    }

    private static String branch(int depth) {
        return "  ".repeat(Math.min(depth, 12)) + "└";
    }

    CellLine age(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _ -> CellLine.NONE;
            case JobRow.OfJob job -> job.isOpen() ? figure(age(job)) : quiet(age(job));
            case JobRow.OfProcess process -> quiet("pid " + process.process().pid());
        };
    }

    private String age(JobRow.OfJob job) {
        return Words.runTime(job.record(), context.ticker().now())
                .or(() -> Optional.of(waiting(job.record())))
                .map(Words::age)
                .orElse("");
    }

    private Duration waiting(CallRecord record) {
        return Duration.between(record.call().receivedAt(), context.ticker().now());
    }

    CellLine processor(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _ -> CellLine.NONE;
            case JobRow.OfJob job ->
                    figure(
                            job.view()
                                    .filter(_ -> job.isOpen())
                                    .map(v -> share(v.processorShare()))
                                    .orElse(""));
            case JobRow.OfProcess process -> quiet(share(process.process().processorShare()));
        };
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }

    CellLine memory(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _ -> CellLine.NONE;
            case JobRow.OfJob job ->
                    figure(
                            job.view()
                                    .filter(view -> view.residentBytes() > 0)
                                    .map(view -> Words.bytes(view.residentBytes()))
                                    .orElse(""));
            case JobRow.OfProcess process -> quiet(Words.bytes(process.process().residentBytes()));
        };
    }

    CellLine ports(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _, JobRow.OfProcess _ -> CellLine.NONE;
            case JobRow.OfJob job -> CellLine.of(CellLine.text(portsOf(job), "mono", "port"));
        };
    }

    private static String portsOf(JobRow.OfJob job) {
        return job.view().stream()
                .flatMap(view -> view.ports().stream())
                .sorted()
                .map(port -> ":" + port)
                .collect(Collectors.joining(" "));
    }

    CellLine lastLine(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _ -> CellLine.NONE;
            case JobRow.OfJob job -> withPorts(job, remarkOrLine(job));
            case JobRow.OfProcess process ->
                    CellLine.of(CellLine.text(process.process().paused() ? "paused" : "", "quiet"));
        };
    }

    private CellLine withPorts(JobRow.OfJob job, CellLine.Piece line) {
        String ports = portsBeforeLastLine ? portsOf(job) : "";
        return ports.isEmpty()
                ? CellLine.of(line)
                : CellLine.of(CellLine.fixed(ports, "mono", "port"), line);
    }

    /// What is to be known of it comes before what it prints.
    private CellLine.Piece remarkOrLine(JobRow.OfJob job) {
        Optional<String> remark = job.view().flatMap(JobView::remark);
        return remark.isPresent()
                ? CellLine.text(Words.oneLine(remark.get()), "asks-text")
                : job.record()
                        .outcome()
                        .map(outcome -> CellLine.text(Words.outcome(outcome), "quiet"))
                        .orElseGet(
                                () -> CellLine.text(Words.oneLine(masked(job)), "mono", "quiet"));
    }

    private String masked(JobRow.OfJob job) {
        String line = job.view().map(JobView::lastLine).orElse("");
        return context.model().desk().keeping().masker().mask(line);
    }

    /// One sentence for the ear.
    String spoken(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent agent ->
                    "%s in %s, %s."
                            .formatted(
                                    agent.agent(),
                                    agent.workspace(),
                                    Words.count(agent.jobs(), "open job"));
            case JobRow.OfJob job ->
                    "%s. %s. %s in %s. %s."
                            .formatted(
                                    word(job),
                                    Words.oneLine(job.record().command().text()),
                                    Words.oneLine(job.record().call().session().name()),
                                    job.record().call().session().workspace().shortName(),
                                    age(job));
            case JobRow.OfProcess(var _, JobProcess process) ->
                    "Process %d, %s".formatted(process.pid(), Words.oneLine(process.command()));
        };
    }

    private static CellLine figure(String text) {
        return CellLine.of(CellLine.fixed(text, "figures"));
    }

    private static CellLine quiet(String text) {
        return CellLine.of(CellLine.fixed(text, "figures", "quiet"));
    }

    /// Whether pausing would mean something.
    static boolean canPause(JobRow.OfJob job) {
        return job.state() == JobState.RUNNING && job.view().isPresent();
    }
}
