package dev.countersign.journal;

import dev.countersign.settings.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Which form of journal a folder holds: a number in the file `format`; the first form had none.
final class JournalFormat {
    /// Of this program. What came before is read as it is; what comes after is refused.
    static final int CURRENT = 2;

    private JournalFormat() {}

    /// Looks at the folder of a journal, and notes the form where an older one is carried on.
    ///
    /// @throws JournalException when a newer program wrote it
    static void check(Path folder) throws IOException {
        if (formOf(folder) < CURRENT) {
            OwnerOnly.write(
                    folder.resolve("format"), (CURRENT + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    /// As [#check], for those who only read: changes nothing.
    static void checkForReading(Path folder) throws IOException {
        formOf(folder);
    }

    private static int formOf(Path folder) throws IOException {
        Path file = folder.resolve("format");
        String text = Files.exists(file) ? Files.readString(file).strip() : "1";
        int form = text.matches("\\d{1,6}") ? Integer.parseInt(text) : Integer.MAX_VALUE;
        if (form > CURRENT) {
            throw new JournalException(
                    "The journal in %s was written by a newer Countersign (form %s, this one knows up to %d). Start that one; nothing was changed."
                            .formatted(folder, text, CURRENT));
        }
        return form;
    }
}
