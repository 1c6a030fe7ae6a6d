package dev.countersign.supervision;

import dev.countersign.journal.CallExport;
import dev.countersign.recording.ExportCancelledException;
import dev.countersign.recording.ExportWatch;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The exports on their way, each on a thread of its own. Safe on any thread.
final class CallExports implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CallExports.class);
    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(2);

    private final CallExport writer;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    CallExports(CallExport writer) {
        this.writer = writer;
    }

    /// Starts a thread and returns at once.
    RunningExport start(ExportRequest request, RunningExport.Listener listener) {
        Running export = new Running(request, listener);
        running.add(export);
        export.thread.start();
        return export;
    }

    /// Cancels what is on its way and waits, for a moment, until nothing is left of it.
    @Override
    public void close() {
        running.forEach(Running::cancel);
        for (Running export : running) {
            try {
                var _ = export.thread.join(CLOSING_PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private final class Running implements RunningExport, ExportWatch {
        private final ExportRequest request;
        private final Listener listener;
        private final Thread thread;
        private volatile boolean cancelled;

        Running(ExportRequest request, Listener listener) {
            this.request = request;
            this.listener = listener;
            this.thread = Thread.ofPlatform().name("export").daemon().unstarted(this::run);
        }

        private void run() {
            End end = written();
            running.remove(this);
            listener.ended(end);
        }

        private End written() {
            Path file = request.file();
            try {
                long bytes =
                        writer.writeFile(
                                request.calls(), request.format(), file, request.replace(), this);
                return new End.Written(file, request.calls().size(), bytes);
            } catch (ExportCancelledException e) {
                return new End.Cancelled();
            } catch (IOException | RuntimeException e) {
                LOG.warn("export to {}: {}", file, e.toString());
                return new End.Failed(sentence(file, e));
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public void at(long done, long all) {
            listener.progressed(done, all);
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }
    }

    private static String sentence(Path file, Exception failure) {
        return switch (failure) {
            case FileAlreadyExistsException there -> there.getFile();
            case NoSuchFileException _ ->
                    "There is no folder %s; nothing was written."
                            .formatted(file.toAbsolutePath().getParent());
            case AccessDeniedException _ ->
                    "%s may not be written; choose another folder.".formatted(file);
            case FileSystemException disk ->
                    "%s cannot be written: %s. Nothing is left of it."
                            .formatted(
                                    file,
                                    disk.getReason() == null
                                            ? disk.getMessage()
                                            : disk.getReason());
            case IOException other -> String.valueOf(other.getMessage());
            default -> "The export failed: %s. The console's log says more.".formatted(failure);
        };
    }
}
