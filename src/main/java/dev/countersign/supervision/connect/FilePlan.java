package dev.countersign.supervision.connect;

import java.nio.file.Path;
import java.util.List;

/// What is to change in one file of an agent.
///
/// @param toml whether it is TOML; else it is JSON, comments allowed
public record FilePlan(Path file, boolean toml, List<ConfigurationEdit> edits) {
    public FilePlan {
        edits = List.copyOf(edits);
    }

    /// What stands in the file where there is nothing else in it.
    public String alone() {
        return applied("");
    }

    private ConfigurationText read(String text) {
        return toml ? TomlText.of(text) : JsoncText.of(text);
    }

    /// The text with the changes.
    ///
    /// @throws ConfigurationText.Unreadable when the text is not of the form that it should have
    String applied(String before) {
        ConfigurationText text = read(before);
        for (ConfigurationEdit edit : edits) {
            text = edit.applyTo(text);
        }
        return text.text();
    }

    /// The text without the changes; other changes that were made since stay.
    String undone(String now, String original) {
        ConfigurationText text = read(now);
        ConfigurationText before = read(original);
        for (ConfigurationEdit edit : edits.reversed()) {
            text = edit.undoIn(text, before);
        }
        return text.text();
    }

    /// Whether the text has this change.
    boolean standsIn(String text, ConfigurationEdit edit) {
        return edit.standsIn(read(text));
    }

    /// Whether the text has all of them.
    boolean standsIn(String text) {
        ConfigurationText read = read(text);
        return edits.stream().allMatch(edit -> edit.standsIn(read));
    }
}
