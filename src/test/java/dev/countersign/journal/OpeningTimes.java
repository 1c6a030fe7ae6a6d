package dev.countersign.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Opens what is kept in a program of its own, as a start of the console does, and tells how long
/// that took, without the start of the program itself.
final class OpeningTimes {
    private OpeningTimes() {}

    /// Opens it once.
    ///
    /// @param arguments the folder with journal and index, or nothing to only start
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 0) {
            return;
        }
        Path folder = Path.of(arguments[0]);
        IndexPlaces places =
                new IndexPlaces(
                        folder.resolve("index.db"),
                        folder.resolve("journal"),
                        folder.resolve("recordings"),
                        folder.resolve("natives"));
        long start = System.nanoTime();
        try (Journal journal = Journal.open(places.journal())) {
            double journalSeconds = seconds(start);
            int calls = journal.callCount();
            try (HistoryIndex index =
                    HistoryIndex.start(journal, places, UnaryOperator.identity())) {
                boolean current = index.awaitCurrent(Duration.ofMinutes(5));
                double indexSeconds = seconds(start);
                index.search(HistoryQuery.ALL, Optional.empty(), 50);
                System.out.println(
                        String.format(
                                Locale.ROOT,
                                "%d calls: journal %.2f s, with the index %s %.2f s, with the first"
                                        + " page of history %.2f s",
                                calls,
                                journalSeconds,
                                current ? "current" : "not current",
                                indexSeconds,
                                seconds(start)));
            }
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
