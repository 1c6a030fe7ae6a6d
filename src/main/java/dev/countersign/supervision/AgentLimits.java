package dev.countersign.supervision;

import dev.countersign.settings.AdvancedSettings;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.toolcall.TimeLimits;

/// What agents are held to now, and are told of beforehand.
///
/// @param times how long commands may take
/// @param outputLines lines of output that an answer shows, where nothing else was asked for
/// @param outputBytes bytes of them
/// @param connections how many agents may be connected at once
/// @param messageBytes how long one message may be
public record AgentLimits(
        TimeLimits times, int outputLines, int outputBytes, int connections, int messageBytes) {
    /// Those that hold until a person sets others.
    public static final AgentLimits STANDARD = of(SettingsSnapshot.standard());

    static AgentLimits of(SettingsSnapshot settings) {
        return new AgentLimits(
                new TimeLimits(
                        settings.value(Settings.TIME_USUAL),
                        settings.value(AdvancedSettings.TIME_LONGEST),
                        settings.value(Settings.TIME_SLOW),
                        settings.value(Settings.BACKGROUND_TIME)),
                settings.value(Settings.OUTPUT_TAIL_LINES),
                settings.value(Settings.OUTPUT_TAIL_BYTES),
                settings.value(AdvancedSettings.CONNECTIONS),
                settings.value(AdvancedSettings.MESSAGE_KIBIBYTES) << 10);
    }
}
