package dev.countersign.cli;

import dev.countersign.journal.DecisionKind;
import dev.countersign.journal.History;
import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.HistoryPage;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.journal.HitLine;
import dev.countersign.journal.StoredHistory;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `countersign history search`: finds calls by words and filters, newest first.
@Command(
        name = "search",
        description = {
            "Finds calls by words in commands, summaries, output, notes and reasons.",
            "Words are found from their start (stat finds status), \"quoted words\" as they follow"
                    + " each other; -word leaves out (put -- before it). Of long output both ends"
                    + " are searched."
        },
        footer = {
            "",
            "Exit codes: 0 found, 1 nothing found, 2 wrong usage, 4 there is no index.",
            "",
            "Example: countersign history search --state failed --since 2d npm test"
        })
final class HistorySearchCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    private static final int WIDEST_COMMAND = 100;
    private static final List<String> DECIDERS = List.of("human", "rule", "guard", "grant");

    private final HistoryPlaces places;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..*", paramLabel = "WORD", description = "What to look for.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--agent", paramLabel = "NAME", description = "Only calls of this agent.")
    private Set<String> agents = Set.of();

    @Option(names = "--workspace", paramLabel = "FOLDER", description = "Only of this workspace.")
    private Set<String> workspaces = Set.of();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only in this state: completed, failed, timeout, killed, denied, ...")
    private Set<String> states = Set.of();

    @Option(
            names = "--decision",
            paramLabel = "DECISION",
            description = "approved, denied, expired or withdrawn.")
    private Set<String> decisions = Set.of();

    @Option(
            names = "--by",
            paramLabel = "WHO",
            description = "Decided by: human, rule, guard or grant.")
    private Set<String> deciders = Set.of();

    @Option(names = "--rule", paramLabel = "RULE", description = "Decided by this rule.")
    private Set<String> rules = Set.of();

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description = "none, low, medium, high or critical.")
    private Set<String> levels = Set.of();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Arrived then or later: 30m, 12h, 7d, 2026-11-21, 2026-11-21T14:30.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Arrived before then.")
    private @Nullable String until;

    @Option(names = "--starred", description = "Only calls with a star.")
    private boolean starred;

    @Option(names = "--json", description = "Answer in JSON lines.")
    private boolean json;

    @Option(names = "--count", description = "Tell only how many there are.")
    private boolean countOnly;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "At most so many, 1 to 500 (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "--before",
            paramLabel = "NUMBER",
            description = "Go on where the last page ended, as it said.")
    private @Nullable Long before;

    HistorySearchCommand(HistoryPlaces places) {
        this.places = places;
    }

    @Override
    public Integer call() throws IOException {
        if (limit < 1 || limit > History.MAXIMUM_PAGE) {
            throw usage("--limit must be from 1 to " + History.MAXIMUM_PAGE);
        }
        for (String decider : deciders) {
            if (!DECIDERS.contains(decider)) {
                throw usage(
                        "--by takes no '%s', but: %s"
                                .formatted(decider, String.join(", ", DECIDERS)));
            }
        }
        HistoryQuery query = query();
        PrintWriter out = spec.commandLine().getOut();
        try (StoredHistory history = places.open()) {
            tellIfBehind(history);
            if (countOnly) {
                long count = history.count(query);
                out.println(json ? "{\"count\":" + count + "}" : Long.toString(count));
                out.flush();
                return count > 0 ? ExitCode.DONE : ExitCode.NO;
            }
            HistoryPage page = history.search(query, Optional.ofNullable(before), limit);
            page.hits().forEach(hit -> out.println(json ? json(hit) : text(hit)));
            out.flush();
            if (page.hits().isEmpty()) {
                tell("nothing found");
            }
            page.next().ifPresent(next -> tell("there are more; go on with --before " + next));
            return page.hits().isEmpty() ? ExitCode.NO : ExitCode.DONE;
        }
    }

    private void tellIfBehind(StoredHistory history) {
        long behind = history.state().kept() - history.state().indexed();
        if (behind > 0) {
            tell(
                    String.format(
                            Locale.ROOT,
                            "the newest %,d events are not indexed yet; the console does it when it"
                                    + " starts, or: countersign history reindex",
                            behind));
        } else if (behind < 0) {
            tell(
                    String.format(
                            Locale.ROOT,
                            "the index holds %,d events that the journal does not hold (any more);"
                                    + " look with: countersign history verify",
                            -behind));
        }
    }

    private void tell(String words) {
        PrintWriter error = spec.commandLine().getErr();
        error.println("countersign: " + words);
        error.flush();
    }

    private HistoryQuery query() {
        return HistoryQuery.ALL
                .withText(String.join(" ", words))
                .withAgents(agents)
                .withWorkspaces(workspaces)
                .withStates(constants(CallStatus.class, states, "--state"))
                .withDecisions(constants(DecisionKind.class, decisions, "--decision"))
                .withDeciders(deciders)
                .withRules(rules)
                .withLevels(constants(RiskLevel.class, levels, "--level"))
                .between(
                        Optional.ofNullable(since).map(this::time),
                        Optional.ofNullable(until).map(this::time))
                .withStarredOnly(starred);
    }

    private <E extends Enum<E>> Set<E> constants(Class<E> type, Set<String> names, String option) {
        Set<E> found = EnumSet.noneOf(type);
        for (String name : names) {
            try {
                found.add(Enum.valueOf(type, name.toUpperCase(Locale.ROOT).replace('-', '_')));
            } catch (IllegalArgumentException e) {
                throw usage("%s takes no '%s', but: %s".formatted(option, name, names(type)));
            }
        }
        return found;
    }

    private static <E extends Enum<E>> String names(Class<E> type) {
        return EnumSet.allOf(type).stream()
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private Instant time(String text) {
        return TimeOption.parse(text, Instant.now(), ZoneId.systemDefault())
                .orElseThrow(() ->
                        usage(
                                "'%s' is no time; times are 30m, 12h, 7d, 2026-11-21,"
                                                .formatted(text)
                                        + " 2026-11-21T14:30"));
    }

    private picocli.CommandLine.ParameterException usage(String words) {
        return new picocli.CommandLine.ParameterException(spec.commandLine(), words);
    }

    private static String text(HistoryHit hit) {
        StringBuilder text = new StringBuilder();
        text.append(hit.id().shellName()).append("  ");
        text.append(TIME.format(hit.receivedAt().atZone(ZoneId.systemDefault()))).append("  ");
        text.append(String.format(Locale.ROOT, "%-9s ", hit.status().wireName()));
        text.append(
                String.format(
                        Locale.ROOT, "%-8s ", hit.level().map(RiskLevel::wireName).orElse("")));
        text.append(hit.starred() ? "* " : "  ");
        text.append(hit.agent()).append("  ");
        String command = PrintedText.oneLine(hit.command());
        text.append(command, 0, Math.min(command.length(), WIDEST_COMMAND));
        text.append(command.length() > WIDEST_COMMAND ? "…" : "");
        for (HitLine line : hit.lines()) {
            if (line.where() != HitLine.Where.COMMAND) {
                text.append(System.lineSeparator())
                        .append("    ")
                        .append(line.where().name().toLowerCase(Locale.ROOT))
                        .append(':')
                        .append(line.number() + 1)
                        .append(": ")
                        .append(PrintedText.oneLine(line.text()));
            }
        }
        return text.toString();
    }

    private static String json(HistoryHit hit) {
        ObjectNode node = JSON.createObjectNode();
        node.put("id", hit.id().shellName());
        node.put("number", hit.number());
        node.put("received", hit.receivedAt().toString());
        node.put("agent", hit.agent());
        node.put("workspace", hit.workspace());
        node.put("directory", hit.directory());
        node.put("command", hit.command());
        hit.summary().ifPresent(summary -> node.put("summary", summary));
        node.put("status", hit.status().wireName());
        hit.level().ifPresent(level -> node.put("level", level.wireName()));
        hit.decision().ifPresent(decision -> node.put("decision", decision.wireName()));
        hit.decidedBy()
                .ifPresent(by -> {
                    node.put("decidedBy", by.kind());
                    by.rule().ifPresent(rule -> node.put("rule", rule));
                });
        hit.waited().map(Duration::toMillis).ifPresent(ms -> node.put("waitedMs", ms));
        hit.ran().map(Duration::toMillis).ifPresent(ms -> node.put("ranMs", ms));
        hit.exitCode().ifPresent(code -> node.put("exitCode", code));
        node.put("outputBytes", hit.outputBytes());
        node.put("outputKept", hit.outputKept());
        node.put("outputWhollySearched", hit.outputWhollyIndexed());
        node.put("starred", hit.starred());
        hit.note().ifPresent(note -> node.put("note", note));
        ArrayNode lines = node.putArray("lines");
        hit.lines()
                .forEach(line ->
                        lines.addObject()
                                .put("where", line.where().name().toLowerCase(Locale.ROOT))
                                .put("line", line.number() + 1)
                                .put("text", line.text()));
        return JSON.writeValueAsString(node);
    }
}
