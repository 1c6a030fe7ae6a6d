package dev.countersign.safety;

import java.util.Optional;

/// A finding, with a sentence that says what would be lost where something would.
record Danger(Finding finding, Optional<String> loss) {
    static Danger of(JudgedCommand at, String id, RiskLevel level, String message) {
        return of(at.command().start(), at.command().end(), id, level, message);
    }

    static Danger of(ScriptWord at, String id, RiskLevel level, String message) {
        return of(at.start(), at.end(), id, level, message);
    }

    static Danger of(int start, int end, String id, RiskLevel level, String message) {
        return new Danger(
                new Finding(id, level, message, start, end, Optional.empty()), Optional.empty());
    }

    Danger instead(String alternative) {
        return new Danger(
                new Finding(
                        finding.id(),
                        finding.level(),
                        finding.message(),
                        finding.start(),
                        finding.end(),
                        Optional.of(alternative)),
                loss);
    }

    Danger losing(String what) {
        return new Danger(finding, Optional.of(what));
    }

    /// The same as part of a script that a command runs.
    Danger inScript(ScriptFile file, ScriptPiece piece) {
        String where =
                piece.isWhole()
                        ? "%s, line %d".formatted(file.named(), line(piece.text()))
                        : "%s, %s".formatted(file.named(), piece.name());
        return new Danger(
                new Finding(
                        finding.id(),
                        finding.level(),
                        "In %s: %s".formatted(where, finding.message()),
                        file.start(),
                        file.end(),
                        finding.alternative()),
                loss);
    }

    private long line(String text) {
        return 1 + text.substring(0, finding.start()).chars().filter(c -> c == '\n').count();
    }
}
