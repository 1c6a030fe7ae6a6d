package dev.countersign.ui.inbox;

import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.Verdict;
import dev.countersign.safety.Finding;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The simple commands of a call: verdict, the rule or finding behind it, effects, what would be
/// safer; each tied to its place in the text by number and colour. Confined to the FX thread.
final class PartsView {
    /// Of a command of very many parts these are listed, and all with a finding.
    private static final int LISTED = 40;

    private final Subject subject;
    private final boolean details;
    private final PartView parts;
    private final VBox node = new VBox();

    /// @param details whether everything is listed
    PartsView(Subject subject, boolean details, PartView parts) {
        this.subject = subject;
        this.details = details;
        this.parts = parts;
        node.setId("parts");
        fill();
    }

    Node node() {
        return node;
    }

    private void fill() {
        List<NumberedPart> parts = NumberedPart.of(subject);
        List<Finding> others = NumberedPart.others(subject, parts);
        node.getChildren()
                .add(
                        Sections.heading(
                                "Parts",
                                parts.size(),
                                parts.size() > 1 ? legend() : Texts.label("")));
        objection(parts)
                .ifPresent(words ->
                        node.getChildren().add(Texts.wrapping(words, "body", "part-note")));
        int hidden = 0;
        for (NumberedPart part : parts) {
            boolean brief = !details && part.number() > LISTED && part.findings().isEmpty();
            if (brief && part.verdict().verdict() != Verdict.DENY) {
                hidden++;
            } else {
                node.getChildren().add(this.parts.of(part, parts.size() > 1));
            }
        }
        if (hidden > 0) {
            node.getChildren()
                    .add(
                            Texts.wrapping(
                                    Words.count(hidden, "more part")
                                            + " without a finding; Space lists them all.",
                                    "meta",
                                    "quiet",
                                    "part-note"));
        }
        if (parts.isEmpty()) {
            node.getChildren()
                    .add(
                            Texts.wrapping(
                                    subject.verdict()
                                            .map(PolicyVerdict::reason)
                                            .map(Words::oneLine)
                                            .orElse("Assessing…"),
                                    "body",
                                    "part-note"));
        }
        others.forEach(finding ->
                node.getChildren().add(this.parts.finding(finding, Optional.empty())));
    }

    /// Why the whole is asked, where that is not said by a part or a finding.
    private Optional<String> objection(List<NumberedPart> parts) {
        Optional<String> reason = subject.verdict().map(PolicyVerdict::reason).map(Words::oneLine);
        boolean ofTheWhole =
                reason.filter(words -> words.startsWith("asked")).isPresent()
                        && reason.filter(words -> words.contains("finding")).isEmpty();
        return ofTheWhole && !parts.isEmpty()
                ? reason.map(words ->
                        words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".")
                : Optional.empty();
    }

    private static Node legend() {
        HBox legend =
                new HBox(
                        Texts.fixed("finding", "meta", "quiet", "legend", "underline-danger"),
                        Texts.fixed("asks", "meta", "quiet", "legend", "underline-asks"),
                        Texts.fixed("allowed", "meta", "quiet", "legend", "underline-allowed"));
        legend.getStyleClass().add("actions");
        legend.setAlignment(Pos.CENTER_RIGHT);
        return legend;
    }
}
