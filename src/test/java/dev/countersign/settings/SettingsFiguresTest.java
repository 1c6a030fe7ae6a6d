package dev.countersign.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// 'Figures are defaults, every one of them a setting': the list of settings held against the
/// figures of the requirements, by their ids.
final class SettingsFiguresTest {
    private static final Path DOCUMENT = Path.of("src", "docs", "settings.md");

    /// A figure that stands in the requirements.
    private record Figure(String requirement, String setting, String standard) {}

    private static final List<Figure> FIGURES =
            List.of(
                    new Figure("CALL-1", "time.usual", "2m"),
                    new Figure("CALL-1", "time.longest", "10m"),
                    new Figure("CALL-1", "time.slow", "15m"),
                    new Figure("CALL-1, RUN-4", "limits.backgroundTime", "24h"),
                    new Figure("CALL-4", "answerDeadline.unknown", "50s"),
                    new Figure("CALL-4", "answerDeadline.codex", "4m 40s"),
                    new Figure("CALL-4", "answerDeadline.gemini", "9m"),
                    new Figure("CALL-4", "answerDeadline.progressEvery", "5s"),
                    new Figure("CALL-5", "stopForegroundOnDisconnect", "true"),
                    new Figure("RUN-2", "limits.foregroundPerAgent", "5"),
                    new Figure("RUN-2", "limits.foregroundTotal", "20"),
                    new Figure("RUN-2", "limits.backgroundPerAgent", "50"),
                    new Figure("RUN-2", "limits.backgroundTotal", "1,000"),
                    new Figure("RUN-3", "stop.grace", "200ms"),
                    new Figure("RUN-3", "stop.limit", "5s"),
                    new Figure("RUN-5", "start.retries", "1s, 3s, 5s"),
                    new Figure("OUT-2", "output.tailLines", "2,000"),
                    new Figure("OUT-2", "output.tailBytes", "51,200"),
                    new Figure("OUT-2", "output.middleBytes", "131,072"),
                    new Figure("OUT-2", "output.middleEndBytes", "4,096"),
                    new Figure("OUT-2", "output.headCharacters", "30,000"),
                    new Figure("OUT-5", "maxRunOutput", "5,120"),
                    new Figure("OUT-5", "leastFreeDisk", "1,024"),
                    new Figure("JOB-2", "jobs.leaveAfter", "1h"),
                    new Figure("RULE-6", "approvalExpiry", "never"),
                    new Figure("ASK-3", "approve.armAfter", "500ms"),
                    new Figure("ASK-3", "approve.armAfterDangerous", "1s"),
                    new Figure("ASK-3", "approve.armAfterMove", "150ms"),
                    new Figure("ASK-3", "approve.hold", "1s"),
                    new Figure("ASK-6", "notify.sound", "false"),
                    new Figure("ASK-6", "notify.quietHours", ""),
                    new Figure("ASK-7", "consequences.lookFor", "2s"),
                    new Figure("ASK-7", "rehearsal.atOnce", "5"),
                    new Figure("ASK-7", "rehearsal.longest", "15m"),
                    new Figure("ASK-7", "rehearsal.mostChanges", "50,000"),
                    new Figure("ASK-7", "rehearsal.mostMebibytes", "2,048"),
                    new Figure("VIEW-2", "replay.idleLimit", "2s"),
                    new Figure("KEEP-4", "keep.age", "never"),
                    new Figure("KEEP-4", "keep.outputMebibytes", "51,200"),
                    new Figure("PLUG-1", "agents.messageKibibytes", "1,024"),
                    new Figure("P8", "agents.connections", "1,000"));

    /// Figures of the console's own, which the requirements do not name.
    private static final Set<String> OURS =
            Set.of("output.zoom", "appearance.textSize", "notify.combine", "notify.again");

    @Test
    void everyFigureIsASettingWithItAsItsStandard() {
        for (Figure figure : FIGURES) {
            Setting<?> setting = require(figure.setting());
            assertEquals(figure.standard(), standard(setting), figure.requirement());
        }
    }

