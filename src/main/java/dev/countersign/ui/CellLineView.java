package dev.countersign.ui;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// Shows one [CellLine] after the other with the same nodes: a cell that is scrolled past or
/// measured anew changes a text, where new nodes would have to find their styles first. Confined to
/// the FX thread.
public final class CellLineView extends HBox {
    private final FontIcon icon = Icons.quiet(Feather.CIRCLE);
    private final List<Label> labels = new ArrayList<>();
    private final Tooltip whole = new Tooltip();
    private boolean hinting;

    /// @param alignment where the pieces stand in a cell that has room to spare
    public CellLineView(Pos alignment) {
        getStyleClass().add("tight");
        setAlignment(alignment);
        icon.setVisible(false);
        icon.setManaged(false);
        getChildren().add(icon);
    }

    public void show(CellLine line) {
        boolean signed = line.sign().isPresent();
        if (icon.isVisible() != signed) {
            icon.setVisible(signed);
            icon.setManaged(signed);
        }
        line.sign().ifPresent(sign -> Icons.show(icon, sign));
        while (labels.size() < line.pieces().size()) {
            Label label = new Label();
            labels.add(label);
            getChildren().add(label);
        }
        for (int i = 0; i < labels.size(); i++) {
            boolean there = i < line.pieces().size();
            Label label = labels.get(i);
            if (label.isVisible() != there) {
                label.setVisible(there);
                label.setManaged(there);
            }
            if (there) {
                show(label, line.pieces().get(i));
            }
        }
        hint(
                line.pieces().stream()
                        .filter(piece -> !piece.fixed())
                        .map(CellLine.Piece::text)
                        .reduce("", (first, last) -> last));
    }

    /// What may be cut is told whole under the pointer.
    private void hint(String text) {
        whole.setText(text);
        boolean wanted = !text.isBlank();
        if (wanted && !hinting) {
            Tooltip.install(this, whole);
        } else if (!wanted && hinting) {
            Tooltip.uninstall(this, whole);
        }
        hinting = wanted;
    }

    private static void show(Label label, CellLine.Piece piece) {
        label.setText(piece.text());
        label.setMinWidth(piece.fixed() ? Region.USE_PREF_SIZE : Region.USE_COMPUTED_SIZE);
        List<String> classes = new ArrayList<>(piece.styleClasses());
        classes.addFirst("label");
        if (!label.getStyleClass().equals(classes)) {
            label.getStyleClass().setAll(classes);
        }
    }
}
