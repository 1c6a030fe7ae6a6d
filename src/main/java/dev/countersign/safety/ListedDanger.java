package dev.countersign.safety;

import java.util.Optional;

/// What the knowledge of commands has to say about some of them.
///
/// @param message a plain sentence
/// @param loss what would be lost, as a sentence
/// @param instead a safer way
record ListedDanger(
        String id,
        RiskLevel level,
        String message,
        Optional<String> loss,
        Optional<String> instead) {
    Danger at(JudgedCommand command) {
        Danger danger = Danger.of(command, id, level, message);
        danger = loss.isPresent() ? danger.losing(loss.get()) : danger;
        return instead.isPresent() ? danger.instead(instead.get()) : danger;
    }
}
