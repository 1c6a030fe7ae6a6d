package dev.countersign.ui.inbox;

import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.ui.Icons;
import dev.countersign.ui.LevelMark;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What the agent says of its call beside what the console finds, and the variables that it adds.
/// Confined to the FX thread.
final class SaidAndFound {
    private SaidAndFound() {}

    /// @param stacked one above the other
    /// @param foundFirst where there is little room, what the console finds comes first
    static Node of(Subject subject, boolean stacked, boolean foundFirst) {
        VBox said = said(subject.call());
        VBox found = found(subject);
        said.getStyleClass().add("said");
        found.getStyleClass().add("found");
        GridPane box = new GridPane();
        box.getStyleClass().addAll("said-and-found", stacked ? "stacked" : "beside");
        ColumnConstraints column = new ColumnConstraints();
        column.setPercentWidth(stacked ? 100 : 50);
        box.getColumnConstraints().add(column);
        if (!stacked) {
            box.getColumnConstraints().add(column);
        }
        if (stacked) {
            VBox below = foundFirst ? said : found;
            below.getStyleClass().add("below");
            box.addColumn(0, foundFirst ? found : said, below);
        } else {
            box.addRow(0, said, found);
        }
        return box;
    }

    private static VBox said(ToolCall call) {
        Label summary = Texts.wrapping(Words.quotedSummary(call), "body");
        summary.setId("summary");
        if (call.summary().isEmpty()) {
            summary.getStyleClass().add("quiet");
        }
        Label flag = Texts.wrapping(CardWords.flag(call), "meta");
        flag.setId("flag");
        flag.getStyleClass().add(call.agentSaysDangerous() ? "asks-text" : "quiet");
        return new VBox(
                CardHead.pair(
                        Texts.label(
                                Words.oneLine(call.session().name()) + " says",
                                "meta",
                                "strong",
                                "quiet"),
                        Texts.label("(its own words)", "meta", "quiet")),
                summary,
                CardHead.pair(
                        Icons.styled(Feather.FLAG, call.agentSaysDangerous() ? "waiting" : "quiet"),
                        flag));
    }

    private static VBox found(Subject subject) {
        Optional<RiskAssessment> assessment = subject.assessment();
        Label title = Texts.label("Countersign finds", "meta", "strong", "quiet");
        if (assessment.isEmpty()) {
            String words = subject.edit().flatMap(Subject.Edit::problem).orElse("Assessing…");
            return new VBox(title, Texts.wrapping(words, "quiet"));
        }
        RiskLevel level = assessment.get().level();
        Label word = Texts.fixed(Words.level(level), "strong", "level-word", level.wireName());
        Label finding = Texts.wrapping(CardWords.finding(assessment.get()), "body");
        HBox.setHgrow(finding, Priority.ALWAYS);
        return new VBox(
                title,
                CardHead.pair(LevelMark.sign(level), word, finding),
                Texts.wrapping(CardWords.agreement(subject.call(), level), "meta", "quiet"));
    }

    /// The variables that the agent adds.
    static Node environment(ToolCall call) {
        VBox box =
                new VBox(
                        Sections.heading(
                                "Added environment",
                                call.addedEnvironment().size(),
                                "set by the agent for this call"));
        for (Map.Entry<String, String> entry : call.addedEnvironment().entrySet()) {
            HBox row =
                    new HBox(
                            Texts.fixed(Words.exact(entry.getKey()), "mono", "strong"),
                            Texts.fixed("=", "mono", "quiet"),
                            Texts.wrapping(Words.exact(entry.getValue()), "mono"));
            row.getStyleClass().addAll("environment-row");
            box.getChildren().add(row);
        }
        return box;
    }
}
