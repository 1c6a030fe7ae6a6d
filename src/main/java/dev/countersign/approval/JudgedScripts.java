package dev.countersign.approval;

import dev.countersign.safety.FileContent;
import dev.countersign.safety.FileFacts;
import dev.countersign.safety.ScriptFile;
import java.util.List;
import java.util.Optional;

/// Whether the files that a command runs are still what was judged.
final class JudgedScripts {
    private JudgedScripts() {}

    /// The first that no longer is; blocks as long as the disk does.
    static Optional<ScriptFile> firstChanged(List<ScriptFile> scripts, FileFacts disk) {
        return scripts.stream()
                .filter(file ->
                        !disk.content(file.path()).map(FileContent::sha256).equals(file.sha256()))
                .findFirst();
    }
}
