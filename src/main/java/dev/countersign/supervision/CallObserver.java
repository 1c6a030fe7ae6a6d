package dev.countersign.supervision;

import java.time.Duration;

/// Hears how a call goes on while its caller waits for the answer: every five seconds.
///
/// Called on a thread of the supervisor; must not block for long and must not throw.
public interface CallObserver {
    /// It waits for a person.
    void waiting(Duration elapsed);

    /// It runs.
    ///
    /// @param lastLine the last line of its output, without control characters, at most 200
    ///   characters
    void running(Duration elapsed, String lastLine);

    /// Whether anybody hears it: whether the client asked to be told.
    default boolean hears() {
        return true;
    }

    /// Whether the answer may take as long as it takes, because somebody asks for it now and then.
    default boolean isPatient() {
        return false;
    }

    /// Hears nothing and waits as long as it takes.
    static CallObserver patient() {
        return new CallObserver() {
            @Override
            public boolean isPatient() {
                return true;
            }

            @Override
            public void waiting(Duration elapsed) {}

            @Override
            public void running(Duration elapsed, String lastLine) {}
        };
    }

    /// Hears nothing.
    static CallObserver none() {
        return new CallObserver() {
            @Override
            public boolean hears() {
                return false;
            }

            @Override
            public void waiting(Duration elapsed) {}

            @Override
            public void running(Duration elapsed, String lastLine) {}
        };
    }
}
