package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClientPatienceTest {
    private static final Optional<Duration> A_DAY = Optional.of(Duration.ofDays(1));

    @TempDir Path folder;
    private SettingsStore settings;

    @BeforeEach
    void open() {
        settings = new SettingsStore(folder.resolve("settings.json"), InstantSource.system());
    }

    private Optional<Duration> of(String client, boolean hears, Optional<Duration> told) {
        return ClientPatience.of(client, hears, told, settings.current());
    }

    @Test
    void eachClientHasItsUsualLimit() {
        assertEquals(Optional.of(Duration.ofSeconds(280)), of("codex", false, Optional.empty()));
        assertEquals(Optional.of(Duration.ofMinutes(9)), of("gemini", true, Optional.empty()));
        assertEquals(Optional.of(Duration.ofSeconds(50)), of("raw", true, Optional.empty()));
        assertEquals(Optional.empty(), of("claude-code", true, Optional.empty()));
        assertEquals(Optional.of(Duration.ofSeconds(50)), of("opencode", false, Optional.empty()));
    }

    @Test
    void whatItsConfigurationSaysGoesBeforeWhatIsUsual() {
        assertEquals(A_DAY.map(day -> day.minusSeconds(10)), of("codex", false, A_DAY));
        assertEquals(A_DAY.map(day -> day.minusSeconds(10)), of("crush", false, A_DAY));
        assertEquals(
                Optional.of(Duration.ofSeconds(18)),
                of("gemini", true, Optional.of(Duration.ofSeconds(20))));
        assertEquals(Optional.empty(), of("claude-code", true, A_DAY));
    }

    @Test
    void whatAPersonSetGoesBeforeBoth() throws Exception {
        settings.change(Settings.ANSWER_DEADLINE_CODEX, Duration.ofSeconds(100));
        assertEquals(Optional.of(Duration.ofSeconds(100)), of("codex", false, A_DAY));
        assertEquals(A_DAY.map(day -> day.minusSeconds(10)), of("gemini", false, A_DAY));
    }
}
