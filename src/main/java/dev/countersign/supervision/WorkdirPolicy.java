package dev.countersign.supervision;

import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Checks where a call wants to run: an existing folder, symbolic links resolved. Whether one
/// outside the workspace may be used is the rules' and the person's to say.
final class WorkdirPolicy {
    private static final String HOME_PREFIX = "~/";

    private final Path home;

    WorkdirPolicy(Path home) {
        this.home = home;
    }

    /// What became of a wish.
    sealed interface Checked {}

    record Usable(Path directory) implements Checked {}

    /// @param message names what was wrong
    record Refused(String message) implements Checked {}

    /// @param wish as the agent wrote it: absolute, or from the session's directory
    Checked check(Workspace workspace, Optional<String> wish) {
        if (wish.isEmpty()) {
            return resolve(workspace.directory(), workspace.directory().toString());
        }
        String text = wish.get();
        try {
            Path path =
                    text.startsWith(HOME_PREFIX)
                            ? home.resolve(text.substring(HOME_PREFIX.length()))
                            : workspace.directory().resolve(text);
            return resolve(path, text);
        } catch (InvalidPathException e) {
            return new Refused("'%s' is no path: %s".formatted(text, e.getReason()));
        }
    }

    private static Checked resolve(Path path, String text) {
        try {
            Path real = path.toRealPath();
            return Files.isDirectory(real)
                    ? new Usable(real)
                    : new Refused("'%s' is not a folder".formatted(text));
        } catch (IOException e) {
            return new Refused("the folder '%s' does not exist".formatted(text));
        }
    }
}
