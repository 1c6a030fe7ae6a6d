package dev.countersign.toolcall;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The exact text of a command, as it can be handed to a shell: not empty, no NUL, encodable as
/// UTF-8, and at most [#MAXIMUM_BYTES] long, which is what one argument of a Linux process can
/// carry.
public record CommandText(String text) {
    /// The kernel's limit for one argument (128 KiB) less its closing NUL, in bytes.
    public static final int MAXIMUM_BYTES = 131_071;

    public CommandText {
        if (text.isBlank()) {
            throw new IllegalArgumentException("command must not be empty");
        }
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw new IllegalArgumentException(
                    "command must not contain a NUL character (found at position %d)"
                            .formatted(nul));
        }
        long bytes = utf8Length(text);
        if (bytes > MAXIMUM_BYTES) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "command is %,d bytes long, the limit is %,d: put longer work into a"
                                    + " script file and run that",
                            bytes,
                            MAXIMUM_BYTES));
        }
    }

    /// The bytes that the shell receives.
    public byte[] utf8() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public int utf8Length() {
        return (int) utf8Length(text);
    }

    @Override
    public String toString() {
        return text;
    }

    private static long utf8Length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes += 1;
            } else if (unit < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(unit)) {
                bytes += 3;
            } else if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                throw new IllegalArgumentException(
                        "command is not valid Unicode: lone surrogate at position %d".formatted(i));
            }
        }
        return bytes;
    }
}
