package dev.countersign.ui.inbox;

import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.ui.Icons;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.beans.InvalidationListener;
import javafx.beans.WeakInvalidationListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What the agent of a call ran just before, and what was last denied to it. Confined to the FX
/// thread.
final class HistoryBefore {
    private static final int RUNS = 3;
    private static final int DENIALS = 2;

    private final UiContext context;

    HistoryBefore(UiContext context) {
        this.context = context;
    }

    /// Empty for an agent of which nothing was decided yet.
    Optional<Node> of(CallRecord asking) {
        List<CallRecord> before =
                context.model().decidedOf(asking.call().session()).stream()
                        .filter(record -> !record.id().equals(asking.id()))
                        .toList();
        List<CallRecord> denied = before.stream().filter(HistoryBefore::isDenied).toList();
        List<CallRecord> ran = before.stream().filter(record -> !isDenied(record)).toList();
        if (before.isEmpty()) {
            return Optional.empty();
        }
        String agent = Words.oneLine(asking.call().session().name());
        VBox box = new VBox(Sections.heading("Just before", 0, "of " + agent + " in this folder"));
        box.setId("just-before");
        ran.stream().limit(RUNS).forEach(record -> box.getChildren().add(row(record)));
        denied.stream().limit(DENIALS).forEach(record -> box.getChildren().add(row(record)));
        return Optional.of(box);
    }

    private static boolean isDenied(CallRecord record) {
        return record.decision().filter(Decision.Denied.class::isInstance).isPresent();
    }

    private Node row(CallRecord record) {
        HBox row = new HBox();
        row.getStyleClass().add("before-row");
        row.setAlignment(Pos.CENTER_LEFT);
        fill(row, record);
        if (!record.status().isFinal()) {
            follow(row, record);
        }
        return row;
    }

    /// Shows how a run ended that still went on. The row keeps what listens to the ticker, which
    /// outlives it.
    private void follow(HBox row, CallRecord record) {
        CallStatus[] shown = {record.status()};
        InvalidationListener tick =
                _ ->
                        context.model()
                                .call(record.id())
                                .filter(now -> now.status() != shown[0])
                                .ifPresent(now -> {
                                    shown[0] = now.status();
                                    fill(row, now);
                                });
        row.setUserData(tick);
        context.ticker().nowProperty().addListener(new WeakInvalidationListener(tick));
    }

    private void fill(HBox row, CallRecord record) {
        String exact = Words.oneLine(record.command().text());
        Label command = Texts.label(exact, "mono");
        HBox.setHgrow(command, Priority.ALWAYS);
        command.setMaxWidth(Double.MAX_VALUE);
        row.getChildren()
                .setAll(
                        isDenied(record)
                                ? Icons.styled(Feather.X, "failed")
                                : StateIcon.of(record.status()),
                        command,
                        Texts.label(outcome(record), "meta", "quiet"),
                        Texts.fixed(
                                Words.time(
                                        record.decided().orElseThrow().at(),
                                        context.clock().instant(),
                                        context.zone()),
                                "meta",
                                "quiet",
                                "figures"));
    }

    private static String outcome(CallRecord record) {
        if (record.decision().isPresent()
                && record.decision().get() instanceof Decision.Denied(var _, var reason)) {
            return reason.map(text -> "denied: “" + shortened(text) + "”").orElse("denied");
        }
        return StateIcon.word(record.status()).toLowerCase(Locale.ROOT);
    }

    private static String shortened(String text) {
        String line = Words.oneLine(text);
        return line.length() > 60 ? line.substring(0, 60) + "…" : line;
    }
}
