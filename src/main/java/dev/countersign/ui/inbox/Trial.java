package dev.countersign.ui.inbox;

import java.util.function.Consumer;

/// A harmless call that a newcomer can send, as a client of the real socket does. It decides
/// nothing: the call waits like any other.
public interface Trial {
    /// The command that will be asked for.
    String command();

    /// Sends it and returns at once.
    ///
    /// @param told hears in one line how it ended, or why it could not be sent; on any thread
    void send(Consumer<String> told);

    /// Where there is no socket.
    static Trial none() {
        return new Trial() {
            @Override
            public String command() {
                return "true";
            }

            @Override
            public void send(Consumer<String> told) {
                told.accept("The console does not listen: no call can be sent.");
            }
        };
    }
}
