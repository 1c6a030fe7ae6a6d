package dev.countersign.safety;

import dev.countersign.shell.ParseProblem;
import dev.countersign.shell.ParsedText;
import dev.countersign.shell.Script;
import dev.countersign.shell.ShellParser;
import dev.countersign.shell.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Finds out what each simple command of a script does, also of those that a wrapper, `bash -c`,
/// `eval` or `find -exec` runs. Confined to one assessment.
final class ScriptJudge {
    static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "rbash");

    static final String RUNS_A_COMMAND = "its program runs a command";

    // Their words name variables, or are arithmetic: `a[$(command)]` in them runs the command.
    private static final Set<String> TAKE_SUBSCRIPTS =
            Set.of(
                    "test",
                    "[",
                    "printf",
                    "read",
                    "unset",
                    "declare",
                    "typeset",
                    "local",
                    "export",
                    "readonly",
                    "mapfile",
                    "readarray",
                    "wait",
                    "getopts",
                    "let");
    // By name, where among their operands the command begins that they run.
    private static final Map<String, Integer> RUN_OPERANDS =
            Map.of(
                    "strace",
                    0,
                    "ltrace",
                    0,
                    "valgrind",
                    0,
                    "heaptrack",
                    0,
                    "fakeroot",
                    0,
                    "unshare",
                    0,
                    "nsenter",
                    0,
                    "firejail",
                    0,
                    "chroot",
                    1,
                    "faketime",
                    1);
    private static final Set<String> COPY_TO_HOSTS = Set.of("rsync", "scp", "rcp", "rclone");
    // Without a command they run what they are given to read.
    // They look in the project before they download.
    private static final Set<String> FIND_INSTALLED = Set.of("npx", "bunx");
    // Their options with which they still do.
    private static final Set<String> FIND_NOTHING_ELSE =
            Set.of("-y", "--yes", "--no", "--no-install", "-q", "--quiet", "--silent");
    private static final Set<String> RUN_INPUT =
            Set.of(
                    "parallel",
                    "setarch",
                    "linux32",
                    "linux64",
                    "i386",
                    "x86_64",
                    "unshare",
                    "newgrp",
                    "dbus-run-session");
    // Programs that read files fetch what is named so; `|command` some of them run.
    private static final Pattern REMOTE = Pattern.compile("(?!file:)[A-Za-z][A-Za-z0-9+.-]*://");
    // They reach another machine for a file that is named `host:path`.
    private static final Set<String> REMOTE_ARCHIVES = Set.of("tar", "gtar", "cpio");
    // They give all of their words, put together, to a shell.
    private static final Set<String> JOIN_WORDS = Set.of("ssh", "watch", "parallel", "pdsh");
    // Words that stand for the shell that runs the script.
    private static final Set<String> OWN_SHELL =
            Set.of("$SHELL", "${SHELL}", "$BASH", "${BASH}", "$0", "${0}", "${0##*/}");
    // Behind the name of a command that is not known they are most likely a command that it runs.
    private static final Set<String> RUN_BY_OTHERS =
            Set.of(
                    "rm",
                    "sh",
                    "bash",
                    "zsh",
                    "sudo",
                    "dd",
                    "curl",
                    "wget",
                    "chmod",
                    "chown",
                    "mkfs",
                    "shutdown",
                    "reboot",
                    "kill",
                    "git",
                    "docker",
                    "kubectl",
                    "systemctl",
                    "python",
                    "python3",
                    "perl",
                    "ruby",
                    "node",
                    "find",
                    "xargs",
                    "env",
                    "mv",
                    "tee",
                    "nc",
                    "eval",
                    "shred",
                    "truncate");
    // Commands that are known and run another one in their words, which are not told apart.
    private static final Set<String> RUNNERS =
            Set.of(
                    "pipenv",
                    "pnpm",
                    "yarn",
                    "direnv",
                    "mise",
                    "asdf",
                    "rbenv",
                    "pyenv",
                    "nodenv",
                    "nix",
                    "nix-shell",
                    "lxc",
                    "incus",
                    "mosh",
                    "cargo",
                    "poetry",
                    "uv",
                    "bundle",
                    "conda",
                    "volta",
                    "hatch",
                    "pdm",
                    "rye",
                    "heroku",
                    "fly",
                    "flyctl",
                    "nodemon",
                    "screen",
                    "tmux",
                    "xdotool",
                    "adb",
                    "rails",
                    "op",
                    "doppler",
                    "wsl",
                    "wsl.exe");
    private static final Set<String> OTHER_REPOSITORY = Set.of("-C", "--git-dir", "--work-tree");
    private static final int DEEPEST = 20;
    private static final int MOST_COMMANDS = 20_000;
    private static final int MOST_UNKNOWN_WORDS = 100;
    private static final int MOST_GAPS = 100;

    private final CommandKnowledge knowledge;
    private final TargetPaths paths;
    private final ScriptFiles scripts;
    private final List<JudgedCommand> judged = new ArrayList<>();
    private List<JudgedCommand> inOrder = List.of();
    private final Set<UnreadText> gaps = new LinkedHashSet<>();
    private final Set<String> functions = new HashSet<>();
    private final List<ScriptWord> programs = new ArrayList<>();
    private final ScriptWalk walk;

    ScriptJudge(CommandKnowledge knowledge, TargetPaths paths, ScriptFiles scripts) {
        this.knowledge = knowledge;
        this.paths = paths;
        this.scripts = scripts;
        this.walk = new ScriptWalk(this, paths);
    }

    /// In the order of the text; what runs several times in the same way stands once.
    List<JudgedCommand> judged() {
        if (inOrder.isEmpty()) {
            Set<Occurrence> seen = new HashSet<>();
            inOrder =
                    judged.stream()
                            .filter(one -> judged.size() == 1 || seen.add(Occurrence.of(one)))
                            .sorted(Comparator.comparingInt(one -> one.command().start()))
                            .toList();
        }
        return inOrder;
    }

    /// What tells two judgements of the same place in the script apart.
    private record Occurrence(
            int start, int end, String text, List<Optional<String>> words, List<String> doubts) {
        static Occurrence of(JudgedCommand one) {
            SimpleCommand command = one.command();
            return new Occurrence(
                    command.start(),
                    command.end(),
                    command.text(),
                    command.words().stream().map(ScriptWord::path).toList(),
                    one.doubts());
        }
    }

    /// How many were judged so far.
    int count() {
        return judged.size();
    }

    /// Those that were judged since there were so many.
    List<JudgedCommand> since(int count) {
        return judged.subList(count, judged.size());
    }

    boolean isFunction(String name) {
        return functions.contains(name);
    }

    /// The programs for interpreters that stand in the command.
    List<ScriptWord> programs() {
        return List.copyOf(programs);
    }

    void defines(String function) {
        functions.add(function);
    }

    List<UnreadText> gaps() {
        if (scripts.tooMany()) {
            gap(new Span(0, 0), "It runs more script files than are looked at.");
        }
        return List.copyOf(gaps);
    }

    void gap(Span at, String reason) {
        if (gaps.size() < MOST_GAPS) {
            gaps.add(new UnreadText(at.start(), at.end(), reason));
        }
    }

    void tooMuch(Span at) {
        gap(at, "Commands are nested too deeply or are too many.");
    }

    /// Judges a whole command.
    void script(String command) {
        Span all = new Span(0, command.length());
        read(command, all, false).ifPresent(script -> walk.command(command, script));
    }

    /// The text as a script; empty where bash would refuse it.
    private Optional<Script> read(String text, Span at, boolean nested) {
        ParsedText parsed = ShellParser.parse(text);
        if (parsed.problem().isPresent()) {
            ParseProblem problem = parsed.problem().get();
            gap(nested ? at : problem.at(), problem.reason());
            return Optional.empty();
        }
        parsed.unparsed()
                .forEach(unparsed -> gap(nested ? at : unparsed.span(), unparsed.reason()));
        return Optional.of(parsed.script());
    }

    /// @param function it calls a function of the script
    void command(SimpleCommand command, int depth, boolean function) {
        if (depth > DEEPEST || judged.size() >= MOST_COMMANDS) {
            tooMuch(new Span(command.start(), command.end()));
            return;
        }
        inOrder = List.of();
        Judgement judgement = new Judgement(command, depth, function);
        judgement.judge();
        judged.add(judgement.result());
        judgement.afterwards.forEach(Runnable::run);
    }

    /// @param evaluated in the same shell: what it sets is set
    private void nested(
            ScriptWord text, int depth, boolean evaluated, Optional<List<ScriptValue>> arguments) {
        Span at = new Span(text.start(), text.end());
        if (depth >= DEEPEST) {
            tooMuch(at);
            return;
        }
        Optional<Script> script = read(text.shown(), at, true);
        if (script.isEmpty()) {
            return;
        }
        if (evaluated) {
            walk.nested(text.shown(), script.get(), at, depth + 1);
        } else {
            walk.nestedShell(text.shown(), script.get(), at, depth + 1, arguments);
        }
    }

    /// What is found out about one command.
    private final class Judgement {
        private final SimpleCommand command;
        private final int depth;
        private final boolean function;
        private final List<Effect> effects = new ArrayList<>();
        private final List<PathUse> uses = new ArrayList<>();
        private final List<String> doubts = new ArrayList<>();
        private final List<Arguments.Argument> further = new ArrayList<>();
        private final List<Runnable> afterwards = new ArrayList<>();
        private Optional<Arguments> arguments = Optional.empty();
        private CommandStep.Kind kind = CommandStep.Kind.COMMAND;
        private RiskLevel level = RiskLevel.NONE;
        private boolean known = true;
        private boolean readsScript;

        Judgement(SimpleCommand command, int depth, boolean function) {
            this.command = command;
            this.depth = depth;
            this.function = function;
        }

        JudgedCommand result() {
            return new JudgedCommand(
                    command.name().orElse(""),
                    command,
                    kind,
                    further.isEmpty() ? arguments : arguments.map(read -> read.and(further)),
                    known,
                    readsScript,
                    effects,
                    uses,
                    level,
                    doubts);
        }

        void judge() {
            command.assignments().forEach(this::assignment);
            if (command.words().isEmpty()) {
                kind = CommandStep.Kind.ASSIGNMENT;
            } else {
                words();
            }
            command.redirects().forEach(this::redirect);
            if (known && runsWhatItReads()) {
                becomeUnknown(new Effect(EffectKind.EXECUTE, "what it is given to run"));
            }
            if (!known) {
                wordsOfUnknown();
                command.input().ifPresent(this::givenProgram);
            }
        }

        /// `python3 < x.py`, `sqlite3 x.db < y.sql`: nothing in its words says what to run.
        private boolean runsWhatItReads() {
            String base = Names.base(nameText());
            boolean given =
                    command.stage() > 0
                            || command.input().isPresent()
                            || command.redirects().stream()
                                    .anyMatch(r -> r.readsFile() || r.givesText());
            if (!given || arguments.isEmpty()) {
                return false;
            }
            boolean told =
                    arguments.get().arguments().stream()
                            .anyMatch(one ->
                                    one.kind() == ArgumentKind.SQL
                                            || one.kind() == ArgumentKind.CODE
                                            || one.kind() == ArgumentKind.MODULE
                                            || (one.kind() == ArgumentKind.EXECUTE
                                                    && !one.word().is("-")));
            boolean answers =
                    arguments.get().options().stream()
                            .anyMatch(arguments.get().facts().answers()::contains);
            return !told
                    && !answers
                    && arguments.get().path().stream().allMatch("-"::equals)
                    && (ExecutionDangers.INTERPRETERS.contains(base)
                            || DataDangers.DATABASES.contains(base));
        }

        /// What an interpreter reads may be its program.
        private void givenProgram(String text) {
            boolean interpreter = ExecutionDangers.INTERPRETERS.contains(Names.base(nameText()));
            if (interpreter && programs.size() < MOST_GAPS) {
                ScriptWord name = command.words().getFirst();
                programs.add(ScriptWord.known(text, name.start(), name.end()));
            }
        }

        private String nameText() {
            return command.words().isEmpty() ? "" : command.words().getFirst().shown();
        }

        /// Of a command that is not known any word may be a path, and what follows may be a command
        /// that it runs: `rlwrap rm -rf x`.
        private void wordsOfUnknown() {
            if (arguments.isEmpty() && kind == CommandStep.Kind.COMMAND) {
                runByUnknown();
            }
            command.words().stream()
                    .skip(1)
                    .filter(word -> word.isKnown() && !word.prefix().startsWith("-"))
                    .limit(MOST_UNKNOWN_WORDS)
                    .forEach(word -> uses.add(paths.use(EffectKind.UNKNOWN, word)));
        }

        private void runByUnknown() {
            List<ScriptWord> words = command.words();
            if (words.isEmpty() || !words.getFirst().isKnown()) {
                return;
            }
            if (SHELLS.contains(Names.base(nameText())) || nameText().equals("eval")) {
                return;
            }
            for (int i = 1; i < Math.min(words.size(), MOST_UNKNOWN_WORDS); i++) {
                ScriptWord word = words.get(i);
                boolean runs = word.isKnown() && RUN_BY_OTHERS.contains(Names.base(word.shown()));
                if (runs && i + 1 < words.size()) {
                    String text =
                            words.subList(i, words.size()).stream()
                                    .map(ScriptWord::text)
                                    .collect(Collectors.joining(" "));
                    programs.add(ScriptWord.known(text, word.start(), words.getLast().end()));
                    return;
                }
                boolean isText = word.isKnown() && word.shown().indexOf(' ') > 0;
                if (isText && programs.size() < MOST_GAPS) {
                    programs.add(word);
                }
            }
        }

        private void assignment(SimpleCommand.Assigned assigned) {
            if (DangerousVariables.isDangerous(command, assigned)) {
                doubts.add("it sets %s".formatted(assigned.name()));
                atLeast(RiskLevel.MEDIUM);
            }
        }

        private void words() {
            ScriptWord first = command.words().getFirst();
            if (!first.isKnown() || first.glob()) {
                becomeUnknown(new Effect(EffectKind.UNKNOWN, first.text()));
                doubts.add("which command runs is only known when it runs");
                if (OWN_SHELL.contains(first.text().replace("\"", ""))) {
                    shell();
                }
                return;
            }
            String name = first.shown();
            String base = Names.base(name);
            if (function) {
                if (knowledge.find(name).isPresent()) {
                    doubts.add("%s is given another meaning in this script".formatted(name));
                }
                return;
            }
            doubtFolderOf(first);
            if (!Names.isOfTheSystem(name) && knowledge.findInProject(name).isEmpty()) {
                uses.add(paths.use(EffectKind.EXECUTE, first));
                scripts.named(first, false);
                becomeUnknown(new Effect(EffectKind.EXECUTE, name));
                return;
            }
            if (TAKE_SUBSCRIPTS.contains(base) && hasCommandInSubscript()) {
                becomeUnknown(new Effect(EffectKind.UNKNOWN, "a subscript that runs a command"));
                doubts.add("a subscript runs a command");
                return;
            }
            if (SHELLS.contains(base)) {
                shell();
                return;
            }
            if (base.equals("eval")) {
                eval();
                return;
            }
            if (base.equals("trap")) {
                trap();
            }
            if (base.equals("alias")) {
                meanings();
            }
            scripts.ofTool(command, base);
            Optional<CommandFacts> facts = knowledge.find(base);
            if (facts.isEmpty()) {
                unlisted(base);
                return;
            }
            if (!Names.isOfTheSystem(name)) {
                scripts.named(first, false);
                executed(first);
            }
            if (readsProgramThatPrints()) {
                return;
            }
            listed(base, facts.get());
        }

        /// Who allows `./gradlew` means that of the workspace, not the one that `cd` leads to.
        private void doubtFolderOf(ScriptWord first) {
            boolean relative = first.prefix().indexOf('/') > 0 && !first.fromHome();
            if (relative && paths.place(first) != TargetPaths.Place.INSIDE) {
                doubts.add("it runs %s, outside the workspace".formatted(first.shown()));
            }
        }

        // `test -v 'x[$(command)]'` runs the command, quoted as it is.
        private boolean hasCommandInSubscript() {
            return command.words().stream()
                    .map(ScriptWord::shown)
                    .anyMatch(text -> {
                        int open = text.indexOf('[');
                        return open >= 0
                                && (text.indexOf('$', open) >= 0 || text.indexOf('`', open) >= 0);
                    });
        }

        private void unlisted(String base) {
            boolean sources = base.equals("source") || base.equals(".");
            if (sources && command.words().size() > 1) {
                scripts.named(command.words().get(1), true);
                executed(command.words().get(1));
            }
            becomeUnknown(new Effect(sources ? EffectKind.EXECUTE : EffectKind.UNKNOWN, base));
        }

        private void listed(String base, CommandFacts facts) {
            List<ScriptWord> rest = command.words().subList(1, command.words().size());
            Arguments said = ArgumentReader.read(facts, rest);
            Arguments read = runsInstalled(base, said) ? said.ofInstalled() : said;
            arguments = Optional.of(read);
            if (!isProgramThatPrints(read)) {
                atLeast(read.level());
            }
            if (read.unknown().isPresent()) {
                becomeUnknown(new Effect(EffectKind.UNKNOWN, base + ": " + read.unknown().get()));
            }
            if (read.unresolvedOption()) {
                doubts.add("an option of %s may be only known when it runs".formatted(base));
                atLeast(RiskLevel.MEDIUM);
            }
            for (Effect effect : read.effects()) {
                add(effect, levelOf(effect.kind(), read.facts().level()));
            }
            read.arguments().forEach(argument -> argument(argument, read));
            if (base.equals("cd") || base.equals("pushd")) {
                changeDirectory(read);
            }
            if (joinsWords(read)) {
                joinedScript(read);
            }
            if (RUNNERS.contains(base) && read.inner().isEmpty()) {
                runByUnknown();
            }
            if (base.equals("ssh") && command.input().isPresent()) {
                script(ScriptWord.known(command.input().get(), command.start(), command.start()));
            }
            traced(base, read);
            if (RUN_INPUT.contains(base) && runsInput(read)) {
                readsScript = true;
                becomeUnknown(new Effect(EffectKind.UNKNOWN, "what it is given to run"));
                doubts.add("what it runs is only known when it runs");
            }
            boolean elsewhere =
                    paths.folders().unknown()
                            || paths.possibleFolders().stream()
                                    .anyMatch(folder -> !paths.isInWorkspace(folder));
            if (base.equals("git") && !read.path().isEmpty() && elsewhere) {
                doubts.add("git runs what the settings of a repository outside say");
                atLeast(RiskLevel.MEDIUM);
            }
            boolean runsProject =
                    read.effects().stream().anyMatch(effect -> effect.kind() == EffectKind.EXECUTE);
            if (elsewhere && runsProject) {
                doubts.add("%s runs what a project outside says".formatted(base));
                atLeast(RiskLevel.MEDIUM);
            }
            if (base.equals("git") && namesOtherRepository(rest)) {
                doubts.add("git runs what the settings of a repository outside say");
            }
            if (base.equals("git")) {
                GitSettings.programs(rest).forEach(this::script);
            }
            for (Arguments.Inner inner : read.inner()) {
                if (JOIN_WORDS.contains(base) && isText(inner.words())) {
                    script(joined(inner.words()));
                    continue;
                }
                afterwards.add(() ->
                        command(
                                command.wrapping(inner.assignments(), inner.words()),
                                depth + 1,
                                false));
            }
        }

        /// `git -C ../other log`
        private boolean namesOtherRepository(List<ScriptWord> words) {
            for (int i = 0; i < words.size() && words.get(i).prefix().startsWith("-"); i++) {
                ScriptWord option = words.get(i);
                boolean apart = OTHER_REPOSITORY.contains(option.shown());
                boolean attached =
                        option.isKnown() && option.shown().matches("--(git-dir|work-tree)=.*");
                if (apart && i + 1 < words.size()) {
                    option = words.get(++i);
                } else if (attached) {
                    option = option.after(option.shown().indexOf('=') + 1);
                } else {
                    i += option.is("-c") ? 1 : 0;
                    continue;
                }
                if (paths.place(option) != TargetPaths.Place.INSIDE) {
                    return true;
                }
            }
            return false;
        }

        /// `ssh HOST rm -rf x`: all words together are one script.
        private void joinedScript(Arguments read) {
            List<ScriptWord> words =
                    read.arguments().stream()
                            .filter(one -> one.kind() == ArgumentKind.SCRIPT && !one.fromOption())
                            .map(Arguments.Argument::word)
                            .toList();
            if (isText(words)) {
                script(joined(words));
            } else {
                becomeUnknown(new Effect(EffectKind.UNKNOWN, command.text()));
                doubts.add("what the shell runs is only known when it runs");
            }
        }

        /// `parallel` takes each of them by itself.
        private boolean joinsWords(Arguments read) {
            return JOIN_WORDS.contains(Names.base(nameText()))
                    && !Names.base(nameText()).equals("parallel")
                    && read.arguments().stream()
                            .anyMatch(
                                    one -> one.kind() == ArgumentKind.SCRIPT && !one.fromOption());
        }

        private boolean runsInput(Arguments read) {
            boolean answers =
                    command.words().size() == 2
                            && read.facts().answers().contains(command.words().get(1).shown());
            return !answers
                    && read.inner().isEmpty()
                    && read.arguments().stream()
                            .noneMatch(one -> one.kind() == ArgumentKind.SCRIPT);
        }

        /// What runs a command in its operands, whatever else it does with it.
        private void traced(String base, Arguments read) {
            Integer first = RUN_OPERANDS.get(base);
            if (first == null) {
                return;
            }
            List<ScriptWord> words =
                    read.arguments().stream()
                            .filter(one -> one.kind() == ArgumentKind.TEXT && !one.fromOption())
                            .map(Arguments.Argument::word)
                            .skip(first)
                            .toList();
            if (!words.isEmpty()) {
                afterwards.add(() -> command(command.wrapping(List.of(), words), depth + 1, false));
            }
        }

        private void argument(Arguments.Argument argument, Arguments read) {
            ScriptWord word = argument.word();
            boolean copies =
                    argument.fromOption()
                            ? REMOTE_ARCHIVES.contains(Names.base(nameText()))
                            : COPY_TO_HOSTS.contains(Names.base(nameText()));
            boolean file =
                    argument.kind() == ArgumentKind.READ || argument.kind() == ArgumentKind.WRITE;
            if (copies && (file || !argument.fromOption()) && namesHost(word)) {
                add(new Effect(EffectKind.NETWORK, word.shown()), RiskLevel.MEDIUM);
                return;
            }
            switch (argument.kind()) {
                case TEXT, COMMAND, MODULE -> {}
                case SETTING -> {
                    if (!word.isKnown() || word.shown().indexOf('=') >= 0) {
                        add(new Effect(EffectKind.PRIVILEGE, word.shown()), RiskLevel.HIGH);
                    }
                }
                case NAME, ASSIGNMENT -> named(word, argument.kind());
                case READ -> read(word);
                case WRITE -> {
                    boolean expected =
                            !argument.fromOption()
                                    || read.facts().operands().last().isPresent()
                                    || read.facts().operands().kinds().contains(ArgumentKind.WRITE)
                                    || writesAnyway(read.facts());
                    changed(EffectKind.WRITE, word, expected ? "" : " by an option");
                }
                case DELETE -> changed(EffectKind.DELETE, word, "");
                case EXECUTE -> {
                    scripts.perhaps(word);
                    executed(word);
                    if (argument.fromOption()) {
                        atLeast(RiskLevel.MEDIUM);
                    }
                }
                case HOST -> add(new Effect(EffectKind.NETWORK, word.shown()), RiskLevel.MEDIUM);
                case SCRIPT -> {
                    // `trap - INT`, and what stands for nothing.
                    boolean alone = argument.fromOption() || !joinsWords(read);
                    if (alone && !word.is("-") && !word.is("")) {
                        script(withoutAction(word));
                    }
                }
                case SED -> sed(word);
                case AWK -> awk(word);
                case CODE -> program(word);
                case SQL ->
                        add(
                                new Effect(EffectKind.EXECUTE, "statements for a database"),
                                RiskLevel.MEDIUM);
            }
        }

        /// `--checkpoint-action=exec=TEXT` of tar.
        private ScriptWord withoutAction(ScriptWord word) {
            boolean action =
                    REMOTE_ARCHIVES.contains(Names.base(nameText()))
                            && word.prefix().startsWith("exec=");
            return action && word.isKnown() ? word.after("exec=".length()) : word;
        }

        /// A variable that the command gives a value.
        private void named(ScriptWord word, ArgumentKind kind) {
            Optional<SimpleCommand.Assigned> set = Assignments.of(word, kind);
            if (!word.isKnown() && set.isEmpty()) {
                doubts.add("which variable it sets is only known when it runs");
                atLeast(RiskLevel.MEDIUM);
            }
            if (Assignments.mayRunCommand(word)) {
                becomeUnknown(new Effect(EffectKind.UNKNOWN, "a subscript that runs a command"));
                doubts.add("a subscript runs a command");
            }
            set.ifPresent(this::assignment);
        }

        /// `host:path` and `scheme://…`; a `/` before the colon makes it a path.
        private static boolean namesHost(ScriptWord word) {
            int colon = word.prefix().indexOf(':');
            return colon > 0 && word.prefix().lastIndexOf('/', colon) < 0;
        }

        /// Of a command that writes in any case, an option that says where is expected.
        private static boolean writesAnyway(CommandFacts facts) {
            return facts.effects().stream().anyMatch(effect -> effect.kind() == EffectKind.WRITE);
        }

        private void changeDirectory(Arguments read) {
            List<ScriptWord> targets =
                    read.arguments().stream().map(Arguments.Argument::word).toList();
            if (targets.size() != 1 || targets.getFirst().is("-")) {
                paths.changeDirectoryToUnknown();
                return;
            }
            boolean inside = paths.place(targets.getFirst()) == TargetPaths.Place.INSIDE;
            paths.changeDirectory(targets.getFirst());
            if (inside && known && doubts.isEmpty()) {
                kind = CommandStep.Kind.CHANGE_DIRECTORY;
            }
        }

        /// `bash -c TEXT`, `bash FILE`, or a bash that reads its commands.
        private void shell() {
            ShellArguments read = ShellArguments.read(command.words());
            known = read.known();
            if (!known) {
                becomeUnknown(new Effect(EffectKind.UNKNOWN, command.text()));
            }
            if (read.script().isPresent()) {
                script(read.script().get(), false, Optional.of(read.arguments()));
                return;
            }
            if (read.file().isPresent()) {
                scripts.named(read.file().get(), true);
                executed(read.file().get());
                becomeUnknown(new Effect(EffectKind.EXECUTE, read.file().get().shown()));
                return;
            }
            if (read.answersOnly()) {
                return;
            }
            if (command.input().isPresent()) {
                readsScript = command.redirects().stream().noneMatch(r -> r.givesText());
                ScriptWord name = command.words().getFirst();
                script(ScriptWord.known(command.input().get(), name.start(), name.end()));
                return;
            }
            readsScript = true;
            becomeUnknown(new Effect(EffectKind.UNKNOWN, "what it is given to run"));
            doubts.add("what the shell runs is only known when it runs");
        }

        /// `trap TEXT SIGNAL`: the text runs later.
        private void trap() {
            command.words().stream()
                    .skip(1)
                    .filter(word -> !word.prefix().startsWith("-"))
                    .findFirst()
                    .filter(word -> !word.is("") && command.words().size() > 2)
                    .ifPresent(this::script);
        }

        /// `alias ls='rm -rf /'`: what it stands for is looked at as a program is.
        private void meanings() {
            for (ScriptWord word : command.words()) {
                int equals = word.prefix().indexOf('=');
                if (equals > 0 && word.isKnown() && programs.size() < MOST_GAPS) {
                    programs.add(word.after(equals + 1));
                }
            }
        }

        private void eval() {
            List<ScriptWord> rest = command.words().subList(1, command.words().size());
            for (ScriptWord word : rest) {
                if (!word.isKnown()) {
                    becomeUnknown(new Effect(EffectKind.UNKNOWN, word.text()));
                    doubts.add("what eval runs is only known when it runs");
                    return;
                }
            }
            if (!rest.isEmpty()) {
                script(joined(rest), true, Optional.empty());
            }
        }

        private static boolean isText(List<ScriptWord> words) {
            return words.stream().allMatch(ScriptWord::isKnown);
        }

        private static ScriptWord joined(List<ScriptWord> words) {
            String text = words.stream().map(ScriptWord::shown).collect(Collectors.joining(" "));
            int start = words.getFirst().start();
            return ScriptWord.known(text, start, Math.max(start, words.getLast().end()));
        }

        private void script(ScriptWord word) {
            script(word, false, Optional.empty());
        }

        private void script(
                ScriptWord word, boolean evaluated, Optional<List<ScriptValue>> arguments) {
            if (!word.isKnown()) {
                becomeUnknown(new Effect(EffectKind.UNKNOWN, word.text()));
                doubts.add("what the shell runs is only known when it runs");
                return;
            }
            afterwards.add(() -> nested(word, depth, evaluated, arguments));
        }

        private void sed(ScriptWord word) {
            Optional<SedProgram> program = word.value().flatMap(SedProgram::read);
            if (program.isEmpty()) {
                program(word);
                return;
            }
            named(word, program.get().reads(), program.get().writes());
            program.get().shell().forEach(text -> shellText(word, text));
        }

        private void awk(ScriptWord word) {
            Optional<AwkProgram> program = word.value().flatMap(AwkProgram::read);
            if (program.isEmpty()) {
                program(word);
                return;
            }
            named(word, program.get().reads(), program.get().writes());
            program.get().shell().forEach(text -> shellText(word, text));
        }

        /// The files that a program names.
        private void named(ScriptWord word, List<String> reads, List<String> writes) {
            if (!writes.isEmpty()) {
                atLeast(RiskLevel.MEDIUM);
            }
            for (String file : reads) {
                read(word.naming(file));
                further.add(new Arguments.Argument(ArgumentKind.READ, word.naming(file), true));
            }
            for (String file : writes) {
                changed(EffectKind.WRITE, word.naming(file), " by its program");
                further.add(new Arguments.Argument(ArgumentKind.WRITE, word.naming(file), true));
            }
        }

        /// A text that a program gives to a shell; empty where it is only known when it runs.
        private void shellText(ScriptWord word, String text) {
            doubts.add(RUNS_A_COMMAND);
            atLeast(RiskLevel.MEDIUM);
            if (text.isEmpty()) {
                becomeUnknown(new Effect(EffectKind.EXECUTE, word.shown()));
                return;
            }
            script(word.naming(text));
        }

        /// A program in another language than the shell's.
        private void program(ScriptWord word) {
            if (word.value().filter(this::onlyPrints).isPresent()) {
                return;
            }
            if (programs.size() < MOST_GAPS) {
                programs.add(word);
            }
            becomeUnknown(new Effect(EffectKind.EXECUTE, word.shown()));
        }

        private boolean onlyPrints(String program) {
            String name = nameText();
            return Names.isOfTheSystem(name)
                    && PrintingProgram.onlyPrints(
                            Names.base(name),
                            arguments.map(Arguments::options).orElse(List.of()),
                            program);
        }

        /// `npx eslint .` where the project has it.
        private boolean runsInstalled(String base, Arguments read) {
            return FIND_INSTALLED.contains(base)
                    && FIND_NOTHING_ELSE.containsAll(read.options())
                    && read.inner().size() == 1
                    && read.inner().getFirst().assignments().isEmpty()
                    && scripts.isInstalled(command, read.inner().getFirst().words().getFirst());
        }

        /// `ruby -e 'puts 1'`: the level is that of running a file.
        private boolean isProgramThatPrints(Arguments read) {
            return !read.arguments().isEmpty()
                    && read.arguments().stream()
                            .allMatch(one ->
                                    one.kind() == ArgumentKind.CODE
                                            && one.word()
                                                    .value()
                                                    .filter(this::onlyPrints)
                                                    .isPresent());
        }

        /// `python3 <<< 'print(1)'`
        private boolean readsProgramThatPrints() {
            boolean alone =
                    command.words().size() == 1
                            || (command.words().size() == 2 && command.words().get(1).is("-"));
            return alone
                    && command.stage() == 0
                    && command.input().filter(this::onlyPrints).isPresent();
        }

        private void read(ScriptWord word) {
            if (REMOTE.matcher(word.prefix()).lookingAt()) {
                add(new Effect(EffectKind.NETWORK, word.shown()), RiskLevel.MEDIUM);
                return;
            }
            if (word.prefix().startsWith("|")) {
                add(new Effect(EffectKind.EXECUTE, word.shown()), RiskLevel.MEDIUM);
                return;
            }
            effects.add(new Effect(EffectKind.READ, word.shown()));
            uses.add(paths.use(EffectKind.READ, word));
        }

        private void executed(ScriptWord word) {
            uses.add(paths.use(EffectKind.EXECUTE, word));
            boolean inside = paths.place(word) == TargetPaths.Place.INSIDE;
            add(
                    new Effect(EffectKind.EXECUTE, word.shown()),
                    inside ? RiskLevel.LOW : RiskLevel.MEDIUM);
            if (!word.isKnown()) {
                doubts.add("which file it runs is only known when it runs");
                atLeast(RiskLevel.MEDIUM);
            }
        }

        private void redirect(SimpleCommand.Redirected redirect) {
            if (redirect.target().isEmpty()) {
                return;
            }
            ScriptWord target = redirect.target().get();
            if (redirect.readsFile()) {
                read(target);
            }
            if (redirect.writesFile()) {
                changed(EffectKind.WRITE, target, " by a redirect");
            }
        }

        /// @param how empty when the command is expected to write; then a rule may allow it
        private void changed(EffectKind effect, ScriptWord word, String how) {
            TargetPaths.Place place = paths.place(word);
            if (place == TargetPaths.Place.NOWHERE) {
                return;
            }
            uses.add(paths.use(effect, word));
            boolean inside = place == TargetPaths.Place.INSIDE;
            add(new Effect(effect, word.shown()), inside ? RiskLevel.LOW : RiskLevel.MEDIUM);
            String verb = effect == EffectKind.DELETE ? "removes" : "writes";
            if (place == TargetPaths.Place.UNKNOWN) {
                doubts.add("what it %s%s is only known when it runs".formatted(verb, how));
            } else if (!inside) {
                doubts.add("it %s %s%s, outside the workspace".formatted(verb, word.shown(), how));
            } else if (!how.isEmpty()) {
                doubts.add("it %s %s%s".formatted(verb, word.shown(), how));
            }
            if (how.equals(" by an option")) {
                atLeast(RiskLevel.MEDIUM);
            }
        }

        private void becomeUnknown(Effect effect) {
            known = false;
            add(effect, RiskLevel.MEDIUM);
        }

        private void add(Effect effect, RiskLevel atLeast) {
            effects.add(effect);
            atLeast(atLeast);
        }

        private void atLeast(RiskLevel other) {
            level = level.or(other);
        }

        private static RiskLevel levelOf(EffectKind kind, RiskLevel said) {
            return switch (kind) {
                case READ -> RiskLevel.NONE;
                case WRITE, DELETE, EXECUTE -> RiskLevel.LOW;
                case NETWORK -> said == RiskLevel.LOW ? RiskLevel.LOW : RiskLevel.MEDIUM;
                case PROCESS, UNKNOWN -> RiskLevel.MEDIUM;
                case PRIVILEGE -> RiskLevel.HIGH;
            };
        }
    }
}
