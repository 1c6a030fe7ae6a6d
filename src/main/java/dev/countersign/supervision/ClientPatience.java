package dev.countersign.supervision;

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
    private ClientPatience() {}

    /// The time after arrival by which a call must be answered; empty when progress keeps the
    /// client waiting for as long as it takes.
    static Optional<Duration> of(String client, boolean hearsProgress, SettingsSnapshot settings) {
        String name = client.toLowerCase(Locale.ROOT);
        if (name.contains("claude-code") || name.contains("opencode")) {
            return hearsProgress
                    ? Optional.empty()
                    : Optional.of(settings.value(Settings.ANSWER_DEADLINE_UNKNOWN));
        }
        if (name.contains("codex")) {
            return Optional.of(settings.value(Settings.ANSWER_DEADLINE_CODEX));
        }
        if (name.contains("gemini")) {
            return Optional.of(settings.value(Settings.ANSWER_DEADLINE_GEMINI));
        }
        return Optional.of(settings.value(Settings.ANSWER_DEADLINE_UNKNOWN));
    }
}
