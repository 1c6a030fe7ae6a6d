package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds out what one simple command does: which command it is, what is known of it, and what it
/// runs in its turn. Confined to one assessment.
final class CommandJudge {
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
    // They look in the project before they download.
    private static final Set<String> FIND_INSTALLED = Set.of("npx", "bunx");
    // Their options with which they still do.
    private static final Set<String> FIND_NOTHING_ELSE =
            Set.of("-y", "--yes", "--no", "--no-install", "-q", "--quiet", "--silent");
    // Without a command they run what they are given to read.
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
    // They give all of their words, put together, to a shell.
    private static final Set<String> JOIN_WORDS = Set.of("ssh", "watch", "parallel", "pdsh");
    // Words that stand for the shell that runs the script.
    private static final Set<String> OWN_SHELL =
            Set.of("$SHELL", "${SHELL}", "$BASH", "${BASH}", "$0", "${0}", "${0##*/}");

    private final ScriptJudge judge;
    private final TargetPaths paths;
    private final ScriptFiles scripts;
    private final SimpleCommand command;
    private final int depth;
    private final boolean function;
    private final Judgement judgement;
    private final List<Runnable> afterwards = new ArrayList<>();

    /// @param depth how deeply it is nested
    /// @param function it calls a function of the script
    CommandJudge(ScriptJudge judge, SimpleCommand command, int depth, boolean function) {
        this.judge = judge;
        this.paths = judge.paths();
        this.scripts = judge.scripts();
        this.command = command;
        this.depth = depth;
        this.function = function;
        this.judgement = new Judgement(command, paths);
    }

    /// Judges the commands that it runs, which come after it.
    void runInner() {
        afterwards.forEach(Runnable::run);
    }

    JudgedCommand judge() {
        command.assignments().forEach(judgement::sets);
        if (command.words().isEmpty()) {
            judgement.is(CommandStep.Kind.ASSIGNMENT);
        } else {
            words();
        }
        command.redirects().forEach(judgement::redirects);
        if (judgement.isKnown() && runsWhatItReads()) {
            judgement.becomeUnknown(new Effect(EffectKind.EXECUTE, "what it is given to run"));
        }
        if (!judgement.isKnown()) {
            wordsOfUnknown();
            command.input().ifPresent(this::givenProgram);
        }
        return judgement.result();
    }

    /// `python3 < x.py`, `sqlite3 x.db < y.sql`: nothing in its words says what to run.
    private boolean runsWhatItReads() {
        String base = Names.base(nameText());
        boolean given =
                command.stage() > 0
                        || command.input().isPresent()
                        || command.redirects().stream()
                                .anyMatch(r -> r.readsFile() || r.givesText());
        Optional<Arguments> arguments = judgement.arguments();
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
        if (interpreter) {
            ScriptWord name = command.words().getFirst();
            judge.program(ScriptWord.known(text, name.start(), name.end()));
        }
    }

    private String nameText() {
        return command.words().isEmpty() ? "" : command.words().getFirst().shown();
    }

    /// Of a command that is not known any word may be a path, and what follows may be a command
    /// that it runs: `rlwrap rm -rf x`.
    private void wordsOfUnknown() {
        if (judgement.arguments().isEmpty() && judgement.kind() == CommandStep.Kind.COMMAND) {
            runByUnknown();
        }
        command.words().stream()
                .skip(1)
                .filter(word -> word.isKnown() && !word.prefix().startsWith("-"))
                .limit(UnknownWords.MOST)
                .forEach(word -> judgement.names(EffectKind.UNKNOWN, word));
    }

    private void runByUnknown() {
        List<ScriptWord> words = command.words();
        if (words.isEmpty() || !words.getFirst().isKnown()) {
            return;
        }
        if (ScriptJudge.SHELLS.contains(Names.base(nameText())) || nameText().equals("eval")) {
            return;
        }
        UnknownWords.commands(words).forEach(judge::program);
    }

