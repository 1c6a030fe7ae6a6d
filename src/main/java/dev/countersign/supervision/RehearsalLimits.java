package dev.countersign.supervision;

import dev.countersign.settings.AdvancedSettings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.supervision.rehearsal.ResultLimits;
import java.time.Duration;

/// How much is rehearsed, as a person has set it.
///
/// @param atOnce how many rehearsals may be open
/// @param longest how long one may run; less where the call itself has less
/// @param result how much it may change
record RehearsalLimits(int atOnce, Duration longest, ResultLimits result) {
    static RehearsalLimits of(SettingsSnapshot settings) {
        return new RehearsalLimits(
                settings.value(AdvancedSettings.REHEARSALS),
                settings.value(AdvancedSettings.REHEARSAL_TIME),
                new ResultLimits(
                        settings.value(AdvancedSettings.REHEARSAL_FILES),
                        (long) settings.value(AdvancedSettings.REHEARSAL_MEBIBYTES) << 20));
    }
}
