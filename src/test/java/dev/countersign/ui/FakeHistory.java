package dev.countersign.ui;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.CallStory;
import dev.countersign.journal.DaySum;
import dev.countersign.journal.DecidedBy;
import dev.countersign.journal.DecisionCount;
import dev.countersign.journal.DecisionKind;
import dev.countersign.journal.Deletion;
import dev.countersign.journal.History;
import dev.countersign.journal.HistoryChoices;
import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.HistoryPage;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.journal.HitLine;
import dev.countersign.journal.IndexState;
import dev.countersign.journal.KeptRun;
import dev.countersign.journal.LaneSpan;
import dev.countersign.journal.PastCall;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.supervision.ExportRequest;
import dev.countersign.supervision.HistoryDesk;
import dev.countersign.supervision.RunningExport;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/// What is kept, over the calls of a [FakeDesk]; searched by plain containment. Safe on any thread.
public final class FakeHistory implements History, HistoryDesk {
    private final FakeDesk desk;
    private final List<LaneSpan> lanes = new CopyOnWriteArrayList<>();
    private final List<DaySum> days = new CopyOnWriteArrayList<>();
    private final List<DecisionCount> deciders = new CopyOnWriteArrayList<>();
    private final Set<ToolCallId> starred = new HashSet<>();
    private final Set<ToolCallId> deleted = new HashSet<>();
    private final List<ExportRequest> exports = new CopyOnWriteArrayList<>();
    private final Map<ToolCallId, String> notes = new HashMap<>();

    public FakeHistory(FakeDesk desk) {
        this.desk = desk;
    }

    public void addLane(LaneSpan span) {
        lanes.add(span);
    }

    public void addDay(DaySum day) {
        days.add(day);
    }

    public void addDecider(DecisionCount count) {
        deciders.add(count);
    }

    @Override
    public synchronized HistoryPage search(HistoryQuery query, Optional<Long> before, int limit) {
        List<CallRecord> calls = desk.calls();
        List<HistoryHit> hits = new ArrayList<>();
        for (int number = calls.size() - 1; number >= 0; number--) {
            CallRecord record = calls.get(number);
            HistoryHit hit = hit(number, record, query.text());
            boolean later = before.filter(place -> hit.number() >= place).isPresent();
            if (!later && !deleted.contains(record.id()) && matches(hit, query)) {
                hits.add(hit);
            }
        }
        boolean more = hits.size() > limit;
        List<HistoryHit> page = hits.subList(0, Math.min(limit, hits.size()));
        return new HistoryPage(
                page, more ? Optional.of(page.getLast().number()) : Optional.empty());
    }

    private static boolean matches(HistoryHit hit, HistoryQuery query) {
        boolean text = query.text().isBlank() || !hit.lines().isEmpty();
        return text
                && (query.agents().isEmpty() || query.agents().contains(hit.agent()))
                && (query.workspaces().isEmpty() || query.workspaces().contains(hit.workspace()))
                && (query.states().isEmpty() || query.states().contains(hit.status()))
                && (query.decisions().isEmpty()
                        || hit.decision().filter(query.decisions()::contains).isPresent())
                && (query.levels().isEmpty()
                        || hit.level().filter(query.levels()::contains).isPresent())
                && query.from().filter(from -> hit.receivedAt().isBefore(from)).isEmpty()
                && query.until().filter(until -> !hit.receivedAt().isBefore(until)).isEmpty()
                && (!query.starredOnly() || hit.starred());
    }

    private HistoryHit hit(long number, CallRecord record, String text) {
        String command = record.command().text();
        return new HistoryHit(
                number,
                record.id(),
                record.call().receivedAt(),
                record.call().session().name(),
                record.call().session().workspace().directory().toString(),
                record.call().directory().toString(),
                command,
                record.call().summary(),
                record.status(),
                record.assessed().map(event -> event.assessment().level()),
                record.decision().map(DecisionKind::of),
                record.decision().flatMap(DecidedBy::of),
                record.queued()
                        .flatMap(queued ->
                                record.decided()
                                        .map(end -> Duration.between(queued.at(), end.at()))),
                record.started()
                        .flatMap(start ->
                                record.finished()
                                        .map(end -> Duration.between(start.at(), end.at()))),
                record.outcome().orElse(new Outcome.Lost()) instanceof Outcome.Exited(int code)
                        ? OptionalInt.of(code)
                        : OptionalInt.empty(),
                0,
                starred.contains(record.id()),
                Optional.ofNullable(notes.get(record.id())),
                true,
                true,
                lines(command, text));
    }

