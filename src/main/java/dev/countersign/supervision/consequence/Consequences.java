package dev.countersign.supervision.consequence;

import java.util.List;
import java.util.Optional;

/// What a command would do, as far as looking tells.
///
/// @param headline one sentence that says what would be lost, where something would
public record Consequences(Optional<String> headline, List<Consequence> list) {
    private static final Consequences NONE = new Consequences(Optional.empty(), List.of());

    public Consequences {
        list = List.copyOf(list);
    }

    /// Nothing worth saying.
    public static Consequences none() {
        return NONE;
    }
}
