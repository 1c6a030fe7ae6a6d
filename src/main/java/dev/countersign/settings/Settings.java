package dev.countersign.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Everything that a person can set.
public final class Settings {
    public static final Setting<Duration> ANSWER_DEADLINE_UNKNOWN =
            new Setting<>(
                    "answerDeadline.unknown",
                    "Answer other agents within",
                    "Agents give up on a call after a time of their own. A call of an agent that"
                        + " the console does not know is answered before this much has passed; what"
                        + " still waits or runs then goes on and can be asked for.",
                    Duration.ofSeconds(50),
                    new SettingKind.Span(Duration.ofSeconds(5), Duration.ofHours(24)));

    public static final Setting<Duration> ANSWER_DEADLINE_CODEX =
            new Setting<>(
                    "answerDeadline.codex",
                    "Answer codex within",
                    "Codex gives up on a call after 300 seconds unless its tool_timeout_sec says"
                            + " otherwise.",
                    Duration.ofSeconds(280),
                    new SettingKind.Span(Duration.ofSeconds(5), Duration.ofHours(24)));

    public static final Setting<Duration> ANSWER_DEADLINE_GEMINI =
            new Setting<>(
                    "answerDeadline.gemini",
                    "Answer gemini within",
                    "Gemini gives up on a call after 10 minutes unless its timeout says otherwise.",
                    Duration.ofMinutes(9),
                    new SettingKind.Span(Duration.ofSeconds(5), Duration.ofHours(24)));

    public static final Setting<Optional<Duration>> APPROVAL_EXPIRY =
            new Setting<>(
                    "approvalExpiry",
                    "A waiting call expires after",
                    "A call that nobody decides in this time is answered 'nobody answered'.",
                    Optional.empty(),
                    new SettingKind.SpanOrNever(Duration.ofSeconds(10), Duration.ofDays(30)));

    public static final Setting<Integer> FOREGROUND_PER_AGENT =
            new Setting<>(
                    "limits.foregroundPerAgent",
                    "Commands at once, per agent",
                    "Further approved commands of the same agent wait for their turn.",
                    5,
                    new SettingKind.Whole(1, 100, "commands"));

    public static final Setting<Integer> FOREGROUND_TOTAL =
            new Setting<>(
                    "limits.foregroundTotal",
                    "Commands at once, all agents",
                    "Further approved commands of any agent wait for their turn.",
                    20,
                    new SettingKind.Whole(1, 1_000, "commands"));

    public static final Setting<Integer> BACKGROUND_PER_AGENT =
            new Setting<>(
                    "limits.backgroundPerAgent",
                    "Background jobs at once, per agent",
                    "Further background jobs of the same agent wait for their turn.",
                    50,
                    new SettingKind.Whole(1, 1_000, "jobs"));

    public static final Setting<Integer> BACKGROUND_TOTAL =
            new Setting<>(
                    "limits.backgroundTotal",
                    "Background jobs at once, all agents",
                    "Further background jobs of any agent wait for their turn.",
                    1_000,
                    new SettingKind.Whole(1, 10_000, "jobs"));

    public static final Setting<Duration> TIME_USUAL =
            new Setting<>(
                    "time.usual",
                    "A command is stopped or moved on after",
                    "Where the agent asks for no other time. Agents are told of it.",
                    Duration.ofMinutes(2),
                    new SettingKind.Span(Duration.ofSeconds(1), Duration.ofHours(24)));

    public static final Setting<Duration> TIME_SLOW =
            new Setting<>(
                    "time.slow",
                    "A slow command after",
                    "For mode slow: builds, downloads, tests. It is also the longest that an agent"
                            + " may ask for there.",
                    Duration.ofMinutes(15),
                    new SettingKind.Span(Duration.ofMinutes(1), Duration.ofHours(24)));

