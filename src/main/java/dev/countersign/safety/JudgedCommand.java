package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A simple command with what was found out about it, before dangers are looked for.
///
/// @param name without its folder; empty text where it is not known
/// @param arguments empty when the command is not known, or is a shell
/// @param known it and all of its options are known
/// @param paths the places that it names
/// @param readsScript it is a shell that runs what comes in by its standard input
record JudgedCommand(
        String name,
        SimpleCommand command,
        CommandStep.Kind kind,
        Optional<Arguments> arguments,
        boolean known,
        boolean readsScript,
        List<Effect> effects,
        List<PathUse> paths,
        RiskLevel level,
        List<String> doubts) {
    JudgedCommand {
        effects = List.copyOf(effects);
        paths = List.copyOf(paths);
        doubts = List.copyOf(doubts);
    }

    boolean is(String... names) {
        for (String one : names) {
            if (one.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /// The words behind the name.
    List<ScriptWord> rest() {
        List<ScriptWord> words = command.words();
        return words.isEmpty() ? words : words.subList(1, words.size());
    }

    /// Whether one of the words is this one.
    boolean has(String word) {
        return rest().stream().anyMatch(one -> one.is(word));
    }

    /// Whether a short option is given, alone or among others, or the long one.
    boolean hasOption(char letter, String longName) {
        for (ScriptWord word : rest()) {
            if (word.is("--")) {
                return false;
            }
            String text = word.prefix();
            if (text.equals(longName) || text.startsWith(longName + "=")) {
                return true;
            }
            boolean letters = text.startsWith("-") && !text.startsWith("--");
            if (letters && text.indexOf(letter) > 0) {
                return true;
            }
        }
        return false;
    }

    /// The words that are not options, as far as that can be said without knowing the command.
    List<ScriptWord> operands() {
        List<ScriptWord> operands = new ArrayList<>();
        boolean ended = false;
        for (ScriptWord word : rest()) {
            if (!ended && word.is("--")) {
                ended = true;
            } else if (ended || !word.prefix().startsWith("-")) {
                operands.add(word);
            }
        }
        return operands;
    }

    /// The arguments of some kinds where the command is known, else all operands.
    List<ScriptWord> targets(ArgumentKind... kinds) {
        if (arguments.isEmpty() || !known) {
            return operands();
        }
        List<ArgumentKind> wanted = List.of(kinds);
        List<ScriptWord> targets = new ArrayList<>();
        for (Arguments.Argument argument : arguments.get().arguments()) {
            if (wanted.contains(argument.kind())) {
                targets.add(argument.word());
            }
        }
        return targets;
    }

    PartAssessment part() {
        return new PartAssessment(command.text(), command.start(), command.end(), known, effects);
    }

    CommandStep step() {
        return new CommandStep(
                kind,
                part(),
                command.words().stream().map(ScriptWord::value).toList(),
                plainWords(),
                paths,
                level,
                known && level == RiskLevel.NONE && onlyReads(),
                doubts);
    }

    private List<Optional<String>> plainWords() {
        Set<Integer> without = arguments.map(Arguments::beforeLast).orElse(Set.of());
        List<Optional<String>> words = new ArrayList<>();
        for (int i = 0; i < command.words().size(); i++) {
            if (!without.contains(i - 1)) {
                words.add(command.words().get(i).value());
            }
        }
        return words;
    }

    /// Whether all that it is known to do is reading.
    boolean onlyReads() {
        return doubts.isEmpty()
                && effects.stream().allMatch(effect -> effect.kind() == EffectKind.READ);
    }
}
