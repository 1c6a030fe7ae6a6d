package dev.countersign.recording;

/// Hears how far an export has come, on its thread, and can end it.
public interface ExportWatch {
    /// It has come this far; told some times a second at most, and at the end.
    ///
    /// @param done bytes of output read so far
    /// @param all bytes of output there are, 0 where the calls have none
    void at(long done, long all);

    /// Whether nobody wants the export any more. Asked often.
    boolean isCancelled();

    /// Nobody watches.
    static ExportWatch none() {
        return new ExportWatch() {
            @Override
            public void at(long done, long all) {}

            @Override
            public boolean isCancelled() {
                return false;
            }
        };
    }
}
