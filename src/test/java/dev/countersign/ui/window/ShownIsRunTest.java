package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.FakeDesk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What stands on the card is what was received, to the byte, through the whole window: the card's
/// own text is selected whole and compared.
class ShownIsRunTest {
    private static final int GENERATED = 60;
    private static final String ODD =
            "abc $'\"|&;<>(){}[]*?#~=%!`\\\n\t\r\u001b\u200b\u202e\u00a0\u043e\u00e9\u6f22\ud83d\ude00";

    @Test
    void generatedCommandsStandOnTheCardToTheByte(@TempDir Path folder) throws Exception {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("ShownIsRunTest seed " + seed);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<String> commands = new ArrayList<>();
        while (commands.size() < GENERATED) {
            String text = generated(random);
            if (!text.isBlank()) {
                commands.add(text);
            }
        }
        compare(folder, commands);
    }

    /// Rows from a folder that a person names; they are shown, never run.
    @Test
    void deceivingCommandsStandOnTheCardToTheByteWithMarks(@TempDir Path folder)
            throws Exception {
        Optional<Path> rows = Optional.ofNullable(System.getProperty("countersign.deceive")).map(Path::of);
        Assumptions.assumeTrue(
                rows.filter(Files::exists).isPresent(),
                "no rows: name a file with -Dcountersign.deceive=");
        List<String> commands = new ArrayList<>();
        JsonMapper json = JsonMapper.builder().build();
        for (String line : Files.readAllLines(rows.orElseThrow())) {
            JsonNode command = json.readTree(line).path("command");
            if (command.isString() && isPossible(command.asString())) {
                commands.add(command.asString());
            }
        }
        assertFalse(commands.isEmpty());
        compare(folder, commands);
    }

    private static boolean isPossible(String text) {
        try {
            return !new CommandText(text).text().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void compare(Path folder, List<String> commands) throws Exception {
        FakeDesk desk = new FakeDesk(InstantSource.system());
        OpenWindow open = OpenWindow.over(desk, folder);
        try {
            for (String command : commands) {
                ToolCallId id = desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, command));
                open.await(
                        "the card shows",
                        () -> open.isVisible("#command") && shown(open).equals(command));
                byte[] received = desk.require(id).call().command().utf8();
                assertEquals(
                        new String(received, StandardCharsets.UTF_8),
                        open.onFx(() -> shown(open)),
                        "on the card");
                String spoken = open.onFx(() -> open.require("#command").getAccessibleText());
                assertTrue(
                        spoken.chars()
                                .noneMatch(unit ->
                                        (unit < 0x20 && unit != '\n')
                                                || unit == 0x200B
                                                || unit == 0x202E),
                        "what cannot be seen is spelled out: " + spoken);
                desk.withdraw(id);
                open.await("it is over", () -> open.isVisible("#over"));
                open.type(KeyCode.J);
            }
        } finally {
            open.close();
        }
    }

    /// On the FX thread.
    private static String shown(OpenWindow open) {
        CommandView view = (CommandView) open.require("#command");
        view.selectAll();
        return view.selectedText();
    }

    private static String generated(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        int length = 1 + random.nextInt(80);
        for (int i = 0; i < length; i++) {
            int at = random.nextInt(ODD.codePointCount(0, ODD.length()));
            text.appendCodePoint(ODD.codePointAt(ODD.offsetByCodePoints(0, at)));
        }
        return text.toString();
    }
}
