package dev.countersign.safety;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is known of a command, or of one of its subcommands.
///
/// @param options by each of their names, with dashes; one that ends in `*` stands for all that
///   begin so
/// @param operands what its operands are
/// @param manners how it reads its words
/// @param inert options with which it changes nothing: `--dry-run`
/// @param reads options with which it only reads what it would write: `tar -t`
/// @param writes options with which the operands that it would read are written: `sed -i`
/// @param answers options that, alone behind the command, make it only answer: `--version`
/// @param effects what it does whatever its arguments are
/// @param dangers the ids of what is always to be said about it
/// @param given what its operands make it do
/// @param level the least level of running it
/// @param wraps its operands are another command
/// @param subcommands by name; `*` stands for any other
record CommandFacts(
        Map<String, OptionFacts> options,
        Operands operands,
        Set<Manner> manners,
        Set<String> inert,
        Set<String> reads,
        Set<String> writes,
        Set<String> answers,
        List<Effect> effects,
        List<String> dangers,
        Optional<Given> given,
        RiskLevel level,
        Optional<Wrapping> wraps,
        Map<String, CommandFacts> subcommands) {
    static final String ANY_OTHER = "*";

    CommandFacts {
        options = Map.copyOf(options);
        manners = Set.copyOf(manners);
        inert = Set.copyOf(inert);
        reads = Set.copyOf(reads);
        writes = Set.copyOf(writes);
        answers = Set.copyOf(answers);
        effects = List.copyOf(effects);
        dangers = List.copyOf(dangers);
        subcommands = Map.copyOf(subcommands);
    }

    boolean has(Manner manner) {
        return manners.contains(manner);
    }

    /// The option written exactly so, or else the longest of those that stand for a beginning.
    Optional<String> nameOfOption(String text) {
        if (options.containsKey(text)) {
            return Optional.of(text);
        }
        if (has(Manner.ONE_DASH)
                && text.startsWith("--")
                && options.containsKey(text.substring(1))) {
            return Optional.of(text.substring(1));
        }
        if (!has(Manner.BEGINNINGS)) {
            return Optional.empty();
        }
        return options.keySet().stream()
                .filter(name -> name.endsWith("*"))
                .filter(name -> text.length() >= name.length())
                .filter(name -> text.startsWith(name.substring(0, name.length() - 1)))
                .max(Comparator.comparingInt(String::length));
    }

    /// How a command reads its words, where that differs from the usual.
    enum Manner {
        /// No option of it, known or not, changes anything.
        HARMLESS,
        /// `-5` is one of its options.
        NUMBERS,
        /// Options are whole words, never letters put together: `find -name`.
        WHOLE_WORDS,
        /// What follows the first operand is an operand.
        OPTIONS_FIRST,
        /// The first word may be options without a dash: `tar xzf`.
        BARE_LETTERS,
        /// Does something sensible without any subcommand.
        ALONE,
        /// `-x` and `--x` are the same, and flags may be `-x=true`.
        ONE_DASH,
        /// A script of that name in the project, `./gradlew`, is this command.
        PROJECT_SCRIPT,
        /// Some options stand for all that begin so: `-D*`.
        BEGINNINGS,
        /// The command of an option may go on to the last word, and gets what is found behind it
        /// where it does not say where: `fd -x COMMAND`.
        OPEN_END
    }

    /// @param kinds in order
    /// @param repeats the last one stands for all that follow
    /// @param last what the last of several is, where that differs
    /// @param pairs for `key=value` operands, what the value of each key is
    record Operands(
            List<ArgumentKind> kinds,
            boolean repeats,
            Optional<ArgumentKind> last,
            Map<String, ArgumentKind> pairs) {
        Operands {
            kinds = List.copyOf(kinds);
            pairs = Map.copyOf(pairs);
        }
    }

    /// @param required its value is the next word where it is not attached
    /// @param optional a value may be attached
    /// @param kind what the value is
    /// @param second what the word behind the value is, where two belong to the option: `--arg A B`
    /// @param operandsBecome what its presence makes of the operands
    /// @param effects what its presence does
    /// @param dangers the ids of what its presence is to be said about
    record OptionFacts(
            boolean required,
            boolean optional,
            ArgumentKind kind,
            Optional<ArgumentKind> second,
            Optional<ArgumentKind> operandsBecome,
            List<Effect> effects,
            List<String> dangers) {
        OptionFacts {
            effects = List.copyOf(effects);
            dangers = List.copyOf(dangers);
        }
    }

    /// What a command does only when it has operands: `hostname NAME`.
    ///
    /// @param from the least number of operands that makes it do so
    record Given(int from, List<Effect> effects, List<String> dangers) {
        Given {
            effects = List.copyOf(effects);
            dangers = List.copyOf(dangers);
        }
    }

    /// How a wrapper holds another command.
    ///
    /// @param skip operands before the command: the time of `timeout`
    /// @param assignments `NAME=value` may stand before it
    /// @param appends adds arguments that are not known before it runs
    /// @param unless options with which it runs nothing: `command -v`
    record Wrapping(int skip, boolean assignments, boolean appends, Set<String> unless) {
        Wrapping {
            unless = Set.copyOf(unless);
        }
    }
}