    private static List<HitLine> lines(String command, String text) {
        String wanted = text.toLowerCase(Locale.ROOT).strip();
        int at = wanted.isEmpty() ? -1 : command.toLowerCase(Locale.ROOT).indexOf(wanted);
        return at < 0
                ? List.of()
                : List.of(
                        new HitLine(
                                HitLine.Where.COMMAND,
                                0,
                                command,
                                List.of(new HitLine.Mark(at, at + wanted.length()))));
    }

    @Override
    public long count(HistoryQuery query) {
        return search(query, Optional.empty(), Integer.MAX_VALUE).hits().size();
    }

    @Override
    public HistoryChoices choices() {
        Map<String, Long> agents =
                desk.calls().stream()
                        .collect(
                                Collectors.groupingBy(
                                        record -> record.call().session().name(),
                                        Collectors.counting()));
        Map<String, Long> workspaces =
                desk.calls().stream()
                        .collect(
                                Collectors.groupingBy(
                                        record ->
                                                record.call()
                                                        .session()
                                                        .workspace()
                                                        .directory()
                                                        .toString(),
                                        Collectors.counting()));
        return new HistoryChoices(choices(agents), choices(workspaces));
    }

    private static List<HistoryChoices.Choice> choices(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> new HistoryChoices.Choice(one.getKey(), one.getValue()))
                .toList();
    }

    @Override
    public synchronized Optional<HistoryHit> find(ToolCallId id) {
        return search(HistoryQuery.ALL, Optional.empty(), Integer.MAX_VALUE).hits().stream()
                .filter(hit -> hit.id().equals(id))
                .findFirst();
    }

    @Override
    public Optional<CallStory> story(ToolCallId id) {
        return desk.calls().stream()
                .filter(record -> record.id().equals(id))
                .map(record -> new CallStory(record, List.of()))
                .findFirst();
    }

    @Override
    public List<LaneSpan> lanes(Instant from, Instant until) {
        return lanes.stream().filter(span -> span.received().isBefore(until)).toList();
    }

    @Override
    public List<DaySum> days(Instant from, Instant until, ZoneId zone) {
        return List.copyOf(days);
    }

    @Override
    public List<DecisionCount> deciders(Instant from, Instant until) {
        return List.copyOf(deciders);
    }

    @Override
    public List<PastCall> pastCalls(int limit) {
        return List.of();
    }

    @Override
    public long keptOutputBytes() {
        return 0;
    }

    @Override
    public List<KeptRun> endedBefore(Instant time, int limit) {
        return List.of();
    }

    @Override
    public List<KeptRun> oldestOutputs(int limit) {
        return List.of();
    }

    @Override
    public synchronized List<ToolCallId> deleted() {
        return List.copyOf(deleted);
    }

    @Override
    public IndexState state() {
        return new IndexState(1, 1, Optional.empty());
    }

    @Override
    public History history() {
        return this;
    }

    @Override
    public SecretMasker masker() {
        return SecretMasker.byForm();
    }

    @Override
    public synchronized void star(ToolCallId id, boolean mark) {
        if (mark) {
            starred.add(id);
        } else {
            starred.remove(id);
        }
    }

    @Override
    public synchronized void note(ToolCallId id, String text) {
        if (text.isEmpty()) {
            notes.remove(id);
        } else {
            notes.put(id, text);
        }
    }

    @Override
    public synchronized boolean delete(ToolCallId id, Deletion what) {
        return deleted.add(id);
    }

    /// Says that half is done, then that all is written.
    @Override
    public RunningExport export(ExportRequest request, RunningExport.Listener listener) {
        exports.add(request);
        listener.progressed(1 << 20, 2 << 20);
        listener.ended(new RunningExport.End.Written(request.file(), request.calls().size(), 1234));
        return () -> {};
    }

    /// What was asked for, oldest first.
    public List<ExportRequest> exports() {
        return List.copyOf(exports);
    }
}
