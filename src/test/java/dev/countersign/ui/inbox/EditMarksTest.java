package dev.countersign.ui.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.supervision.CommandDifference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.fxmisc.richtext.model.StyleSpan;
import org.junit.jupiter.api.Test;

final class EditMarksTest {
    private static EditMarks marks(String before, String after) {
        return EditMarks.of(CommandDifference.of(before, after));
    }

    private static List<String> added(String before, String after) {
        return marks(before, after).added().stream()
                .map(stretch -> after.substring(stretch.start(), stretch.end()))
                .toList();
    }

    private static List<String> removed(String before, String after) {
        return marks(before, after).removed().stream()
                .map(line -> before.substring(line.start(), line.end()))
                .toList();
    }

    @Test
    void whatCameInIsMarkedAfterAndWhatWentBefore() {
        assertEquals(List.of(" --dry-run"), added("git push", "git push --dry-run"));
        assertEquals(List.of(), removed("git push", "git push --dry-run"));
        assertEquals(List.of(), added("git push --force", "git push"));
        assertEquals(List.of(" --force"), removed("git push --force", "git push"));
        assertEquals(1, marks("git push --force", "git push").wordsRemoved());
    }

    @Test
    void stylesCoverTheWholeTextAndSayWhatWasAdded() {
        String after = "npm test -- cart";
        StringBuilder addedText = new StringBuilder();
        int at = 0;
        for (StyleSpan<Collection<String>> span : marks("npm test", after).styles(after)) {
            if (span.getStyle().contains("added")) {
                addedText.append(after, at, at + span.getLength());
            }
            at += span.getLength();
        }
        assertEquals(after.length(), at);
        assertEquals(" -- cart", addedText.toString());
    }

    @Test
    void anUnchangedTextHasNoMarks() {
        List<String> all = new ArrayList<>(added("ls -l", "ls -l"));
        all.addAll(removed("ls -l", "ls -l"));
        assertTrue(all.isEmpty(), all::toString);
    }
}
