package dev.countersign.supervision;

import dev.countersign.journal.Rehearsal;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// A console in a program of its own that rehearses a command, for tests that kill it then.
final class KilledRehearsal {
    private KilledRehearsal() {}

    /// Runs until it is killed.
    ///
    /// @param arguments the console's folder, the workspace, the command, and `commit` where its
    ///   result is to be committed
    public static void main(String[] arguments) throws Exception {
        SupervisedFolder console = SupervisedFolder.withRehearsals(Path.of(arguments[0]));
        AgentSession agent = console.connect("killed", Path.of(arguments[1]));
        var _ = console.submit(agent, arguments[2]);
        ToolCallId id = console.awaitWaiting();
        RehearsalDesk desk = console.desk().rehearsals();
        Optional<String> problem = desk.start(id);
        if (problem.isPresent()) {
            throw new IllegalStateException(problem.get());
        }
        if (arguments.length > 3) {
            SupervisedFolder.await(() -> ended(console, id).isPresent());
            RehearsalResult result = desk.find(id).orElseThrow().result().orElseThrow();
            System.out.println(id.digits());
            var _ = desk.commit(id, result.digest(), Optional.empty());
        } else {
            SupervisedFolder.await(() -> desk.find(id).isPresent());
            System.out.println(id.digits());
        }
        new CountDownLatch(1).await();
    }

    private static Optional<Object> ended(SupervisedFolder console, ToolCallId id) {
        return console.journal().calls().stream()
                .filter(record -> record.id().equals(id))
                .findFirst()
                .flatMap(record -> record.rehearsal().flatMap(Rehearsal::ended));
    }
}
