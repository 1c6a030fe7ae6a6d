package dev.countersign.ui.inbox;

import dev.countersign.approval.GrantOffer;
import dev.countersign.approval.GrantOffer.PartOffer;
import dev.countersign.approval.GrantScope;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

/// What is let through for the session: exactly the command, what begins like it, or the script as
/// it is now; and for how long. Confined to the FX thread.
final class GrantChoice {
    private final PrefixChoosers prefixes;
    private final RadioButton exactly = new RadioButton("exactly this command");
    private final RadioButton byPrefix = new RadioButton("commands that begin with");
    private final RadioButton sameScript = new RadioButton("this script, as it is now");
    private final ChoiceBox<Optional<Duration>> lasting = new ChoiceBox<>();

    /// @param chosen told when another scope is chosen: what stands below it differs
    GrantChoice(PrefixChoosers prefixes, Runnable chosen) {
        this.prefixes = prefixes;
        exactly.setId("grant-exact");
        byPrefix.setId("grant-prefix");
        sameScript.setId("grant-script");
        ToggleGroup scope = new ToggleGroup();
        for (RadioButton button : List.of(exactly, byPrefix, sameScript)) {
            button.setToggleGroup(scope);
            button.accessibleTextProperty().bind(button.textProperty());
        }
        scope.selectedToggleProperty().addListener((_, _, _) -> chosen.run());
        lasting.getItems().add(Optional.empty());
        lasting.getItems().add(Optional.of(Duration.ofHours(1)));
        lasting.getItems().add(Optional.of(Duration.ofHours(8)));
        lasting.setValue(Optional.empty());
        lasting.setAccessibleText("How long");
        lasting.setConverter(new LimitWords());
    }

    /// Begins anew with the narrowest that is possible.
    void begin(GrantOffer offer) {
        boolean scripts =
                !offer.parts().isEmpty()
                        && offer.parts().stream().allMatch(GrantChoice::canBeLetThrough)
                        && offer.parts().stream().anyMatch(part -> part.script().isPresent());
        exactly.setDisable(offer.exact().isEmpty());
        byPrefix.setDisable(!prefixes.coverAll());
        sameScript.setDisable(!scripts);
        (prefixes.coverAll() ? byPrefix : scripts ? sameScript : exactly).setSelected(true);
        lasting.setValue(Optional.empty());
    }

    private static boolean canBeLetThrough(PartOffer part) {
        return part.script().isPresent() || part.fewestWords() > 0;
    }

    /// Where the keyboard begins; empty where nothing can be chosen.
    Optional<Node> first() {
        if (byPrefix.isSelected() && prefixes.first().isPresent()) {
            return prefixes.first();
        }
        return exactly.isDisabled() ? Optional.empty() : Optional.of(exactly);
    }

    /// The scopes, and below them why some parts have none.
    Node scopes(GrantOffer offer) {
        VBox box = new VBox(8);
        box.getChildren().add(exactly);
        if (!byPrefix.isDisabled()) {
            box.getChildren().add(byPrefix);
            if (byPrefix.isSelected()) {
                box.getChildren().add(prefixes.node());
            }
        }
        if (!sameScript.isDisabled()) {
            box.getChildren().add(sameScript);
        }
        offer.parts().stream()
                .flatMap(part -> part.refusal().stream())
                .distinct()
                .forEach(why ->
                        box.getChildren().add(Texts.wrapping(Words.oneLine(why), "meta", "quiet")));
        return box;
    }

    Node time() {
        HBox row = new HBox(8, Texts.fixed("lets through", "meta", "quiet"), lasting);
        row.setAlignment(Pos.CENTER_LEFT);
        return new VBox(
                8,
                row,
                Texts.wrapping(
                        "Ends with the session; Rules lists it and can revoke it. Findings from"
                                + " High up still ask.",
                        "meta",
                        "quiet"));
    }

    /// What was chosen, a scope for each part; or one for exactly the command.
    List<GrantScope> chosen(GrantOffer offer) {
        if (exactly.isSelected()) {
            return List.of(offer.exact().orElseThrow());
        }
        List<GrantScope> scopes = new ArrayList<>();
        int chooser = 0;
        for (PartOffer part : offer.parts()) {
            boolean hasPrefix = part.fewestWords() > 0;
            if (sameScript.isSelected() && part.script().isPresent()) {
                scopes.add(part.script().get());
            } else if (hasPrefix) {
                scopes.add(part.prefix(prefixes.counts().get(chooser)));
            }
            chooser += hasPrefix ? 1 : 0;
        }
        return scopes;
    }

    /// For how long; empty for as long as the session.
    Optional<Duration> limit() {
        return lasting.getValue();
    }

    private static final class LimitWords extends StringConverter<Optional<Duration>> {
        @Override
        public String toString(Optional<Duration> time) {
            return time.map(limit -> "for " + Words.duration(limit))
                    .orElse("as long as the session");
        }

        @Override
        public Optional<Duration> fromString(String text) {
            throw new UnsupportedOperationException("it is chosen, not typed");
        }
    }
}
