package dev.countersign.ui.output;

import dev.countersign.recording.CastImport;
import dev.countersign.recording.CastImport.Imported;
import dev.countersign.recording.CastImport.NoAsciicast;
import dev.countersign.recording.Recording;
import dev.countersign.ui.Words;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Node;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An asciicast from a file, seen as a run that has ended. It is taken in as a recording in a
/// folder for a while, which goes when this closes. Confined to the FX thread; starts a daemon
/// thread that reads the file.
final class CastOutput implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CastOutput.class);

    private final Path file;
    private final OutputRoom room;
    private final RunOutput output;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread reading;

    CastOutput(OutputRoom room, Path file) {
        this.room = room;
        this.file = file;
        output = new RunOutput(room, RunOutput.Place.WINDOW);
        output.announce(title(), "Reading " + title() + "…");
        reading = Thread.ofPlatform().daemon().name("cast-reader").start(this::read);
    }

    Node node() {
        return output.node();
    }

    /// The name of the file.
    String title() {
        Path name = file.getFileName();
        return Words.oneLine(name == null ? file.toString() : name.toString());
    }

    private void read() {
        try {
            Path place = Files.createTempDirectory("countersign-cast");
            try {
                show(place);
            } finally {
                Recording.delete(place.resolve("recording"));
                Files.delete(place);
            }
        } catch (ClosedByInterruptException _) {
            LOG.debug("the window of {} was closed while it was read", file);
        } catch (IOException e) {
            LOG.warn("no asciicast could be opened from {}: {}", file, e.getMessage());
            String words = words(e);
            room.context().feed().execute(() -> refuse(words));
        } catch (InterruptedException _) {
            // The window is closed, so what it showed can go.
            Thread.currentThread().interrupt();
        }
    }

    /// Shows it until the window closes.
    private void show(Path place) throws IOException, InterruptedException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException("It is no file.");
        }
        Imported imported = CastImport.into(file, place.resolve("recording"));
        room.context()
                .feed()
                .execute(() -> {
                    if (over.getCount() > 0) {
                        output.showCast(imported, title());
                    }
                });
        over.await();
    }

    private void refuse(String words) {
        if (over.getCount() > 0) {
            output.announce(title(), words);
        }
    }

    private String words(IOException problem) {
        return switch (problem) {
            case NoSuchFileException _ -> title() + " is not there (any more).";
            case AccessDeniedException _ -> title() + " may not be read by you.";
            case NoAsciicast wrong ->
                    title()
                            + " is no asciicast that can be shown: "
                            + wrong.getMessage()
                            + ". Asciicasts of versions 2 and 3 can.";
            case IOException other ->
                    title()
                            + " could not be opened: "
                            + String.valueOf(other.getMessage()).toLowerCase(Locale.ROOT);
        };
    }

    /// Ends reading and takes away what was kept for it.
    @Override
    public void close() {
        over.countDown();
        output.dispose();
        reading.interrupt();
    }
}
