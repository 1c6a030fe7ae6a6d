package dev.countersign.execution;

/// The person's side of a command's pseudo-terminal. Safe on any thread; never blocks for long.
/// Once the command has ended nothing happens any more.
public interface TerminalControl {
    /// More bytes than this are never typed at once.
    int MAXIMUM_TYPED_BYTES = 4_096;

    /// Gives the terminal another size and tells the command's processes of it.
    ///
    /// @throws IllegalArgumentException for sizes that are not 1 to 10,000
    void resize(int columns, int rows);

    /// Types for the person. Control-C interrupts the command as in any terminal.
    ///
    /// @return false when the command does not read, so that not all of it was taken
    boolean type(byte[] bytes);
}
