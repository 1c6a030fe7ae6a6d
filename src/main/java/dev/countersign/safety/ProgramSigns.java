package dev.countersign.safety;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What can be said of a program for an interpreter without understanding its language: the calls
/// that delete, run or send, and texts in it that would be dangerous as commands. Nothing found
/// says nothing: such a program is never known. Pure.
final class ProgramSigns {
    /// Longer programs are looked at up to here, in characters.
    static final int LONGEST = 128 << 10;

    private static final int MOST_TEXTS = 60;
    private static final int LONGEST_TEXT = 2_000;
    private static final Pattern ESCAPE =
            Pattern.compile(
                    "(?m)^\\s*(?::?(?:silent\\s+)?!+|\\.?shell\\s|\\.?system\\s|spawn\\s|r!)\\s*(.+)$");

    private record Sign(String id, RiskLevel level, Pattern pattern, String message) {}

    private static final List<Sign> SIGNS =
            List.of(
                    new Sign(
                            "code.deletes",
                            RiskLevel.HIGH,
                            Pattern.compile(
                                    "\\b(shutil\\.rmtree|os\\.(remove|unlink|rmdir|removedirs)"
                                        + "|(fs|fsp|fs\\.promises|promises)\\.(rm|rmdir|unlink)(Sync)?"
                                        + "|rmSync|unlinkSync|rmdirSync|rimraf"
                                        + "|FileUtils\\.rm\\w*|File\\.(delete|unlink)|Dir\\.(delete|rmdir|unlink)"
                                        + "|remove_tree|rmtree|unlink\\s*[($\"'<]|unlink\\s+glob|Remove-Item|os\\.truncate)"),
                            "Deletes files from inside a program."),
                    new Sign(
                            "code.decoded",
                            RiskLevel.CRITICAL,
                            Pattern.compile(
                                    "(?s)\\b(exec|eval|compile|Function|instance_eval)\\b.{0,300}"
                                        + "(b64decode|base64|decompress|fromhex|unhexlify|atob|unpack\\s*\\(?[\"']m|fromCharCode|codecs\\.decode|rot13)"),
                            "Runs code that is hidden by an encoding."),
                    new Sign(
                            "code.downloaded",
                            RiskLevel.CRITICAL,
                            Pattern.compile(
                                    "(?s)\\b(exec|eval|compile|system)\\b.{0,300}"
                                        + "(urlopen|requests\\.get|urllib|http\\.get|fetch\\s*\\(|LWP|open-uri|file_get_contents\\s*\\(\\s*[\"']http)"
                                        + "|(?i:(iex|invoke-expression)\\b.{0,300}(iwr|irm|curl|invoke-webrequest|invoke-restmethod|downloadstring))"
                                        + "|(?i:(iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\\b.{0,300}\\|\\s*(iex|invoke-expression))"),
                            "Runs code that it downloads, unseen."),
                    new Sign(
                            "code.remote-shell",
                            RiskLevel.CRITICAL,
                            Pattern.compile(
                                    "(?is)\\b(socket|fsockopen|TCPSocket|net\\.(connect|Socket|createConnection))\\b.{0,600}"
                                        + "(/bin/(ba)?sh|cmd\\.exe|dup2|pty\\.spawn|shell_exec|proc_open)"),
                            "Opens a shell for another machine."),
                    new Sign(
                            "code.secrets",
                            RiskLevel.HIGH,
                            Pattern.compile(
                                    "[/~]\\.?(\\.ssh/|\\.aws/|\\.gnupg/|\\.netrc|\\.git-credentials|\\.kube/config)|/etc/shadow|id_rsa|id_ed25519"),
                            "Touches files that hold secrets from inside a program."));

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
            Matcher matcher = sign.pattern().matcher(text);
            if (matcher.find()) {
                found.add(new Found(sign.id(), sign.level(), sign.message(), matcher.start()));
            }
        }
        if (text.length() <= LONGEST_TEXT) {
            command(text, 0, asCommand, found);
            escapes(text, asCommand, found);
        }
        texts(text, asCommand, found);
        return found;
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
