package dev.countersign.settings;

import java.util.List;

/// Settings that belong together, in the order in which a person should see them.
///
/// @param title one or two words
/// @param advanced whether few people ever touch them, so that they stand folded at the end
public record SettingGroup(String title, List<Setting<?>> settings, boolean advanced) {
    public SettingGroup {
        settings = List.copyOf(settings);
    }

    /// Settings that anybody may look for.
    SettingGroup(String title, List<Setting<?>> settings) {
        this(title, settings, false);
    }
}
