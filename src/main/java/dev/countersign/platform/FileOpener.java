package dev.countersign.platform;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens a file with the program that the desktop has for it. Starts a thread; never blocks.
public final class FileOpener {
    private static final Logger LOG = LoggerFactory.getLogger(FileOpener.class);

    private final String systemName;

    /// @param systemName as the system property `os.name` has it
    public FileOpener(String systemName) {
        this.systemName = systemName.toLowerCase(Locale.ROOT);
    }

    public void open(Path file) {
        Thread.ofVirtual().name("open-file").start(() -> start(file));
    }

    private void start(Path file) {
        try {
            new ProcessBuilder(command(file))
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            LOG.warn("{} cannot be opened: {}", file, e.getMessage());
        }
    }

    List<String> command(Path file) {
        if (systemName.startsWith("mac")) {
            return List.of("/usr/bin/open", file.toString());
        }
        return systemName.startsWith("windows")
                ? List.of("explorer.exe", file.toString())
                : List.of("xdg-open", file.toString());
    }
}
