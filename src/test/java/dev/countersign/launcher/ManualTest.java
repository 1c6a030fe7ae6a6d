package dev.countersign.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;

/// The manual page and the completions, held against the command line itself.
final class ManualTest {
    private static final Path MANUAL = Path.of("packaging", "linux", "countersign.1");

    /// What every command takes is told once.
    private static final Set<String> OF_ALL = Set.of("--home", "--debug", "-h", "--help");

    private static final Pattern SECTION =
            Pattern.compile("(?ms)^\\.SS ([a-z]+(?: [a-z]+)?)(.*?)(?=^\\.S[SH] |\\z)");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[a-zA-Z][a-z-]*");

    @TempDir Path folder;

    private static CommandSpec root() {
        return Program.commandLine(Map.of()).specification();
    }

    /// Those that do something by themselves.
    private static List<CommandSpec> commands(CommandSpec above) {
        List<CommandSpec> commands = new ArrayList<>();
        for (var below : above.subcommands().values()) {
            CommandSpec command = below.getCommandSpec();
            commands.addAll(command.subcommands().isEmpty() ? List.of(command) : commands(command));
        }
        return commands;
    }

    private static Map<String, String> sections(String manual) {
        Map<String, String> sections = new java.util.TreeMap<>();
        Matcher matcher = SECTION.matcher(manual);
        while (matcher.find()) {
            sections.put("countersign " + matcher.group(1).strip(), matcher.group(2));
        }
        return sections;
    }

    @Test
    void theManualNamesEachCommandWithItsOptionsAndNoOther() throws IOException {
        String manual = Files.readString(MANUAL).replace("\\-", "-").replaceAll("\\\\f[BIR]", "");
        Map<String, String> sections = sections(manual);
        List<CommandSpec> commands = commands(root());
        assertEquals(
                new TreeSet<>(commands.stream().map(CommandSpec::qualifiedName).toList()),
                new TreeSet<>(sections.keySet()));
        for (CommandSpec command : commands) {
            Set<String> actual = new TreeSet<>();
            command.options().forEach(option -> actual.addAll(Arrays.asList(option.names())));
            actual.removeAll(OF_ALL);
            Set<String> told = new TreeSet<>();
            OPTION.matcher(sections.get(command.qualifiedName()))
                    .results()
                    .forEach(found -> told.add(found.group()));
            // Of claude-code's command line.
            told.remove("--permission-prompt-tool");
            assertEquals(actual, told, command.qualifiedName());
        }
        for (var option : root().options()) {
            assertTrue(manual.contains(option.longestName()), option.longestName());
        }
    }

    @Test
    void theCompletionsAreAScriptThatBashReadsAndOfferWhatThereIs() throws Exception {
        StringWriter out = new StringWriter();
        int code =
                Program.commandLine(Map.of())
                        .writingTo(new PrintWriter(out), new PrintWriter(out))
                        .execute("completion");
        assertEquals(0, code, out::toString);
        Path script = Files.writeString(folder.resolve("completion"), out.toString());
        Path bash = Path.of("/bin/bash");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.isExecutable(bash), "no bash: skipped");
        assertEquals("connect", offered(bash, script, "countersign", "conn"));
        assertEquals("--write", offered(bash, script, "countersign", "connect", "--w"));
        assertEquals(
                "--starred", offered(bash, script, "countersign", "history", "search", "--starr"));
    }

    /// What bash offers for the last word.
    private String offered(Path bash, Path script, String... words)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                bash.toString(),
                                "--noprofile",
                                "--norc",
                                "-c",
                                """
                                compopt() { :; }
                                . "$1"; shift
                                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                                _complete_countersign
                                echo "${COMPREPLY[*]}"
                                """,
                                "bash",
                                script.toString()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String offered =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return offered;
    }
}
