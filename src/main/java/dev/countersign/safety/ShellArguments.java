package dev.countersign.safety;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The arguments of a shell: `bash -euo pipefail -c TEXT`, `bash FILE`.
///
/// @param script the text of `-c`
/// @param arguments `$1` and the following of that text
/// @param file the script file
/// @param answersOnly it tells its version or its options and runs nothing
record ShellArguments(
        boolean known,
        Optional<ScriptWord> script,
        List<ScriptValue> arguments,
        Optional<ScriptWord> file,
        boolean answersOnly) {
    private static final Set<String> LONG_OPTIONS =
            Set.of("--login", "--norc", "--noprofile", "--posix", "--verbose", "--restricted");
    private static final String LETTERS = "abefhkmnptuvxBCEHPTlirsc";

    static ShellArguments read(List<ScriptWord> words) {
        boolean known = true;
        boolean script = false;
        boolean standardInput = false;
        int next = 1;
        while (next < words.size()) {
            ScriptWord word = words.get(next);
            if (!word.isKnown()) {
                known &= !word.mayBeOption() || script;
                break;
            }
            String text = word.shown();
            if (text.equals("--version") || text.equals("--help")) {
                return new ShellArguments(
                        known, Optional.empty(), List.of(), Optional.empty(), true);
            }
            if (text.length() < 2 || (text.charAt(0) != '-' && text.charAt(0) != '+')) {
                standardInput |= text.equals("-");
                next += text.equals("-") ? 1 : 0;
                break;
            }
            next++;
            if (text.equals("--")) {
                break;
            }
            if (text.startsWith("--")) {
                known &= LONG_OPTIONS.contains(text);
                continue;
            }
            for (int i = 1; i < text.length(); i++) {
                char letter = text.charAt(i);
                boolean takesValue = letter == 'o' || letter == 'O';
                next += takesValue ? 1 : 0;
                script |= letter == 'c';
                standardInput |= letter == 's';
                known &= takesValue || LETTERS.indexOf(letter) >= 0;
            }
        }
        if (script) {
            return next < words.size()
                    ? new ShellArguments(
                            known,
                            Optional.of(words.get(next)),
                            words.stream().skip(next + 2L).map(ScriptValue::of).toList(),
                            Optional.empty(),
                            false)
                    : new ShellArguments(
                            false, Optional.empty(), List.of(), Optional.empty(), false);
        }
        Optional<ScriptWord> file =
                standardInput || next >= words.size()
                        ? Optional.empty()
                        : Optional.of(words.get(next));
        return new ShellArguments(known, Optional.empty(), List.of(), file, false);
    }
}
