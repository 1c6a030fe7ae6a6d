package dev.countersign.supervision;

import dev.countersign.settings.AdvancedSettings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.consequence.ConsequenceFinder;
import dev.countersign.supervision.consequence.Consequences;
import dev.countersign.toolcall.ToolCallId;

/// Looks at what a command of a call would do, without doing any of it, for as long as the settings
/// let it. Safe on any thread.
final class CommandForesight {
    private final CallLedger ledger;
    private final ConsequenceFinder finder;
    private final SettingsStore settings;

    CommandForesight(CallLedger ledger, ConsequenceFinder finder, SettingsStore settings) {
        this.ledger = ledger;
        this.finder = finder;
        this.settings = settings;
    }

    /// Blocks until it has looked, or for as long as it may.
    ///
    /// @param command what the call asks for, or what the person made of it
    /// @return nothing for a call that is not known
    Consequences look(ToolCallId id, String command) {
        return ledger.find(id)
                .map(record ->
                        finder.find(
                                command,
                                record.call().directory(),
                                settings.value(AdvancedSettings.LOOK_FOR)))
                .orElse(Consequences.none());
    }
}
