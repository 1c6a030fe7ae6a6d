package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.output.OutputScenes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where nothing changes nothing is drawn: no animation, however slow, keeps frames coming. Frames
/// are counted between ticks of the clock that counts ages, so that a slow machine counts alike.
@Tag("rest")
class QuietWindowTest {
    /// Sixty frames come with each tick while an animation runs; a tick itself makes a few.
    private static final int MOST_FRAMES_A_TICK = 20;

    private static final int TICKS = 2;
    private static final int LOOKS = 4;

    @TempDir Path folder;

    private final FakeDesk desk = new FakeDesk(InstantSource.system());

    // Opened by each test when its scene is set.
    @SuppressWarnings("NullAway.Init")
    private OpenWindow open;

    @AfterEach
    void closeIt() throws Exception {
        open.close();
    }

    @Test
    void anEmptyWindowRests() throws Exception {
        open = OpenWindow.over(desk, folder);
        checkRest("empty");
    }

    @Test
    void aWindowWithAWaitingCallAndRunsThatSayNothingRests() throws Exception {
        OutputScenes.server(desk, folder, Instant.now());
        OutputScenes.terminal(desk, folder, Instant.now());
        desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "npm test"));
        open = OpenWindow.over(desk, folder);
        open.pass(Duration.ofSeconds(2));
        checkRest("inbox");
        for (String room : new String[] {"running", "history", "timeline", "rules"}) {
            open.robot.clickOn("#room-" + room);
            open.settle();
            checkRest(room);
        }
    }

    /// It may take some ticks until all is drawn that came with the window; what runs on for ever
    /// never lets it rest.
    private void checkRest(String where) throws Exception {
        int frames = framesInTicks();
        for (int look = 1; look < LOOKS && frames > MOST_FRAMES_A_TICK * TICKS; look++) {
            frames = framesInTicks();
        }
        assertTrue(
                frames <= MOST_FRAMES_A_TICK * TICKS,
                where + ": " + frames + " frames in " + TICKS + " ticks");
    }

    private int framesInTicks() throws Exception {
        AtomicInteger frames = new AtomicInteger();
        AtomicInteger ticks = new AtomicInteger();
        Runnable counter = frames::incrementAndGet;
        await(ticks, 1);
        open.onFx(() -> {
            open.stage.getScene().addPreLayoutPulseListener(counter);
            return true;
        });
        ticks.set(0);
        await(ticks, TICKS);
        open.onFx(() -> {
            open.stage.getScene().removePreLayoutPulseListener(counter);
            return true;
        });
        return frames.get();
    }

    private void await(AtomicInteger ticks, int wanted) throws Exception {
        Runnable end =
                open.onFx(() ->
                        open.window.present().subscribe((_, _) -> ticks.incrementAndGet())
                                ::unsubscribe);
        open.awaitHere("it ticks", () -> ticks.get() >= wanted);
        open.onFx(() -> {
            end.run();
            return true;
        });
    }
}
