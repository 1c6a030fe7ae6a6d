package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The words of a known command sorted by what they are to it.
///
/// @param path the subcommands: `remote`, `show`
/// @param facts what is known of the last of them
/// @param effects what the command does whatever the arguments name
/// @param dangers the ids of what is to be said about it
/// @param level the least level of running it so
/// @param unknown why the command counts as not known after all
/// @param unresolvedOption a word may turn out to be an option that matters
/// @param inner the commands that it runs
/// @param beforeLast where among the words behind the name those stand that come before the last
///   subcommand and are none: `-C x` of `git -C x push`
record Arguments(
        List<String> path,
        CommandFacts facts,
        List<Argument> arguments,
        List<String> options,
        List<Effect> effects,
        List<String> dangers,
        RiskLevel level,
        Optional<String> unknown,
        boolean unresolvedOption,
        List<Inner> inner,
        Set<Integer> beforeLast) {
    Arguments {
        path = List.copyOf(path);
        arguments = List.copyOf(arguments);
        options = List.copyOf(options);
        effects = List.copyOf(effects);
        dangers = List.copyOf(dangers);
        inner = List.copyOf(inner);
        beforeLast = Set.copyOf(beforeLast);
    }

    /// The same with what its program names.
    Arguments and(List<Argument> further) {
        List<Argument> all = new ArrayList<>(arguments);
        all.addAll(further);
        return new Arguments(
                path,
                facts,
                all,
                options,
                effects,
                dangers,
                level,
                unknown,
                unresolvedOption,
                inner,
                beforeLast);
    }

    /// The same of a package runner that finds its program in the project and downloads nothing.
    Arguments ofInstalled() {
        return new Arguments(
                path,
                facts,
                arguments,
                options,
                List.of(new Effect(EffectKind.EXECUTE, "a program of the project")),
                List.of(),
                RiskLevel.LOW,
                unknown,
                unresolvedOption,
                inner,
                beforeLast);
    }

    /// @param fromOption it is an option's value: `-o file`
    record Argument(ArgumentKind kind, ScriptWord word, boolean fromOption) {}

    /// A command in the arguments.
    record Inner(List<SimpleCommand.Assigned> assignments, List<ScriptWord> words) {
        Inner {
            assignments = List.copyOf(assignments);
            words = List.copyOf(words);
        }
    }
}
