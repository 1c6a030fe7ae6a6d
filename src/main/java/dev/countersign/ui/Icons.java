package dev.countersign.ui;

import java.util.List;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// Outline icons. They only repeat what a label beside them or an accessible text says.
public final class Icons {
    private Icons() {}

    /// An icon and the style class that gives it its colour.
    public record Sign(Feather icon, String styleClass) {}

    public static FontIcon of(Sign sign) {
        return styled(sign.icon(), sign.styleClass());
    }

    /// Makes one icon another; for cells, which are shown again and again.
    public static void show(FontIcon node, Sign sign) {
        if (!sign.icon().equals(node.getIconCode())) {
            node.setIconCode(sign.icon());
        }
        List<String> classes = List.of("icon", sign.styleClass());
        if (!node.getStyleClass().equals(classes)) {
            node.getStyleClass().setAll(classes);
        }
    }

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