    public static final Setting<Duration> BACKGROUND_TIME =
            new Setting<>(
                    "limits.backgroundTime",
                    "A background job is stopped after",
                    "Counts for commands that were started in the background and for those that"
                            + " went there because their own time was up.",
                    Duration.ofHours(24),
                    new SettingKind.Span(Duration.ofMinutes(1), Duration.ofHours(24)));

    public static final Setting<Boolean> STOP_FOREGROUND_ON_DISCONNECT =
            new Setting<>(
                    "stopForegroundOnDisconnect",
                    "Stop commands of an agent that leaves",
                    "When an agent's connection ends, its running commands are stopped. Background"
                            + " jobs go on in any case.",
                    true,
                    new SettingKind.Switch());

    public static final Setting<Integer> OUTPUT_TAIL_LINES =
            new Setting<>(
                    "output.tailLines",
                    "Lines of output an agent is shown",
                    "Of a longer output the agent gets the last lines and the path of all of it.",
                    2_000,
                    new SettingKind.Whole(10, 100_000, "lines"));

    public static final Setting<Integer> OUTPUT_TAIL_BYTES =
            new Setting<>(
                    "output.tailBytes",
                    "Bytes of output an agent is shown",
                    "Of a longer output the agent gets the end and the path of all of it.",
                    50 * 1_024,
                    new SettingKind.Whole(1_024, 1_048_576, "bytes"));

    public static final Setting<Optional<Duration>> KEEP_FOR =
            new Setting<>(
                    "keep.age",
                    "Keep ended calls for",
                    "Older calls lose their output and texts; their decisions stay. Calls with a"
                            + " star are kept.",
                    Optional.empty(),
                    new SettingKind.SpanOrNever(Duration.ofHours(1), Duration.ofDays(3_650)));

    public static final Setting<Integer> KEEP_MEBIBYTES =
            new Setting<>(
                    "keep.outputMebibytes",
                    "Keep output up to",
                    "Beyond this the oldest ended runs lose their output; all else of them stays."
                            + " Calls with a star are kept.",
                    51_200,
                    new SettingKind.Whole(64, 100_000_000, "MiB"));

    /// `maxRunOutput`: in mebibytes.
    public static final Setting<Integer> MAX_RUN_OUTPUT =
            new Setting<>(
                    "maxRunOutput",
                    "Output of one run until you are asked",
                    "A command that prints more is held until you let it print as much again, or"
                            + " stop it.",
                    5 * 1_024,
                    new SettingKind.Whole(1, 1_048_576, "MiB"));

    /// In mebibytes; 0 switches it off.
    public static final Setting<Integer> LEAST_FREE_DISK =
            new Setting<>(
                    "leastFreeDisk",
                    "Room that is left on the disk",
                    "With less than this free where output is kept, nothing new starts and running"
                            + " commands wait until there is room.",
                    1_024,
                    new SettingKind.Whole(0, 1_048_576, "MiB"));

    public static final Setting<String> SHELL =
            new Setting<>(
                    "shell",
                    "Shell that runs commands",
                    "Empty for bash, which commands are judged as. By another shell every command"
                            + " counts as not known and asks.",
                    "",
                    new SettingKind.Text(
                            Pattern.compile(
                                    "|([/\\\\]|[A-Za-z]:).{0,900}[/\\\\](bash|zsh|ksh|mksh|dash|ash|sh)(\\.exe)?"),
                            "\"\" or the whole path of a bash, zsh, ksh, mksh, dash, ash or sh"));

    public static final Setting<SandboxUse> SANDBOX =
            new Setting<>(
                    "sandbox",
                    "Run commands in a sandbox",
                    "Off, closed (writes in the workspace alone, no network), or with network. You"
                            + " can choose otherwise for each call.",
                    SandboxUse.OFF,
                    new SettingKind.Choice<>(List.of(SandboxUse.values())));

