package dev.countersign.cli;

import java.util.Locale;

/// One thing that was looked at.
///
/// @param words what was found, and what to do where something is wrong
public record DoctorCheck(String name, State state, String words) {
    /// How it is.
    public enum State {
        OK,
        /// The console works without it, with less.
        WARNING,
        /// The console cannot work.
        MISSING;

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static DoctorCheck ok(String name, String words) {
        return new DoctorCheck(name, State.OK, words);
    }

    public static DoctorCheck warning(String name, String words) {
        return new DoctorCheck(name, State.WARNING, words);
    }

    public static DoctorCheck missing(String name, String words) {
        return new DoctorCheck(name, State.MISSING, words);
    }

    /// Looks at something of the platform.
    public interface Examination {
        /// May block for some seconds.
        DoctorCheck examine(CommonOptions options) throws InterruptedException;
    }
}
