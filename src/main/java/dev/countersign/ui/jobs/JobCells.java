package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.JobProcess;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.ui.Icons;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

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

    Node state(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent agent ->
                    line(
                            Texts.fixed(agent.agent(), "strong"),
                            Texts.label(agent.workspace(), "quiet"));
            case JobRow.OfJob job -> line(icon(job), Texts.fixed(word(job)));
            case JobRow.OfProcess _ -> new Label();
        };
    }

    private static FontIcon icon(JobRow.OfJob job) {
        if (job.isOrphan()) {
            return Icons.styled(Feather.LINK_2, "waiting");
        }
        return switch (job.state()) {
            case PENDING -> Icons.styled(Feather.CLOCK, "waiting");
            case PAUSED -> Icons.styled(Feather.PAUSE_CIRCLE, "waiting");
            case STOPPING -> Icons.styled(Feather.STOP_CIRCLE, "waiting");
            case RUNNING, COMPLETED, FAILED, KILLED, TIMEOUT, LOST ->
                    StateIcon.of(job.record().status());
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

    Node agent(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _, JobRow.OfProcess _ -> new Label();
            case JobRow.OfJob job ->
                    line(
                            Texts.fixed(Words.oneLine(job.record().call().session().name())),
                            Texts.label(
                                    context.path(
                                            job.record().call().session().workspace().directory()),
                                    "quiet"));
        };
    }

    Node command(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent agent ->
                    Texts.label(Words.count(agent.jobs(), "open job"), "quiet");
            case JobRow.OfJob job ->
                    Texts.label(Words.oneLine(job.record().command().text()), "mono", "command");
            case JobRow.OfProcess process ->
                    line(
                            Texts.fixed(branch(process.process().depth()), "mono", "quiet"),
                            Texts.label(Words.oneLine(process.process().command()), "mono"));
        };
    }

    private static String branch(int depth) {
        return "  ".repeat(Math.min(depth, 12)) + "└";
    }

    Node age(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _ -> new Label();
            case JobRow.OfJob job -> figure(age(job));
            case JobRow.OfProcess process -> figure("pid " + process.process().pid());
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

    Node processor(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _ -> new Label();
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

    Node memory(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _ -> new Label();
            case JobRow.OfJob job ->
                    figure(
                            job.view()
                                    .filter(view -> view.residentBytes() > 0)
                                    .map(view -> Words.bytes(view.residentBytes()))
                                    .orElse(""));
            case JobRow.OfProcess process -> quiet(Words.bytes(process.process().residentBytes()));
        };
    }

    Node ports(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _, JobRow.OfProcess _ -> new Label();
            case JobRow.OfJob job -> Texts.label(portsOf(job), "mono", "port");
        };
    }

    private static String portsOf(JobRow.OfJob job) {
        return job.view().stream()
                .flatMap(view -> view.ports().stream())
                .sorted()
                .map(port -> ":" + port)
                .collect(Collectors.joining(" "));
    }

    Node lastLine(JobRow row) {
        return switch (row) {
            case JobRow.OfAgent _ -> new Label();
            case JobRow.OfJob job -> withPorts(job, remarkOrLine(job));
            case JobRow.OfProcess process ->
                    Texts.label(process.process().paused() ? "held" : "", "quiet");
        };
    }

    private Node withPorts(JobRow.OfJob job, Node line) {
        String ports = portsBeforeLastLine ? portsOf(job) : "";
        return ports.isEmpty() ? line : line(Texts.fixed(ports, "mono", "port"), line);
    }

    /// What is to be known of it comes before what it prints.
    private Node remarkOrLine(JobRow.OfJob job) {
        Optional<String> remark = job.view().flatMap(JobView::remark);
        Label label =
                remark.isPresent()
                        ? Texts.label(Words.oneLine(remark.get()), "asks-text")
                        : job.record()
                                .outcome()
                                .map(outcome -> Texts.label(Words.outcome(outcome), "quiet"))
                                .orElseGet(() ->
                                        Texts.label(Words.oneLine(masked(job)), "mono", "quiet"));
        if (!label.getText().isEmpty()) {
            label.setTooltip(new Tooltip(label.getText()));
        }
        return label;
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

    private static HBox line(Node... nodes) {
        HBox box = new HBox(nodes);
        box.getStyleClass().add("tight");
        box.setAlignment(Pos.CENTER_LEFT);
        return box;
    }

    private static Label figure(String text) {
        return Texts.fixed(text, "figures");
    }

    private static Label quiet(String text) {
        return Texts.fixed(text, "figures", "quiet");
    }

    /// Whether pausing would mean something.
    static boolean canPause(JobRow.OfJob job) {
        return job.state() == JobState.RUNNING && job.view().isPresent();
    }
}
