package dev.countersign.cli.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// Beside Jackson's own mapper.
final class HookJsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "\"a\\\"\\\\\\u0000\\u001b é 😀 \\ud800\"",
                "{\"a\":[1,-2,12345678901234567890,1.5,0.0,true,false,null,{\"b\":\"\"}],\"\":{}}"
            })
    void itReadsAndWritesAsTheMapperDoes(String text) {
        JsonMapper mapper = JsonMapper.shared();
        String written = HookJson.write(HookJson.read(text));
        assertEquals(mapper.readTree(text), mapper.readTree(written));
        assertEquals(mapper.readTree(text).asString(""), HookJson.read(text).asString(""));
    }

    @Test
    void numbersAreWhatTheySay() {
        assertEquals(7, HookJson.read("{\"id\":7}").path("id").asInt(-1));
        assertEquals("{\"id\":7}", HookJson.write(HookJson.read("{ \"id\" : 7 }")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "{\"a\":1,\"a\":2}", "{} {}", "[1,]", "nul", "{\"a\"}"})
    void whatIsNoJsonIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> HookJson.read(text));
    }

    @Test
    void deepNestingIsRefused() {
        String text = "[".repeat(HookJson.MAXIMUM_DEPTH + 2);
        assertThrows(IllegalArgumentException.class, () -> HookJson.read(text));
    }
}
