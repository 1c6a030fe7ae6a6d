package dev.countersign.ui.window;

import dev.countersign.settings.Theme;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;

/// Name, connected agents with how many of their calls wait, and the choice of colours. Confined to
/// the FX thread.
final class TopBar {
    private static final PseudoClass HELD = PseudoClass.getPseudoClass("held");

    /// Below this width, in pixels, agents have little room.
    private static final double NARROW = 960;

    private final UiContext context;
    private final ObjectProperty<Theme> theme;
    private final HBox node = new HBox();
    private final AgentsRow agents;
    private final Button themeButton;
    private final Tooltip themeTip = new Tooltip();
    private final Button hold = new Button();

    /// The bar over a context.
    ///
    /// @param showKeys opens the list of keys
    /// @param compact goes over to the narrow window
    /// @param search looks through all kept calls
    TopBar(
            UiContext context,
            ObjectProperty<Theme> theme,
            Runnable showKeys,
            Runnable compact,
            GlobalSearch search) {
        this.context = context;
        this.theme = theme;
        node.getStyleClass().add("top-bar");
        node.setAlignment(Pos.CENTER_LEFT);
        HBox name =
                new HBox(
                        Icons.styled(Feather.CHECK_SQUARE, "logo"),
                        Texts.fixed("Countersign", "strong", "product"));
        name.getStyleClass().add("logo-and-name");
        name.setAlignment(Pos.CENTER_LEFT);
        name.setMinWidth(Region.USE_PREF_SIZE);
        agents = new AgentsRow(context);
        themeButton = Buttons.icon(Feather.MOON, "", this::nextTheme);
        themeButton.setId("theme");
        themeButton.setTooltip(themeTip);
        Button keys = Buttons.icon(Feather.HELP_CIRCLE, "Keys (?)", showKeys);
        keys.setId("keys");
        hold.setId("hold-all");
        hold.getStyleClass().addAll("action", "hold-all");
        hold.setOnAction(_ -> {
            boolean on = !context.model().switchesProperty().get().holdAll();
            context.background().execute(() -> context.model().desk().holdAll(on));
        });
        hold.setMinWidth(Region.USE_PREF_SIZE);
        Button narrow =
                Buttons.icon(
                        Feather.MINIMIZE_2, "Narrow window that stays on top (Ctrl+M)", compact);
        narrow.setId("enter-compact");
        node.getChildren().addAll(name, agents.node(), hold, search, narrow, keys, themeButton);
        context.model().switchesProperty().subscribe(_ -> showHold());
        theme.subscribe(_ -> showTheme());
        node.widthProperty()
                .map(width -> width.doubleValue() > 0 && width.doubleValue() < NARROW)
                .subscribe(agents::setNarrow);
    }

    Node node() {
        return node;
    }

    private void nextTheme() {
        theme.set(
                switch (theme.get()) {
                    case SYSTEM -> Theme.LIGHT;
                    case LIGHT -> Theme.DARK;
                    case DARK -> Theme.SYSTEM;
                });
    }

    private void showHold() {
        boolean on = context.model().switchesProperty().get().holdAll();
        String word = on ? "Let go" : "Hold all";
        hold.setGraphic(
                Buttons.face(
                        Icons.styled(on ? Feather.PLAY : Feather.PAUSE, "of-button"),
                        word,
                        Optional.of("H")));
        hold.setAccessibleText(
                on ? "Let go: held commands start" : "Hold all: nothing starts until you let go");
        hold.setTooltip(new Tooltip(hold.getAccessibleText()));
        hold.pseudoClassStateChanged(HELD, on);
    }

    private void showTheme() {
        Theme now = theme.get();
        String words =
                switch (now) {
                    case SYSTEM -> "Colours: like the desktop";
                    case LIGHT -> "Colours: light";
                    case DARK -> "Colours: dark";
                };
        themeButton.setGraphic(
                Icons.styled(
                        switch (now) {
                            case SYSTEM -> Feather.MONITOR;
                            case LIGHT -> Feather.SUN;
                            case DARK -> Feather.MOON;
                        },
                        "of-button"));
        themeButton.setAccessibleText(words);
        themeTip.setText(words);
    }
}
