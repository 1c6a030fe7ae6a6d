package dev.countersign.ui.output;

import dev.countersign.ansi.StyledLine;
import dev.countersign.recording.RecordedLine;
import dev.countersign.redaction.SecretMasker;
import java.util.function.UnaryOperator;

/// Hides secrets in what is shown, searched and copied of a line; the recording keeps them. Each
/// line is judged by itself, so that it looks the same wherever the view begins.
///
/// Safe on any thread.
record LineMask(SecretMasker masker) implements UnaryOperator<RecordedLine> {
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
