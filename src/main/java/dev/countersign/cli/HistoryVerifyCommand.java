package dev.countersign.cli;

import dev.countersign.journal.JournalException;
import dev.countersign.journal.JournalVerifier;
import dev.countersign.journal.Verification;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `countersign history verify`: whether the journal is as it was written.
@Command(
        name = "verify",
        description = {
            "Looks through the whole journal for any change, gap or cut and says where it is.",
            "That lines were cut off its end, or that all of it was made anew, shows only with a"
                    + " head that was kept elsewhere: note the one that this prints, or the window"
                    + " shows."
        },
        footer = {"", "Exit codes: 0 intact, 1 it was changed, 4 it cannot be read."})
final class HistoryVerifyCommand implements Callable<Integer> {
    private final HistoryPlaces places;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--head",
            paramLabel = "HASH",
            description = "A head that was kept elsewhere: 64 hexadecimal digits.")
    private @Nullable String head;

    @Option(names = "--json", description = "Answer in JSON.")
    private boolean json;

    HistoryVerifyCommand(HistoryPlaces places) {
        this.places = places;
    }

    @Override
    public Integer call() throws JournalException {
        Optional<String> outside =
                Optional.ofNullable(head).map(hash -> hash.strip().toLowerCase(Locale.ROOT));
        if (outside.filter(hash -> !hash.matches("[0-9a-f]{64}")).isPresent()) {
            throw new ParameterException(spec.commandLine(), "--head takes 64 hexadecimal digits");
        }
        PrintWriter error = spec.commandLine().getErr();
        if (!Files.isDirectory(places.journal())) {
            error.println(
                    "countersign: There is no history in %s yet; a console keeps it from its first start on."
                            .formatted(places.journal().getParent()));
            return ExitCode.CANNOT;
        }
        ProgressLine progress =
                new ProgressLine(
                        error,
                        ProgressLine.Unit.EVENTS,
                        "verifying",
                        ProgressLine.isOnTerminal(),
                        InstantSource.system());
        Verification verification = JournalVerifier.verify(places.journal(), outside, progress);
        progress.end();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(verification));
        } else {
            print(out, verification);
        }
        out.flush();
        return verification.isIntact() ? ExitCode.DONE : ExitCode.NO;
    }

    private static void print(PrintWriter out, Verification verification) {
        for (Verification.Fault fault : verification.faults()) {
            out.println(
                    "%s%s%s: %s"
                            .formatted(
                                    fault.file(),
                                    fault.line() > 0 ? " line " + fault.line() : "",
                                    fault.sequence() > 0 ? " (event " + fault.sequence() + ")" : "",
                                    words(fault)));
        }
        if (verification.moreFaults() > 0) {
            out.println("… and %d more".formatted(verification.moreFaults()));
        }
        if (verification.unfinished()) {
            out.println(
                    "The last line is cut off, as a crash leaves it; it was never acknowledged.");
        }
        out.println(String.format(Locale.ROOT, "%,d events", verification.lines()));
        out.println("head " + verification.head());
        out.println(verdict(verification));
    }

    private static String words(Verification.Fault fault) {
        String kind =
                switch (fault.kind()) {
                    case CHANGED -> "changed";
                    case MISSING -> "missing";
                    case MOVED -> "moved";
                    case REWRITTEN -> "rewritten";
                    case TEXT_CHANGED -> "text changed";
                    case TEXT_MISSING -> "text missing";
                };
        return kind + ", " + fault.words();
    }

    private static String verdict(Verification verification) {
        if (!verification.faults().isEmpty()) {
            return "The journal was changed.";
        }
        if (verification.outside().isEmpty()) {
            return "No line was changed, removed or moved. A cut at the end, or a journal made anew"
                    + " as a whole, shows only with --head and a head that was kept elsewhere.";
        }
        return switch (verification.outside().get()) {
            case Verification.OutsideHead.Found(long sequence, _) when sequence == 0 ->
                    "That head is the one of an empty journal, so it tells of nothing; no line was"
                            + " changed, removed or moved.";
            case Verification.OutsideHead.Found(long sequence, long after) ->
                    String.format(
                            Locale.ROOT,
                            "Nothing up to event %,d, whose head was kept, was changed; %,d came"
                                    + " since.",
                            sequence,
                            after);
            case Verification.OutsideHead.Missing _ ->
                    "The head that was kept is not in this journal: lines were cut off its end, or"
                            + " it was made anew as a whole.";
        };
    }

    private static String json(Verification verification) {
        JsonMapper mapper = JsonMapper.shared();
        ObjectNode node = mapper.createObjectNode();
        node.put("intact", verification.isIntact());
        node.put("events", verification.lines());
        node.put("head", verification.head());
        node.put("unfinished", verification.unfinished());
        verification
                .outside()
                .ifPresent(outside -> {
                    switch (outside) {
                        case Verification.OutsideHead.Found(long sequence, long after) ->
                                node.put("outsideHead", "found")
                                        .put("outsideSequence", sequence)
                                        .put("eventsAfter", after);
                        case Verification.OutsideHead.Missing _ ->
                                node.put("outsideHead", "missing");
                    }
                });
        ArrayNode faults = node.putArray("faults");
        for (Verification.Fault fault : verification.faults()) {
            faults.addObject()
                    .put("kind", fault.kind().name().toLowerCase(Locale.ROOT))
                    .put("file", fault.file())
                    .put("line", fault.line())
                    .put("sequence", fault.sequence())
                    .put("words", fault.words());
        }
        node.put("moreFaults", verification.moreFaults());
        return mapper.writeValueAsString(node);
    }
}
