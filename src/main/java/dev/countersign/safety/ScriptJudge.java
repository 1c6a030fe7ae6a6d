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
import java.util.Optional;
import java.util.Set;

/// Finds out what each simple command of a script does, also of those that a wrapper, `bash -c`,
/// `eval` or `find -exec` runs. Confined to one assessment.
final class ScriptJudge {
    static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "rbash");

    static final String RUNS_A_COMMAND = "its program runs a command";

    private static final int DEEPEST = 20;
    private static final int MOST_COMMANDS = 20_000;
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

    /// A program for another language, or a text that may be a command; it is looked at for what
    /// would be dangerous in it.
    void program(ScriptWord text) {
        if (programs.size() < MOST_GAPS) {
            programs.add(text);
        }
    }

    CommandKnowledge knowledge() {
        return knowledge;
    }

    TargetPaths paths() {
        return paths;
    }

    ScriptFiles scripts() {
        return scripts;
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
        CommandJudge judge = new CommandJudge(this, command, depth, function);
        judged.add(judge.judge());
        judge.runInner();
    }

    /// @param evaluated in the same shell: what it sets is set
    void nested(
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
}
