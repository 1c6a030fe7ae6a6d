package dev.countersign.ui;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What stands in a cell, side by side: an icon and some pieces of text. No nodes: a [CellLineView]
/// shows one after the other.
public record CellLine(Optional<Icons.Sign> sign, List<Piece> pieces) {
    public static final CellLine NONE = new CellLine(Optional.empty(), List.of());

    /// A piece of text.
    ///
    /// @param styleClasses as of [Texts]
    /// @param fixed whether it is never cut
    public record Piece(String text, List<String> styleClasses, boolean fixed) {}

    public CellLine {
        pieces = List.copyOf(pieces);
    }

    public static CellLine of(Piece... pieces) {
        return new CellLine(Optional.empty(), Arrays.asList(pieces));
    }

    public static CellLine of(Icons.Sign sign, Piece... pieces) {
        return new CellLine(Optional.of(sign), Arrays.asList(pieces));
    }

    /// A piece that is never cut.
    public static Piece fixed(String text, String... styleClasses) {
        return new Piece(text, List.of(styleClasses), true);
    }

    /// A piece that is cut where there is no room for it.
    public static Piece text(String text, String... styleClasses) {
        return new Piece(text, List.of(styleClasses), false);
    }
}