    public static final Setting<List<String>> TERMINAL_WORKSPACES =
            new Setting<>(
                    "terminalWorkspaces",
                    "Workspaces whose commands get a terminal",
                    "Folders. Commands there print as to a terminal, with colours and progress"
                            + " bars.",
                    List.of(),
                    new SettingKind.Lines(
                            200,
                            Pattern.compile("[^\\p{Cntrl}]{1,1000}"),
                            "a folder's whole path"));

    public static final Setting<List<String>> LET_THROUGH =
            new Setting<>(
                    "letThrough",
                    "Secrets that commands get",
                    "Variables that look like secrets are kept from commands. Each line lets one"
                            + " through to the commands of one workspace: its folder, a colon, the"
                            + " variable's name.",
                    List.of(),
                    new SettingKind.Lines(
                            200,
                            Pattern.compile("[^\\p{Cntrl}]{1,1000}:[A-Za-z_][A-Za-z0-9_]{0,200}"),
                            "FOLDER:NAME"));

    public static final Setting<Theme> THEME =
            new Setting<>(
                    "theme",
                    "Theme",
                    "Light, dark, or as the desktop is.",
                    Theme.SYSTEM,
                    new SettingKind.Choice<>(List.of(Theme.values())));

    public static final Setting<Editor> EDITOR =
            new Setting<>(
                    "editor",
                    "Editor",
                    "Opens a place in a file that an output names, such as src/cart.ts:41.",
                    Editor.DESKTOP,
                    new SettingKind.Choice<>(List.of(Editor.values())));

    public static final Setting<Boolean> OUTPUT_WRAP =
            new Setting<>(
                    "output.wrap",
                    "Wrap long lines",
                    "A line that is longer than the window goes on in the next row.",
                    false,
                    new SettingKind.Switch());

    public static final Setting<Boolean> OUTPUT_HIGHLIGHT =
            new Setting<>(
                    "output.highlight",
                    "Highlight plain output",
                    "Errors, warnings, places in files, addresses, differences and test results get"
                            + " a colour, for the eye only.",
                    true,
                    new SettingKind.Switch());

    public static final Setting<Boolean> OUTPUT_LINE_NUMBERS =
            new Setting<>(
                    "output.lineNumbers",
                    "Line numbers",
                    "Numbers the lines of an output.",
                    false,
                    new SettingKind.Switch());

    public static final Setting<Boolean> OUTPUT_TIMES =
            new Setting<>(
                    "output.times",
                    "Times of lines",
                    "Shows before each line when it was printed, counted from the start.",
                    true,
                    new SettingKind.Switch());

    public static final Setting<Integer> OUTPUT_ZOOM =
            new Setting<>(
                    "output.zoom",
                    "Size of output",
                    "The size of the letters of an output.",
                    100,
                    new SettingKind.Whole(50, 300, "percent"));

    public static final Setting<Duration> REPLAY_IDLE_LIMIT =
            new Setting<>(
                    "replay.idleLimit",
                    "Cut idle time over",
                    "While a run is replayed, a longer time without output is cut to this.",
                    Duration.ofSeconds(2),
                    new SettingKind.Span(Duration.ofMillis(500), Duration.ofMinutes(10)));

    public static final Setting<Integer> TEXT_SIZE =
            new Setting<>(
                    "appearance.textSize",
                    "Text size",
                    "Scales the whole window. Ctrl and + or - change it, Ctrl and 0 sets it back.",
                    100,
                    new SettingKind.Whole(75, 200, "percent"));

    public static final Setting<Motion> MOTION =
            new Setting<>(
                    "appearance.motion",
                    "Motion",
                    "Full, reduced (nothing fades or glides, a hold counts down in text), or as the"
                            + " desktop is.",
                    Motion.SYSTEM,
                    new SettingKind.Choice<>(List.of(Motion.values())));

    public static final Setting<Boolean> COMPACT_ON_TOP =
            new Setting<>(
                    "compact.onTop",
                    "Compact inbox stays on top",
                    "The narrow window stays above all others, beside your editor.",
                    true,
                    new SettingKind.Switch());