    private void words() {
        ScriptWord first = command.words().getFirst();
        if (!first.isKnown() || first.glob()) {
            judgement.becomeUnknown(new Effect(EffectKind.UNKNOWN, first.text()));
            judgement.doubt("which command runs is only known when it runs");
            if (OWN_SHELL.contains(first.text().replace("\"", ""))) {
                shell();
            }
            return;
        }
        String name = first.shown();
        String base = Names.base(name);
        if (function) {
            if (judge.knowledge().find(name).isPresent()) {
                judgement.doubt("%s is given another meaning in this script".formatted(name));
            }
            return;
        }
        doubtFolderOf(first);
        if (!Names.isOfTheSystem(name) && judge.knowledge().findInProject(name).isEmpty()) {
            judgement.names(EffectKind.EXECUTE, first);
            scripts.named(first, false);
            judgement.becomeUnknown(new Effect(EffectKind.EXECUTE, name));
            return;
        }
        if (TAKE_SUBSCRIPTS.contains(base) && hasCommandInSubscript()) {
            judgement.becomeUnknown(
                    new Effect(EffectKind.UNKNOWN, "a subscript that runs a command"));
            judgement.doubt("a subscript runs a command");
            return;
        }
        if (ScriptJudge.SHELLS.contains(base)) {
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
        Optional<CommandFacts> facts = judge.knowledge().find(base);
        if (facts.isEmpty()) {
            unlisted(base);
            return;
        }
        if (!Names.isOfTheSystem(name)) {
            scripts.named(first, false);
            judgement.executes(first);
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
            judgement.doubt("it runs %s, outside the workspace".formatted(first.shown()));
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
            judgement.executes(command.words().get(1));
        }
        judgement.becomeUnknown(
                new Effect(sources ? EffectKind.EXECUTE : EffectKind.UNKNOWN, base));
    }

    private void listed(String base, CommandFacts facts) {
        List<ScriptWord> rest = command.words().subList(1, command.words().size());
        Arguments said = ArgumentReader.read(facts, rest);
        Arguments read = runsInstalled(base, said) ? said.ofInstalled() : said;
        judgement.hasRead(read);
        if (!isProgramThatPrints(read)) {
            judgement.atLeast(read.level());
        }
        if (read.unknown().isPresent()) {
            judgement.becomeUnknown(
                    new Effect(EffectKind.UNKNOWN, base + ": " + read.unknown().get()));
        }
        if (read.unresolvedOption()) {
            judgement.doubt("an option of %s may be only known when it runs".formatted(base));
            judgement.atLeast(RiskLevel.MEDIUM);
        }
        for (Effect effect : read.effects()) {
            judgement.add(effect, levelOf(effect.kind(), read.facts().level()));
        }
        ArgumentJudge arguments =
                new ArgumentJudge(judge, judgement, nameText(), joinsWords(read), this::script);
        read.arguments().forEach(argument -> arguments.judge(argument, read));
        if (base.equals("cd") || base.equals("pushd")) {
            changeDirectory(read);
        }
        runs(base, read);
        inAnotherProject(base, read, rest);
    }

    /// What a known command runs in its words or by its input.
    private void runs(String base, Arguments read) {
        if (joinsWords(read)) {
            joinedScript(read);
        }
        if (UnknownWords.areRunBy(base) && read.inner().isEmpty()) {
            runByUnknown();
        }
        if (base.equals("ssh") && command.input().isPresent()) {
            script(ScriptWord.known(command.input().get(), command.start(), command.start()));
        }
        traced(base, read);
        if (RUN_INPUT.contains(base) && runsInput(read)) {
            judgement.readsItsScript();
            judgement.becomeUnknown(new Effect(EffectKind.UNKNOWN, "what it is given to run"));
            judgement.doubt("what it runs is only known when it runs");
        }
        for (Arguments.Inner inner : read.inner()) {
            if (JOIN_WORDS.contains(base) && isText(inner.words())) {
                script(joined(inner.words()));
            } else {
                inner(inner.assignments(), inner.words());
            }
        }
    }

    /// Settings of a project outside the workspace can make what is known do anything.
    private void inAnotherProject(String base, Arguments read, List<ScriptWord> words) {
        boolean elsewhere =
                paths.folders().unknown()
                        || paths.possibleFolders().stream()
                                .anyMatch(folder -> !paths.isInWorkspace(folder));
        boolean git = base.equals("git");
        if (git && !read.path().isEmpty() && elsewhere) {
            judgement.doubt("git runs what the settings of a repository outside say");
            judgement.atLeast(RiskLevel.MEDIUM);
        }
        boolean runsProject =
                read.effects().stream().anyMatch(effect -> effect.kind() == EffectKind.EXECUTE);
        if (elsewhere && runsProject) {
            judgement.doubt("%s runs what a project outside says".formatted(base));
            judgement.atLeast(RiskLevel.MEDIUM);
        }
        if (git) {
            boolean names =
                    GitSettings.repositories(words).stream()
                            .anyMatch(word -> paths.place(word) != TargetPaths.Place.INSIDE);
            if (names) {
                judgement.doubt("git runs what the settings of a repository outside say");
            }
            GitSettings.programs(words).forEach(this::script);
        }
    }

    private void inner(List<SimpleCommand.Assigned> assignments, List<ScriptWord> words) {
        afterwards.add(() -> judge.command(command.wrapping(assignments, words), depth + 1, false));
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
            judgement.becomeUnknown(new Effect(EffectKind.UNKNOWN, command.text()));
            judgement.doubt("what the shell runs is only known when it runs");
        }
    }

