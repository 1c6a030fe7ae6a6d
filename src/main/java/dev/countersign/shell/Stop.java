package dev.countersign.shell;

/// Ends the reading of a text, or of a bounded part of it; never leaves this package. It carries no
/// stack trace, since a refused text is no accident.
abstract sealed class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Span at;
    private final String reason;

    private Stop(Span at, String reason) {
        super(reason, null, false, false);
        this.at = at;
        this.reason = reason;
    }

    Span at() {
        return at;
    }

    String reason() {
        return reason;
    }

    /// Bash refuses the text.
    static final class Refused extends Stop {
        private static final long serialVersionUID = 1L;

        Refused(Span at, String reason) {
            super(at, reason);
        }
    }

    /// The text is nested deeper than we follow: unknown.
    static final class TooDeep extends Stop {
        private static final long serialVersionUID = 1L;

        TooDeep(Span at) {
            super(at, "Nested too many levels deep; not read further.");
        }
    }

    /// The text may mean something that we do not model: unknown.
    static final class Unknown extends Stop {
        private static final long serialVersionUID = 1L;

        Unknown(Span at, String reason) {
            super(at, reason);
        }
    }
}
