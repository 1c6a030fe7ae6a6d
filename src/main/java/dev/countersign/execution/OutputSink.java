package dev.countersign.execution;

import java.io.IOException;
import java.nio.ByteBuffer;

/// Takes what a command prints, as it arrives.
///
/// Called by threads of the engine, never by two at once for one command, in the order of arrival;
/// between stdout and stderr that order is approximate unless they are merged. Nothing is called
/// after `await` of the command has returned an outcome. While a call blocks, the command is not
/// read from; in the Linux engine that holds up every command, so a sink must be quick.
@FunctionalInterface
public interface OutputSink {
    /// Takes what is between position and limit, all of it or nothing.
    ///
    /// @param bytes belongs to the engine and is overwritten after the call
    /// @return false when nothing was taken for now: the engine then keeps these bytes and reads no
    ///   more from the command, which waits when its pipe is full, until [RunningCommand#readOn()]
    ///   has it offer them again
    /// @throws IOException when the bytes cannot be kept ever: the engine then reads no more from
    ///   this command until its end, and tells so by [RunningCommand#outputFailure()]
    boolean accept(OutputStreamKind stream, ByteBuffer bytes) throws IOException;
}
