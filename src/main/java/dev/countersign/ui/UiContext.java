package dev.countersign.ui;

import dev.countersign.settings.Setting;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.RuleDesk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.concurrent.Executor;
import javafx.application.Platform;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What every pane needs.
///
/// @param home the person's home folder, shown as `~`
/// @param launcher how agents and people start the console: the absolute path of the start script,
///   or `countersign` where it is not known
/// @param background runs what may block, such as keeping a decision
/// @param settings asked for a value when it is needed, so that a change takes effect at once
public record UiContext(
        DeskModel model,
        UiFeed feed,
        AgeTicker ticker,
        InstantSource clock,
        ZoneId zone,
        Path home,
        String launcher,
        Executor background,
        SettingsStore settings) {
    private static final Logger LOG = LoggerFactory.getLogger(UiContext.class);

    public RuleDesk rules() {
        return model.desk().rules();
    }

    /// Keeps what a person chose outside the Settings pane, behind the FX thread. What cannot be
    /// written holds until the console ends, which the log says.
    public <T> void keep(Setting<T> setting, T value) {
        background.execute(() -> {
            if (settings.value(setting).equals(value)) {
                return;
            }
            try {
                settings.change(setting, value);
            } catch (IOException e) {
                LOG.warn("{} could not be written to settings.json", setting.id(), e);
            }
        });
    }

    /// Whether nothing is to glide or fade: the person's choice, or the desktop's.
    public boolean reducedMotion() {
        return switch (settings.value(Settings.MOTION)) {
            case FULL -> false;
            case REDUCED -> true;
            case SYSTEM -> Platform.getPreferences().isReducedMotion();
        };
    }

    public String path(Path path) {
        return Words.path(path, home);
    }
}
