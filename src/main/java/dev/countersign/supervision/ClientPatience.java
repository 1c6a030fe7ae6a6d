package dev.countersign.supervision;

import dev.countersign.settings.Setting;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// How long a client waits for an answer before it gives up, less a margin.
///
/// Measured on the real clients: opencode and claude-code go on waiting while progress arrives, the
/// others end after a time of their own whatever they are told.
final class ClientPatience {
    private static final Duration LONGEST_MARGIN = Duration.ofSeconds(10);

    private ClientPatience() {}

    /// As [#of(String, boolean, SettingsSnapshot)], for a client that told its limit. What a person
    /// has set goes before.
    ///
    /// @param told the client's own limit, by its configuration; positive
    static Optional<Duration> of(
            String client,
            boolean hearsProgress,
            Optional<Duration> told,
            SettingsSnapshot settings) {
        Optional<Duration> usual = of(client, hearsProgress, settings);
        if (usual.isEmpty() || told.isEmpty() || isSet(client, settings)) {
            return usual;
        }
        Duration tenth = told.get().dividedBy(10);
        return Optional.of(
                told.get().minus(tenth.compareTo(LONGEST_MARGIN) < 0 ? tenth : LONGEST_MARGIN));
    }

    private static boolean isSet(String client, SettingsSnapshot settings) {
        Setting<Duration> setting = setting(client);
        return !settings.value(setting).equals(setting.standard());
    }

    /// The time after arrival by which a call must be answered; empty when progress keeps the
    /// client waiting for as long as it takes.
    static Optional<Duration> of(String client, boolean hearsProgress, SettingsSnapshot settings) {
        boolean waits = hearsProgress && extendsByProgress(client);
        return waits ? Optional.empty() : Optional.of(settings.value(setting(client)));
    }

    private static boolean extendsByProgress(String client) {
        String name = client.toLowerCase(Locale.ROOT);
        return name.contains("claude-code") || name.contains("opencode");
    }

    private static Setting<Duration> setting(String client) {
        String name = client.toLowerCase(Locale.ROOT);
        if (extendsByProgress(client)) {
            return Settings.ANSWER_DEADLINE_UNKNOWN;
        }
        if (name.contains("codex")) {
            return Settings.ANSWER_DEADLINE_CODEX;
        }
        return name.contains("gemini")
                ? Settings.ANSWER_DEADLINE_GEMINI
                : Settings.ANSWER_DEADLINE_UNKNOWN;
    }
}
