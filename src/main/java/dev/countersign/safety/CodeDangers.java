package dev.countersign.safety;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a program in another language than the shell's says plainly that it does. It is not read as
/// its language is, so that nothing follows from what is not found.
final class CodeDangers {
    // More than anybody writes behind `-c`; the rest is not looked at.
    private static final int MOST_UNITS = 100_000;

    private static final Pattern DELETES =
            Pattern.compile(
                    "rm\\s+-\\w*[rR]\\w*|[\"']rm[\"']\\s*,\\s*[\"']-\\w*[rR]|shutil\\.rmtree|rmSync|rmdirSync|rimraf|FileUtils\\.(rm|remove)|remove_tree|rmtree|deleteRecursively|Remove-Item|removeAll\\(|os\\.removedirs|git\\s+reset\\s+--hard|git\\s+clean\\s+-|mkfs|dd\\s+if=");
    private static final Pattern CONNECTS =
            Pattern.compile(
                    "socket|TCPSocket|fsockopen|net\\.connect|net\\.Socket|IO::Socket|/inet/tcp");
    private static final Pattern GIVES_SHELL =
            Pattern.compile(
                    "/bin/(ba|z|da)?sh|pty\\.spawn|subprocess|exec\\(|spawn\\(|dup2|cmd\\.exe");
    private static final Pattern RUNS =
            Pattern.compile(
                    "os\\.system|os\\.popen|os\\.exec|os\\.spawn|pty\\.spawn|subprocess|child_process|exec\\(|execSync|spawnSync|system\\s*\\(|system\\s+[\"']|popen|proc_open|shell_exec|passthru|Kernel\\.|do"
                        + " shell script|Runtime\\.getRuntime|ProcessBuilder|exec\\s+[\"']|`");
    private static final Pattern DECODES =
            Pattern.compile("b64decode|base64|fromCharCode|unhexlify|decode64|atob\\(|rot13|zlib");
    private static final Pattern EVALUATES =
            Pattern.compile("exec\\(|eval\\b|Function\\(|compile\\(");
    private static final Pattern FORKS =
            Pattern.compile(
                    "fork\\W+while|while\\W.{0,20}fork|fork\\(\\)\\s+for\\s+\\w+\\s+in|fork\\(\\);\\s*fork");
    private static final Pattern QUOTED = Pattern.compile("[\"']([^\"']{1,300})[\"']");

    private CodeDangers() {}

    static void find(JudgedCommand command, List<Danger> found) {
        for (Arguments.Argument argument :
                command.arguments().map(Arguments::arguments).orElse(List.of())) {
            if (argument.kind() == ArgumentKind.CODE) {
                code(command, argument.word().shown(), found);
            }
            if (argument.kind() == ArgumentKind.AWK && argument.word().shown().contains("/inet")) {
                found.add(
                        Danger.of(
                                command,
                                "network.device",
                                RiskLevel.HIGH,
                                "The program in it opens a network connection."));
            }
        }
        if (command.command().redirects().isEmpty()) {
            return;
        }
        boolean interprets =
                command.arguments()
                        .map(one ->
                                one.facts().options().values().stream()
                                        .anyMatch(option -> option.kind() == ArgumentKind.CODE))
                        .orElse(false);
        for (SimpleCommand.Redirected redirect : command.command().redirects()) {
            if (interprets && redirect.content().isPresent()) {
                code(command, redirect.content().get(), found);
            }
        }
    }

    private static void code(JudgedCommand command, String text, List<Danger> found) {
        String code = text.substring(0, Math.min(text.length(), MOST_UNITS));
        if (FORKS.matcher(code).find()) {
            found.add(
                    Danger.of(
                            command,
                            "process.fork-bomb",
                            RiskLevel.CRITICAL,
                            "Starts copies of itself until the machine stands still."));
        }
        if (CONNECTS.matcher(code).find() && GIVES_SHELL.matcher(code).find()) {
            found.add(
                    Danger.of(
                            command,
                            "network.shell",
                            RiskLevel.CRITICAL,
                            "Gives whoever is at the other end a shell on this machine."));
        }
        if (DECODES.matcher(code).find() && EVALUATES.matcher(code).find()) {
            found.add(
                    Danger.of(
                            command,
                            "execution.decoded",
                            RiskLevel.CRITICAL,
                            "Runs text that is hidden by an encoding."));
        }
        if (DELETES.matcher(code).find()) {
            found.add(
                    Danger.of(
                                    command,
                                    "code.deletes",
                                    RiskLevel.HIGH,
                                    "The program in it deletes files or folders with what is in"
                                            + " them.")
                            .losing("What its program deletes would be lost."));
        }
        if (RUNS.matcher(code).find()) {
            found.add(
                    Danger.of(
                            command,
                            "code.runs-commands",
                            RiskLevel.MEDIUM,
                            "The program in it runs commands, which are not read."));
        }
        secret(code)
                .ifPresent(path ->
                        found.add(
                                Danger.of(
                                        command,
                                        "secret.file",
                                        RiskLevel.HIGH,
                                        "The program in it touches %s, where keys or passwords are kept."
                                                .formatted(path))));
    }

    private static Optional<String> secret(String code) {
        return QUOTED.matcher(code)
                .results()
                .map(match -> match.group(1))
                .filter(Places::mayHoldSecrets)
                .findFirst();
    }
}
