package dev.countersign.shell;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The escapes of `$'…'` (bash manual, 'ANSI-C Quoting'). Works on bytes, as bash does: `\xc3\xa9`
/// is an é.
final class AnsiText {
    private final String text;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int position;

    private AnsiText(String text) {
        this.text = text;
    }

    /// Absent where the bytes are no UTF-8. A NUL ends the text, as in bash.
    static Optional<String> decode(String text) {
        AnsiText decoder = new AnsiText(text);
        boolean decodable = decoder.run();
        if (!decodable) {
            return Optional.empty();
        }
        byte[] decoded = decoder.bytes.toByteArray();
        int length = 0;
        while (length < decoded.length && decoded[length] != 0) {
            length++;
        }
        try {
            return Optional.of(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(decoded, 0, length))
                            .toString());
        } catch (CharacterCodingException notText) {
            return Optional.empty();
        }
    }

    private boolean run() {
        while (position < text.length()) {
            int c = text.codePointAt(position);
            position += Character.charCount(c);
            if (c != '\\' || position == text.length()) {
                character(c);
            } else if (!escape(text.charAt(position++))) {
                return false;
            }
        }
        return true;
    }

    private void character(int codePoint) {
        bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
    }

    private boolean escape(char c) {
        switch (c) {
            case 'a' -> bytes.write(7);
            case 'b' -> bytes.write(8);
            case 'e', 'E' -> bytes.write(27);
            case 'f' -> bytes.write(12);
            case 'n' -> bytes.write('\n');
            case 'r' -> bytes.write('\r');
            case 't' -> bytes.write('\t');
            case 'v' -> bytes.write(11);
            case '\\', '\'', '"', '?' -> bytes.write(c);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                position--;
                bytes.write((int) number(8, 3) & 0xff);
            }
            case 'x' -> hexadecimal();
            case 'u' -> {
                return unicode(4, c);
            }
            case 'U' -> {
                return unicode(8, c);
            }
            case 'c' -> {
                return control();
            }
            default -> {
                bytes.write('\\');
                position--;
                int codePoint = text.codePointAt(position);
                position += Character.charCount(codePoint);
                character(codePoint);
            }
        }
        return true;
    }

    private void hexadecimal() {
        boolean braced = position < text.length() && text.charAt(position) == '{';
        position += braced ? 1 : 0;
        int digits = position;
        long value = number(16, braced ? Integer.MAX_VALUE : 2);
        if (position == digits && !braced) {
            bytes.write('\\');
            bytes.write('x');
            return;
        }
        if (braced && position < text.length() && text.charAt(position) == '}') {
            position++;
        }
        bytes.write((int) value & 0xff);
    }

    private boolean unicode(int digits, char letter) {
        int start = position;
        long value = number(16, digits);
        if (position == start) {
            bytes.write('\\');
            bytes.write(letter);
            return true;
        }
        if (value > Character.MAX_CODE_POINT
                || (value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE)) {
            return false;
        }
        character((int) value);
        return true;
    }

    private boolean control() {
        if (position == text.length()) {
            bytes.write('\\');
            bytes.write('c');
            return true;
        }
        char c = text.charAt(position++);
        if (c > 0x7f) {
            return false;
        }
        if (c == '\\' && position < text.length() && text.charAt(position) == '\\') {
            position++;
        }
        bytes.write(c == '?' ? 0x7f : Character.toUpperCase(c) & 0x1f);
        return true;
    }

    private long number(int radix, int digits) {
        long value = 0;
        for (int i = 0; i < digits && position < text.length(); i++) {
            int digit = Character.digit(text.charAt(position), radix);
            if (digit < 0 || text.charAt(position) > 0x7f) {
                break;
            }
            value = (value * radix + digit) & 0xffffffffL;
            position++;
        }
        return value;
    }
}
