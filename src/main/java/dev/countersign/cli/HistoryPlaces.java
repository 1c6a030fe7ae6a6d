package dev.countersign.cli;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.CallStory;
import dev.countersign.journal.IndexPlaces;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.StoredHistory;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.redaction.SecretNames;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Where history is for the subcommands, and how they read it: never changing what is kept.
final class HistoryPlaces {
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{8}");

    private final CommonOptions options;
    private final SecretMasker masker;

    /// @param environment the values of its secrets are masked too
    HistoryPlaces(CommonOptions options, Map<String, String> environment) {
        this.options = options;
        this.masker =
                SecretMasker.ofValues(
                        environment.entrySet().stream()
                                .filter(variable -> SecretNames.isSecret(variable.getKey()))
                                .map(Map.Entry::getValue)
                                .toList());
    }

    SecretMasker masker() {
        return masker;
    }

    Path journal() {
        return options.paths().journalFolder();
    }

    IndexPlaces index() {
        CountersignPaths paths = options.paths();
        return new IndexPlaces(
                paths.indexFile(),
                paths.journalFolder(),
                paths.recordingsFolder(),
                paths.nativesFolder());
    }

    StoredHistory open() throws JournalException {
        return StoredHistory.open(index(), masker::mask);
    }

    Path recording(ToolCallId id) {
        return options.paths()
                .recordingsFolder()
                .resolve(id.digits().substring(0, 2))
                .resolve(id.digits());
    }

    /// Reads `shell_1a2b3c4d` or `1a2b3c4d`.
    static Optional<ToolCallId> id(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return DIGITS.matcher(lower).matches()
                ? Optional.of(new ToolCallId(lower))
                : ToolCallId.parseShellName(lower);
    }

    /// What is said of a word that is no id.
    static String noId(String text) {
        return "'%s' names no call; an id is shell_1a2b3c4d or 1a2b3c4d".formatted(text);
    }

    /// What is said of a call whose recording is not there.
    static String noOutput(CallRecord record) {
        return record.started().isEmpty()
                ? record.id() + " never ran, so it has no output"
                : "the output of " + record.id() + " is no longer kept";
    }

    /// A call from the journal itself, so that neither index nor console is needed.
    Optional<CallStory> story(ToolCallId id) throws JournalException {
        return StoredHistory.storyFrom(journal(), id);
    }

    /// Some calls from the journal itself; those that are not there are left out.
    Map<ToolCallId, CallRecord> records(Set<ToolCallId> ids) throws JournalException {
        return StoredHistory.recordsFrom(journal(), ids);
    }
}
