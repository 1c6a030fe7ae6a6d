package dev.countersign.execution;

import java.io.IOException;

/// Takes what a command prints, as it arrives.
///
/// Called by threads of the engine, never by two at once for one command, in the order of arrival;
/// between stdout and stderr that order is approximate unless they are merged. Nothing is called
/// after `await` of the command has returned an outcome. While a call blocks, the command is not
/// read from; in the Linux engine that holds up every command, so a sink must be quick.
@FunctionalInterface
public interface OutputSink {
    /// Takes some bytes, all of them.
    ///
    /// @param bytes belongs to the engine and is overwritten after the call
    /// @throws IOException when the bytes cannot be kept: the engine then reads no more from this
    ///   command, which waits when its pipe is full, and tells so by
    ///   [RunningCommand#outputFailure()]
    void accept(OutputStreamKind stream, byte[] bytes, int offset, int length) throws IOException;
}
