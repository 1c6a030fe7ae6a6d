package dev.countersign.ui.inbox;

import dev.countersign.supervision.CommandDifference;
import dev.countersign.supervision.CommandDifference.Piece;
import dev.countersign.ui.CommandView.Tint;
import dev.countersign.ui.CommandView.Underline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;

/// What marks an edit: lines under what was taken out of the text before, a ground under what came
/// into the one after. Pure.
///
/// @param removed stretches of the text before
/// @param added stretches of the text after
record EditMarks(List<Underline> removed, List<Stretch> added, long wordsAdded, long wordsRemoved) {
    /// UTF-16 offsets; `end` lies behind the last unit.
    record Stretch(int start, int end) {}

    static EditMarks of(CommandDifference difference) {
        List<Underline> removed = new ArrayList<>();
        List<Stretch> added = new ArrayList<>();
        int before = 0;
        int after = 0;
        for (Piece piece : difference.pieces()) {
            int size = piece.text().length();
            switch (piece.kind()) {
                case SAME -> {
                    before += size;
                    after += size;
                }
                case REMOVED -> {
                    removed.add(
                            new Underline(
                                    before,
                                    before + size,
                                    Underline.Weight.REMOVED,
                                    "taken out by you"));
                    before += size;
                }
                case ADDED -> {
                    added.add(new Stretch(after, after + size));
                    after += size;
                }
            }
        }
        return new EditMarks(
                removed,
                added,
                difference.words(CommandDifference.Kind.ADDED),
                difference.words(CommandDifference.Kind.REMOVED));
    }

    /// The style classes of the text after: its colours as a command, and what was added.
    StyleSpans<Collection<String>> styles(String text) {
        return colours(text).overlay(grounds(text), EditMarks::both);
    }

    private static StyleSpans<Collection<String>> colours(String text) {
        StyleSpansBuilder<Collection<String>> spans = new StyleSpansBuilder<>();
        int at = 0;
        for (Tint tint : CommandColours.of(text)) {
            if (tint.start() < at || tint.end() > text.length()) {
                continue;
            }
            spans.add(List.of(), tint.start() - at);
            spans.add(
                    List.of("tint-" + tint.kind().name().toLowerCase(Locale.ROOT)),
                    tint.end() - tint.start());
            at = tint.end();
        }
        spans.add(List.of(), text.length() - at);
        return spans.create();
    }

    private StyleSpans<Collection<String>> grounds(String text) {
        StyleSpansBuilder<Collection<String>> spans = new StyleSpansBuilder<>();
        int at = 0;
        for (Stretch stretch : added) {
            spans.add(List.of(), stretch.start() - at);
            spans.add(List.of("added"), stretch.end() - stretch.start());
            at = stretch.end();
        }
        spans.add(List.of(), text.length() - at);
        return spans.create();
    }

    private static Collection<String> both(Collection<String> one, Collection<String> other) {
        List<String> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }
}
