package dev.countersign.ui.window;

import dev.countersign.ui.Texts;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.GridPane;

/// All keys and what they do, for the person to look up.
final class KeyList {
    /// @param key as it stands on the keyboard
    private record Key(String key, String does) {}

    private static final List<Key> KEYS =
            List.of(
                    new Key("J", "next call"),
                    new Key("K", "previous call"),
                    new Key("A", "approve; hold it from High up"),
                    new Key(
                            "E",
                            "edit before it runs; Ctrl+Enter leaves the text, Esc discards it"),
                    new Key("S", "let it through for this session, or always"),
                    new Key("T", "rehearse: try it in a throw-away copy first; X throws that away"),
                    new Key("D", "deny"),
                    new Key("R", "deny with a reason"),
                    new Key("U", "decide calls that are alike one by one"),
                    new Key("M", "more: deny all of the agent, hold it, dry runs"),
                    new Key("Space", "details"),
                    new Key("PgDn", "on in a long command, then on in the card"),
                    new Key("H", "hold all: nothing starts until you let go"),
                    new Key("O", "fold or unfold the output"),
                    new Key("S", "stop the chosen run, in Running"),
                    new Key(
                            "/",
                            "search all kept calls; in Running, History and Settings filter the list"),
                    new Key("Ctrl F", "find in the output; F3 the next match"),
                    new Key("F8", "the next error of the output; F7 the next of stderr"),
                    new Key(
                            "Alt Z",
                            "wrap long lines; Alt N numbers, Alt T times, Alt H highlighting"),
                    new Key(
                            "Ctrl +",
                            "larger text; Ctrl − smaller, Ctrl 0 as usual; in an output its own"),
                    new Key("Ctrl O", "open an asciicast from a file; files can be dropped, too"),
                    new Key("Ctrl 1 to 5", "Inbox, Running, History, Timeline, Rules"),
                    new Key("Ctrl ,", "Settings"),
                    new Key("Ctrl M", "the Inbox as a narrow window that stays on top, and back"),
                    new Key("Esc", "leave a field or this list"),
                    new Key("?", "this list"));

    private KeyList() {}

    static Node node() {
        GridPane grid = new GridPane();
        grid.getStyleClass().add("keys");
        for (int row = 0; row < KEYS.size(); row++) {
            grid.add(Texts.keyCap(KEYS.get(row).key()), 0, row);
            grid.add(Texts.label(KEYS.get(row).does()), 1, row);
        }
        return grid;
    }
}
