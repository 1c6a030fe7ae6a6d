package dev.countersign.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class McpLaunchTest {
    @ParameterizedTest
    @CsvSource({
        "mcp, true",
        "--home /x mcp, true",
        "mcp --home /x --agent codex, true",
        "mcp --help, false",
        "mcp extra, false",
        "mcp --agent, false",
        "--debug mcp, false",
        "check mcp, false",
        "doctor, false",
        "--home mcp, false"
    })
    void onlyPlainBridgeArgumentsTakeTheShortWay(String arguments, boolean taken) {
        assertEquals(taken, McpLaunch.parse(arguments.split(" ")).isPresent());
    }
}
