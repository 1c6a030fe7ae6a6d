package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.mcp.ToolArguments.InvalidArgument;
import dev.countersign.supervision.BashRequest;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeLimits;
import dev.countersign.toolcall.TimeoutAction;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BashArgumentsTest {
    private static BashArguments parse(String json) throws InvalidArgument {
        return BashArguments.parse(Json.parse(json), TimeLimits.STANDARD);
    }

    private static BashRequest command(String json) throws InvalidArgument {
        return assertInstanceOf(BashArguments.Command.class, parse(json)).request();
    }

    private static String refusal(String json) {
        return assertThrows(InvalidArgument.class, () -> parse(json), json).words();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | command is missing",
                "null | command is missing",
                "[] | must be an object",
                "\"ls\" | must be an object",
                "{\"command\":null} | command is missing",
                "{\"command\":\"\"} | must not be empty",
                "{\"command\":\" \\n\\t\"} | must not be empty",
                "{\"command\":5} | command must be a string, not a number",
                "{\"command\":[\"ls\"]} | command must be a string, not an array",
                "{\"command\":\"a\\u0000b\"} | NUL",
                "{\"command\":\"a\\ud800b\"} | not valid Unicode",
                "{\"command\":\"ls\",\"check_pid\":1} | exactly one of",
                "{\"command\":\"ls\",\"kill_pid\":1} | exactly one of",
                "{\"check_pid\":1,\"kill_pid\":1} | exactly one of",
                "{\"command\":\"ls\",\"cmd\":1} | unknown argument 'cmd'",
                "{\"command\":\"ls\",\"timeout\":999} | timeout must be from 1,000 to 600,000, not"
                        + " 999",
                "{\"command\":\"ls\",\"timeout\":600001} | timeout must be from 1,000 to 600,000",
                "{\"command\":\"ls\",\"timeout\":-1} | timeout must be from",
                "{\"command\":\"ls\",\"timeout\":1e999999999} | timeout must be from",
                "{\"command\":\"ls\",\"timeout\":99999999999999999999999} | timeout must be from",
                "{\"command\":\"ls\",\"timeout\":1500.5} | timeout must be an integer, not 1500.5",
                "{\"command\":\"ls\",\"timeout\":\"5000\"} | timeout must be an integer, not a"
                        + " string",
                "{\"command\":\"ls\",\"timeout\":900001,\"mode\":\"slow\"} | in mode slow",
                "{\"command\":\"ls\",\"timeout\":86400001,\"mode\":\"background\"} | in mode"
                        + " background",
                "{\"command\":\"ls\",\"mode\":\"fast\"} | mode must be one of default, slow,"
                        + " background, not 'fast'",
                "{\"command\":\"ls\",\"mode\":\"Slow\"} | mode must be one of",
                "{\"command\":\"ls\",\"mode\":1} | mode must be a string",
                "{\"command\":\"ls\",\"mode\":\"slow\",\"run_in_background\":true} | contradicts"
                        + " run_in_background",
                "{\"command\":\"ls\",\"run_in_background\":\"yes\"} | must be true or false, not a"
                        + " string",
                "{\"command\":\"ls\",\"isDangerous\":\"true\"} | isDangerous must be true or false",
                "{\"command\":\"ls\",\"dryRun\":1} | dryRun must be true or false",
                "{\"command\":\"ls\",\"mergeOutput\":0} | mergeOutput must be true or false",
                "{\"command\":\"ls\",\"pty\":{}} | pty must be true or false, not an object",
                "{\"command\":\"ls\",\"onTimeout\":\"wait\"} | onTimeout must be one of background,"
                        + " kill",
                "{\"command\":\"ls\",\"truncate\":\"all\"} | truncate must be one of tail, middle,"
                        + " head",
                "{\"command\":\"ls\",\"workdir\":\"\"} | workdir must not be empty",
                "{\"command\":\"ls\",\"workdir\":5} | workdir must be a string",
                "{\"command\":\"ls\",\"workdir\":\"/a\\u0000\"} | workdir must not contain a NUL",
                "{\"command\":\"ls\",\"summary\":\"a\",\"description\":\"b\"} | must not differ",
                "{\"command\":\"ls\",\"summary\":7} | summary must be a string",
                "{\"command\":\"ls\",\"env\":[]} | env must be an object of strings, not an array",
                "{\"command\":\"ls\",\"env\":{\"A\":1}} | the value of A must be a string, not a"
                        + " number",
                "{\"command\":\"ls\",\"env\":{\"A\":null}} | the value of A must be a string, not"
                        + " nothing",
                "{\"command\":\"ls\",\"env\":{\"1A\":\"\"}} | '1A' is no name of a variable",
                "{\"command\":\"ls\",\"env\":{\"A=B\":\"\"}} | 'A=B' is no name of a variable",
                "{\"command\":\"ls\",\"env\":{\"\":\"\"}} | is no name of a variable",
                "{\"command\":\"ls\",\"env\":{\"A\\n\":\"\"}} | is no name of a variable",
                "{\"command\":\"ls\",\"env\":{\"A\":\"\\u0000\"}} | must not contain a NUL",
                "{\"check_pid\":1,\"timeout\":5000} | timeout does not go with check_pid",
                "{\"kill_pid\":1,\"mode\":\"slow\"} | mode does not go with kill_pid",
                "{\"check_pid\":0} | check_pid must be from 1",
                "{\"check_pid\":-5} | check_pid must be from 1",
                "{\"check_pid\":\"5\"} | check_pid must be an integer",
                "{\"kill_pid\":1.5} | kill_pid must be an integer",
            })
    void badArgumentIsRefusedByName(String json, String words) {
        String refusal = refusal(json);
        assertTrue(refusal.contains(words), () -> json + " → " + refusal);
    }

    @Test
    void commandOfTheLimitIsTakenAndOneByteMoreIsRefused() throws Exception {
        assertEquals(
                131_071,
                command("{\"command\":\"%s\"}".formatted("x".repeat(131_071)))
                        .command()
                        .utf8Length());
        String refusal = refusal("{\"command\":\"%s\"}".formatted("x".repeat(131_072)));
        assertTrue(refusal.contains("131,071") && refusal.contains("script file"), refusal);
        assertTrue(
                refusal("{\"command\":\"%s\"}".formatted("é".repeat(65_536))).contains("131,072"));
    }

    @Test
    void environmentIsBoundedInCountAndSize() {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i <= BashArguments.MAXIMUM_VARIABLES; i++) {
            many.append(i == 0 ? "" : ",").append("\"A%d\":\"\"".formatted(i));
        }
        assertTrue(
                refusal("{\"command\":\"ls\",\"env\":{%s}}".formatted(many))
                        .contains("101 variables, the limit is 100"));
        String half = "x".repeat(40_000);
        assertTrue(
                refusal(
                                "{\"command\":\"ls\",\"env\":{\"A\":\"%s\",\"B\":\"%s\"}}"
                                        .formatted(half, half))
                        .contains("the limit is 65,536"));
    }

    @Test
    void whatIsNotSaidHasItsDefault() throws Exception {
        BashRequest request = command("{\"command\":\"ls\",\"env\":null,\"timeout\":null}");
        assertEquals("ls", request.command().text());
        assertEquals(Optional.empty(), request.summary());
        assertEquals(Optional.empty(), request.flaggedDangerous());
        assertEquals(ExecutionMode.DEFAULT, request.mode());
        assertEquals(Duration.ofMinutes(2), request.timeout());
        assertEquals(TimeoutAction.BACKGROUND, request.onTimeout());
        assertEquals(Optional.empty(), request.workdir());
        assertEquals(Map.of(), request.environment());
        assertEquals(OutputTruncation.TAIL, request.truncation());
    }

    @Test
    void everyArgumentArrives() throws Exception {
        BashRequest request =
                command(
                        """
                        {"command":" ls  -la\\n","summary":" list ","description":"list",
                         "isDangerous":false,"mode":"slow","timeout":900000.0,"onTimeout":"kill",
                         "workdir":"/a b","env":{"B":"2","A":"ü"},"truncate":"middle",
                         "mergeOutput":true,"pty":true,"dryRun":true,"run_in_background":false}\
                        """);
        assertEquals(" ls  -la\n", request.command().text());
        assertEquals(Optional.of("list"), request.summary());
        assertEquals(Optional.of(false), request.flaggedDangerous());
        assertEquals(ExecutionMode.SLOW, request.mode());
        assertEquals(Duration.ofMinutes(15), request.timeout());
        assertEquals(TimeoutAction.KILL, request.onTimeout());
        assertEquals(Optional.of("/a b"), request.workdir());
        assertEquals("{B=2, A=ü}", request.environment().toString());
        assertEquals(OutputTruncation.MIDDLE, request.truncation());
        assertTrue(request.mergeOutput() && request.pseudoTerminal() && request.dryRun());
    }

    @Test
    void backgroundHasItsOwnLimits() throws Exception {
        BashRequest request = command("{\"command\":\"ls\",\"run_in_background\":true}");
        assertEquals(ExecutionMode.BACKGROUND, request.mode());
        assertEquals(Duration.ofDays(1), request.timeout());
        assertEquals(TimeoutAction.KILL, request.onTimeout());
        assertEquals(
                Duration.ofDays(1),
                command("{\"command\":\"ls\",\"mode\":\"background\",\"timeout\":86400000}")
                        .timeout());
    }

    @Test
    void processIdTakesThePlaceOfTheCommand() throws Exception {
        assertEquals(new BashArguments.CheckPid(42), parse("{\"check_pid\":42}"));
        assertEquals(
                new BashArguments.KillPid(42),
                parse("{\"kill_pid\":42,\"summary\":\"stop the server\"}"));
    }

    @Test
    void refusalShowsNoControlCharactersAndNotTheWholeOfALongName() {
        String name = "\\u001b[31m" + "x".repeat(5_000);
        String refusal = refusal("{\"command\":\"ls\",\"%s\":1}".formatted(name));
        assertTrue(refusal.length() < 400, refusal);
        assertTrue(refusal.indexOf('\u001b') < 0, refusal);
    }
}
