package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonRpcParserTest {
    private static JsonRpcMessage parse(String line) {
        return JsonRpcParser.parse(line.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ | -32700 | null",
                "hello | -32700 | null",
                "{} {} | -32700 | null",
                "{\"a\":1,\"a\":2} | -32700 | null",
                "[] | -32600 | null",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}] | -32600 | null",
                "5 | -32600 | null",
                "null | -32600 | null",
                "{} | -32600 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":1} | -32600 | 1",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"} | -32600 | 1",
                "{\"id\":1,\"method\":\"ping\"} | -32600 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5} | -32600 | 1",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | -32600 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"} | -32600 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"} | -32600 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"} | -32600 | null",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":[]} | -32602 | 7",
            })
    void brokenMessageHasItsCodeAndTheIdWhereThereIsOne(String line, int code, String id) {
        var invalid = assertInstanceOf(JsonRpcMessage.Invalid.class, parse(line));
        assertEquals(code, invalid.code());
        assertEquals(id, invalid.id().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "\"\"", "\"a b\"", "12345678901234567890123", "\"0\""})
    void idComesBackAsItWas(String id) {
        var request =
                assertInstanceOf(
                        JsonRpcMessage.Request.class,
                        parse("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}".formatted(id)));
        assertEquals(id, request.id().toString());
    }

    @Test
    void deepNestingIsRefusedBeforeItCostsAnything() {
        for (String open : new String[] {"[", "{\"a\":"}) {
            var invalid =
                    assertInstanceOf(JsonRpcMessage.Invalid.class, parse(open.repeat(100_000)));
            assertEquals(JsonRpcMessage.INVALID_REQUEST, invalid.code());
            assertTrue(invalid.message().contains("64 levels"), invalid.message());
        }
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() {
        var invalid =
                assertInstanceOf(
                        JsonRpcMessage.Invalid.class,
                        JsonRpcParser.parse(new byte[] {'"', (byte) 0xC3, '"'}));
        assertEquals(JsonRpcMessage.PARSE_ERROR, invalid.code());
    }

    @Test
    void emptyLineIsNothing() {
        assertInstanceOf(JsonRpcMessage.Nothing.class, parse(""));
        assertInstanceOf(JsonRpcMessage.Nothing.class, parse(" \r"));
    }

    @Test
    void noInputMakesTheParserThrow() {
        long seed = 20_261_121;
        Random random = new Random(seed);
        String base =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"a\":[1e5,\"\\u00e9\"]}}";
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = base.getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(4); change >= 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                JsonRpcParser.parse(bytes);
            } catch (RuntimeException failure) {
                throw new AssertionError(
                        "seed %d, round %d: %s"
                                .formatted(seed, round, new String(bytes, StandardCharsets.UTF_8)),
                        failure);
            }
        }
    }
}
