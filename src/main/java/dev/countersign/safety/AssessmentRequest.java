package dev.countersign.safety;

import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an assessment is about.
///
/// @param directory where the command would start, absolute
/// @param home the person's home folder, absolute
/// @param addedEnvironment what the call adds to the environment
/// @param ownFolders where the console keeps its own files, which nothing may write
public record AssessmentRequest(
        String command,
        Path directory,
        Workspace workspace,
        Path home,
        Map<String, String> addedEnvironment,
        List<Path> ownFolders) {
    public AssessmentRequest {
        addedEnvironment = Collections.unmodifiableMap(new LinkedHashMap<>(addedEnvironment));
        ownFolders = List.copyOf(ownFolders);
    }

    /// The same about the text of a script that the command runs.
    AssessmentRequest ofScript(String text) {
        return new AssessmentRequest(text, directory, workspace, home, Map.of(), ownFolders);
    }
}
