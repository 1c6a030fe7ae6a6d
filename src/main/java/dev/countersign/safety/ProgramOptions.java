package dev.countersign.safety;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Programs that a command runs by an option of it, where nobody expects one: `man -P`, `split
/// --filter`, `ssh -o ProxyCommand=…`.
final class ProgramOptions {
    // Running what they are given is what they are for.
    private static final Set<String> MADE_FOR_IT =
            Set.of(
                    "su",
                    "sg",
                    "flock",
                    "script",
                    "hyperfine",
                    "env",
                    "parallel",
                    "watch",
                    "entr",
                    "ssh",
                    "nix-shell",
                    "npx",
                    "npm",
                    "pnpm",
                    "yarn",
                    "trap",
                    "fzf",
                    "git",
                    "xvfb-run",
                    "nodemon",
                    "watchexec",
                    "cargo",
                    "tmux",
                    "screen",
                    "docker",
                    "systemd-run",
                    "runuser",
                    "sudo",
                    "complete",
                    "psql",
                    "concurrently",
                    "pm2",
                    "wait-on",
                    "fd",
                    "fdfind",
                    "find",
                    "busybox");
    // What such options are there for.
    private static final Set<String> EXPECTED =
            Set.of(
                    "cat",
                    "less",
                    "more",
                    "most",
                    "bat",
                    "delta",
                    "ssh",
                    "true",
                    ":",
                    "gzip",
                    "gunzip",
                    "pigz",
                    "bzip2",
                    "pbzip2",
                    "lbzip2",
                    "xz",
                    "pixz",
                    "zstd",
                    "zstdmt",
                    "lz4",
                    "lzop",
                    "lzip",
                    "brotli",
                    "compress",
                    "head",
                    "tail",
                    "wc",
                    "sort",
                    "cut",
                    "tr",
                    "grep",
                    "echo",
                    "printf",
                    "rsync",
                    "sudo",
                    "ls",
                    "date",
                    "test");
    private static final Pattern SSH_COMMAND =
            Pattern.compile(
                    "(?i)(-o)?\\s*(proxycommand|localcommand|knownhostscommand|pkcs11provider)\\s*[="
                        + " ]\\s*(?!none|ssh )\\S.*");

    private ProgramOptions() {}

    static void find(JudgedCommand one, List<Danger> found) {
        boolean connects = one.is("ssh", "scp", "sftp", "rsync", "sshfs", "mosh", "autossh");
        if (connects
                && one.rest().stream()
                        .anyMatch(word -> SSH_COMMAND.matcher(word.shown()).matches())) {
            found.add(unexpected(one));
            return;
        }
        if (MADE_FOR_IT.contains(one.name()) || one.arguments().isEmpty()) {
            return;
        }
        for (Arguments.Argument argument : one.arguments().get().arguments()) {
            if (argument.fromOption() && isUnexpected(argument)) {
                found.add(unexpected(one));
                return;
            }
        }
    }

    private static boolean isUnexpected(Arguments.Argument argument) {
        String text = argument.word().shown().strip();
        if (argument.kind() == ArgumentKind.EXECUTE) {
            return text.matches("/(tmp|var/tmp|dev/shm|dev/fd|proc)/.*");
        }
        if (argument.kind() != ArgumentKind.SCRIPT || text.isEmpty()) {
            return false;
        }
        String first = text.replaceFirst("^exec=", "").split("[\\s;|&]", 2)[0];
        return !EXPECTED.contains(Names.base(first).toLowerCase(Locale.ROOT));
    }

    private static Danger unexpected(JudgedCommand one) {
        return Danger.of(
                one,
                "execution.program-by-option",
                RiskLevel.HIGH,
                "Has the command run another program by one of its options.");
    }
}