    /// `parallel` takes each of them by itself.
    private boolean joinsWords(Arguments read) {
        return JOIN_WORDS.contains(Names.base(nameText()))
                && !Names.base(nameText()).equals("parallel")
                && read.arguments().stream()
                        .anyMatch(one -> one.kind() == ArgumentKind.SCRIPT && !one.fromOption());
    }

    private boolean runsInput(Arguments read) {
        boolean answers =
                command.words().size() == 2
                        && read.facts().answers().contains(command.words().get(1).shown());
        return !answers
                && read.inner().isEmpty()
                && read.arguments().stream().noneMatch(one -> one.kind() == ArgumentKind.SCRIPT);
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
            inner(List.of(), words);
        }
    }

    private void changeDirectory(Arguments read) {
        List<ScriptWord> targets = read.arguments().stream().map(Arguments.Argument::word).toList();
        if (targets.size() != 1 || targets.getFirst().is("-")) {
            paths.changeDirectoryToUnknown();
            return;
        }
        boolean inside = paths.place(targets.getFirst()) == TargetPaths.Place.INSIDE;
        paths.changeDirectory(targets.getFirst());
        if (inside && judgement.isCertain()) {
            judgement.is(CommandStep.Kind.CHANGE_DIRECTORY);
        }
    }

    /// `bash -c TEXT`, `bash FILE`, or a bash that reads its commands.
    private void shell() {
        ShellArguments read = ShellArguments.read(command.words());
        if (!read.known()) {
            judgement.becomeUnknown(new Effect(EffectKind.UNKNOWN, command.text()));
        }
        if (read.script().isPresent()) {
            script(read.script().get(), false, Optional.of(read.arguments()));
            return;
        }
        if (read.file().isPresent()) {
            scripts.named(read.file().get(), true);
            judgement.executes(read.file().get());
            judgement.becomeUnknown(new Effect(EffectKind.EXECUTE, read.file().get().shown()));
            return;
        }
        if (read.answersOnly()) {
            return;
        }
        if (command.input().isPresent()) {
            if (command.redirects().stream().noneMatch(r -> r.givesText())) {
                judgement.readsItsScript();
            }
            ScriptWord name = command.words().getFirst();
            script(ScriptWord.known(command.input().get(), name.start(), name.end()));
            return;
        }
        judgement.readsItsScript();
        judgement.becomeUnknown(new Effect(EffectKind.UNKNOWN, "what it is given to run"));
        judgement.doubt("what the shell runs is only known when it runs");
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
            if (equals > 0 && word.isKnown()) {
                judge.program(word.after(equals + 1));
            }
        }
    }

    private void eval() {
        List<ScriptWord> rest = command.words().subList(1, command.words().size());
        for (ScriptWord word : rest) {
            if (!word.isKnown()) {
                judgement.becomeUnknown(new Effect(EffectKind.UNKNOWN, word.text()));
                judgement.doubt("what eval runs is only known when it runs");
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

    private void script(ScriptWord word, boolean evaluated, Optional<List<ScriptValue>> arguments) {
        if (!word.isKnown()) {
            judgement.becomeUnknown(new Effect(EffectKind.UNKNOWN, word.text()));
            judgement.doubt("what the shell runs is only known when it runs");
            return;
        }
        afterwards.add(() -> judge.nested(word, depth, evaluated, arguments));
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
                                        && onlyPrints(one.word().value(), read.options()));
    }

    /// `python3 <<< 'print(1)'`
    private boolean readsProgramThatPrints() {
        boolean alone =
                command.words().size() == 1
                        || (command.words().size() == 2 && command.words().get(1).is("-"));
        return alone && command.stage() == 0 && onlyPrints(command.input(), List.of());
    }

    private boolean onlyPrints(Optional<String> program, List<String> options) {
        return program.filter(text -> PrintingProgram.onlyPrints(nameText(), options, text))
                .isPresent();
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
