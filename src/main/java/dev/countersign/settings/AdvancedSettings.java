package dev.countersign.settings;

import java.time.Duration;
import java.util.List;

/// Settings that few people ever touch: they stand folded at the end, and searching finds them.
///
/// What protects a person can be lengthened and not undone: each range ends where it would.
public final class AdvancedSettings {
    public static final Setting<Integer> OUTPUT_MIDDLE_BYTES =
            new Setting<>(
                    "output.middleBytes",
                    "Bytes shown whole by truncate: middle",
                    "Of a longer output the agent gets the start and the end.",
                    128 * 1_024,
                    new SettingKind.Whole(1_024, 1_048_576, "bytes"));

    public static final Setting<Integer> OUTPUT_MIDDLE_ENDS =
            new Setting<>(
                    "output.middleEndBytes",
                    "Bytes of each end by truncate: middle",
                    "Never more than half of what is shown whole.",
                    4 * 1_024,
                    new SettingKind.Whole(64, 524_288, "bytes"));

    public static final Setting<Integer> OUTPUT_HEAD_CHARACTERS =
            new Setting<>(
                    "output.headCharacters",
                    "Characters shown by truncate: head",
                    "Of a longer output the agent gets the start and the path of all of it.",
                    30_000,
                    new SettingKind.Whole(100, 1_000_000, "characters"));

    public static final Setting<Duration> TIME_LONGEST =
            new Setting<>(
                    "time.longest",
                    "Longest time an agent may ask for",
                    "For a command in mode default. Never less than its usual time.",
                    Duration.ofMinutes(10),
                    new SettingKind.Span(Duration.ofMinutes(1), Duration.ofHours(24)));

    public static final Setting<Duration> STOP_GRACE =
            new Setting<>(
                    "stop.grace",
                    "From asking to killing",
                    "A command that is stopped gets SIGTERM, and after this time SIGKILL with all"
                        + " that it started. Short enough that a logout still stops everything.",
                    Duration.ofMillis(200),
                    new SettingKind.Span(Duration.ofMillis(50), Duration.ofSeconds(4)));

    public static final Setting<Duration> STOP_LIMIT =
            new Setting<>(
                    "stop.limit",
                    "Look for survivors of a stop for",
                    "What still runs after this time is named. It can be lengthened, not shortened;"
                            + " the end of the console may then take as long.",
                    Duration.ofSeconds(5),
                    new SettingKind.Span(Duration.ofSeconds(5), Duration.ofMinutes(1)));

    public static final Setting<List<Duration>> START_RETRIES =
            new Setting<>(
                    "start.retries",
                    "Try a failed start again after",
                    "Only where the system had no room for a process at that moment. A command that"
                            + " ran is never run again by itself.",
                    List.of(Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(5)),
                    new SettingKind.Spans(10, Duration.ofMillis(100), Duration.ofMinutes(1)));

    public static final Setting<Integer> CONNECTIONS =
            new Setting<>(
                    "agents.connections",
                    "Agents connected at once",
                    "Who comes beyond them is told so; those that are connected stay.",
                    1_000,
                    new SettingKind.Whole(10, 10_000, "connections"));

    public static final Setting<Integer> MESSAGE_KIBIBYTES =
            new Setting<>(
                    "agents.messageKibibytes",
                    "Longest message of an agent",
                    "A longer one is refused and skipped. It can be raised, not lowered: the"
                            + " longest command must fit.",
                    1_024,
                    new SettingKind.Whole(1_024, 16_384, "KiB"));

    public static final Setting<Duration> LOOK_FOR =
            new Setting<>(
                    "consequences.lookFor",
                    "Look at what a command would do for",
                    "Files, commits and processes that it would hit are counted for so long; what"
                            + " is not known by then is said. The card never waits for it.",
                    Duration.ofSeconds(2),
                    new SettingKind.Span(Duration.ofMillis(100), Duration.ofSeconds(30)));

    public static final Setting<Integer> REHEARSALS =
            new Setting<>(
                    "rehearsal.atOnce",
                    "Rehearsals open at once",
                    "Each keeps its throw-away copy on the disk until you commit or discard it.",
                    5,
                    new SettingKind.Whole(1, 50, "rehearsals"));

    public static final Setting<Duration> REHEARSAL_TIME =
            new Setting<>(
                    "rehearsal.longest",
                    "A rehearsal is stopped after",
                    "Or when the command's own time is up, where that is shorter.",
                    Duration.ofMinutes(15),
                    new SettingKind.Span(Duration.ofSeconds(10), Duration.ofHours(4)));

    public static final Setting<Integer> REHEARSAL_FILES =
            new Setting<>(
                    "rehearsal.mostChanges",
                    "Most files a rehearsal may change",
                    "More cannot be looked over, and is not offered for a commit.",
                    50_000,
                    new SettingKind.Whole(100, 500_000, "files"));

    public static final Setting<Integer> REHEARSAL_MEBIBYTES =
            new Setting<>(
                    "rehearsal.mostMebibytes",
                    "Most a rehearsal may write",
                    "More is not offered for a commit.",
                    2_048,
                    new SettingKind.Whole(16, 1_048_576, "MiB"));

    static final List<SettingGroup> GROUPS =
            List.of(
                    new SettingGroup(
                            "Answers cut otherwise",
                            List.of(
                                    OUTPUT_MIDDLE_BYTES,
                                    OUTPUT_MIDDLE_ENDS,
                                    OUTPUT_HEAD_CHARACTERS),
                            true),
                    new SettingGroup(
                            "Starting and stopping",
                            List.of(TIME_LONGEST, START_RETRIES, STOP_GRACE, STOP_LIMIT),
                            true),
                    new SettingGroup(
                            "Looking ahead",
                            List.of(
                                    LOOK_FOR,
                                    REHEARSALS,
                                    REHEARSAL_TIME,
                                    REHEARSAL_FILES,
                                    REHEARSAL_MEBIBYTES),
                            true),
                    new SettingGroup("Connections", List.of(CONNECTIONS, MESSAGE_KIBIBYTES), true));

    private AdvancedSettings() {}
}
