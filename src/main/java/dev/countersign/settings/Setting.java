package dev.countersign.settings;

/// One thing that a person can set.
///
/// @param id its key in settings.json: `limits.foregroundPerAgent`
/// @param title its name in the window, a few words
/// @param description one or two plain sentences
/// @param standard its value until a person sets another
/// @param kind which values it can have, and how they are written
public record Setting<T>(
        String id, String title, String description, T standard, SettingKind<T> kind) {
    public Setting {
        kind.refusal(standard)
                .ifPresent(reason -> {
                    throw new IllegalArgumentException(id + ": standard " + reason);
                });
    }

    /// What values are possible, with their unit: '1 to 100'.
    public String range() {
        return kind.range();
    }
}
