package dev.countersign.approval;

import java.util.Optional;

/// One line of the short form: `"git status*": "allow"`.
///
/// @param line where it stands, counted from 1
public record PermissionRule(String pattern, Verdict decision, String source, int line) {

    boolean matches(String command) {
        return new CommandPattern(pattern).matches(command);
    }

    boolean isEverything() {
        return pattern.equals("*");
    }

    boolean names(String firstWord) {
        return new CommandPattern(pattern).names(firstWord);
    }

    RuleReference reference() {
        return new RuleReference(pattern, source, Optional.empty(), Optional.empty());
    }
}
