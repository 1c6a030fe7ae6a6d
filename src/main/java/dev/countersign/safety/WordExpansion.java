package dev.countersign.safety;

import dev.countersign.shell.Span;
import dev.countersign.shell.Unparsed;
import dev.countersign.shell.Word;
import dev.countersign.shell.WordPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Expands the words of a script as far as that can be said before it runs. Confined to one
/// assessment.
final class WordExpansion {
    private static final int MOST_FIELDS = 1_000;

    private final ScriptWalk walk;
    private final VariableReader variables;
    private final List<WordField> done = new ArrayList<>();
    private List<String> names = List.of();
    private WordField field = new WordField(List.of());
    private boolean splits;

    WordExpansion(ScriptWalk walk) {
        this.walk = walk;
        this.variables = new VariableReader(walk);
    }

    /// The words that a word of a command becomes; none for an empty expansion without quotes.
    List<ScriptWord> words(Word word) {
        Optional<ScriptWord> plain = plain(word);
        if (plain.isPresent()) {
            return List.of(plain.get());
        }
        Optional<List<List<WordPart>>> several =
                word.hasBraces()
                        ? BraceExpansion.expand(word.parts())
                        : Optional.of(List.of(word.parts()));
        if (several.isEmpty()) {
            word.parts().forEach(walk::substitutions);
            return List.of(unknown(word));
        }
        List<ScriptWord> words = new ArrayList<>();
        for (List<WordPart> parts : several.get()) {
            for (WordField one : fields(parts, true)) {
                words.add(one.word(word.text(), walk.place(word.span())));
            }
        }
        return words;
    }

    /// The one word that a redirect's target or an assignment's value becomes.
    ScriptWord single(Word word) {
        return plain(word)
                .orElseGet(() -> {
                    List<WordField> fields = fields(word.parts(), false);
                    return fields.getFirst().word(word.text(), walk.place(word.span()));
                });
    }

    /// The value that is assigned: a tilde in it is expanded, and nothing is split or matched.
    ScriptValue value(Word word) {
        if (word.parts().stream().anyMatch(WordPart.ArrayElements.class::isInstance)) {
            word.parts().forEach(walk::substitutions);
            return ScriptValue.UNKNOWN;
        }
        ScriptWord value = single(word);
        if (word.hasInnerTilde()) {
            return ScriptValue.UNKNOWN;
        }
        return new ScriptValue(
                value.fromHome() ? Optional.empty() : value.value(),
                value.path(),
                false,
                value.fromHome());
    }

    /// The text of a here-document or a here-string.
    Optional<String> text(List<WordPart> parts) {
        List<WordField> fields = fields(parts, false);
        return fields.getFirst().value().text().or(() -> literal(parts));
    }

    private static Optional<String> literal(List<WordPart> parts) {
        StringBuilder text = new StringBuilder();
        for (WordPart part : parts) {
            switch (part) {
                case WordPart.Literal(Span _, String value) -> text.append(value);
                case WordPart.Escaped(Span _, String value) -> text.append(value);
                default -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(text.toString());
    }

    private ScriptWord unknown(Word word) {
        Span at = walk.place(word.span());
        return ScriptWord.unknown(word.text(), at.start(), at.end());
    }

    /// Nothing in it expands: as nearly all words are.
    private Optional<ScriptWord> plain(Word word) {
        Optional<String> value = word.staticValue();
        if (value.isEmpty()) {
            return Optional.empty();
        }
        Span at = walk.place(word.span());
        return Optional.of(
                new ScriptWord(
                        word.text(),
                        at.start(),
                        at.end(),
                        value,
                        value.get(),
                        value,
                        word.isGlob(),
                        word.startsWithTilde(),
                        List.of()));
    }

    private List<WordField> fields(List<WordPart> parts, boolean split) {
        done.clear();
        names = new ArrayList<>();
        splits = split;
        field = new WordField(names);
        boolean first = true;
        for (WordPart part : parts) {
            boolean tilde =
                    first
                            && part instanceof WordPart.Literal(Span _, String value)
                            && value.startsWith("~");
            if (tilde) {
                field.appendTilde(((WordPart.Literal) part).value());
            } else {
                part(part, true);
            }
            first = false;
        }
        if (field.isPresent() || !split) {
            done.add(field);
        }
        return List.copyOf(done);
    }

    private void part(WordPart part, boolean live) {
        switch (part) {
            case WordPart.Literal(Span _, String value) -> literal(value, live);
            case WordPart.Escaped(Span _, String value) -> field.append(value, false);
            case WordPart.SingleQuoted(Span _, String value) -> field.append(value, false);
            case WordPart.AnsiQuoted(Span _, Optional<String> value) ->
                    field.append(value.map(ScriptValue::known).orElse(ScriptValue.UNKNOWN), false);
            case WordPart.DoubleQuoted(Span _, boolean localized, List<WordPart> inner) -> {
                field.quoted();
                if (localized) {
                    field.append(ScriptValue.UNKNOWN, false);
                }
                inner.forEach(one -> part(one, false));
            }
            case WordPart.Parameter parameter -> parameter(parameter, live);
            case WordPart.CommandSubstitution substitution ->
                    expanded(walk.output(substitution), live);
            case WordPart.ProcessSubstitution substitution -> {
                walk.subshell(substitution.script());
                field.append(ScriptValue.place("/dev/fd/63"), false);
            }
            case WordPart.Arithmetic arithmetic -> {
                walk.arithmetic(arithmetic.parts());
                field.append(ScriptValue.place("0"), false);
            }
            case WordPart.PatternGroup _, WordPart.ArrayElements _, Unparsed _ -> {
                walk.substitutions(part);
                field.append(ScriptValue.UNKNOWN, false);
            }
        }
    }

    private void literal(String value, boolean live) {
        if (live && value.startsWith("/") && WordField.isPattern(value)) {
            field.everythingWhenEmpty();
        }
        field.append(value, live);
    }

    private void parameter(WordPart.Parameter parameter, boolean live) {
        names.add(parameter.name());
        boolean all = parameter.name().equals("@") || (parameter.name().equals("*") && live);
        Optional<List<ScriptValue>> arguments = walk.state().arguments();
        if (all && parameter.operator().isEmpty() && parameter.access() == WordPart.Access.VALUE) {
            everyArgument(arguments, live);
            return;
        }
        expanded(variables.value(parameter), live);
    }

    private void everyArgument(Optional<List<ScriptValue>> arguments, boolean live) {
        if (arguments.isEmpty() || !splits || done.size() > MOST_FIELDS) {
            field.append(ScriptValue.UNKNOWN, live);
            return;
        }
        boolean next = false;
        for (ScriptValue value : arguments.get()) {
            if (next) {
                end();
            }
            if (live) {
                expanded(value, true);
            } else {
                field.append(value, false);
            }
            next = true;
        }
    }

    private void expanded(ScriptValue value, boolean live) {
        String text = value.text().orElse("");
        boolean separates = live && splits && value.text().isPresent();
        if (!separates) {
            field.append(value, live);
            return;
        }
        if (walk.state().variable("IFS").isPresent()) {
            field.append(text.isEmpty() ? value : ScriptValue.UNKNOWN, true);
            return;
        }
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (" \t\n".indexOf(text.charAt(i)) >= 0) {
                field.append(text.substring(start, i), true);
                end();
                start = i + 1;
            }
        }
        field.append(text.substring(start), true);
    }

    /// The field is complete, and the next one begins.
    private void end() {
        if (field.isPresent() && done.size() < MOST_FIELDS) {
            done.add(field);
        }
        field = new WordField(names);
    }
}
