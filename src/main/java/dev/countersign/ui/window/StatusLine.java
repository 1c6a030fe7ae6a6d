package dev.countersign.ui.window;

import dev.countersign.supervision.ConsoleStatus;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// One quiet line at the foot: socket, agents, running, rate, calls kept; rules and journal.
final class StatusLine {
    private static final int SHORT_HASH = 8;

    private final UiContext context;
    private final HBox node = new HBox();
    private final Region dot = new Region();
    private final Label socket = label();
    private final Label agents = label();
    private final Label running = label();
    private final Label rate = label();
    private final Label kept = label();
    private final Label rules = label();
    private final Label journal = label();
    private final Tooltip socketPath = new Tooltip();
    private final Tooltip head = new Tooltip();
    private long bytesBefore;
    private Instant measuredAt;

    StatusLine(UiContext context) {
        this.context = context;
        measuredAt = context.ticker().now();
        bytesBefore = context.model().statusProperty().get().outputBytes();
        node.getStyleClass().add("status-line");
        node.setAlignment(Pos.CENTER_LEFT);
        socket.setTooltip(socketPath);
        journal.setTooltip(head);
        HBox listening = new HBox(dot, socket);
        listening.getStyleClass().add("tight");
        listening.setAlignment(Pos.CENTER_LEFT);
        node.getChildren()
                .addAll(listening, agents, running, rate, kept, Texts.spring(), rules, journal);
        context.model().statusProperty().subscribe(this::show);
        context.ticker().nowProperty().addListener((_, _, now) -> tick(now));
    }

    Node node() {
        return node;
    }

    private static Label label() {
        return Texts.label("", "small", "quiet", "figures");
    }

    private void tick(Instant now) {
        context.model().refreshStatus();
        long bytes = context.model().statusProperty().get().outputBytes();
        double seconds = Duration.between(measuredAt, now).toMillis() / 1000.0;
        if (seconds > 0) {
            rate.setText(Words.bytes((long) ((bytes - bytesBefore) / seconds)) + "/s");
        }
        rate.setVisible(bytes != bytesBefore);
        rate.setManaged(rate.isVisible());
        bytesBefore = bytes;
        measuredAt = now;
    }

    private void show(ConsoleStatus status) {
        boolean open = status.socketPath().isPresent();
        List<String> looks = List.of("status-dot", open ? "good" : "bad");
        if (!dot.getStyleClass().equals(looks)) {
            dot.getStyleClass().setAll(looks);
        }
        socket.setText(open ? "socket ok" : "not listening");
        socketPath.setText(
                status.socketPath().orElse("Agents cannot reach the console: there is no socket."));
        agents.setText(Words.count(status.agents(), "agent"));
        running.setText(status.running() + " running");
        kept.setText(Words.count(status.callsKept(), "call") + " kept");
        rules.setText(
                status.rulesInForce() == 0
                        ? "no rules: everything asks"
                        : Words.count(status.rulesInForce(), "rule") + " in force");
        String hash = status.journalHead();
        journal.setText(
                hash.isEmpty()
                        ? "journal empty"
                        : "journal " + hash.substring(0, Math.min(SHORT_HASH, hash.length())));
        head.setText(
                hash.isEmpty()
                        ? "Nothing has been written to the journal."
                        : "Newest hash of the journal: "
                                + hash
                                + "\n"
                                + "Where it is kept elsewhere, “countersign history verify --head”"
                                + " also finds a cut at the end.");
    }
}
