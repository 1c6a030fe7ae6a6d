package dev.countersign.ui.output;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// From keys to the bytes that a terminal sends for them (as xterm does in its usual modes). Pure.
final class TypedBytes {
    private static final String ESCAPE = "\u001b";

    private TypedBytes() {}

    /// What a key sends; empty for keys that send nothing by themselves.
    ///
    /// @param application whether the program switched the arrow keys to application mode
    static Optional<byte[]> of(KeyEvent event, boolean application) {
        Optional<String> text =
                event.getEventType() == KeyEvent.KEY_PRESSED
                        ? pressed(event, application ? ESCAPE + "O" : ESCAPE + "[")
                        : event.getEventType() == KeyEvent.KEY_TYPED
                                ? typed(event)
                                : Optional.empty();
        return text.map(each -> each.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<String> pressed(KeyEvent event, String cursor) {
        KeyCode code = event.getCode();
        if (event.isControlDown() && !event.isAltDown() && code.isLetterKey()) {
            return Optional.of(Character.toString(code.getChar().charAt(0) - 'A' + 1));
        }
        return switch (code) {
            case ENTER -> Optional.of("\r");
            case BACK_SPACE -> Optional.of("\u007f");
            case TAB -> Optional.of(event.isShiftDown() ? ESCAPE + "[Z" : "\t");
            case ESCAPE -> Optional.of(ESCAPE);
            case UP -> Optional.of(cursor + "A");
            case DOWN -> Optional.of(cursor + "B");
            case RIGHT -> Optional.of(cursor + "C");
            case LEFT -> Optional.of(cursor + "D");
            case HOME -> Optional.of(cursor + "H");
            case END -> Optional.of(cursor + "F");
            case INSERT -> Optional.of(ESCAPE + "[2~");
            case DELETE -> Optional.of(ESCAPE + "[3~");
            case PAGE_UP -> Optional.of(ESCAPE + "[5~");
            case PAGE_DOWN -> Optional.of(ESCAPE + "[6~");
            default -> functionKey(code);
        };
    }

    private static Optional<String> functionKey(KeyCode code) {
        return switch (code) {
            case F1 -> Optional.of(ESCAPE + "OP");
            case F2 -> Optional.of(ESCAPE + "OQ");
            case F3 -> Optional.of(ESCAPE + "OR");
            case F4 -> Optional.of(ESCAPE + "OS");
            case F5 -> Optional.of(ESCAPE + "[15~");
            case F6 -> Optional.of(ESCAPE + "[17~");
            case F7 -> Optional.of(ESCAPE + "[18~");
            case F8 -> Optional.of(ESCAPE + "[19~");
            case F9 -> Optional.of(ESCAPE + "[20~");
            case F10 -> Optional.of(ESCAPE + "[21~");
            case F11 -> Optional.of(ESCAPE + "[23~");
            case F12 -> Optional.of(ESCAPE + "[24~");
            default -> Optional.empty();
        };
    }

    /// What pasting sends: a newline is the Enter key, and a program that asked for it is told
    /// where the pasted text begins and ends, which that text itself cannot feign.
    static byte[] pasted(String text, boolean bracketed) {
        String keys = text.replace("\r\n", "\r").replace('\n', '\r');
        String sent =
                bracketed ? ESCAPE + "[200~" + keys.replace(ESCAPE, "") + ESCAPE + "[201~" : keys;
        return sent.getBytes(StandardCharsets.UTF_8);
    }

    /// Letters and all else that the keyboard layout makes; what has a key of its own was sent when
    /// that went down.
    private static Optional<String> typed(KeyEvent event) {
        String text = event.getCharacter();
        boolean printable = !text.isEmpty() && text.codePoints().noneMatch(Character::isISOControl);
        if (!printable || (event.isControlDown() && !event.isAltDown())) {
            return Optional.empty();
        }
        return Optional.of(event.isAltDown() && !event.isControlDown() ? ESCAPE + text : text);
    }
}
