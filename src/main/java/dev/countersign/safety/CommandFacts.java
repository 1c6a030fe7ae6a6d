package dev.countersign.safety;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is known of a command, or of one of its subcommands.
///
/// @param options by each of their names, with dashes
/// @param operands what its operands are, in order; the last one stands for all that follow when
///   [#repeats()]
/// @param lastOperand what the last of several operands is, where that differs
/// @param harmless no option of it, known or not, changes anything
/// @param numbers `-5` is one of its options
/// @param wholeWords options are whole words, never letters put together: `find -name`
/// @param optionsFirst what follows the first operand is an operand
/// @param inert options with which it changes nothing: `--dry-run`
/// @param effects what it does whatever its arguments are
/// @param level the least level of running it
/// @param wraps its operands are another command
record CommandFacts(
        Map<String, OptionFacts> options,
        List<ArgumentKind> operands,
        boolean repeats,
        Optional<ArgumentKind> lastOperand,
        boolean harmless,
        boolean numbers,
        boolean wholeWords,
        boolean optionsFirst,
        Set<String> inert,
        List<Effect> effects,
        RiskLevel level,
        Optional<Wrapping> wraps,
        Map<String, CommandFacts> subcommands) {
    CommandFacts {
        options = Map.copyOf(options);
        operands = List.copyOf(operands);
        inert = Set.copyOf(inert);
        effects = List.copyOf(effects);
        subcommands = Map.copyOf(subcommands);
    }

    /// @param required its value is the next word where it is not attached
    /// @param optional a value may be attached
    /// @param kind what the value is
    /// @param operandsBecome what its presence makes of the operands
    /// @param effects what its presence does
    record OptionFacts(
            boolean required,
            boolean optional,
            ArgumentKind kind,
            Optional<ArgumentKind> operandsBecome,
            List<Effect> effects) {
        OptionFacts {
            effects = List.copyOf(effects);
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
