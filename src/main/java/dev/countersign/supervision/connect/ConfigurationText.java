package dev.countersign.supervision.connect;

import java.util.List;
import java.util.Optional;

/// The text of a configuration file, which changes of single values leave otherwise as it is.
///
/// Values are JSON; keys are given from the top.
interface ConfigurationText {
    /// The value there, as it stands in the text.
    Optional<String> value(List<String> path);

    /// Sets a value; makes the objects on the way to it.
    ConfigurationText with(List<String> path, String value);

    /// Without a value, and without the objects that only led to it.
    ConfigurationText without(List<String> path);

    /// With an element at the end of a list, unless it has it.
    ConfigurationText withElement(List<String> path, String element);

    /// Without an element of a list.
    ConfigurationText withoutElement(List<String> path, String element);

    /// The text as it is now.
    String text();

    /// The file is not of the form that it should have; nothing was changed.
    final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }
}
