package dev.countersign.safety;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What the arguments of a command do, each by its kind; programs of sed, awk and interpreters are
/// read as far as they are understood. Confined to one assessment.
final class ArgumentJudge {
    private static final Set<String> COPY_TO_HOSTS = Set.of("rsync", "scp", "rcp", "rclone");
    // They reach another machine for a file that is named `host:path`.
    private static final Set<String> REMOTE_ARCHIVES = Set.of("tar", "gtar", "cpio");

    private final ScriptJudge judge;
    private final Judgement judgement;
    private final String name;
    private final boolean joinsWords;
    private final Consumer<ScriptWord> inner;

    /// @param name of the command, as it is written
    /// @param joinsWords its words together are one script, which is judged elsewhere
    /// @param inner is given each script that it runs
    ArgumentJudge(
            ScriptJudge judge,
            Judgement judgement,
            String name,
            boolean joinsWords,
            Consumer<ScriptWord> inner) {
        this.judge = judge;
        this.judgement = judgement;
        this.name = name;
        this.joinsWords = joinsWords;
        this.inner = inner;
    }

    void judge(Arguments.Argument argument, Arguments read) {
        ScriptWord word = argument.word();
        boolean copies =
                argument.fromOption()
                        ? REMOTE_ARCHIVES.contains(Names.base(name))
                        : COPY_TO_HOSTS.contains(Names.base(name));
        boolean file =
                argument.kind() == ArgumentKind.READ || argument.kind() == ArgumentKind.WRITE;
        if (copies && (file || !argument.fromOption()) && namesHost(word)) {
            judgement.add(new Effect(EffectKind.NETWORK, word.shown()), RiskLevel.MEDIUM);
            return;
        }
        switch (argument.kind()) {
            case TEXT, COMMAND, MODULE -> {}
            case SETTING -> {
                if (!word.isKnown() || word.shown().indexOf('=') >= 0) {
                    judgement.add(new Effect(EffectKind.PRIVILEGE, word.shown()), RiskLevel.HIGH);
                }
            }
            case NAME, ASSIGNMENT -> named(word, argument.kind());
            case READ -> judgement.reads(word);
            case WRITE -> {
                boolean expected =
                        !argument.fromOption()
                                || read.facts().operands().last().isPresent()
                                || read.facts().operands().kinds().contains(ArgumentKind.WRITE)
                                || writesAnyway(read.facts());
                judgement.changes(EffectKind.WRITE, word, expected ? "" : " by an option");
            }
            case DELETE -> judgement.changes(EffectKind.DELETE, word, "");
            case EXECUTE -> {
                judge.scripts().perhaps(word);
                judgement.executes(word);
                if (argument.fromOption()) {
                    judgement.atLeast(RiskLevel.MEDIUM);
                }
            }
            case HOST ->
                    judgement.add(new Effect(EffectKind.NETWORK, word.shown()), RiskLevel.MEDIUM);
            case SCRIPT -> {
                // `trap - INT`, and what stands for nothing.
                boolean alone = argument.fromOption() || !joinsWords;
                if (alone && !word.is("-") && !word.is("")) {
                    inner.accept(withoutAction(word));
                }
            }
            case SED -> sed(word);
            case AWK -> awk(word);
            case CODE -> program(word);
            case SQL ->
                    judgement.add(
                            new Effect(EffectKind.EXECUTE, "statements for a database"),
                            RiskLevel.MEDIUM);
        }
    }

    /// `--checkpoint-action=exec=TEXT` of tar.
    private ScriptWord withoutAction(ScriptWord word) {
        boolean action =
                REMOTE_ARCHIVES.contains(Names.base(name)) && word.prefix().startsWith("exec=");
        return action && word.isKnown() ? word.after("exec=".length()) : word;
    }

    /// A variable that the command gives a value.
    private void named(ScriptWord word, ArgumentKind kind) {
        Optional<SimpleCommand.Assigned> set = Assignments.of(word, kind);
        if (!word.isKnown() && set.isEmpty()) {
            judgement.doubt("which variable it sets is only known when it runs");
            judgement.atLeast(RiskLevel.MEDIUM);
        }
        if (Assignments.mayRunCommand(word)) {
            judgement.becomeUnknown(
                    new Effect(EffectKind.UNKNOWN, "a subscript that runs a command"));
            judgement.doubt("a subscript runs a command");
        }
        set.ifPresent(judgement::sets);
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
            judgement.atLeast(RiskLevel.MEDIUM);
        }
        for (String file : reads) {
            judgement.reads(word.naming(file));
            judgement.alsoNames(ArgumentKind.READ, word.naming(file));
        }
        for (String file : writes) {
            judgement.changes(EffectKind.WRITE, word.naming(file), " by its program");
            judgement.alsoNames(ArgumentKind.WRITE, word.naming(file));
        }
    }

    /// A text that a program gives to a shell; empty where it is only known when it runs.
    private void shellText(ScriptWord word, String text) {
        judgement.doubt(ScriptJudge.RUNS_A_COMMAND);
        judgement.atLeast(RiskLevel.MEDIUM);
        if (text.isEmpty()) {
            judgement.becomeUnknown(new Effect(EffectKind.EXECUTE, word.shown()));
            return;
        }
        inner.accept(word.naming(text));
    }

    /// A program in another language than the shell's.
    private void program(ScriptWord word) {
        List<String> options = judgement.arguments().map(Arguments::options).orElse(List.of());
        boolean onlyPrints =
                word.value()
                        .filter(program -> PrintingProgram.onlyPrints(name, options, program))
                        .isPresent();
        if (onlyPrints) {
            return;
        }
        judge.program(word);
        judgement.becomeUnknown(new Effect(EffectKind.EXECUTE, word.shown()));
    }
}
