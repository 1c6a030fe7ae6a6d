package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.settings.AdvancedSettings;
import dev.countersign.settings.Setting;
import dev.countersign.settings.SettingGroup;
import dev.countersign.settings.Settings;
import dev.countersign.settings.Theme;
import dev.countersign.ui.FakeDesk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Settings pane, by mouse and by key, over a real file.
class SettingsWindowTest {
    @TempDir private Path folder;

    private final FakeDesk desk = new FakeDesk(InstantSource.system());

    // Opened by each test when its file is written.
    @SuppressWarnings("NullAway.Init")
    private OpenWindow open;

    @AfterEach
    void close() throws Exception {
        open.close();
    }

    private void open() throws Exception {
        open = OpenWindow.over(desk, folder);
    }

    private Path file() {
        return folder.resolve("settings.json");
    }

    @Test
    void everySettingHasAControlThatShowsAndSaysItsValue() throws Exception {
        open();
        open.robot.clickOn("#room-settings");
        open.settle();
        for (SettingGroup group : Settings.GROUPS) {
            for (Setting<?> setting : group.settings()) {
                String id = setting.id().replace('.', '-');
                Node control = open.require("#setting-" + id);
                assertEquals(setting.title(), control.getAccessibleText());
                assertTrue(control.getAccessibleHelp().startsWith(setting.description()));
                assertNotNull(control.getAccessibleRole());
                assertTrue(open.text("#usual-" + id).startsWith("Usually "), setting.id());
                assertFalse(open.isVisible("#reset-" + id), "nothing is changed: " + setting.id());
            }
        }
    }

    @Test
    void whatFewPeopleTouchIsFoldedAndFoundBySearching() throws Exception {
        open();
        open.robot.clickOn("#room-settings");
        open.settle();
        assertFalse(open.isVisible("#setting-stop-grace"));
        assertTrue(open.isVisible("#setting-theme"));
        open.robot.clickOn("#settings-search");
        open.robot.write("sigkill");
        open.settle();
        assertTrue(open.isVisible("#setting-stop-grace"));
        open.robot.clickOn("#settings-search");
        open.type(KeyCode.ESCAPE);
        open.settle();
        assertFalse(open.isVisible("#setting-stop-grace"));
        open.robot.clickOn("#go-advanced");
        open.settle();
        assertTrue(open.isVisible("#setting-stop-grace"));
        assertTrue(open.isVisible("#go-connections"));
        type("#setting-start-retries", "2s, 4s");
        open.await(
                "it is taken",
                () ->
                        open.settings
                                .value(AdvancedSettings.START_RETRIES)
                                .equals(List.of(Duration.ofSeconds(2), Duration.ofSeconds(4))));
    }

    @Test
    void aValueIsSearchedTypedTakenUndoneAndSetBackByMouse() throws Exception {
        Files.writeString(file(), "{\"mine\": [1], \"limits.foregroundTotal\": 7, \"z\": null}");
        open();
        open.robot.clickOn("#room-settings");
        open.settle();
        open.robot.clickOn("#settings-search");
        open.robot.write("hold approve");
        open.settle();
        assertFalse(open.isVisible("#setting-theme"));
        type("#setting-approve-hold", "2s");
        open.await(
                "it is taken",
                () -> open.settings.value(Settings.HOLD).equals(Duration.ofSeconds(2)));
        assertEquals(
                """
                {
                  "mine": [1],
                  "limits.foregroundTotal": 7,
                  "z": null,
                  "approve.hold": "2s"
                }
                """,
                Files.readString(file()));
        open.await("it can be set back", () -> open.isVisible("#reset-approve-hold"));
        open.robot.clickOn("#undo-setting");
        open.await(
                "it is undone",
                () -> open.settings.value(Settings.HOLD).equals(Duration.ofSeconds(1)));
        assertFalse(Files.readString(file()).contains("approve.hold"));
        open.await("the field shows it", () -> value("#setting-approve-hold").equals("1s"));

        type("#setting-approve-hold", "3s");
        open.await("it can be set back", () -> open.isVisible("#reset-approve-hold"));
        open.robot.clickOn("#reset-approve-hold");
        open.await(
                "it is as usual",
                () -> open.settings.value(Settings.HOLD).equals(Duration.ofSeconds(1)));

        open.robot.clickOn("#reset-all");
        open.await(
                "all is as usual",
                () -> !open.settings.current().isChanged(Settings.FOREGROUND_TOTAL));
        assertEquals(
                """
                {
                  "mine": [1],
                  "z": null
                }
                """,
                Files.readString(file()));
        open.robot.clickOn("#undo-setting");
        open.await("all is as before", () -> open.settings.value(Settings.FOREGROUND_TOTAL) == 7);
    }

