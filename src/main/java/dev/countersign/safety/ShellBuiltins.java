package dev.countersign.safety;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What bash's own commands set in the shell that runs them. Pure.
final class ShellBuiltins {
    private static final Pattern NAMED =
            Pattern.compile("(?s)([A-Za-z_][A-Za-z0-9_]*)(\\[.*?\\])?(\\+?=)?");
    private static final Set<String> PREFIXES = Set.of("command", "builtin");
    private static final Set<String> READING_OTHERWISE =
            Set.of("extglob", "expand_aliases", "lastpipe", "localvar_inherit", "sourcepath");

    private ShellBuiltins() {}

    static void apply(List<ScriptWord> all, ScriptState state) {
        List<ScriptWord> words = all;
        while (words.size() > 1 && PREFIXES.contains(words.getFirst().shown())) {
            words = words.subList(1, words.size());
        }
        List<ScriptWord> rest = words.subList(1, words.size());
        switch (words.getFirst().shown()) {
            case "export", "readonly", "declare", "typeset", "local" -> declare(rest, state);
            case "unset" -> unset(rest, state);
            case "read", "mapfile", "readarray" -> read(rest, state, true);
            case "getopts", "wait" -> {
                read(rest, state, false);
                state.set("OPTARG", ScriptValue.UNKNOWN);
            }
            case "printf" -> {
                if (!rest.isEmpty() && rest.getFirst().prefix().startsWith("-v")) {
                    read(rest.subList(0, Math.min(2, rest.size())), state, false);
                }
            }
            case "let" -> read(rest, state, false);
            case "eval" -> {
                if (!rest.stream().allMatch(ScriptWord::isKnown)) {
                    state.forget();
                }
            }
            case "source", "." -> state.forget();
            case "set" -> set(rest, state);
            case "shift" -> shift(rest, state);
            case "shopt" -> shopt(rest, state);
            case "enable", "hash" -> {
                if (rest.stream().anyMatch(word -> word.prefix().startsWith("-"))) {
                    state.readsOtherwise("what some names stand for was changed before it");
                }
            }
            default -> {}
        }
    }

    private static void declare(List<ScriptWord> words, ScriptState state) {
        boolean plain = true;
        for (ScriptWord word : words) {
            String text = word.prefix();
            if (text.startsWith("-") || text.startsWith("+")) {
                plain &= text.matches("[-+][xrgp]*");
                if (text.indexOf('n') > 0) {
                    state.forget();
                }
                continue;
            }
            Matcher matcher = NAMED.matcher(text);
            if (!matcher.lookingAt()) {
                state.forget();
                continue;
            }
            if (matcher.group(3) != null) {
                boolean whole = plain && matcher.group(2) == null && matcher.group(3).equals("=");
                state.set(
                        matcher.group(1),
                        whole ? word.valueAfter(matcher.end()) : ScriptValue.UNKNOWN);
            } else if (!word.isKnown()) {
                state.forget();
            } else if (!plain) {
                state.set(matcher.group(1), ScriptValue.UNKNOWN);
            }
        }
    }

    private static void unset(List<ScriptWord> words, ScriptState state) {
        boolean functions = words.stream().anyMatch(word -> word.is("-f"));
        for (ScriptWord word : words) {
            if (!word.isKnown()) {
                state.forget();
            } else if (functions) {
                state.undefine(word.shown());
            } else if (!word.shown().startsWith("-")) {
                Matcher matcher = NAMED.matcher(word.shown());
                boolean whole = matcher.matches() && matcher.group(2) == null;
                state.set(
                        matcher.lookingAt() ? matcher.group(1) : word.shown(),
                        whole ? ScriptValue.known("") : ScriptValue.UNKNOWN);
            }
        }
    }

    /// Any word may be the name of a variable that is set.
    private static void read(List<ScriptWord> words, ScriptState state, boolean fromElsewhere) {
        state.set("REPLY", ScriptValue.UNKNOWN);
        state.set("MAPFILE", ScriptValue.UNKNOWN);
        for (ScriptWord word : words) {
            if (!word.isKnown()) {
                if (!word.prefix().startsWith("-")) {
                    state.forget();
                }
                continue;
            }
            String text = word.shown().startsWith("-v") ? word.shown().substring(2) : word.shown();
            Matcher matcher = NAMED.matcher(text);
            if (matcher.lookingAt()) {
                state.set(matcher.group(1), ScriptValue.UNKNOWN);
                if (fromElsewhere) {
                    state.wasRead(matcher.group(1));
                }
            }
        }
    }

    private static void set(List<ScriptWord> words, ScriptState state) {
        for (int i = 0; i < words.size(); i++) {
            ScriptWord word = words.get(i);
            String text = word.shown();
            if (!word.isKnown()) {
                state.forget();
                state.readsOtherwise("how bash reads it may have been changed before it");
                return;
            }
            boolean option = text.length() > 1 && (text.charAt(0) == '-' || text.charAt(0) == '+');
            if (!option || text.equals("--")) {
                int first = text.equals("--") || text.equals("-") ? i + 1 : i;
                state.setArguments(
                        Optional.of(
                                words.subList(first, words.size()).stream()
                                        .map(ScriptValue::of)
                                        .toList()));
                return;
            }
            boolean on = text.charAt(0) == '-';
            if (text.indexOf('e') > 0) {
                state.exitsOnFailure(on);
            }
            if (text.indexOf('k') > 0) {
                state.readsOtherwise("what stands as an argument is taken for a variable");
            }
            if (text.endsWith("o") && i + 1 < words.size()) {
                i++;
                longOption(words.get(i).shown(), on, state);
            }
        }
    }

    private static void longOption(String name, boolean on, ScriptState state) {
        if (name.equals("errexit")) {
            state.exitsOnFailure(on);
        }
        if (name.equals("keyword") || name.equals("posix")) {
            state.readsOtherwise(
                    "how bash reads it was changed before it (set -o %s)".formatted(name));
        }
    }

    private static void shift(List<ScriptWord> words, ScriptState state) {
        String count = words.isEmpty() ? "1" : words.getFirst().shown();
        if (!count.matches("\\d{1,4}") || state.arguments().isEmpty()) {
            state.setArguments(Optional.empty());
            return;
        }
        List<ScriptValue> arguments = state.arguments().get();
        int shifted = Integer.parseInt(count);
        if (shifted <= arguments.size()) {
            state.setArguments(Optional.of(arguments.subList(shifted, arguments.size())));
        }
    }

    private static void shopt(List<ScriptWord> words, ScriptState state) {
        boolean sets = words.stream().anyMatch(word -> word.prefix().matches("-[a-z]*s[a-z]*"));
        boolean matters =
                words.stream()
                        .anyMatch(word ->
                                !word.isKnown()
                                        || READING_OTHERWISE.contains(word.shown())
                                        || word.shown().startsWith("compat"));
        if (sets && matters) {
            state.readsOtherwise("how bash reads it was changed before it (shopt)");
        }
    }
}
