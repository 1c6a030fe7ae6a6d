package dev.countersign.ui.window;

import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A window over a desk by hand: open before each test, closed after it. The clock of arming and
/// holding stands still until a test has it pass.
abstract class WindowTest {
    static final Duration HALF_A_SECOND = Duration.ofMillis(500);
    static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir Path folder;

    final FakeDesk desk = new FakeDesk(InstantSource.system());
    OpenWindow open;

    /// What has happened at the desk before the window opens.
    void prepare() throws Exception {}

    @BeforeEach
    final void openTheWindow() throws Exception {
        prepare();
        open = OpenWindow.over(desk, folder);
    }

    @AfterEach
    final void closeTheWindow() throws Exception {
        open.close();
    }

    /// A call comes, and its card shows.
    final ToolCallId arrive(String command) throws Exception {
        return arrive(FakeDesk.ask(FakeDesk.CLAUDE, command));
    }

    final ToolCallId arrive(FakeDesk.Ask ask) throws Exception {
        ToolCallId id = desk.arrive(ask);
        open.await("the card shows", () -> open.isVisible("#approve"));
        open.settle();
        return id;
    }
}
