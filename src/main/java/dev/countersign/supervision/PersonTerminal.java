package dev.countersign.supervision;

/// The person's hands on the pseudo-terminal of a run (RUN-8). Agents have no way to it.
///
/// Safe on any thread; never blocks for long. After the end of the run nothing happens.
public interface PersonTerminal {
    /// More bytes than this are never typed at once.
    int MAXIMUM_TYPED_BYTES = 4_096;

    /// Gives the terminal another size and tells the run's processes of it.
    ///
    /// @throws IllegalArgumentException for sizes that are not 1 to 10,000
    void resize(int columns, int rows);

    /// Types; Control-C (byte 3) interrupts what runs, as in any terminal.
    ///
    /// @param bytes at most [#MAXIMUM_TYPED_BYTES]
    /// @return false when the run does not read, so that not all of it was taken, or is over
    boolean type(byte[] bytes);
}
