package dev.countersign.ui.window;

import dev.countersign.ui.notify.CountPicture;
import java.util.List;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.stage.Stage;

/// How many calls wait, in the title and the icon of the window: where there is no tray, the task
/// bar tells it. Confined to the FX thread.
final class TaskBarSign {
    /// In pixels; the desktop takes the one that fits.
    private static final List<Integer> ICON_SIDES = List.of(16, 32, 48);

    private final Stage stage;

    TaskBarSign(Stage stage) {
        this.stage = stage;
    }

    void show(int waiting) {
        stage.setTitle(waiting == 0 ? "Countersign" : "(" + waiting + ") Countersign");
        stage.getIcons().setAll(ICON_SIDES.stream().map(side -> icon(waiting, side)).toList());
    }

    private static Image icon(int count, int side) {
        WritableImage image = new WritableImage(side, side);
        image.getPixelWriter()
                .setPixels(
                        0,
                        0,
                        side,
                        side,
                        PixelFormat.getIntArgbInstance(),
                        CountPicture.of(count, side).argb(),
                        0,
                        side);
        return image;
    }
}
