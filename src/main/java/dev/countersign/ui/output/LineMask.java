package dev.countersign.ui.output;

import dev.countersign.ansi.StyledLine;
import dev.countersign.recording.RecordedLine;
import dev.countersign.redaction.LineMasker;
import dev.countersign.redaction.SecretMasker;
import java.util.function.UnaryOperator;

/// Hides secrets in what is shown, searched and copied of lines that follow each other; the
/// recording keeps them. Lines before the first one that counts are to be given too, see
/// [LineMasker]. Confined to its caller; a place to begin needs a new one.
final class LineMask implements UnaryOperator<RecordedLine> {
    /// Lines before those that are shown.
    static final int CONTEXT = LineMasker.CONTEXT_LINES;

    private final LineMasker masker;

    LineMask(SecretMasker masker) {
        this.masker = new LineMasker(masker);
    }

    /// Where reading has to begin for a line to be masked right.
    static long before(long line) {
        return Math.max(0, line - CONTEXT);
    }

    @Override
    public RecordedLine apply(RecordedLine line) {
        StyledLine styled = line.line();
        String masked = masker.mask(styled.text());
        if (masked.equals(styled.text())) {
            return line;
        }
        return new RecordedLine(
                line.number(),
                new StyledLine(masked, styled.runs(), styled.links(), styled.omittedColumns()),
                line.stream(),
                line.sinceStart());
    }
}
