package dev.countersign.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;

/// A file that could not be taken, so that what was in force before stays in force.
///
/// @param line counted from 1; empty when the file could not be read at all
/// @param column counted from 1 in UTF-16 units; empty when the file could not be read at all
/// @param reason what is wrong, a sentence or a phrase
public record ConfigurationProblem(Path file, OptionalInt line, OptionalInt column, String reason) {

    public static ConfigurationProblem of(Path file, ConfigurationException failure) {
        LocatedJson.Place place = failure.place();
        return new ConfigurationProblem(
                file,
                OptionalInt.of(place.line()),
                OptionalInt.of(place.column()),
                failure.reason());
    }

    public static ConfigurationProblem of(Path file, IOException failure) {
        return new ConfigurationProblem(
                file,
                OptionalInt.empty(),
                OptionalInt.empty(),
                "it cannot be read: " + ConfigurationFile.words(failure));
    }

    /// For people: `permissions.json, line 3, column 5: unknown decision 'maybe'`.
    public String sentence() {
        Path name = file.getFileName();
        String where =
                line.isPresent() && column.isPresent()
                        ? ", line %d, column %d".formatted(line.getAsInt(), column.getAsInt())
                        : "";
        return (name == null ? file : name) + where + ": " + reason;
    }
}
