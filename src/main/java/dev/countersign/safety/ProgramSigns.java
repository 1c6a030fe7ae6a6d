package dev.countersign.safety;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What can be said of a program for an interpreter without understanding its language, whether it
/// stands in the command, in a here-document or in a file: the calls that delete, run, fetch or
/// send, places of secrets, and texts in it that would be dangerous as commands. Nothing found says
/// nothing: such a program is never known. Pure.
final class ProgramSigns {
    /// Longer programs are looked at up to here, in characters.
    static final int LONGEST = 128 << 10;

    private static final int MOST_TEXTS = 60;
    private static final int MOST_MATCHES = 200;
    private static final int LONGEST_TEXT = 2_000;
    // What belongs together stands together, in a long program; in a short one anywhere.
    private static final int NEAR = 600;
    private static final Pattern ESCAPE =
            Pattern.compile(
                    "(?m)^\\s*(?::?(?:silent\\s+)?!+|\\.?shell\\s|\\.?system\\s|platform\\s+shell\\s|spawn\\s|r!)\\s*(.+)$");

    // Calls of Python, JavaScript, Ruby, Perl, PHP, Lua, Java, PowerShell and their like.
    private static final Pattern EVALUATES =
            Pattern.compile(
                    "(?i)\\b(exec|eval|compile|Function|instance_eval|system|assert|load|loadstring|iex|invoke-expression|Invoke-Command)\\b");
    private static final Pattern DECODES =
            Pattern.compile(
                    "(?i)b64decode|base64|decompress|fromhex|unhexlify|atob\\s*\\(|decode64|unpack\\s*\\(?\\s*[\"']?[mHu]\\b|unpack\\s+u\\b|\\bpack\\s*\\(?\\s*[\"'][HhmM]|fromCharCode|codecs\\.decode|rot13|zlib|map\\s*\\(\\s*chr|gzinflate|FromBase64String");
    private static final Pattern DOWNLOADS =
            Pattern.compile(
                    "(?i)urlopen|urllib|requests\\.get|https?['\"]?\\)?\\.get|fetch\\s*\\(|LWP|open-uri|URI\\.open|get\\s*\\(?\\s*[\"']https?:|file_get_contents\\s*\\(\\s*[\"']http|new"
                        + " URL\\(|import\\s*\\(\\s*[\"']https?:|io\\.popen\\([\"'](curl|wget)|\\b(iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|downloadstring|downloadfile)\\b");
    private static final Pattern CONNECTS =
            Pattern.compile(
                    "\\b(socket|fsockopen|TCPSocket|ztcp|Net\\.Sockets)\\b|IO::Socket|net['\"]?\\)?\\.(connect|Socket|createConnection)|/inet/tcp");
    private static final Pattern GIVES_SHELL =
            Pattern.compile(
                    "(?i)/bin/(ba|z|da)?sh|cmd\\.exe|dup2|pty\\.spawn|subprocess|shell_exec|proc_open|exec\\(|spawn\\(");
    private static final Pattern READS =
            Pattern.compile(
                    "\\bopen\\s*\\(|readFile|File\\.read|IO\\.read|file_get_contents|os\\.environ|process\\.env|\\bENV\\b|getenv|slurp|Get-Content|`(cat|env)\\b");
    private static final Pattern SENDS =
            Pattern.compile(
                    "(?i)requests\\.(post|put)|method\\s*:\\s*['\"](POST|PUT)|Net::HTTP\\.post|->post\\(|\\.send(all|to)?\\(|https?['\"]?\\)?\\.request|urlopen\\([^)]*data|curl_exec|smtplib|-Method\\s+POST|-InFile|UploadString|UploadFile|ftplib|[\"']https?://[^\"']*\\?[^\"']*[\"']\\s*[.+]");
    private static final Pattern DELETES =
            Pattern.compile(
                    "\\b(shutil\\.rmtree|os\\.(remove|unlink|rmdir|removedirs|truncate)"
                        + "|(fs|fsp|fs\\.promises|promises)\\.(rm|rmdir|unlink)(Sync)?"
                        + "|rmSync|unlinkSync|rmdirSync|rimraf|FileUtils\\.(rm|remove)\\w*"
                        + "|File\\.(delete|unlink)|Dir\\.(delete|rmdir|unlink)|remove_tree|rmtree"
                        + "|deleteRecursively|removeAll\\(|Files\\.delete\\w*\\(|unlink\\s*[($\"'<]|unlink\\s+glob"
                        + "|unlink\\(|rm\\s*\\([^)]*recursive|os\\.execvp?\\([\"']rm|std::fs::remove_\\w+)"
                        + "|\\.unlink\\(|\\.rmdir\\(|[\"']rm[\"']\\s*,?\\s+?\\[?[\"']-\\w*[rR]|[\"']rm[\"']\\s*,\\s*\\[?\\s*[\"']-\\w*[rR]"
                        + "|\"unlink\"|rm\\s+-\\w*[rR]\\w*|git\\s+reset\\s+--hard|git\\s+clean\\s+-|\\bmkfs|\\bdd\\s+if=");
    private static final Pattern POWER_SHELL =
            Pattern.compile(
                    "(?i)\\b(Remove-Item|Clear-RecycleBin|Clear-Content|Format-Volume|Clear-Disk|Initialize-Disk|Remove-Partition|Stop-Computer|Restart-Computer|Set-ExecutionPolicy|Set-MpPreference|Add-MpPreference|Stop-Service|Set-Service|New-Service|Clear-EventLog|Register-ScheduledTask|New-LocalUser|Add-LocalGroupMember|Invoke-Expression|Get-Credential|Disable-[A-Z]\\w+|Uninstall-[A-Z]\\w+|Remove-AD\\w+|Set-NetFirewall\\w+|Stop-Process\\s+.*-Force)\\b|-Verb\\s+RunAs|-ex(ecutionpolicy|ec|p)?\\s+(bypass|unrestricted)|-(w|windowstyle)\\s+hidden");
    private static final Pattern ENCODED =
            Pattern.compile("(?i)(^|\\s)-e(c|nc|ncodedcommand)?\\s+[A-Za-z0-9+/=]{8,}(\\s|$)");
    private static final Pattern FORKS =
            Pattern.compile(
                    "fork\\W+while|while\\W.{0,20}fork|fork\\(\\)\\s+for\\s+\\w+\\s+in|fork\\(\\);\\s*fork");
    private static final Pattern RUNS =
            Pattern.compile(
                    "os\\.system|os\\.popen|os\\.exec|os\\.spawn|pty\\.spawn|subprocess|child_process|exec\\(|execSync|spawnSync|system\\s*\\(|system\\s+[\"']|popen|proc_open|shell_exec|passthru|Kernel\\.|do"
                        + " shell"
                        + " script|Runtime\\.getRuntime|ProcessBuilder|exec\\s+[\"']|`|os:cmd|System\\.cmd|run-program|shell/sh");
    private static final Pattern ALL_VARIABLES =
            Pattern.compile(
                    "os\\.environ\\b(?!\\s*[.\\[])|process\\.env\\b(?!\\s*[.\\[])|\\bENV\\.(to_h|each|inspect)");
    private static final Pattern SECRETS =
            Pattern.compile(
                    "[/~]\\.?(\\.ssh/|\\.aws/|\\.gnupg/|\\.netrc|\\.git-credentials|\\.kube/config)|/etc/shadow|id_rsa|id_ed25519");
    private static final Pattern QUOTED = Pattern.compile("[\"']([^\"'\\n]{1,300})[\"']");
    private static final Pattern EMPTIES =
            Pattern.compile("open\\(\\s*[\"'][^\"']+\\.(db|sqlite3?|sql)[\"']\\s*,\\s*[\"']w");

