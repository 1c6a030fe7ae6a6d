package dev.countersign.cli;

import dev.countersign.journal.JournalException;
import dev.countersign.journal.StoredHistory;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `countersign history reindex`: makes the index of history anew from the journal.
@Command(
        name = "reindex",
        description = {
            "Makes the index of history anew from the journal, which stays as it is.",
            "The console does this by itself where the index is missing or damaged; it must not"
                    + " run now."
        },
        footer = {"", "Exit codes: 0 done, 4 it cannot be done (the console runs)."})
final class HistoryReindexCommand implements Callable<Integer> {
    private final HistoryPlaces places;

    @Spec private CommandSpec spec = CommandSpec.create();

    HistoryReindexCommand(HistoryPlaces places) {
        this.places = places;
    }

    @Override
    public Integer call() throws JournalException {
        PrintWriter error = spec.commandLine().getErr();
        ProgressLine progress =
                new ProgressLine(
                        error,
                        ProgressLine.Unit.EVENTS,
                        "indexing",
                        ProgressLine.isOnTerminal(),
                        InstantSource.system());
        long events = StoredHistory.reindex(places.index(), places.masker()::mask, progress);
        progress.end();
        PrintWriter out = spec.commandLine().getOut();
        out.println(String.format(Locale.ROOT, "%,d events indexed", events));
        out.flush();
        return ExitCode.DONE;
    }
}