    public static final Setting<Duration> ARM_AFTER =
            new Setting<>(
                    "approve.armAfter",
                    "Approving is armed after",
                    "So long a call must have been fully visible before a key or click can approve"
                            + " it. It can be lengthened, not shortened.",
                    Duration.ofMillis(500),
                    new SettingKind.Span(Duration.ofMillis(500), Duration.ofSeconds(30)));

    public static final Setting<Duration> ARM_AFTER_DANGEROUS =
            new Setting<>(
                    "approve.armAfterDangerous",
                    "Approving is armed after, from High up",
                    "A dangerous call must have been fully visible for so long. It can be"
                            + " lengthened, not shortened.",
                    Duration.ofSeconds(1),
                    new SettingKind.Span(Duration.ofSeconds(1), Duration.ofMinutes(1)));

    public static final Setting<Duration> ARM_AFTER_MOVE =
            new Setting<>(
                    "approve.armAfterMove",
                    "Approving is armed after, moved to by key",
                    "For a call that had been in the list before you moved to it. It can be"
                            + " lengthened, not shortened.",
                    Duration.ofMillis(150),
                    new SettingKind.Span(Duration.ofMillis(150), Duration.ofSeconds(30)));

    public static final Setting<Duration> HOLD =
            new Setting<>(
                    "approve.hold",
                    "Hold Approve for",
                    "A call of level High is approved by holding the key or button for so long. It"
                            + " can be lengthened, not shortened.",
                    Duration.ofSeconds(1),
                    new SettingKind.Span(Duration.ofSeconds(1), Duration.ofSeconds(10)));

    public static final Setting<Boolean> NOTIFY =
            new Setting<>(
                    "notify.desktop",
                    "Desktop notifications",
                    "Tell of waiting calls outside the window. A notification never approves; a"
                            + " click on it shows the call.",
                    true,
                    new SettingKind.Switch());

    public static final Setting<Boolean> NOTIFY_IN_FOCUS =
            new Setting<>(
                    "notify.alsoInFocus",
                    "Notify while the window has the focus",
                    "Usually you are told only when you are elsewhere.",
                    false,
                    new SettingKind.Switch());

    public static final Setting<Boolean> NOTIFY_COMMANDS =
            new Setting<>(
                    "notify.commands",
                    "Show commands in notifications",
                    "Off, they name the agent, the folder and the level alone. Notifications may"
                            + " show on a locked screen.",
                    true,
                    new SettingKind.Switch());

    public static final Setting<Duration> NOTIFY_COMBINE =
            new Setting<>(
                    "notify.combine",
                    "Combine calls that come within",
                    "What arrives in this time is told in one notification, which then is changed"
                            + " rather than repeated.",
                    Duration.ofMillis(1_500),
                    new SettingKind.Span(Duration.ofMillis(100), Duration.ofMinutes(10)));

    public static final Setting<Optional<Duration>> NOTIFY_AGAIN =
            new Setting<>(
                    "notify.again",
                    "Tell again after",
                    "A call that has waited so long is told of once more, as urgent.",
                    Optional.of(Duration.ofMinutes(5)),
                    new SettingKind.SpanOrNever(Duration.ofSeconds(10), Duration.ofDays(1)));

    public static final Setting<Boolean> NOTIFY_SOUND =
            new Setting<>(
                    "notify.sound",
                    "Sound",
                    "A short tone with each notification.",
                    false,
                    new SettingKind.Switch());

    public static final Setting<String> QUIET_HOURS =
            new Setting<>(
                    "notify.quietHours",
                    "Quiet hours",
                    "From and until, such as 22:00-07:00; empty for none. Nothing pops up or sounds"
                            + " then; when they end, one notification tells what waits.",
                    "",
                    new SettingKind.Text(
                            QuietHours.PATTERN, "empty or two times such as 22:00-07:00"));