    /// @param patterns all of them must be found, near each other
    private record Sign(String id, RiskLevel level, List<Pattern> patterns, String message) {
        static Sign of(String id, RiskLevel level, String message, Pattern... patterns) {
            return new Sign(id, level, List.of(patterns), message);
        }
    }

    private static final List<Sign> SIGNS =
            List.of(
                    Sign.of(
                            "code.deletes",
                            RiskLevel.HIGH,
                            "Deletes files from inside a program.",
                            DELETES),
                    Sign.of(
                            "code.deletes",
                            RiskLevel.HIGH,
                            "Empties a database from inside a program.",
                            EMPTIES),
                    Sign.of(
                            "code.machine",
                            RiskLevel.HIGH,
                            "Deletes, stops or changes something of the machine.",
                            POWER_SHELL),
                    Sign.of(
                            "code.decoded",
                            RiskLevel.CRITICAL,
                            "Runs code that is hidden by an encoding.",
                            EVALUATES,
                            DECODES),
                    Sign.of(
                            "code.downloaded",
                            RiskLevel.CRITICAL,
                            "Runs code that it downloads, unseen.",
                            EVALUATES,
                            DOWNLOADS),
                    Sign.of(
                            "code.remote-shell",
                            RiskLevel.CRITICAL,
                            "Opens a shell for another machine.",
                            CONNECTS,
                            GIVES_SHELL),
                    Sign.of(
                            "code.fork-bomb",
                            RiskLevel.CRITICAL,
                            "Starts copies of itself until the machine stands still.",
                            FORKS),
                    Sign.of(
                            "code.sends",
                            RiskLevel.HIGH,
                            "Sends files or variables to another machine.",
                            READS,
                            SENDS),
                    Sign.of(
                            "code.secrets",
                            RiskLevel.HIGH,
                            "Touches files that hold secrets from inside a program.",
                            SECRETS),
                    Sign.of(
                            "code.variables",
                            RiskLevel.MEDIUM,
                            "Shows all variables, some of which may hold keys or passwords.",
                            ALL_VARIABLES),
                    Sign.of(
                            "code.runs-commands",
                            RiskLevel.MEDIUM,
                            "Runs commands, which are not read.",
                            RUNS));

