package dev.countersign.supervision.connect;

import java.util.List;
import java.util.Optional;

/// One change of a configuration, and how it is taken back.
sealed interface ConfigurationEdit {
    ConfigurationText applyTo(ConfigurationText text);

    /// Takes the change back where it still stands.
    ///
    /// @param original as the text was before
    ConfigurationText undoIn(ConfigurationText text, ConfigurationText original);

    /// Whether the text has it.
    boolean standsIn(ConfigurationText text);

    /// A value is set.
    record Put(List<String> path, String value) implements ConfigurationEdit {
        public Put {
            path = List.copyOf(path);
        }

        @Override
        public ConfigurationText applyTo(ConfigurationText text) {
            return standsIn(text) ? text : text.with(path, value);
        }

        @Override
        public ConfigurationText undoIn(ConfigurationText text, ConfigurationText original) {
            // What stands under our name is ours, also where another version of us wrote it.
            boolean ours = path.contains(ConnectPlan.SERVER) && text.value(path).isPresent();
            if (!ours && !standsIn(text)) {
                return text;
            }
            Optional<String> before = original.value(path);
            return before.isPresent() ? text.with(path, before.get()) : text.without(path);
        }

        @Override
        public boolean standsIn(ConfigurationText text) {
            return text.value(path).filter(now -> sameWords(now, value)).isPresent();
        }

        private static boolean sameWords(String one, String other) {
            return one.replaceAll("\\s+", "").equals(other.replaceAll("\\s+", ""));
        }
    }

    /// A list gets one more element.
    record Add(List<String> path, String element) implements ConfigurationEdit {
        public Add {
            path = List.copyOf(path);
        }

        @Override
        public ConfigurationText applyTo(ConfigurationText text) {
            return text.withElement(path, element);
        }

        @Override
        public ConfigurationText undoIn(ConfigurationText text, ConfigurationText original) {
            boolean had = standsIn(original);
            return had ? text : text.withoutElement(path, element);
        }

        @Override
        public boolean standsIn(ConfigurationText text) {
            return text.withElement(path, element).text().equals(text.text());
        }
    }
}
