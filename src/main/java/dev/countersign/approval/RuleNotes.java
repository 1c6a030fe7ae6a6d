package dev.countersign.approval;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes down what is done about rules and grants. Safe on any thread; blocks on the disk.
final class RuleNotes {
    private static final Logger LOG = LoggerFactory.getLogger(RuleNotes.class);

    /// Changes of a file that are named one by one.
    private static final int MOST_CHANGES = 20;

    private final RuleLog log;

    RuleNotes(RuleLog log) {
        this.log = log;
    }

    /// Before what loosens: it holds only when it is written down.
    ///
    /// @throws UncheckedIOException when it could not be written down
    void require(RuleEvent event) {
        log.record(event);
    }

    /// As [#require], with a sentence in place of the exception.
    Optional<String> keep(RuleEvent event) {
        try {
            log.record(event);
            return Optional.empty();
        } catch (UncheckedIOException failure) {
            return Optional.of("It cannot be kept in the journal: " + failure.getMessage());
        }
    }

    /// What only tightens holds also when it cannot be written down.
    void note(RuleEvent.Kind kind, String subject, String detail) {
        keep(new RuleEvent(kind, subject, detail)).ifPresent(LOG::error);
    }

    static String words(List<RuleChange> changes) {
        return changes.stream()
                .limit(MOST_CHANGES)
                .map(RuleChange::words)
                .collect(Collectors.joining("; "));
    }
}