    @Test
    void everySettingWithAFigureIsHeldAgainstTheRequirements() {
        Set<String> held = new HashSet<>(OURS);
        FIGURES.forEach(figure -> held.add(figure.setting()));
        for (Setting<?> setting : Settings.ALL) {
            boolean figure =
                    switch (setting.kind()) {
                        case SettingKind.Span _,
                                SettingKind.SpanOrNever _,
                                SettingKind.Spans _,
                                SettingKind.Whole _ ->
                                true;
                        case SettingKind.Text _,
                                SettingKind.Lines _,
                                SettingKind.Switch _,
                                SettingKind.Choice<?> _ ->
                                false;
                    };
            assertTrue(!figure || held.contains(setting.id()), setting.id());
        }
    }

    /// A range cannot undo what protects a person: it begins at the requirement's own figure.
    @Test
    void whatProtectsCanBeLengthenedAndNotShortened() {
        for (String id :
                List.of(
                        "approve.armAfter",
                        "approve.armAfterDangerous",
                        "approve.armAfterMove",
                        "approve.hold",
                        "stop.limit",
                        "agents.messageKibibytes")) {
            assertTrue(isAtItsFloor(require(id)), id);
            assertTrue(
                    require(id).description().contains("be lengthened, not shortened")
                            || require(id).description().contains("be raised, not lowered"),
                    id + " says so");
        }
    }

    private static boolean isAtItsFloor(Setting<?> setting) {
        return switch (setting.kind()) {
            case SettingKind.Span span -> span.shortest().equals(setting.standard());
            case SettingKind.Whole whole -> setting.standard().equals(whole.smallest());
            case SettingKind.SpanOrNever _,
                    SettingKind.Spans _,
                    SettingKind.Text _,
                    SettingKind.Lines _,
                    SettingKind.Switch _,
                    SettingKind.Choice<?> _ ->
                    false;
        };
    }

    @Test
    void killingAlwaysHasTimeLeft() {
        SettingKind.Span grace = (SettingKind.Span) AdvancedSettings.STOP_GRACE.kind();
        SettingKind.Span limit = (SettingKind.Span) AdvancedSettings.STOP_LIMIT.kind();
        assertTrue(grace.longest().compareTo(limit.shortest()) < 0);
    }

    @Test
    void everyIdIsThereOnce() {
        Set<String> ids = new HashSet<>();
        Settings.ALL.forEach(setting -> assertTrue(ids.add(setting.id()), setting.id()));
    }

    /// src/docs/settings.md is made from the settings; `-Dwrite` writes it anew.
    @Test
    void theDocumentListsThemAll() throws Exception {
        String wanted = document();
        if (Boolean.getBoolean("write")) {
            Files.writeString(DOCUMENT, wanted);
        }
        assertEquals(wanted, Files.readString(DOCUMENT), "run this test with -Dwrite=true");
    }

    private static String document() {
        StringBuilder text =
                new StringBuilder(
                        """
                        # Settings

                        All of them are in the window (`Ctrl ,`), take effect at once, and are kept in `settings.json`, in which stands only what
                        you changed. Times are written `500ms`, `50s`, `9m`, `24h`, `1d` or as sums.
                        """);
        boolean advanced = false;
        for (SettingGroup group : Settings.GROUPS) {
            if (group.advanced() && !advanced) {
                advanced = true;
                text.append(
                        "\n## Advanced\nFolded at the end of the pane; searching finds them.\n");
            }
            text.append(group.advanced() ? "\n### " : "\n## ").append(group.title());
            text.append("\n| key | usually | what |\n|---|---|---|\n");
            group.settings().forEach(setting -> text.append(row(setting)));
        }
        return text.toString();
    }

    private static String row(Setting<?> setting) {
        String standard = standard(setting);
        String range = setting.range().replace("|", "\\|");
        return "| `%s` | %s | %s: %s %s |\n"
                .formatted(
                        setting.id(),
                        standard.isEmpty() ? "empty" : "`" + standard + "`",
                        setting.title(),
                        setting.description(),
                        range.substring(0, 1).toUpperCase(java.util.Locale.ROOT)
                                + range.substring(1)
                                + ".");
    }

    private static <T> String standard(Setting<T> setting) {
        return setting.kind().asTyped(setting.standard());
    }

    private static Setting<?> require(String id) {
        Optional<Setting<?>> found =
                Settings.ALL.stream()
                        .<Setting<?>>map(setting -> setting)
                        .filter(setting -> setting.id().equals(id))
                        .findFirst();
        assertFalse(found.isEmpty(), "no setting " + id);
        return found.get();
    }
}
