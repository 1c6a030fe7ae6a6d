package dev.countersign.safety;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Text that is run without anybody having seen it.
final class ExecutionDangers {
    private static final Set<String> DOWNLOADERS =
            Set.of(
                    "curl", "wget", "fetch", "aria2c", "http", "https", "lynx", "nc", "ncat",
                    "netcat");
    static final Set<String> INTERPRETERS =
            Set.of(
                    "python",
                    "python2",
                    "python3",
                    "node",
                    "deno",
                    "bun",
                    "perl",
                    "ruby",
                    "php",
                    "lua",
                    "osascript",
                    "pwsh",
                    "powershell");
    private static final Set<String> DECODERS =
            Set.of("base64", "base32", "xxd", "openssl", "rev", "tr", "gunzip", "zcat");

    private ExecutionDangers() {}

    static void find(String command, ScriptJudge judge, List<Danger> found) {
        List<JudgedCommand> all = judge.judged();
        if (isForkBomb(judge)) {
            found.add(
                    Danger.of(
                            0,
                            command.length(),
                            "process.fork-bomb",
                            RiskLevel.CRITICAL,
                            "Starts copies of itself until the machine stands still."));
        }
        for (JudgedCommand one : all) {
            fromPipe(one, all, found);
            fromSubstitution(one, all, found);
            sentOut(one, found);
            unresolvedRemoval(one, found);
            fromAddress(one, found);
        }
    }

    /// `$X -rf /`: too little is known, but what is looks like a removal.
    private static void unresolvedRemoval(JudgedCommand one, List<Danger> found) {
        boolean looksSo =
                !one.command().words().isEmpty()
                        && !one.command().words().getFirst().isKnown()
                        && one.rest().stream()
                                .anyMatch(word -> word.shown().matches("-[fFiv]*[rR][fFiv]*"));
        if (looksSo) {
            found.add(
                    Danger.of(
                            one,
                            "execution.unresolved",
                            RiskLevel.HIGH,
                            "Which command runs is only known when it runs, and its options are"
                                    + " those of a removal."));
        }
    }

    /// `deno run https://…`
    private static void fromAddress(JudgedCommand one, List<Danger> found) {
        if (!one.is("deno", "npx", "bunx", "pnpx", "uvx", "go", "python", "python3", "pipx")) {
            return;
        }
        boolean address =
                one.rest().stream().anyMatch(word -> word.prefix().matches("(git\\+)?https?://.+"));
        if (address && !one.has("get")) {
            found.add(downloaded(one));
        }
        boolean latest =
                one.is("go")
                        && one.has("run")
                        && one.rest().stream()
                                .anyMatch(word -> word.shown().matches("[^-/]+/.+@.+"));
        if (latest) {
            found.add(
                    Danger.of(
                            one,
                            "packages.run",
                            RiskLevel.MEDIUM,
                            "Downloads a program of others and runs it at once."));
        }
    }

    /// A function of the script that is piped into itself.
    private static boolean isForkBomb(ScriptJudge judge) {
        Set<String> piped = new HashSet<>();
        for (JudgedCommand one : judge.judged()) {
            boolean candidate =
                    one.command().pipeline() >= 0
                            && !one.name().isEmpty()
                            && judge.isFunction(one.name());
            if (candidate && !piped.add(one.command().pipeline() + " " + one.name())) {
                return true;
            }
        }
        return false;
    }

    private static void fromPipe(JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        if (!one.readsScript() && !readsProgram(one)) {
            return;
        }
        List<JudgedCommand> before = all.stream().filter(other -> feeds(other, one)).toList();
        // A program that stands in the command itself can be read, if not by us.
        boolean hereDocument =
                one.command().redirects().stream()
                        .anyMatch(redirect -> redirect.operator().startsWith("<<"));
        if (hereDocument && !one.readsScript()) {
            return;
        }
        boolean fed = !before.isEmpty() || !one.command().redirects().isEmpty();
        if (before.stream().anyMatch(other -> DOWNLOADERS.contains(other.name()))) {
            found.add(downloaded(one));
        } else if (before.stream().anyMatch(other -> DECODERS.contains(other.name()))) {
            found.add(
                    Danger.of(
                            one,
                            "execution.decoded",
                            RiskLevel.CRITICAL,
                            "Runs text that is hidden by an encoding."));
        } else if (fed) {
            found.add(
                    Danger.of(
                            one,
                            "execution.from-input",
                            RiskLevel.HIGH,
                            "Runs text that another command or file gives it."));
        }
    }

    private static boolean readsProgram(JudgedCommand one) {
        return INTERPRETERS.contains(one.name())
                && one.rest().stream()
                        .allMatch(word -> word.is("-") || word.prefix().matches("-[usBE]"));
    }

    private static boolean feeds(JudgedCommand earlier, JudgedCommand later) {
        return earlier.command().pipeline() >= 0
                && earlier.command().pipeline() == later.command().pipeline()
                && earlier.command().stage() < later.command().stage();
    }

    private static void fromSubstitution(
            JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        boolean runs =
                ScriptJudge.SHELLS.contains(one.name())
                        || INTERPRETERS.contains(one.name())
                        || one.is("eval", "source", ".", "exec", "xargs");
        if (!runs) {
            return;
        }
        for (ScriptWord word : one.rest()) {
            boolean download =
                    !word.isKnown()
                            && all.stream()
                                    .anyMatch(other ->
                                            DOWNLOADERS.contains(other.name())
                                                    && other.command().start() >= word.start()
                                                    && other.command().end() <= word.end()
                                                    && word.end() > word.start());
            if (download) {
                found.add(downloaded(one));
                return;
            }
            boolean fromInput =
                    !word.isKnown() && (word.text().equals("…") || word.text().contains("{}"));
            if (fromInput && ScriptJudge.SHELLS.contains(one.name())) {
                found.add(
                        Danger.of(
                                one,
                                "execution.from-input",
                                RiskLevel.HIGH,
                                "Runs text that another command or file gives it."));
                return;
            }
            if (!word.isKnown() && word.text().matches("(?s).*\\b(base64|xxd|base32)\\b.*")) {
                found.add(
                        Danger.of(
                                one,
                                "execution.decoded",
                                RiskLevel.CRITICAL,
                                "Runs text that is hidden by an encoding."));
                return;
            }
        }
    }

    private static Danger downloaded(JudgedCommand one) {
        return Danger.of(
                        one,
                        "execution.downloaded",
                        RiskLevel.CRITICAL,
                        "Runs what it downloads, unseen.")
                .instead("download it to a file, read it, then run it");
    }

    private static void sentOut(JudgedCommand one, List<Danger> found) {
        boolean curl =
                one.is("curl")
                        && (one.hasOption('T', "--upload-file")
                                || one.rest().stream()
                                        .anyMatch(word ->
                                                word.prefix()
                                                        .matches(
                                                                "(?s)(-d|-F|--data.*)?@.+|[^=]+=@.+|-d@.*")));
        boolean wget =
                one.is("wget")
                        && one.rest().stream()
                                .anyMatch(word -> word.prefix().startsWith("--post-file"));
        if (curl || wget) {
            found.add(
                    Danger.of(
                            one, "data.sent", RiskLevel.HIGH, "Sends a file to another machine."));
        }
    }
}
