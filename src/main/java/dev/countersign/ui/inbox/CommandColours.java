package dev.countersign.ui.inbox;

import dev.countersign.ui.CommandView.Tint;
import java.util.List;

/// The colours of a command, from the parser's own reading of it.
final class CommandColours {
    private CommandColours() {}

    static List<Tint> of(String command) {
        return List.of();
    }
}
