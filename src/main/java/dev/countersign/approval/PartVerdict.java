package dev.countersign.approval;

import java.util.Optional;

/// What the rules say about one simple command of a script.
///
/// @param start UTF-16 offset into the command
/// @param reason a short phrase that says why, for the card: 'rule git push*', 'writes a file'
public record PartVerdict(
        String text,
        int start,
        int end,
        Verdict verdict,
        Optional<RuleReference> rule,
        String reason) {
    private static final int LONGEST_SNIPPET = 100;

    /// The part on one line, cut where it is long.
    public String snippet() {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() > LONGEST_SNIPPET ? line.substring(0, LONGEST_SNIPPET) + "…" : line;
    }
}