    private ProgramSigns() {}

    /// Something in a program.
    ///
    /// @param at UTF-16 offset into it
    record Found(String id, RiskLevel level, String message, int at) {}

    /// @param asCommand says what would be dangerous about a text if it were a command
    static List<Found> find(String program, Function<String, Optional<Finding>> asCommand) {
        String text = program.length() > LONGEST ? program.substring(0, LONGEST) : program;
        List<Found> found = new ArrayList<>();
        for (Sign sign : SIGNS) {
            int at = place(sign, text);
            if (at >= 0) {
                found.add(new Found(sign.id(), sign.level(), sign.message(), at));
            }
        }
        secret(text, found);
        if (text.length() <= LONGEST_TEXT) {
            command(text, 0, asCommand, found);
            escapes(text, asCommand, found);
        }
        texts(text, asCommand, found);
        return found;
    }

    /// What only the words of a shell for Windows say: `-enc` with its code, and all above.
    static List<Found> findInPowerShell(
            String words, Function<String, Optional<Finding>> asCommand) {
        List<Found> found = new ArrayList<>(find(words, asCommand));
        Matcher matcher = ENCODED.matcher(words);
        if (matcher.find()) {
            found.add(
                    new Found(
                            "code.decoded",
                            RiskLevel.CRITICAL,
                            "Runs code that is hidden by an encoding.",
                            matcher.start()));
        }
        return found;
    }

    /// Where all patterns of a sign are found near each other; negative when they are not.
    private static int place(Sign sign, String text) {
        Matcher first = sign.patterns().getFirst().matcher(text);
        if (sign.patterns().size() == 1) {
            return first.find() ? first.start() : -1;
        }
        List<Integer> others = starts(sign.patterns().get(1), text);
        for (int i = 0; i < MOST_MATCHES && !others.isEmpty() && first.find(); i++) {
            int at = first.start();
            if (others.stream().anyMatch(other -> Math.abs(other - at) <= NEAR)) {
                return at;
            }
        }
        return -1;
    }

    private static List<Integer> starts(Pattern pattern, String text) {
        return pattern.matcher(text).results().limit(MOST_MATCHES).map(r -> r.start()).toList();
    }

    private static void secret(String text, List<Found> found) {
        if (found.stream().anyMatch(one -> one.id().equals("code.secrets"))) {
            return;
        }
        QUOTED.matcher(text)
                .results()
                .limit(MOST_MATCHES)
                .filter(match -> Places.mayHoldSecrets(match.group(1)))
                .findFirst()
                .ifPresent(match ->
                        found.add(
                                new Found(
                                        "code.secrets",
                                        RiskLevel.HIGH,
                                        "Touches %s, where keys or passwords are kept."
                                                .formatted(match.group(1)),
                                        match.start())));
    }

    /// What an editor or debugger gives to a shell: `:!rm x`, `shell rm x`.
    private static void escapes(
            String text, Function<String, Optional<Finding>> asCommand, List<Found> found) {
        Matcher matcher = ESCAPE.matcher(text);
        for (int i = 0; i < MOST_TEXTS && matcher.find(); i++) {
            command(matcher.group(1), matcher.start(), asCommand, found);
        }
    }

    /// Looks at the texts in quotes.
    private static void texts(
            String text, Function<String, Optional<Finding>> asCommand, List<Found> found) {
        Set<String> seen = new HashSet<>();
        int i = 0;
        while (i < text.length() && seen.size() < MOST_TEXTS) {
            char c = text.charAt(i);
            int end = c == '"' || c == '\'' || c == '`' ? end(text, i) : -1;
            if (end < 0) {
                i++;
                continue;
            }
            String literal = text.substring(i + 1, end);
            if (literal.length() <= LONGEST_TEXT && literal.indexOf(' ') > 0 && seen.add(literal)) {
                command(literal, i, asCommand, found);
            }
            i = end + 1;
        }
    }

    /// Where a text in quotes ends; negative when it does not in this line.
    private static int end(String text, int from) {
        char quote = text.charAt(from);
        for (int i = from + 1; i < text.length() && i - from <= LONGEST_TEXT + 1; i++) {
            char c = text.charAt(i);
            if (c == quote) {
                return i;
            }
            if (c == '\n' && quote != '`') {
                return -1;
            }
            i += c == '\\' ? 1 : 0;
        }
        return -1;
    }

    private static void command(
            String text, int at, Function<String, Optional<Finding>> asCommand, List<Found> found) {
        asCommand
                .apply(text)
                .ifPresent(finding ->
                        found.add(
                                new Found(
                                        finding.id(),
                                        finding.level(),
                                        "A text in the program would do this as a command: "
                                                + finding.message(),
                                        at)));
    }
}
