package dev.countersign.safety;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Traces erased, words disguised, processes stopped, and the console's own files.
final class TraceDangers {
    private static final Set<String> HISTORY =
            Set.of("HISTFILE", "HISTSIZE", "HISTFILESIZE", "HISTCONTROL", "HISTIGNORE");
    private static final Set<String> GIT_RUNS =
            Set.of(
                    "core.hookspath",
                    "core.pager",
                    "core.editor",
                    "core.sshcommand",
                    "core.fsmonitor",
                    "core.askpass",
                    "sequence.editor",
                    "diff.external",
                    "credential.helper",
                    "gpg.program",
                    "protocol.ext.allow",
                    "init.templatedir",
                    "core.gitproxy",
                    "uploadpack.packobjectshook");
    private static final Pattern GIT_RUNS_KIND =
            Pattern.compile(
                    "alias\\..*|filter\\..*|pager\\..*|.*\\.(textconv|command|cmd|helper|smudge|clean|process|program|sshcommand|insteadof|pushinsteadof|driver|uploadpack|receivepack|vcs|askpass|gitproxy)|submodule\\..*\\.update|include\\..*|includeif\\..*");
    private static final Pattern UP_OUT_OF_TEMPORARY =
            Pattern.compile("/(tmp|var/tmp|dev/null|dev/shm)/+(\\./+)*\\.\\.(/.*)?");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_.+-]+");
    private static final String OWN_NAME = "countersign";

    private final TargetPaths paths;

    TraceDangers(TargetPaths paths) {
        this.paths = paths;
    }

    void find(JudgedCommand command, List<Danger> found) {
        history(command, found);
        disguise(command, found);
        processes(command, found);
        gitSettings(command, found);
        own(command, found);
        for (Arguments.Argument argument :
                command.arguments().map(Arguments::arguments).orElse(List.of())) {
            boolean changes =
                    argument.kind() == ArgumentKind.WRITE || argument.kind() == ArgumentKind.DELETE;
            if (changes) {
                changed(argument.word(), found);
            }
        }
        for (SimpleCommand.Redirected redirect : command.command().redirects()) {
            if (redirect.writesFile()) {
                redirect.target().ifPresent(word -> changed(word, found));
            }
        }
    }

    private static void history(JudgedCommand command, List<Danger> found) {
        boolean assigned =
                command.command().assignments().stream()
                                .anyMatch(one -> HISTORY.contains(one.name()))
                        || (command.is("export", "declare", "unset", "typeset", "readonly")
                                && command.rest().stream()
                                        .anyMatch(word ->
                                                HISTORY.contains(word.prefix().split("=", 2)[0])));
        boolean off = command.is("set") && command.has("+o") && command.has("history");
        if (assigned || off) {
            found.add(
                    Danger.of(
                            command,
                            "trace.erased",
                            RiskLevel.HIGH,
                            "Keeps what is done from being recorded."));
        }
    }

    /// `r''m`, `$'\x72m'`: the same command, but nobody sees it at once.
    private static void disguise(JudgedCommand command, List<Danger> found) {
        if (command.command().words().isEmpty()) {
            return;
        }
        ScriptWord first = command.command().words().getFirst();
        String value = first.shown();
        String text = first.text().replace("\\\n", "");
        boolean plain =
                !first.isKnown()
                        || text.equals(value)
                        || text.equals("\\" + value)
                        || text.equals("\"" + value + "\"")
                        || text.equals("'" + value + "'")
                        || !PLAIN_NAME.matcher(value).matches()
                        || text.isEmpty()
                        || text.indexOf('{') >= 0
                        || (text.indexOf('\\') < 0
                                && text.indexOf('\'') < 0
                                && text.indexOf('"') < 0);
        if (!plain) {
            found.add(
                    Danger.of(
                            first,
                            "obfuscated.name",
                            RiskLevel.HIGH,
                            "It is %s, written so that this is hard to see.".formatted(value)));
        }
    }

    private static void processes(JudgedCommand command, List<Danger> found) {
        boolean stops = command.is("kill", "pkill", "killall", "skill", "xkill");
        if (!stops || command.has("-0") || command.has("-l") || command.has("--list")) {
            return;
        }
        boolean forced =
                command.rest().stream()
                                .anyMatch(word ->
                                        word.prefix()
                                                .matches(
                                                        "-(9|KILL|SIGKILL)|--signal=(9|KILL|SIGKILL)"))
                        || command.has("KILL")
                        || command.has("SIGKILL")
                        || (command.has("-s") && command.has("9"));
        boolean own =
                command.rest().stream()
                        .anyMatch(word -> word.shown().toLowerCase(Locale.ROOT).contains(OWN_NAME));
        if (own) {
            found.add(
                    Danger.of(
                            command,
                            "console.stopped",
                            RiskLevel.CRITICAL,
                            "Stops the console that decides what may run."));
        }
        if (command.is("kill")) {
            if (command.operands().stream().anyMatch(word -> word.is("1"))) {
                found.add(
                        Danger.of(
                                command,
                                "process.first",
                                RiskLevel.CRITICAL,
                                "Stops the process that all others depend on."));
            }
            boolean searched =
                    command.rest().stream()
                            .anyMatch(word ->
                                    !word.isKnown()
                                            && (word.text().contains("$(")
                                                    || word.text().contains("`")
                                                    || word.text().equals("…")));
            if (searched) {
                found.add(
                        Danger.of(
                                        command,
                                        "process.searched",
                                        forced ? RiskLevel.HIGH : RiskLevel.MEDIUM,
                                        "Stops processes that are only searched for when it runs,"
                                                + " whoever started them.")
                                .instead("look at what the search finds first"));
            }
            return;
        }
        boolean ofPerson = command.hasOption('u', "--euid") || command.hasOption('U', "--uid");
        if (forced || ofPerson) {
            found.add(
                    Danger.of(
                            command,
                            "process.by-name-forced",
                            RiskLevel.HIGH,
                            "Stops every process of that name or person at once, whoever started"
                                    + " it; what they had not saved is lost."));
        }
    }

    private static void gitSettings(JudgedCommand command, List<Danger> found) {
        boolean sets =
                command.is("git")
                        && command.arguments()
                                .map(one ->
                                        !one.path().isEmpty()
                                                && one.path().getFirst().equals("config")
                                                && one.effects().stream()
                                                        .anyMatch(effect ->
                                                                effect.kind() == EffectKind.WRITE))
                                .orElse(false);
        if (!sets) {
            return;
        }
        for (ScriptWord word : command.rest()) {
            String key = word.prefix().toLowerCase(Locale.ROOT);
            if (GIT_RUNS.contains(key) || GIT_RUNS_KIND.matcher(key).matches()) {
                found.add(
                        Danger.of(
                                command,
                                "git.setting-kept",
                                RiskLevel.HIGH,
                                "Changes a setting by which git runs other programs from now on."));
                return;
            }
        }
    }

    /// The socket, and the rules that a workspace brings.
    private void own(JudgedCommand command, List<Danger> found) {
        if (command.is("ls", "cat", "head", "tail", "grep", "stat", "echo")) {
            return;
        }
        for (ScriptWord word : command.rest()) {
            if (word.prefix().contains("console.sock")) {
                found.add(
                        Danger.of(
                                word,
                                "console.own-files",
                                RiskLevel.CRITICAL,
                                "Reaches for the console's own socket."));
                return;
            }
        }
    }

    private void changed(ScriptWord word, List<Danger> found) {
        String text = word.path().orElse(word.prefix());
        if (UP_OUT_OF_TEMPORARY.matcher(text).matches()) {
            found.add(
                    Danger.of(
                            word,
                            "path.disguised",
                            RiskLevel.HIGH,
                            "%s looks temporary and leads elsewhere.".formatted(word.text())));
        }
        for (Path path : paths.resolve(word)) {
            if (path.startsWith("/var/log") && !path.toString().equals("/var/log")) {
                found.add(
                        Danger.of(
                                word,
                                "trace.erased",
                                RiskLevel.HIGH,
                                "Changes %s, where the machine records what happens."
                                        .formatted(path)));
                return;
            }
            if (Places.hasSegment(path, ".countersign")) {
                found.add(
                        Danger.of(
                                word,
                                "console.own-files",
                                RiskLevel.CRITICAL,
                                "Changes the rules by which the console decides what may run"
                                        + " here."));
                return;
            }
            if (path.startsWith("/proc/sys") || path.startsWith("/proc/sysrq-trigger")) {
                found.add(
                        Danger.of(
                                word,
                                "kernel.changed",
                                RiskLevel.HIGH,
                                "Changes how the kernel works."));
                return;
            }
        }
    }
}
