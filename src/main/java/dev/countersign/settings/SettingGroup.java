package dev.countersign.settings;

import java.util.List;

/// Settings that belong together, in the order in which a person should see them.
///
/// @param title one or two words
public record SettingGroup(String title, List<Setting<?>> settings) {
    public SettingGroup {
        settings = List.copyOf(settings);
    }
}
