package dev.countersign.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Colours for a command, for any text: what bash refuses is coloured as far as it was read.
public final class Highlighter {
    private Highlighter() {}

    /// Stretches in order, none overlapping, none empty; what lies between them has no colour.
    public static List<Highlight> highlight(String text) {
        if (text.length() > ShellParser.LENGTH_LIMIT) {
            return List.of();
        }
        Reading reading = new Reading(text, true);
        ParsedText parsed = ShellParser.parse(reading);
        parsed.problem()
                .ifPresent(problem -> reading.paint(problem.at(), Highlight.Kind.UNREADABLE));
        return stretches(reading.painted());
    }

    private static List<Highlight> stretches(Highlight.@Nullable Kind @Nullable [] paint) {
        List<Highlight> stretches = new ArrayList<>();
        int length = paint == null ? 0 : paint.length;
        int start = 0;
        for (int i = 0; paint != null && i < length; i++) {
            Highlight.Kind kind = paint[i];
            if (i + 1 < length && paint[i + 1] == kind) {
                continue;
            }
            if (kind != null) {
                stretches.add(new Highlight(new Span(start, i + 1), kind));
            }
            start = i + 1;
        }
        return stretches;
    }
}
