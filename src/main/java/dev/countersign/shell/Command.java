package dev.countersign.shell;

import java.util.List;
import java.util.Optional;

/// Any command of the shell grammar.
public sealed interface Command
        permits Command.Simple,
                Command.Pipeline,
                Command.AndOr,
                Command.Subshell,
                Command.Group,
                Command.If,
                Command.Loop,
                Command.For,
                Command.ArithmeticFor,
                Command.Case,
                Command.Conditional,
                Command.ArithmeticCommand,
                Command.Function,
                Command.Coprocess,
                Unparsed {
    Span span();

    /// Assignments, words and redirects; any of the three may be empty, not all.
    record Simple(
            Span span, List<Assignment> assignments, List<Word> words, List<Redirect> redirects)
            implements Command {
        public Simple {
            assignments = List.copyOf(assignments);
            words = List.copyOf(words);
            redirects = List.copyOf(redirects);
        }
    }

    /// `time -p ! a | b`: `prefixes` as written; `stages` is empty for a bare `time` or `!`.
    /// `joins` holds `|` or `|&`, one less than there are stages.
    record Pipeline(Span span, List<String> prefixes, List<Command> stages, List<String> joins)
            implements Command {
        public Pipeline {
            prefixes = List.copyOf(prefixes);
            stages = List.copyOf(stages);
            joins = List.copyOf(joins);
        }
    }

    /// `a && b || c`: `joins` holds `&&` or `||`, one less than there are commands.
    record AndOr(Span span, List<Command> commands, List<String> joins) implements Command {
        public AndOr {
            commands = List.copyOf(commands);
            joins = List.copyOf(joins);
        }
    }

    /// `( … )`.
    record Subshell(Span span, CommandList body, List<Redirect> redirects) implements Command {
        public Subshell {
            redirects = List.copyOf(redirects);
        }
    }

    /// `{ …; }`.
    record Group(Span span, CommandList body, List<Redirect> redirects) implements Command {
        public Group {
            redirects = List.copyOf(redirects);
        }
    }

    /// `if`, with one branch for each `if` and `elif`.
    record If(
            Span span,
            List<Branch> branches,
            Optional<CommandList> otherwise,
            List<Redirect> redirects)
            implements Command {
        public If {
            branches = List.copyOf(branches);
            redirects = List.copyOf(redirects);
        }
    }

    /// A condition and what it guards.
    record Branch(CommandList condition, CommandList body) {}

    /// `while`, or `until`.
    record Loop(
            Span span,
            boolean until,
            CommandList condition,
            CommandList body,
            List<Redirect> redirects)
            implements Command {
        public Loop {
            redirects = List.copyOf(redirects);
        }
    }

    /// `for`, or `select`; without `in` (words absent) it goes over the positional parameters.
    record For(
            Span span,
            boolean select,
            Word variable,
            Optional<List<Word>> words,
            CommandList body,
            List<Redirect> redirects)
            implements Command {
        public For {
            words = words.map(List::copyOf);
            redirects = List.copyOf(redirects);
        }
    }

    /// `for ((…; …; …))`.
    record ArithmeticFor(
            Span span, WordPart.Arithmetic header, CommandList body, List<Redirect> redirects)
            implements Command {
        public ArithmeticFor {
            redirects = List.copyOf(redirects);
        }
    }

    /// `case`.
    record Case(Span span, Word subject, List<Clause> clauses, List<Redirect> redirects)
            implements Command {
        public Case {
            clauses = List.copyOf(clauses);
            redirects = List.copyOf(redirects);
        }
    }

    /// A clause of `case`; `terminator` is `;;`, `;&`, `;;&`, or empty at the end.
    record Clause(List<Word> patterns, CommandList body, String terminator) {
        public Clause {
            patterns = List.copyOf(patterns);
        }
    }

    /// `[[ … ]]`.
    record Conditional(Span span, Condition condition, List<Redirect> redirects)
            implements Command {
        public Conditional {
            redirects = List.copyOf(redirects);
        }
    }

    /// `(( … ))`.
    record ArithmeticCommand(Span span, WordPart.Arithmetic expression, List<Redirect> redirects)
            implements Command {
        public ArithmeticCommand {
            redirects = List.copyOf(redirects);
        }
    }

    /// `name() body`, or `function name body` (`keyword`).
    record Function(Span span, boolean keyword, Word name, Command body) implements Command {}

    /// `coproc`, with the name where one was given.
    record Coprocess(Span span, Optional<Word> name, Command body) implements Command {}
}
