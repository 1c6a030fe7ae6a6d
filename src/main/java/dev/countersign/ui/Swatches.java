package dev.countersign.ui;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import javafx.scene.text.Text;

/// The style sheet's colours, and how large the person wants text, for what is drawn on a canvas:
/// one region each that nobody sees.
///
/// To be put into the scene beside the canvas. Confined to the FX thread.
public final class Swatches extends Pane {
    /// What a colour is for. The style class is `swatch-` and the name.
    public enum Role {
        TEXT,
        STRONG,
        MUTED,
        GROUND,
        SELECTION,
        DANGER,
        DANGER_GROUND,
        WARNING,
        WARNING_TEXT,
        WARNING_GROUND,
        QUIET_GROUND,
        SUCCESS,
        ACCENT,
        STRING,
        VARIABLE,
        OPERATOR,
        COMMENT,
        ALLOWED,
        HIGHLIGHT,
        HIT,
        HIT_CURRENT,
        HIT_TEXT,
        ADDED_GROUND,
        REMOVED_GROUND,
        FREE_GROUND,
        HAIRLINE,
        PLAYED,
        TO_PLAY,
        STDERR_TO_PLAY,
        KNOB,
        ACCENT_GROUND,
        DONE_GROUND,
        CHART,
        ANSI_0,
        ANSI_1,
        ANSI_2,
        ANSI_3,
        ANSI_4,
        ANSI_5,
        ANSI_6,
        ANSI_7,
        ANSI_8,
        ANSI_9,
        ANSI_10,
        ANSI_11,
        ANSI_12,
        ANSI_13,
        ANSI_14,
        ANSI_15
    }

    private final Text sample = new Text();
    private final Map<Role, Region> regions = new EnumMap<>(Role.class);

    /// The colours of the scene that this is put into.
    ///
    /// @param onChange called when a colour or the size of text changed, and at first
    public Swatches(Runnable onChange) {
        this(EnumSet.allOf(Role.class), onChange);
    }

    /// Some of the colours of the scene, where many canvases each need few.
    public Swatches(Set<Role> roles, Runnable onChange) {
        setManaged(false);
        setMouseTransparent(true);
        getStyleClass().add("swatches");
        for (Role role : roles) {
            Region region = new Region();
            region.getStyleClass()
                    .add("swatch-" + role.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            region.backgroundProperty().addListener((_, _, _) -> onChange.run());
            regions.put(role, region);
        }
        getChildren().addAll(regions.values());
        sample.setVisible(false);
        sample.fontProperty().addListener((_, _, _) -> onChange.run());
        getChildren().add(sample);
    }

    /// How large text is: 1 as usual.
    ///
    /// @param most what there is room for
    public double textScale(double most) {
        // Outside a window nothing has told the size yet.
        return getScene() == null || !getScene().getRoot().getStyleClass().contains("console")
                ? 1
                : Math.min(most, sample.getFont().getSize() / ConsoleTheme.TEXT_SIZE);
    }

    public Color color(Role role) {
        Region region = regions.get(role);
        if (region == null || region.getBackground() == null) {
            return Color.GRAY;
        }
        Paint paint = region.getBackground().getFills().getFirst().getFill();
        return paint instanceof Color color ? color : Color.GRAY;
    }

    /// One of the sixteen colours that belong to the theme.
    public Color ansi(int index) {
        return color(Role.valueOf("ANSI_" + index));
    }
}
