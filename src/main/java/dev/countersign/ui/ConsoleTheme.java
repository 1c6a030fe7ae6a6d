package dev.countersign.ui;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import dev.countersign.settings.Theme;
import java.util.Locale;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ChangeListener;
import javafx.css.PseudoClass;
import javafx.scene.Scene;

/// The colours of a scene: Primer light or dark below, the console's own style sheet above.
/// Confined to the FX thread.
public final class ConsoleTheme {
    /// The size of text in pixels where the person has not changed it.
    public static final double TEXT_SIZE = 13;

    private static final int LARGE = 125;
    private static final int LARGER = 160;
    private static final PseudoClass LARGE_CLASS = PseudoClass.getPseudoClass("large");
    private static final PseudoClass LARGER_CLASS = PseudoClass.getPseudoClass("larger");
    private static final PseudoClass DARK = PseudoClass.getPseudoClass("dark");
    private static final String STYLE_SHEET = "console.css";

    private final Scene scene;
    private final ObjectProperty<Theme> choice;
    // Kept, since the platform's preferences hold listeners weakly where they are added weakly.
    private final ChangeListener<ColorScheme> desktopListener = (_, _, _) -> apply();

    public ConsoleTheme(Scene scene, Theme initial) {
        this.scene = scene;
        this.choice = new SimpleObjectProperty<>(initial);
        Fonts.load();
        scene.getStylesheets().add(ConsoleTheme.class.getResource(STYLE_SHEET).toExternalForm());
        choice.addListener((_, _, _) -> apply());
        Platform.getPreferences().colorSchemeProperty().addListener(desktopListener);
        apply();
    }

    public ObjectProperty<Theme> choiceProperty() {
        return choice;
    }

    /// Scales all text of the scene and what is measured in its size.
    ///
    /// @param percent of the usual size
    public void setTextSize(int percent) {
        // A person's own figure cannot stand in a style sheet.
        scene.getRoot()
                .setStyle(
                        percent == 100
                                ? ""
                                : String.format(
                                        Locale.ROOT,
                                        "-fx-font-size: %.2fpx;",
                                        TEXT_SIZE * percent / 100));
        scene.getRoot().pseudoClassStateChanged(LARGE_CLASS, percent >= LARGE);
        scene.getRoot().pseudoClassStateChanged(LARGER_CLASS, percent >= LARGER);
    }

    public void close() {
        Platform.getPreferences().colorSchemeProperty().removeListener(desktopListener);
    }

    private boolean isDark() {
        return switch (choice.get()) {
            case LIGHT -> false;
            case DARK -> true;
            case SYSTEM -> Platform.getPreferences().getColorScheme() == ColorScheme.DARK;
        };
    }

    private void apply() {
        boolean dark = isDark();
        Application.setUserAgentStylesheet(
                dark
                        ? new PrimerDark().getUserAgentStylesheet()
                        : new PrimerLight().getUserAgentStylesheet());
        scene.getRoot().pseudoClassStateChanged(DARK, dark);
    }
}
