package dev.countersign.safety;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Sorts the words behind a command's name with what is known of that command.
///
/// What is not known for certain makes the command unknown: an option that is not listed, a value
/// that is missing, an operand too many.
final class ArgumentReader {
    private static final Pattern NUMBER_OPTION = Pattern.compile("[-+]\\d+");
    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)[A-Za-z_][A-Za-z0-9_]*=.*");

    private static final Pattern BARE_LETTERS = Pattern.compile("[A-Za-z]+");

    // Options of xargs that name what stands for its input in the command.
    private static final Set<String> REPLACING = Set.of("-I", "-i", "-J", "--replace");
    // Behind these `parallel` has arguments in place of its input.
    private static final Set<String> GIVEN = Set.of(":::", "::::", ":::+", "::::+");

    private final List<ScriptWord> words;
    private final List<String> path = new ArrayList<>();
    private final List<Arguments.Argument> arguments = new ArrayList<>();
    private final List<ScriptWord> operands = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
    private final List<String> dangers = new ArrayList<>();
    private final List<Arguments.Inner> inner = new ArrayList<>();
    private CommandFacts facts;
    private Optional<ArgumentKind> operandsBecome = Optional.empty();
    private Optional<String> unknown = Optional.empty();
    private boolean unresolvedOption;
    private boolean optionsEnded;
    private String replaced = "{}";
    private boolean everythingReplaced;
    private final List<Integer> subcommandsAt = new ArrayList<>();
    private int skipped;
    private int next;

    private ArgumentReader(CommandFacts facts, List<ScriptWord> words) {
        this.facts = facts;
        this.words = words;
    }

    /// @param words those behind the command's name
    static Arguments read(CommandFacts facts, List<ScriptWord> words) {
        return new ArgumentReader(facts, words).read();
    }

    private Arguments read() {
        if (onlyAnswers()) {
            return new Arguments(
                    path,
                    facts,
                    arguments,
                    options,
                    effects,
                    dangers,
                    RiskLevel.NONE,
                    unknown,
                    unresolvedOption,
                    inner,
                    Set.of());
        }
        RiskLevel level = facts.level();
        bareLetters();
        while (next < words.size()) {
            ScriptWord word = words.get(next++);
            if (!optionsEnded && word.is("--")) {
                optionsEnded = true;
            } else if (!optionsEnded && isOption(word)) {
                option(word);
            } else if (operand(word)) {
                break;
            }
        }
        boolean needsSubcommand =
                !facts.subcommands().isEmpty() && !facts.has(CommandFacts.Manner.ALONE);
        boolean hasCode =
                arguments.stream().anyMatch(argument -> argument.kind() == ArgumentKind.CODE);
        if (needsSubcommand && path.isEmpty() && !hasCode) {
            becomeUnknown("no subcommand is named");
        }
        sortOperands();
        sortEffects();
        boolean inert = facts.inert().stream().anyMatch(options::contains);
        return new Arguments(
                path,
                facts,
                arguments,
                options,
                effects,
                dangers,
                inert ? RiskLevel.NONE : level.or(facts.level()),
                unknown,
                unresolvedOption,
                inner,
                beforeLastSubcommand());
    }

    private Set<Integer> beforeLastSubcommand() {
        if (subcommandsAt.isEmpty()) {
            return Set.of();
        }
        Set<Integer> before = new HashSet<>();
        for (int i = 0; i < subcommandsAt.getLast(); i++) {
            if (!subcommandsAt.contains(i)) {
                before.add(i);
            }
        }
        return before;
    }

    private void sortEffects() {
        if (facts.reads().stream().anyMatch(options::contains)) {
            arguments.replaceAll(ArgumentReader::onlyRead);
        }
        if (facts.writes().stream().anyMatch(options::contains)) {
            arguments.replaceAll(ArgumentReader::written);
        }
        if (facts.inert().stream().anyMatch(options::contains)) {
            // What an option makes it run, it runs in a dry run too.
            dangers.removeIf(id -> !id.equals("execution.by-option"));
            facts.effects().stream().filter(ArgumentReader::stays).forEach(effects::add);
            return;
        }
        effects.addAll(facts.effects());
        dangers.addAll(facts.dangers());
        Optional<CommandFacts.Given> given =
                facts.given().filter(one -> operands.size() >= one.from());
        given.ifPresent(one -> {
            effects.addAll(one.effects());
            dangers.addAll(one.dangers());
        });
    }

    /// A dry run changes nothing, but it may still ask others or run something.
    private static boolean stays(Effect effect) {
        return switch (effect.kind()) {
            case NETWORK, EXECUTE, READ, UNKNOWN -> true;
            case WRITE, DELETE, PRIVILEGE, PROCESS -> false;
        };
    }

    private static Arguments.Argument onlyRead(Arguments.Argument argument) {
        boolean changes =
                argument.kind() == ArgumentKind.WRITE || argument.kind() == ArgumentKind.DELETE;
        return changes
                ? new Arguments.Argument(ArgumentKind.READ, argument.word(), argument.fromOption())
                : argument;
    }

    private static Arguments.Argument written(Arguments.Argument argument) {
        return argument.kind() == ArgumentKind.READ && !argument.fromOption()
                ? new Arguments.Argument(ArgumentKind.WRITE, argument.word(), false)
                : argument;
    }

    /// The `xzf` of `tar xzf FILE`: options without a dash, whose values follow in their order.
    private void bareLetters() {
        if (words.isEmpty() || !facts.has(CommandFacts.Manner.BARE_LETTERS)) {
            return;
        }
        ScriptWord first = words.getFirst();
        if (!first.isKnown() || !BARE_LETTERS.matcher(first.shown()).matches()) {
            return;
        }
        next = 1;
        for (char letter : first.shown().toCharArray()) {
            String name = "-" + letter;
            if (facts.options().containsKey(name)) {
                options.add(name);
                used(option(name));
                if (option(name).required()) {
                    nextWordIsValueOf(name, option(name));
                }
            } else {
                becomeUnknown("the option %s is not known".formatted(name));
            }
        }
    }

    /// `git --version`, `docker run --help`: the only option, behind nothing but subcommands.
    private boolean onlyAnswers() {
        CommandFacts named = facts;
        for (int i = 0; i < words.size() - 1; i++) {
            CommandFacts sub =
                    words.get(i).isKnown() ? named.subcommands().get(words.get(i).shown()) : null;
            if (sub == null) {
                return false;
            }
            named = sub;
        }
        boolean answers =
                !words.isEmpty()
                        && words.getLast().isKnown()
                        && named.answers().contains(words.getLast().shown());
        if (answers) {
            words.subList(0, words.size() - 1).forEach(word -> path.add(word.shown()));
            facts = named;
            options.add(words.getLast().shown());
        }
        return answers;
    }

    private boolean isOption(ScriptWord word) {
        if (!word.isKnown()) {
            // What is known to begin with a dash is an option of which too little is known.
            if (word.prefix().startsWith("-") && attachedValue(word).isPresent()) {
                return true;
            }
            unresolvedOption |= word.mayBeOption() && !facts.has(CommandFacts.Manner.HARMLESS);
            return false;
        }
        if (word.glob() && word.mayBeOption()) {
            unresolvedOption |= !facts.has(CommandFacts.Manner.HARMLESS);
            return false;
        }
        String text = word.shown();
        if (facts.nameOfOption(text).isPresent()) {
            return true;
        }
        if (text.length() < 2 || text.charAt(0) != '-') {
            return facts.has(CommandFacts.Manner.NUMBERS)
                    && text.length() > 1
                    && NUMBER_OPTION.matcher(text).matches();
        }
        return !(facts.has(CommandFacts.Manner.HARMLESS)
                && facts.has(CommandFacts.Manner.WHOLE_WORDS));
    }

    private void option(ScriptWord word) {
        if (!word.isKnown()) {
            CommandFacts.OptionFacts option =
                    attachedValue(word).orElseThrow(IllegalStateException::new);
            options.add(word.prefix().substring(0, word.prefix().indexOf('=')));
            used(option);
            value(
                    options.getLast(),
                    option,
                    ScriptWord.unknown(word.text(), word.start(), word.end()));
            return;
        }
        String text = word.shown();
        Optional<String> listed = facts.nameOfOption(text);
        if (listed.isPresent()) {
            listed(listed.get(), word);
            return;
        }
        if (facts.has(CommandFacts.Manner.NUMBERS) && NUMBER_OPTION.matcher(text).matches()) {
            return;
        }
        int equals = text.indexOf('=');
        if (text.startsWith("--") || facts.has(CommandFacts.Manner.WHOLE_WORDS)) {
            attached(word, equals);
            return;
        }
        letters(word);
    }

    /// `--name=value`
    private void attached(ScriptWord word, int equals) {
        String text = word.shown();
        Optional<String> name =
                equals < 0 ? Optional.empty() : facts.nameOfOption(text.substring(0, equals));
        Optional<CommandFacts.OptionFacts> named = name.map(this::option);
        boolean valued = named.map(option -> option.required() || option.optional()).orElse(false);
        boolean switched =
                named.isPresent()
                        && facts.has(CommandFacts.Manner.ONE_DASH)
                        && (text.endsWith("=true") || text.endsWith("=false"));
        if (!valued && !switched) {
            becomeUnknown("the option %s is not known".formatted(text));
            return;
        }
        if (!valued && text.endsWith("=false")) {
            return;
        }
        options.add(name.orElseThrow());
        used(named.orElseThrow());
        if (valued) {
            value(name.orElseThrow(), named.orElseThrow(), word.after(equals + 1));
        }
    }

    private void listed(String name, ScriptWord word) {
        CommandFacts.OptionFacts option = option(name);
        options.add(name);
        used(option);
        if (name.endsWith(CommandFacts.ANY_OTHER) && !name.equals(word.shown())) {
            value(name, option, word.after(name.length() - 1));
        } else if (option.required()) {
            nextWordIsValueOf(name, option);
            if (option.second().isPresent() && next < words.size()) {
                arguments.add(
                        new Arguments.Argument(option.second().get(), words.get(next++), true));
            }
        }
    }

    private CommandFacts.OptionFacts option(String name) {
        return Objects.requireNonNull(facts.options().get(name), name);
    }

    /// For `--output=$X`: the option, whose value is not known.
    private Optional<CommandFacts.OptionFacts> attachedValue(ScriptWord word) {
        int equals = word.prefix().indexOf('=');
        if (equals < 0) {
            return Optional.empty();
        }
        Optional<String> beginning =
                facts.nameOfOption(word.prefix())
                        .filter(name -> name.endsWith(CommandFacts.ANY_OTHER));
        if (beginning.isPresent()) {
            return beginning.map(this::option);
        }
        return facts.nameOfOption(word.prefix().substring(0, equals))
                .map(this::option)
                .filter(option -> option.required() || option.optional());
    }

    /// Short options put together: `-rf`, `-n5`.
    private void letters(ScriptWord word) {
        String text = word.shown();
        for (int i = 1; i < text.length(); i++) {
            String name = "-" + text.charAt(i);
            CommandFacts.OptionFacts option = facts.options().get(name);
            if (option == null) {
                becomeUnknown("the option %s is not known".formatted(name));
                return;
            }
            options.add(name);
            used(option);
            boolean last = i == text.length() - 1;
            if (!last && (option.required() || option.optional())) {
                value(name, option, word.after(i + 1));
                return;
            }
            if (last && option.required()) {
                nextWordIsValueOf(name, option);
            }
        }
    }

    private void nextWordIsValueOf(String name, CommandFacts.OptionFacts option) {
        if (option.kind() == ArgumentKind.COMMAND) {
            commandUpToItsEnd(new ArrayList<>());
            return;
        }
        if (next == words.size()) {
            becomeUnknown("the value of %s is missing".formatted(name));
            return;
        }
        value(name, option, words.get(next++));
    }

    /// The command of `find -exec`, up to `;` or `+`, with `{}` for what is found.
    ///
    /// @param command how it begins, where that is attached to the option: `fd --exec=COMMAND`
    private void commandUpToItsEnd(List<ScriptWord> command) {
        while (next < words.size()) {
            ScriptWord word = words.get(next++);
            boolean plus =
                    word.is("+") && !command.isEmpty() && command.getLast().text().contains("{}");
            if (word.is(";") || plus) {
                if (!command.isEmpty()) {
                    inner.add(new Arguments.Inner(List.of(), command));
                }
                return;
            }
            command.add(
                    word.shown().contains("{}")
                            ? ScriptWord.unknown(word.text(), word.start(), word.end())
                            : word);
        }
        if (!facts.has(CommandFacts.Manner.OPEN_END) || command.isEmpty()) {
            becomeUnknown("the command of -exec does not end");
            return;
        }
        ScriptWord last = command.getLast();
        if (command.stream().noneMatch(word -> word.text().contains("{"))) {
            command.add(ScriptWord.unknown("…", last.end(), last.end()));
        }
        inner.add(new Arguments.Inner(List.of(), command));
    }

    private void used(CommandFacts.OptionFacts option) {
        effects.addAll(option.effects());
        dangers.addAll(option.dangers());
        if (option.operandsBecome().isPresent()) {
            operandsBecome = option.operandsBecome();
        }
    }

    private void value(String name, CommandFacts.OptionFacts option, ScriptWord word) {
        if (REPLACING.contains(name)) {
            replaced = word.isKnown() && !word.shown().isEmpty() ? word.shown() : "{}";
            everythingReplaced |= !word.isKnown();
        }
        if (option.kind() == ArgumentKind.MODULE) {
            module(name, word);
            return;
        }
        if (option.kind() == ArgumentKind.COMMAND) {
            commandUpToItsEnd(new ArrayList<>(List.of(word)));
            return;
        }
        arguments.add(new Arguments.Argument(option.kind(), word, true));
    }

    /// `python -m NAME`: what follows belongs to the module.
    private void module(String name, ScriptWord word) {
        String module = name + ":" + word.shown();
        CommandFacts found = word.isKnown() ? facts.subcommands().get(module) : null;
        if (found == null) {
            becomeUnknown("the module %s is not known".formatted(word.text()));
            unresolvedOption |= !word.isKnown();
            next = words.size();
            return;
        }
        path.add(module);
        facts = found;
    }

    /// @return whether all that follows belongs to a wrapped command
    private boolean operand(ScriptWord word) {
        if (!facts.subcommands().isEmpty()) {
            subcommand(word);
            return false;
        }
        Optional<CommandFacts.Wrapping> wraps =
                facts.wraps()
                        .filter(wrapping ->
                                wrapping.unless().stream().noneMatch(options::contains));
        if (facts.wraps().isPresent() && wraps.isEmpty()) {
            arguments.add(new Arguments.Argument(ArgumentKind.TEXT, word, false));
            return false;
        }
        if (wraps.isPresent()) {
            return wrapped(wraps.get(), word);
        }
        operands.add(word);
        optionsEnded |= facts.has(CommandFacts.Manner.OPTIONS_FIRST);
        return false;
    }

    private void subcommand(ScriptWord word) {
        CommandFacts found = word.isKnown() ? facts.subcommands().get(word.shown()) : null;
        if (found == null && word.isKnown()) {
            found = facts.subcommands().get(CommandFacts.ANY_OTHER);
        }
        if (found == null) {
            becomeUnknown("the subcommand %s is not known".formatted(word.text()));
            unresolvedOption |= !word.isKnown();
            next = words.size();
            return;
        }
        path.add(word.shown());
        subcommandsAt.add(next - 1);
        if (found.equals(facts.subcommands().get(CommandFacts.ANY_OTHER))) {
            facts.operands().kinds().stream()
                    .findFirst()
                    .ifPresent(kind -> arguments.add(new Arguments.Argument(kind, word, false)));
        }
        facts = found;
    }

    private boolean wrapped(CommandFacts.Wrapping wrapping, ScriptWord word) {
        if (skipped < wrapping.skip()) {
            skipped++;
            arguments.add(new Arguments.Argument(ArgumentKind.TEXT, word, false));
            return false;
        }
        List<SimpleCommand.Assigned> assignments = new ArrayList<>();
        int start = next - 1;
        if (wrapping.appends() && GIVEN.contains(word.shown())) {
            // `parallel ::: COMMAND…`
            words.subList(start + 1, words.size())
                    .forEach(one ->
                            arguments.add(new Arguments.Argument(ArgumentKind.SCRIPT, one, false)));
            return true;
        }
        while (wrapping.assignments()
                && start < words.size()
                && ASSIGNMENT.matcher(words.get(start).prefix()).matches()) {
            assignments.add(assignment(words.get(start++)));
        }
        List<ScriptWord> command = new ArrayList<>(words.subList(start, words.size()));
        if (command.isEmpty()) {
            next = words.size();
            return true;
        }
        if (wrapping.appends()) {
            appendInput(command);
        }
        inner.add(new Arguments.Inner(assignments, command));
        return true;
    }

    /// What the command gets of the wrapper's input is not known before it runs.
    private void appendInput(List<ScriptWord> command) {
        ScriptWord last = command.getLast();
        for (int i = 0; i < command.size(); i++) {
            if (GIVEN.contains(command.get(i).shown())) {
                command.subList(i, command.size()).clear();
            }
        }
        command.replaceAll(one ->
                everythingReplaced || one.shown().contains(replaced)
                        ? ScriptWord.unknown(one.text(), one.start(), one.end())
                        : one);
        command.add(ScriptWord.unknown("…", last.end(), last.end()));
    }

    private static SimpleCommand.Assigned assignment(ScriptWord word) {
        int equals = word.prefix().indexOf('=');
        return new SimpleCommand.Assigned(
                word.prefix().substring(0, equals),
                word.value().map(value -> value.substring(equals + 1)),
                word.start(),
                word.end());
    }

    private void sortOperands() {
        for (int i = 0; i < operands.size(); i++) {
            if (!facts.operands().pairs().isEmpty()) {
                pair(operands.get(i));
                continue;
            }
            Optional<ArgumentKind> kind = kindOf(i);
            if (kind.isEmpty()) {
                becomeUnknown("the operand %s is not expected".formatted(operands.get(i).text()));
                return;
            }
            arguments.add(new Arguments.Argument(kind.get(), operands.get(i), false));
        }
    }

    /// `of=file`
    private void pair(ScriptWord word) {
        int equals = word.prefix().indexOf('=');
        ArgumentKind kind =
                equals < 0
                        ? null
                        : facts.operands().pairs().get(word.prefix().substring(0, equals));
        if (kind == null) {
            becomeUnknown("the operand %s is not expected".formatted(word.text()));
            return;
        }
        ScriptWord value =
                word.isKnown()
                        ? word.after(equals + 1)
                        : ScriptWord.unknown(word.text(), word.start(), word.end());
        arguments.add(new Arguments.Argument(kind, value, false));
    }

    private Optional<ArgumentKind> kindOf(int index) {
        if (operandsBecome.isPresent()) {
            return operandsBecome;
        }
        boolean last = index > 0 && index == operands.size() - 1;
        CommandFacts.Operands expected = facts.operands();
        if (last && expected.last().isPresent()) {
            return expected.last();
        }
        List<ArgumentKind> kinds = expected.kinds();
        if (index < kinds.size()) {
            return Optional.of(kinds.get(index));
        }
        return expected.repeats() ? Optional.of(kinds.getLast()) : Optional.empty();
    }

    private void becomeUnknown(String reason) {
        if (unknown.isEmpty()) {
            unknown = Optional.of(reason);
        }
    }
}
