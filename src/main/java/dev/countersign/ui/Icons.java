package dev.countersign.ui;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// Outline icons. They only repeat what a label beside them or an accessible text says.
public final class Icons {
    private Icons() {}

    /// An icon in the colour of quiet text.
    public static FontIcon quiet(Feather icon) {
        return styled(icon, "quiet");
    }

    /// An icon with a style class that gives it its colour.
    public static FontIcon styled(Feather icon, String styleClass) {
        FontIcon node = new FontIcon(icon);
        node.getStyleClass().addAll("icon", styleClass);
        node.setMouseTransparent(true);
        return node;
    }
}