    public static final Setting<Boolean> BADGE =
            new Setting<>(
                    "notify.badge",
                    "Tray icon with the count",
                    "Where the desktop has a tray. The count stands in the window's title in any"
                            + " case.",
                    true,
                    new SettingKind.Switch());

    public static final Setting<Duration> PROGRESS_EVERY =
            new Setting<>(
                    "answerDeadline.progressEvery",
                    "Tell agents of progress every",
                    "An agent that asks for it hears so often that its call waits or runs.",
                    Duration.ofSeconds(5),
                    new SettingKind.Span(Duration.ofSeconds(1), Duration.ofMinutes(5)));

    public static final Setting<Duration> JOBS_LEAVE_AFTER =
            new Setting<>(
                    "jobs.leaveAfter",
                    "Ended jobs leave Running after",
                    "They stay in History.",
                    Duration.ofHours(1),
                    new SettingKind.Span(Duration.ofSeconds(10), Duration.ofDays(7)));

    private static final List<SettingGroup> EVERYDAY =
            List.of(
                    new SettingGroup(
                            "Appearance",
                            List.of(THEME, TEXT_SIZE, MOTION, COMPACT_ON_TOP, EDITOR)),
                    new SettingGroup(
                            "Deciding",
                            List.of(
                                    APPROVAL_EXPIRY,
                                    ARM_AFTER,
                                    ARM_AFTER_DANGEROUS,
                                    ARM_AFTER_MOVE,
                                    HOLD)),
                    new SettingGroup(
                            "Being told",
                            List.of(
                                    NOTIFY,
                                    NOTIFY_IN_FOCUS,
                                    NOTIFY_COMMANDS,
                                    NOTIFY_COMBINE,
                                    NOTIFY_AGAIN,
                                    NOTIFY_SOUND,
                                    QUIET_HOURS,
                                    BADGE)),
                    new SettingGroup(
                            "Running", List.of(SHELL, SANDBOX, TERMINAL_WORKSPACES, LET_THROUGH)),
                    new SettingGroup(
                            "Limits",
                            List.of(
                                    FOREGROUND_PER_AGENT,
                                    FOREGROUND_TOTAL,
                                    BACKGROUND_PER_AGENT,
                                    BACKGROUND_TOTAL,
                                    TIME_USUAL,
                                    TIME_SLOW,
                                    BACKGROUND_TIME,
                                    STOP_FOREGROUND_ON_DISCONNECT,
                                    JOBS_LEAVE_AFTER)),
                    new SettingGroup(
                            "Answers",
                            List.of(
                                    ANSWER_DEADLINE_UNKNOWN,
                                    ANSWER_DEADLINE_CODEX,
                                    ANSWER_DEADLINE_GEMINI,
                                    PROGRESS_EVERY,
                                    OUTPUT_TAIL_LINES,
                                    OUTPUT_TAIL_BYTES)),
                    new SettingGroup(
                            "Output",
                            List.of(
                                    OUTPUT_WRAP,
                                    OUTPUT_HIGHLIGHT,
                                    OUTPUT_LINE_NUMBERS,
                                    OUTPUT_TIMES,
                                    OUTPUT_ZOOM,
                                    REPLAY_IDLE_LIMIT)),
                    new SettingGroup(
                            "Keeping",
                            List.of(KEEP_FOR, KEEP_MEBIBYTES, MAX_RUN_OUTPUT, LEAST_FREE_DISK)));

    /// All of them, by what they are about, in the order in which a person should see them.
    public static final List<SettingGroup> GROUPS =
            Stream.concat(EVERYDAY.stream(), AdvancedSettings.GROUPS.stream()).toList();

    /// All of them in that order.
    public static final List<Setting<?>> ALL = all();

    private Settings() {}

    private static List<Setting<?>> all() {
        List<Setting<?>> all = new ArrayList<>();
        GROUPS.forEach(group -> all.addAll(group.settings()));
        return List.copyOf(all);
    }
}
