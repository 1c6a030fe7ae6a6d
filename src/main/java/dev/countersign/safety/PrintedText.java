package dev.countersign.safety;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What `$(…)` expands to, where the command inside says so itself: `$(echo rm)`, `$(pwd)`, `$(cat
/// <<'E' …)`. Pure.
final class PrintedText {
    /// What these print holds no blank and no slash, and does not begin with a dash.
    private static final Set<String> PLAIN =
            Set.of("date", "nproc", "whoami", "id", "uname", "hostname", "wc", "arch", "tty");

    private PrintedText() {}

    /// @param judged the commands inside
    static ScriptValue of(List<JudgedCommand> judged, TargetPaths paths) {
        if (judged.size() != 1 || !judged.getFirst().known()) {
            return ScriptValue.UNKNOWN;
        }
        JudgedCommand one = judged.getFirst();
        List<ScriptWord> words = one.rest();
        boolean input = one.command().redirects().stream().anyMatch(r -> r.content().isPresent());
        boolean known = words.stream().allMatch(word -> word.value().isPresent() && !word.glob());
        return switch (one.name()) {
            case "echo" -> known ? echoed(words) : ScriptValue.UNKNOWN;
            case "printf" -> known ? printed(words) : ScriptValue.UNKNOWN;
            case "cat" -> input && words.isEmpty() ? given(one.command()) : ScriptValue.UNKNOWN;
            case "pwd" -> ScriptValue.place(".");
            case "mktemp" ->
                    words.stream().allMatch(word -> word.prefix().matches("-[dqu]+"))
                            ? ScriptValue.place(VariableReader.TEMPORARY)
                            : ScriptValue.UNKNOWN;
            case "git" ->
                    one.has("rev-parse") && one.has("--show-toplevel")
                            ? ScriptValue.place(paths.workspaceRoot())
                            : ScriptValue.UNKNOWN;
            case "basename" ->
                    words.size() == 1 && known
                            ? ScriptValue.known(Names.base(words.getFirst().shown()))
                            : ScriptValue.UNKNOWN;
            default -> PLAIN.contains(one.name()) ? ScriptValue.place("0") : ScriptValue.UNKNOWN;
        };
    }

    private static ScriptValue echoed(List<ScriptWord> words) {
        StringBuilder text = new StringBuilder();
        int first = !words.isEmpty() && words.getFirst().is("-n") ? 1 : 0;
        for (ScriptWord word : words.subList(first, words.size())) {
            if (text.isEmpty() && word.prefix().matches("-[neE]+")) {
                return ScriptValue.UNKNOWN;
            }
            text.append(text.isEmpty() ? "" : " ").append(word.shown());
        }
        return ScriptValue.known(text.toString());
    }

    private static ScriptValue printed(List<ScriptWord> words) {
        boolean plain =
                words.size() == 1
                        && words.getFirst().shown().indexOf('%') < 0
                        && words.getFirst().shown().indexOf('\\') < 0;
        if (plain) {
            return ScriptValue.known(words.getFirst().shown());
        }
        boolean one = words.size() == 2 && words.getFirst().shown().matches("%s(\\\\n)?");
        return one ? ScriptValue.known(words.get(1).shown()) : ScriptValue.UNKNOWN;
    }

    private static ScriptValue given(SimpleCommand command) {
        Optional<String> content =
                command.redirects().stream()
                        .flatMap(redirect -> redirect.content().stream())
                        .reduce((_, last) -> last);
        return content.map(text -> ScriptValue.known(withoutLastLines(text)))
                .orElse(ScriptValue.UNKNOWN);
    }

    private static String withoutLastLines(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '\n') {
            end--;
        }
        return text.substring(0, end);
    }
}