    @Test
    void everythingGoesByKey() throws Exception {
        open();
        open.robot.press(KeyCode.CONTROL, KeyCode.COMMA).release(KeyCode.COMMA, KeyCode.CONTROL);
        open.await("it is open", () -> open.isVisible("#settings-search"));
        open.robot.write("quiet hours");
        open.type(KeyCode.ENTER);
        open.await(
                "the first one has the focus",
                () -> open.require("#setting-notify-quietHours").isFocused());
        open.robot.write("22:00-07:00");
        open.type(KeyCode.ENTER);
        open.await(
                "it is taken",
                () -> open.settings.value(Settings.QUIET_HOURS).equals("22:00-07:00"));
        open.type(KeyCode.TAB);
        open.await(
                "it can be set back by key",
                () -> open.require("#reset-notify-quietHours").isFocused());
        open.type(KeyCode.SPACE);
        open.await("it is as usual", () -> open.settings.value(Settings.QUIET_HOURS).isEmpty());
        open.type(KeyCode.U);
        open.await(
                "it is undone",
                () -> open.settings.value(Settings.QUIET_HOURS).equals("22:00-07:00"));
    }

    @Test
    void aValueThatIsNotPossibleIsRefusedInWordsAndNothingIsWritten() throws Exception {
        open();
        open.robot.clickOn("#room-settings");
        open.settle();
        search("per agent");
        type("#setting-limits-foregroundPerAgent", "0");
        open.await("it says why", () -> open.isVisible("#problem-limits-foregroundPerAgent"));
        assertEquals(
                "Not taken: the value must be a whole number from 1 to 100 (commands). 5 commands"
                        + " stays in force.",
                open.text("#problem-limits-foregroundPerAgent"));
        assertFalse(Files.exists(file()));
        assertEquals(5, open.settings.value(Settings.FOREGROUND_PER_AGENT));
        open.type(KeyCode.ESCAPE);
        open.await("it is gone", () -> !open.isVisible("#problem-limits-foregroundPerAgent"));
        assertEquals("5", open.onFx(() -> value("#setting-limits-foregroundPerAgent")));
    }

    @Test
    void aBadFileIsShownWithItsLineAndNeverWrittenOver() throws Exception {
        String bad = "{\n  \"theme\": \"pink\"\n}\n";
        Files.writeString(file(), bad);
        open();
        open.robot.clickOn("#room-settings");
        open.await("it says so", () -> open.isVisible("#settings-problem"));
        assertEquals(
                "settings.json, line 2, column 12: theme: the value must be one of \"system\","
                        + " \"light\", \"dark\". The last good settings stay in force, and nothing"
                        + " is written until the file is put right.",
                open.text("#settings-problem"));
        open.robot.clickOn("#open-bad-settings");
        assertEquals(List.of(file()), open.opened);
        search("hold approve");
        type("#setting-approve-hold", "2s");
        open.await("it says so", () -> open.isVisible("#settings-not-changed"));
        assertTrue(open.text("#settings-not-changed").contains("line 2"));
        assertEquals(bad, Files.readString(file()));
        assertEquals("1s", open.onFx(() -> value("#setting-approve-hold")));
        Files.writeString(file(), "{}");
        open.settings.reloadIfChanged();
        open.await("it is well again", () -> !open.isVisible("#settings-problem"));
    }

    @Test
    void aChangeTakesEffectAtOnceAlsoFromOutside() throws Exception {
        open();
        PseudoClass dark = PseudoClass.getPseudoClass("dark");
        open.settings.change(Settings.THEME, Theme.LIGHT);
        open.robot.clickOn("#room-settings");
        open.settle();
        open.onFx(() -> {
            choose("#setting-theme", "dark");
            return true;
        });
        open.await(
                "it is dark",
                () -> open.stage.getScene().getRoot().getPseudoClassStates().contains(dark));
        assertEquals(Theme.DARK, open.settings.value(Settings.THEME));
        Files.writeString(file(), "{\"theme\": \"light\", \"output.wrap\": true}");
        open.settings.reloadIfChanged();
        open.await(
                "it is light",
                () -> !open.stage.getScene().getRoot().getPseudoClassStates().contains(dark));
        assertEquals(
                Optional.of("On"),
                open.find("#setting-output-wrap").map(box -> ((Labeled) box).getText()));
    }

    @SuppressWarnings("unchecked") // the boxes of this pane hold words
    private void choose(String selector, String word) {
        ((ChoiceBox<String>) open.require(selector)).getSelectionModel().select(word);
    }

    private String value(String selector) {
        return ((TextInputControl) open.require(selector)).getText();
    }

    private void search(String words) throws Exception {
        open.robot.clickOn("#settings-search");
        open.robot.write(words);
        open.settle();
    }

    private void type(String selector, String text) throws Exception {
        open.robot.doubleClickOn(selector);
        open.robot.press(KeyCode.CONTROL, KeyCode.A).release(KeyCode.A, KeyCode.CONTROL);
        open.robot.write(text);
        open.type(KeyCode.ENTER);
    }
}
