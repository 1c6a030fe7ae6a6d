package dev.countersign.platform;

import java.util.List;
import java.util.Optional;

/// A small icon where the desktop keeps those of programs that run. Safe on any thread; may block
/// for some seconds; never throws when the desktop does not answer.
public interface TrayIcon extends AutoCloseable {
    /// A square picture.
    ///
    /// @param side in pixels
    /// @param argb row by row, not premultiplied
    // Compared by nobody.
    @SuppressWarnings("ArrayRecordComponent")
    record Picture(int side, int[] argb) {
        public Picture {
            if (side < 1 || side > 256 || argb.length != side * side) {
                throw new IllegalArgumentException("argb must hold side × side pixels");
            }
        }
    }

    /// Shows the icon, or changes what it shows.
    ///
    /// @param words what it says when the pointer is over it
    /// @param attention whether something waits
    /// @return false where there is no tray, see [#obstacle]
    boolean show(String words, boolean attention, List<Picture> pictures);

    /// Takes it away.
    void hide();

    /// Why there can be none, a clause; empty where there can.
    Optional<String> obstacle();

    @Override
    void close();
}
