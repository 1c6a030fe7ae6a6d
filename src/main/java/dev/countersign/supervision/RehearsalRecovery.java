package dev.countersign.supervision;

import dev.countersign.approval.ResultDigest;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.RehearsalPlace;
import dev.countersign.execution.Rehearsals;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.supervision.rehearsal.ResultCommit;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.RunDetails;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// After a crash: ends what an earlier console left of its rehearsals. Blocks.
final class RehearsalRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(RehearsalRecovery.class);

    /// No system gives a process this number: what is left is found by its marker.
    private static final long NO_PROCESS = Integer.MAX_VALUE;

    private static final Duration ORPHAN_PATIENCE = Duration.ofSeconds(6);

    private final Optional<Rehearsals> rehearsals;
    private final ExecutionEngine engine;
    private final CallLedger ledger;

    RehearsalRecovery(SupervisorParts.Running running, CallLedger ledger) {
        this.rehearsals = running.surroundings().rehearsals();
        this.engine = running.engine();
        this.ledger = ledger;
    }

    /// Stops processes, finishes a commit that was decided, and takes all layers away. Nothing is
    /// run. Blocks.
    ///
    /// @return what is to be written down
    List<SupervisionEvent> recover(List<CallRecord> records) throws IOException {
        List<SupervisionEvent> events = new ArrayList<>();
        if (rehearsals.isEmpty()) {
            return events;
        }
        Path folder = rehearsals.get().folder();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> left = Files.list(folder)) {
                left.forEach(this::stopWhatIsLeft);
            }
        }
        for (CallRecord record : records) {
            Optional<Rehearsal> rehearsal = record.rehearsal().filter(Rehearsal::isThere);
            if (rehearsal.isEmpty() || record.finished().isPresent()) {
                continue;
            }
            if (record.isRehearsed()) {
                events.addAll(finish(record, rehearsal.get()));
            } else if (!record.status().isFinal() || rehearsal.get().isThere()) {
                events.add(
                        new SupervisionEvent.RehearsalDiscarded(
                                record.id(), ledger.now(), "the console ended"));
            }
        }
        RehearsalPlace.remove(folder);
        return events;
    }

    private void stopWhatIsLeft(Path folder) {
        try {
            Optional<String> marker = RehearsalPlace.markerIn(folder);
            if (marker.isEmpty()) {
                return;
            }
            RunDetails details = new RunDetails(marker.get(), 0, "", RunConditions.PLAIN);
            engine.orphan(NO_PROCESS, details)
                    .kill()
                    .get(ORPHAN_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | ExecutionException | TimeoutException e) {
            LOG.error("what a rehearsal left running could not be stopped: {}", folder, e);
        }
    }

    private List<SupervisionEvent> finish(CallRecord record, Rehearsal rehearsal) {
        Optional<SupervisionEvent.RehearsalEnded> ended = rehearsal.ended();
        Optional<ResultDigest> wanted = ended.flatMap(SupervisionEvent.RehearsalEnded::result);
        RehearsalPlace place = rehearsals.orElseThrow().place(record.call());
        Optional<ResultCommit.Done> done =
                wanted.flatMap(digest -> ResultCommit.finish(place, digest, record.id().digits()));
        RehearsalCommits.keepRecording(place, ledger.recording(record.id()));
        boolean all = done.filter(ResultCommit.Done.All.class::isInstance).isPresent();
        LOG.atWarn()
                .addKeyValue("call", record.id())
                .log("a commit that the console's end cut short: {}", done);
        List<SupervisionEvent> events = new ArrayList<>();
        if (record.started().isEmpty()) {
            events.add(
                    new SupervisionEvent.Started(
                            record.id(),
                            ledger.now(),
                            rehearsal.started().pid(),
                            rehearsal.started().details()));
        }
        events.add(
                new SupervisionEvent.Finished(
                        record.id(),
                        ledger.now(),
                        all ? ended.orElseThrow().outcome() : new Outcome.Lost(),
                        ended.map(SupervisionEvent.RehearsalEnded::outputBytes).orElse(0L),
                        ended.map(SupervisionEvent.RehearsalEnded::outputLines).orElse(0L)));
        return events;
    }
}
