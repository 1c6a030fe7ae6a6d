package dev.countersign.supervision;

import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// A console in a program of its own, for tests that kill or end it: starts the commands that it is
/// given, tells their ids, and waits for its end.
final class KilledConsole {
    private KilledConsole() {}

    /// Runs until it is ended.
    ///
    /// @param arguments the folder, then commands
    public static void main(String[] arguments) throws Exception {
        SupervisedFolder console = SupervisedFolder.open(Path.of(arguments[0]));
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(() -> {
                            try {
                                console.close();
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        }));
        List<ToolCallId> ids = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            ids.add(console.startJob(arguments[i]));
        }
        for (ToolCallId id : ids) {
            SupervisedFolder.await(() ->
                    console.desk().jobs().snapshot().find(id).orElseThrow().outputBytes() > 0);
            System.out.println(id.digits());
        }
        System.out.println("ready");
        new CountDownLatch(1).await();
    }
}
