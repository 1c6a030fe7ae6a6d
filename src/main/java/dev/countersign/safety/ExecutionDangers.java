package dev.countersign.safety;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

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
                    "powershell",
                    "tclsh",
                    "wish",
                    "expect",
                    "Rscript",
                    "julia",
                    "groovy",
                    "guile",
                    "luajit",
                    "irb",
                    "ghci",
                    "jshell",
                    "scala",
                    "elixir",
                    "erl",
                    "sbcl",
                    "clojure");
    // They do to a project, a database or a machine what they are given to read.
    private static final Set<String> APPLY_INPUT =
            Set.of(
                    "psql",
                    "mysql",
                    "mariadb",
                    "sqlite3",
                    "mongosh",
                    "redis-cli",
                    "patch",
                    "at",
                    "batch",
                    "docker",
                    "podman",
                    "git",
                    "gcc",
                    "cc",
                    "ed",
                    "ex");
    private static final Set<String> DECODERS =
            Set.of("base64", "base32", "xxd", "openssl", "rev", "tr", "gunzip", "zcat");

    private static final Pattern DECODED_NAME =
            Pattern.compile("\\b(base64|base32|xxd|rev|openssl|curl|wget|printf|tr|dig|nc)\\b");
    // `:(){ :|:& };:`, whether or not bash reads it as that.
    // Bounded everywhere: it is looked for in all of a long text.
    private static final Pattern FORK_BOMB =
            Pattern.compile(
                    "(?<![\\w:.])([\\w:.]{1,64})\\s{0,9}\\(\\)\\s{0,9}\\{\\s{0,9}\\1\\s{0,9}\\|\\s{0,9}\\1\\b?"
                        + "|\\bwhile\\s{1,9}(true|:|1)\\s{0,9};\\s{0,9}do\\b[^;&]{0,200}[^;&>]&\\s{0,9}done");
    // Nobody hides the name of a command that harms nobody.
    private static final Set<String> HIDDEN_AT_TIMES =
            Set.of(
                    "rm", "rmdir", "dd", "shred", "curl", "wget", "nc", "ncat", "bash", "sh", "zsh",
                    "eval", "chmod", "chown", "sudo", "mkfs", "kill", "killall", "crontab");
    // They print what stands in a file, a variable or a text.
    private static final Set<String> GIVERS =
            Set.of(
                    "cat", "head", "tail", "sed", "awk", "grep", "echo", "printf", "tr", "rev",
                    "base64", "base32", "xxd", "openssl", "gunzip", "zcat", "jq", "cut", "python",
                    "python3", "perl", "ruby", "node", "dig", "nc");
    // Options with which an interpreter still reads its program from the standard input.
    private static final Set<String> READS_ON = Set.of("-u", "-s", "-B", "-E");
    private static final Pattern ADDRESS = Pattern.compile("(git\\+)?https?://.+");
    // `@file`, `-Fname=@file`: what an option of curl sends is read from a file.
    private static final Pattern SENDS_FILE =
            Pattern.compile("(?s)(-d|-F|--data.*)?@.*|[^=]+=[@<].*|\\w+@/.*|--json=@.*");
    private static final Set<String> STANDARD_INPUT = Set.of("-", "/dev/stdin", "/dev/fd/0");

    private ExecutionDangers() {}

    static void find(String command, ScriptJudge judge, List<Danger> found) {
        List<JudgedCommand> all = judge.judged();
        if (isForkBomb(judge) || looksLikeForkBomb(command)) {
            found.add(
                    Danger.of(
                            0,
                            command.length(),
                            "process.fork-bomb",
                            RiskLevel.CRITICAL,
                            "Starts copies of itself until the machine stands still."));
        }
        if (runsDownloadedLines(all)) {
            all.stream()
                    .filter(one -> DOWNLOADERS.contains(one.name()))
                    .findFirst()
                    .ifPresent(one -> found.add(downloaded(one)));
        }
        for (JudgedCommand one : all) {
            ProgramOptions.find(one, found);
            disguisedName(one, found);
            byProgram(one, found);
            unresolvedEval(one, all, found);
            applied(one, all, found);
            fromPipe(one, all, found);
            fromSubstitution(one, all, found);
            sentOut(one, found);
            unresolvedRemoval(one, found);
            fromAddress(one, found);
        }
    }

    private static boolean looksLikeForkBomb(String command) {
        boolean worthALook = command.contains("()") || command.contains("while");
        return worthALook && FORK_BOMB.matcher(command).find();
    }

    /// `/b?n/rm`, `rm$IFS-rf`: nobody writes a command so who wants it to be read.
    private static void disguisedName(JudgedCommand one, List<Danger> found) {
        if (one.command().words().isEmpty()) {
            return;
        }
        ScriptWord first = one.command().words().getFirst();
        boolean split = first.variables().contains("IFS") && !first.isKnown();
        boolean pattern = first.glob() && first.text().length() > 1 && !first.text().equals("[[");
        boolean assembled =
                first.isKnown()
                        && HIDDEN_AT_TIMES.contains(one.name())
                        && (first.text().startsWith("$")
                                || first.text().startsWith("`")
                                || first.text().startsWith("{")
                                || first.text().startsWith("\"$"));
        boolean decoded = !first.isKnown() && DECODED_NAME.matcher(first.text()).find();
        if (split || pattern || assembled || decoded) {
            found.add(
                    Danger.of(
                            first,
                            "obfuscated.name",
                            RiskLevel.HIGH,
                            "Which command this is, is hidden: it is found by a pattern or put"
                                    + " together when it runs."));
        }
    }

    /// `awk '{print | "sh"}'`, `sed 's/x/y/e'`: the lines of a file are run.
    private static void byProgram(JudgedCommand one, List<Danger> found) {
        if (!one.known() && one.doubts().contains(ScriptJudge.RUNS_A_COMMAND)) {
            found.add(fromInput(one));
        }
    }

    /// `eval "$X"`: what it runs comes from elsewhere. `eval "$(tool init)"` sets up a shell.
    private static void unresolvedEval(
            JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        if (!one.is("eval") || one.known()) {
            return;
        }
        boolean variable =
                one.rest().stream()
                        .anyMatch(word -> !word.isKnown() && !word.variables().isEmpty());
        boolean printed =
                one.rest().stream()
                        .filter(word -> !word.isKnown())
                        .anyMatch(word ->
                                all.stream()
                                        .anyMatch(other ->
                                                isIn(other, word)
                                                        && GIVERS.contains(other.name())));
        if (variable || printed) {
            found.add(
                    Danger.of(
                            one,
                            "execution.unresolved",
                            RiskLevel.HIGH,
                            "Runs a text that is only known when it runs."));
        }
    }

    private static boolean isIn(JudgedCommand other, ScriptWord word) {
        return other.command().start() >= word.start()
                && other.command().end() <= word.end()
                && word.end() > word.start();
    }

    /// `curl … | psql`, `curl … | git apply`.
    private static void applied(JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        boolean reads =
                APPLY_INPUT.contains(one.name())
                        || (one.is("make", "gmake", "kubectl", "source", ".")
                                && one.rest().stream()
                                        .anyMatch(word -> STANDARD_INPUT.contains(word.shown())));
        if (!reads) {
            return;
        }
        boolean downloads =
                all.stream()
                        .anyMatch(other -> feeds(other, one) && DOWNLOADERS.contains(other.name()));
        if (downloads) {
            found.add(downloaded(one));
        } else if (one.is("make", "gmake", "source", ".")
                && (one.command().stage() > 0 || !one.command().redirects().isEmpty())) {
            found.add(fromInput(one));
        }
    }

    /// `curl … | while read l; do $l; done`
    private static boolean runsDownloadedLines(List<JudgedCommand> all) {
        boolean reads =
                all.stream()
                        .anyMatch(one ->
                                one.is("read", "mapfile", "readarray")
                                        && all.stream()
                                                .anyMatch(other ->
                                                        feeds(other, one)
                                                                && DOWNLOADERS.contains(
                                                                        other.name())));
        return reads
                && all.stream()
                        .filter(one -> !one.command().words().isEmpty())
                        .anyMatch(one ->
                                !one.command().words().getFirst().isKnown()
                                        || (one.is("eval") && !one.known()));
    }

    private static Danger fromInput(JudgedCommand one) {
        return Danger.of(
                one,
                "execution.from-input",
                RiskLevel.HIGH,
                "Runs text that another command or file gives it.");
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
                one.rest().stream().anyMatch(word -> ADDRESS.matcher(word.prefix()).matches());
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
            found.add(fromInput(one));
        }
    }

    private static boolean readsProgram(JudgedCommand one) {
        if (!INTERPRETERS.contains(one.name())) {
            return false;
        }
        return one.rest().stream()
                        .allMatch(word -> word.is("-") || READS_ON.contains(word.prefix()))
                || one.rest().stream()
                        .filter(word -> word.is("-") || !word.prefix().startsWith("-"))
                        .findFirst()
                        .filter(word -> word.is("-"))
                        .isPresent();
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
                        || one.is("eval", "source", ".", "exec", "xargs", "java");
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
                found.add(fromInput(one));
                return;
            }
            if (!word.isKnown()
                    && word.text()
                            .matches("(?s).*\\b(base64|xxd|base32|rev|printf|openssl)\\b.*")) {
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
                                                SENDS_FILE.matcher(word.prefix()).matches()));
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
