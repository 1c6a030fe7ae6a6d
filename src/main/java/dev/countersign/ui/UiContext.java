package dev.countersign.ui;

import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.RuleDesk;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.concurrent.Executor;

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
    public RuleDesk rules() {
        return model.desk().rules();
    }

    public String path(Path path) {
        return Words.path(path, home);
    }
}
