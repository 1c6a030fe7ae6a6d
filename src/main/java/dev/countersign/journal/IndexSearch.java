package dev.countersign.journal;

import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/// Answers questions about history from the index. Safe for several threads, which wait for each
/// other; every method blocks on the disk.
final class IndexSearch implements Closeable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_SPANS = 5_000;
    private static final int MOST_CHOICES = 100;
    private static final int SPAN_COMMAND = 200;

    private final Connection connection;
    private final Path journalFolder;
    private final FullText fullText;
    private final UnaryOperator<String> mask;
    private final ReentrantLock lock = new ReentrantLock();

    IndexSearch(
            Connection connection,
            Path journalFolder,
            FullText fullText,
            UnaryOperator<String> mask) {
        this.connection = connection;
        this.journalFolder = journalFolder;
        this.fullText = fullText;
        this.mask = mask;
    }

    /// A question to the database.
    private interface Question<T> {
        T ask() throws SQLException, IOException;
    }

    private <T> T answer(Question<T> question) throws JournalException {
        lock.lock();
        try {
            return question.ask();
        } catch (SQLException e) {
            throw new JournalException(
                    "The index of history cannot be read: %s. 'countersign history reindex' makes it anew."
                            .formatted(e.getMessage()),
                    e);
        } catch (IOException e) {
            throw new JournalException("The journal cannot be read: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    HistoryPage search(HistoryQuery query, Optional<Long> before, int limit)
            throws JournalException {
        return answer(() -> {
            SearchWords words = SearchWords.parse(query.text());
            Condition condition = condition(query, words);
            before.ifPresent(number -> condition.and("call.number < ?", number));
            int most = Math.clamp(limit, 1, History.MAXIMUM_PAGE);
            List<HistoryHit> hits = new ArrayList<>();
            try (PreparedStatement statement =
                    connection.prepareStatement(
                            "SELECT call.* FROM %s WHERE %s ORDER BY %s DESC LIMIT %d"
                                    .formatted(
                                            source(words),
                                            condition.sql(),
                                            words.wanted().isEmpty()
                                                    ? "call.number"
                                                    : fullText.order(),
                                            most + 1))) {
                condition.fill(statement);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        hits.add(hit(rows));
                    }
                }
            }
            boolean more = hits.size() > most;
            List<HistoryHit> page = more ? hits.subList(0, most) : hits;
            Optional<Long> next = more ? Optional.of(page.getLast().number()) : Optional.empty();
            return new HistoryPage(withLines(page, words), next);
        });
    }

    private List<HistoryHit> withLines(List<HistoryHit> hits, SearchWords words)
            throws SQLException {
        Optional<HitLines> finder = words.pattern().map(HitLines::new);
        if (finder.isEmpty()) {
            return hits;
        }
        List<HistoryHit> found = new ArrayList<>();
        for (HistoryHit hit : hits) {
            Optional<CallTexts> texts = fullText.texts(connection, hit.number());
            found.add(texts.isEmpty() ? hit : finder.get().in(hit, texts.get()));
        }
        return found;
    }

    long count(HistoryQuery query) throws JournalException {
        return answer(() -> {
            SearchWords words = SearchWords.parse(query.text());
            Condition condition = condition(query, words);
            try (PreparedStatement statement =
                    connection.prepareStatement(
                            "SELECT count(*) FROM %s WHERE %s"
                                    .formatted(source(words), condition.sql()))) {
                condition.fill(statement);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? row.getLong(1) : 0L;
                }
            }
        });
    }

    private String source(SearchWords words) {
        return words.wanted().isEmpty() ? "call" : fullText.source();
    }

    private Condition condition(HistoryQuery query, SearchWords words) {
        Condition condition = new Condition();
        if (!words.wanted().isEmpty()) {
            condition.and(fullText.condition(), fullText.wanted(words));
        }
        if (!words.unwanted().isEmpty()) {
            condition.and(fullText.exclusion(), fullText.unwanted(words));
        }
        for (String sign : words.signs()) {
            String literal = sign.replace("!", "!!").replace("%", "!%").replace("_", "!_");
            condition.and("call.command LIKE ? ESCAPE '!'", "%" + literal + "%");
        }
        condition.in("call.agent", query.agents());
        condition.in("call.workspace", query.workspaces());
        condition.in("call.status", names(query.states(), CallStatus::wireName));
        condition.in("call.decision", names(query.decisions(), DecisionKind::wireName));
        condition.in("call.decider", query.deciders());
        condition.in("call.rule", query.rules());
        condition.in("call.risk", names(query.levels(), RiskLevel::wireName));
        query.from().ifPresent(from -> condition.and("call.received >= ?", from.toEpochMilli()));
        query.until().ifPresent(until -> condition.and("call.received < ?", until.toEpochMilli()));
        if (query.starredOnly()) {
            condition.and("call.starred = ?", 1);
        }
        return condition;
    }

    private static <E> List<String> names(
            Collection<E> values, java.util.function.Function<E, String> name) {
        return values.stream().map(name).toList();
    }

    /// Conditions that must all hold, with their parameters.
    private static final class Condition {
        private final List<String> parts = new ArrayList<>();
        private final List<Object> parameters = new ArrayList<>();

        void and(String part, Object parameter) {
            parts.add(part);
            parameters.add(parameter);
        }

        void in(String column, Collection<?> values) {
            if (values.isEmpty()) {
                return;
            }
            parts.add(
                    column
                            + " IN ("
                            + String.join(", ", Collections.nCopies(values.size(), "?"))
                            + ")");
            parameters.addAll(values);
        }

        String sql() {
            return parts.isEmpty() ? "1 = 1" : String.join(" AND ", parts);
        }

        void fill(PreparedStatement statement) throws SQLException {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
        }
    }

    private HistoryHit hit(ResultSet row) throws SQLException {
        Optional<Instant> queued = time(row, "queued");
        Optional<Instant> decided = time(row, "decided");
        Optional<Instant> started = time(row, "started");
        Optional<Instant> finished = time(row, "finished");
        Optional<Long> exitCode = number(row, "exit_code");
        return new HistoryHit(
                row.getLong("number"),
                new ToolCallId(row.getString("id")),
                Instant.ofEpochMilli(row.getLong("received")),
                row.getString("agent"),
                row.getString("workspace"),
                row.getString("directory"),
                mask.apply(whatRan(row)),
                text(row, "summary").map(mask),
                status(row),
                level(row),
                decision(row),
                decidedBy(row),
                between(queued, decided),
                between(started, finished),
                exitCode.map(code -> OptionalInt.of(code.intValue())).orElse(OptionalInt.empty()),
                row.getLong("output_bytes"),
                row.getInt("starred") != 0,
                text(row, "note").map(mask),
                text(row, "deleted").isEmpty(),
                row.getInt("output_whole") != 0,
                List.of());
    }

    private static String whatRan(ResultSet row) throws SQLException {
        String command = row.getString("command");
        return text(row, "edited").orElse(command);
    }

    private static CallStatus status(ResultSet row) throws SQLException {
        return CallStatus.valueOf(row.getString("status").toUpperCase(Locale.ROOT));
    }

    private static Optional<RiskLevel> level(ResultSet row) throws SQLException {
        return text(row, "risk").map(name -> RiskLevel.valueOf(name.toUpperCase(Locale.ROOT)));
    }

    private static Optional<DecisionKind> decision(ResultSet row) throws SQLException {
        return text(row, "decision")
                .map(name -> DecisionKind.valueOf(name.toUpperCase(Locale.ROOT)));
    }

    private static Optional<DecidedBy> decidedBy(ResultSet row) throws SQLException {
        Optional<String> rule = text(row, "rule");
        return text(row, "decider").map(kind -> new DecidedBy(kind, rule));
    }

    private static Optional<Duration> between(Optional<Instant> from, Optional<Instant> to) {
        return from.flatMap(start -> to.map(end -> Duration.between(start, end)));
    }

    private static Optional<String> text(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }

    private static Optional<Long> number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
        return number(row, column).map(Instant::ofEpochMilli);
    }

    Optional<HistoryHit> find(ToolCallId id) throws JournalException {
        return answer(() -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT call.* FROM call WHERE id = ?")) {
                statement.setString(1, id.digits());
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? Optional.of(hit(row)) : Optional.<HistoryHit>empty();
                }
            }
        });
    }

    Optional<CallStory> story(ToolCallId id) throws JournalException {
        return answer(() -> {
            Optional<Long> number = CallEvents.numberOf(connection, id);
            return number.isEmpty()
                    ? Optional.<CallStory>empty()
                    : CallEvents.story(connection, journalFolder, number.get());
        });
    }

    HistoryChoices choices() throws JournalException {
        return answer(() -> new HistoryChoices(choices("agent"), choices("workspace")));
    }

    private List<HistoryChoices.Choice> choices(String column) throws SQLException {
        List<HistoryChoices.Choice> found = new ArrayList<>();
        try (PreparedStatement statement =
                        connection.prepareStatement(
                                "SELECT %1$s, count(*) AS calls FROM call WHERE %1$s IS NOT NULL GROUP BY %1$s ORDER BY calls DESC LIMIT %2$d"
                                        .formatted(column, MOST_CHOICES));
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found.add(new HistoryChoices.Choice(rows.getString(1), rows.getLong(2)));
            }
        }
        return found;
    }

    List<LaneSpan> lanes(Instant from, Instant until) throws JournalException {
        return answer(() -> {
            List<LaneSpan> spans = new ArrayList<>();
            try (PreparedStatement statement =
                    connection.prepareStatement(
                            "SELECT * FROM call WHERE received < ? AND (ended IS NULL OR ended >="
                                    + " ?) ORDER BY number DESC LIMIT "
                                    + MOST_SPANS)) {
                statement.setLong(1, until.toEpochMilli());
                statement.setLong(2, from.toEpochMilli());
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        spans.add(span(rows));
                    }
                }
            }
            return spans.reversed();
        });
    }

    private LaneSpan span(ResultSet row) throws SQLException {
        String command = mask.apply(whatRan(row));
        return new LaneSpan(
                new ToolCallId(row.getString("id")),
                row.getString("agent"),
                row.getString("workspace"),
                command.substring(0, Math.min(command.length(), SPAN_COMMAND)),
                status(row),
                level(row),
                Instant.ofEpochMilli(row.getLong("received")),
                time(row, "queued"),
                time(row, "decided"),
                time(row, "started"),
                time(row, "finished"));
    }

    /// The decisions of one day while they are added up.
    private static final class Day {
        private final Map<DecisionCount, Long> counts = new LinkedHashMap<>();

        void add(ResultSet row) throws SQLException {
            counts.merge(
                    new DecisionCount(decision(row).orElseThrow(), decidedBy(row), 0),
                    1L,
                    Long::sum);
        }

        List<DecisionCount> mostFirst() {
            return counts.entrySet().stream()
                    .map(count ->
                            new DecisionCount(
                                    count.getKey().decision(),
                                    count.getKey().by(),
                                    count.getValue()))
                    .sorted(Comparator.comparingLong(DecisionCount::calls).reversed())
                    .toList();
        }
    }

    List<DaySum> days(Instant from, Instant until, ZoneId zone) throws JournalException {
        return answer(() -> {
            Map<LocalDate, Day> days = new TreeMap<>();
            eachDecision(
                    from,
                    until,
                    (decided, row) -> {
                        LocalDate date = LocalDate.ofInstant(decided, zone);
                        days.computeIfAbsent(date, _ -> new Day()).add(row);
                    });
            List<DaySum> sums = new ArrayList<>();
            days.forEach((date, day) -> sums.add(new DaySum(date, day.mostFirst())));
            return sums;
        });
    }

    List<DecisionCount> deciders(Instant from, Instant until) throws JournalException {
        return answer(() -> {
            Day all = new Day();
            eachDecision(from, until, (_, row) -> all.add(row));
            return all.mostFirst();
        });
    }

    private interface DecisionVisitor {
        void decision(Instant decided, ResultSet row) throws SQLException;
    }

    private void eachDecision(Instant from, Instant until, DecisionVisitor visitor)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT decided, decision, decider, rule FROM call WHERE decided >="
                                + " ? AND decided < ? ORDER BY decided")) {
            statement.setLong(1, from.toEpochMilli());
            statement.setLong(2, until.toEpochMilli());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    visitor.decision(Instant.ofEpochMilli(rows.getLong("decided")), rows);
                }
            }
        }
    }

    List<PastCall> pastCalls(int limit) throws JournalException {
        return answer(() -> {
            List<PastCall> calls = new ArrayList<>();
            try (PreparedStatement statement =
                    connection.prepareStatement(
                            "SELECT * FROM call WHERE deleted IS NULL OR deleted <> 'everything'"
                                    + " ORDER BY number DESC LIMIT ?")) {
                statement.setInt(1, Math.max(0, limit));
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        calls.add(pastCall(rows));
                    }
                }
            }
            return calls;
        });
    }

    private static PastCall pastCall(ResultSet row) throws SQLException {
        List<Path> roots = new ArrayList<>();
        JSON.readTree(row.getString("roots")).forEach(root -> roots.add(Path.of(root.asString())));
        return new PastCall(
                new ToolCallId(row.getString("id")),
                Instant.ofEpochMilli(row.getLong("received")),
                row.getString("agent"),
                roots,
                Path.of(row.getString("directory")),
                row.getString("command"),
                row.getInt("agent_says_dangerous") != 0,
                level(row),
                decision(row),
                decidedBy(row));
    }

    List<KeptRun> endedBefore(Instant time, int limit) throws JournalException {
        return kept(
                "ended < ? AND starred = 0 AND (deleted IS NULL OR deleted <> 'everything')",
                time.toEpochMilli(),
                limit);
    }

    List<KeptRun> oldestOutputs(int limit) throws JournalException {
        return kept(
                "output_bytes > ? AND ended IS NOT NULL AND starred = 0 AND deleted IS NULL",
                0,
                limit);
    }

    private List<KeptRun> kept(String condition, long parameter, int limit)
            throws JournalException {
        return answer(() -> {
            List<KeptRun> runs = new ArrayList<>();
            try (PreparedStatement statement =
                    connection.prepareStatement(
                            "SELECT id, output_bytes FROM call WHERE %s ORDER BY number LIMIT %d"
                                    .formatted(condition, Math.max(0, limit)))) {
                statement.setLong(1, parameter);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        runs.add(new KeptRun(new ToolCallId(rows.getString(1)), rows.getLong(2)));
                    }
                }
            }
            return runs;
        });
    }

    long keptOutputBytes() throws JournalException {
        return answer(() -> {
            try (PreparedStatement statement =
                            connection.prepareStatement(
                                    "SELECT sum(output_bytes) FROM call WHERE deleted IS NULL");
                    ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0L;
            }
        });
    }

    List<ToolCallId> deleted() throws JournalException {
        return answer(() -> {
            List<ToolCallId> ids = new ArrayList<>();
            try (PreparedStatement statement =
                            connection.prepareStatement(
                                    "SELECT id FROM call WHERE deleted IS NOT NULL");
                    ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    ids.add(new ToolCallId(rows.getString(1)));
                }
            }
            return ids;
        });
    }

    /// How many events the index holds.
    long indexed() throws JournalException {
        return answer(
                () -> IndexDatabase.position(connection).map(JournalPosition::sequence).orElse(0L));
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException(e);
        } finally {
            lock.unlock();
        }
    }
}
