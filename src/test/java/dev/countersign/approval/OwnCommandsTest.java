package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnCommandsTest {
    private static final String FROB = "{\"commands\": {\"frob\": {\"operands\": \"read*\"}}}";
    private static final String BOTH =
            "{\"commands\": {\"frob\": {\"operands\": \"read*\"}, \"blarg\": {}}}";

    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("commands.json");
    }

    private OwnCommands open() {
        return new OwnCommands(file(), InstantSource.system());
    }

    private static List<String> words(OwnCommands commands) {
        return commands.pending().orElseThrow().changes().stream().map(RuleChange::words).toList();
    }

    private static boolean knows(OwnCommands commands, String name) {
        return commands.knowledge()
                .otherwiseThan(dev.countersign.safety.CommandKnowledge.builtIn())
                .contains(name);
    }

    @Test
    void whatTheFileTellsMoreWaitsForThePerson() throws IOException {
        Files.writeString(file(), FROB);
        OwnCommands commands = open();
        assertTrue(knows(commands, "frob"));
        assertFalse(commands.reloadIfChanged());

        Files.writeString(file(), BOTH);
        assertTrue(commands.reloadIfChanged());
        assertFalse(knows(commands, "blarg"));
        assertEquals(List.of("tells what blarg does"), words(commands));
        assertFalse(commands.confirm("another digest"));
        assertTrue(commands.confirm(commands.pending().orElseThrow().digest()));
        assertTrue(knows(commands, "blarg"));
        assertEquals(Optional.empty(), commands.pending());
        assertFalse(commands.reloadIfChanged());
    }

    @Test
    void whatTheFileNoLongerTellsIsForgottenAtOnce() throws IOException {
        Files.writeString(file(), BOTH);
        OwnCommands commands = open();
        Files.writeString(file(), FROB);
        assertTrue(commands.reloadIfChanged());
        assertFalse(knows(commands, "blarg"));
        assertTrue(knows(commands, "frob"));
        Files.delete(file());
        assertTrue(commands.reloadIfChanged());
        assertFalse(knows(commands, "frob"));
        assertEquals(Optional.empty(), commands.problem());
    }

    @Test
    void aBadFileLeavesTheLastGoodOneInForce() throws IOException {
        Files.writeString(file(), FROB);
        OwnCommands commands = open();
        Files.writeString(file(), "{\"commands\": 1}");
        assertTrue(commands.reloadIfChanged());
        assertTrue(commands.problem().isPresent());
        assertTrue(knows(commands, "frob"));
        assertFalse(commands.reloadIfChanged(), "told once");
        Files.write(file(), new byte[] {(byte) 0xff});
        assertTrue(commands.reloadIfChanged());
        assertFalse(commands.reloadIfChanged(), "told once");
        Files.writeString(file(), FROB);
        assertTrue(commands.reloadIfChanged());
        assertEquals(Optional.empty(), commands.problem());
        assertTrue(knows(commands, "frob"));
    }

    @Test
    void whatIsLeftOutIsKeptBesideAndTheFilePutBack() throws IOException {
        OwnCommands commands = open();
        Files.writeString(file(), FROB);
        assertTrue(commands.reloadIfChanged());
        assertTrue(commands.reject(commands.pending().orElseThrow().digest()));
        assertFalse(Files.exists(file()));
        assertEquals(FROB, Files.readString(folder.resolve("commands.json.rejected")));
        assertFalse(knows(commands, "frob"));
        assertFalse(commands.reloadIfChanged());
    }
}
