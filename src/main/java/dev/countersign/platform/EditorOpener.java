package dev.countersign.platform;

import dev.countersign.settings.Editor;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens places in files and addresses that a person chose. Each program gets its arguments one by
/// one, never through a shell. Starts a thread; never blocks.
public final class EditorOpener {
    private static final Logger LOG = LoggerFactory.getLogger(EditorOpener.class);

    private final String systemName;
    private final Supplier<Editor> editor;

    /// @param systemName as the system property `os.name` has it
    /// @param editor which one the settings name now
    public EditorOpener(String systemName, Supplier<Editor> editor) {
        this.systemName = systemName.toLowerCase(Locale.ROOT);
        this.editor = editor;
    }

    /// Opens a file at a line. A file that is not there is not opened, which the log says.
    public void openPlace(Path file, int line) {
        Thread.ofVirtual()
                .name("open-editor")
                .start(() -> {
                    if (!file.toFile().isFile()) {
                        LOG.warn("{} is not there any more", file);
                        return;
                    }
                    start(command(editor.get(), file.toAbsolutePath(), line));
                });
    }

    /// Opens an address in the browser.
    ///
    /// @throws IllegalArgumentException for another scheme than `http` and `https`
    public void openAddress(String address) {
        URI uri = URI.create(address);
        boolean web =
                "http".equalsIgnoreCase(uri.getScheme())
                        || "https".equalsIgnoreCase(uri.getScheme());
        if (!web || uri.getHost() == null) {
            throw new IllegalArgumentException("no address of the web");
        }
        Thread.ofVirtual().name("open-address").start(() -> start(desktop(uri.toASCIIString())));
    }

    private static void start(List<String> command) {
        try {
            new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            LOG.warn("{} could not be started: {}", command.getFirst(), e.getMessage());
        }
    }

    /// @param file absolute, so that it can never be read as an option
    List<String> command(Editor chosen, Path file, int line) {
        String name = file.toString();
        String place = name + ":" + line;
        return switch (chosen) {
            case DESKTOP -> desktop(name);
            case CODE -> List.of("code", "--goto", place);
            case CODIUM -> List.of("codium", "--goto", place);
            case CURSOR -> List.of("cursor", "--goto", place);
            case ZED -> List.of("zed", place);
            case SUBL -> List.of("subl", place);
            case IDEA -> List.of("idea", "--line", Integer.toString(line), name);
            case KATE -> List.of("kate", "--line", Integer.toString(line), name);
            case GEDIT -> List.of("gedit", "+" + line, name);
            case EMACS ->
                    List.of(
                            "emacsclient",
                            "--no-wait",
                            "--alternate-editor=emacs",
                            "+" + line,
                            name);
            case GVIM -> List.of("gvim", "+" + line, name);
        };
    }

    private List<String> desktop(String target) {
        if (systemName.startsWith("mac")) {
            return List.of("/usr/bin/open", target);
        }
        return systemName.startsWith("windows")
                ? List.of("explorer.exe", target)
                : List.of("xdg-open", target);
    }
}
