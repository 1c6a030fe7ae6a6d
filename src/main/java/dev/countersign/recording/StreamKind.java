package dev.countersign.recording;

import java.util.Optional;
import java.util.Set;

/// Where recorded bytes came from.
public enum StreamKind {
    STDOUT(1),
    STDERR(2),

    /// Lines that the console itself added; no part of totals, checksum, replay or export.
    CONSOLE(3);

    private final byte code;

    StreamKind(int code) {
        this.code = (byte) code;
    }

    /// What the command wrote.
    public static Set<StreamKind> ofCommand() {
        return Set.of(STDOUT, STDERR);
    }

    public static Set<StreamKind> all() {
        return Set.of(values());
    }

    byte code() {
        return code;
    }

    static Optional<StreamKind> ofCode(byte code) {
        for (StreamKind kind : values()) {
            if (kind.code == code) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
