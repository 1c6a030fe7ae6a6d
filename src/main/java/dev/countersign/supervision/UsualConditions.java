package dev.countersign.supervision;

import dev.countersign.settings.SandboxUse;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.Sandbox;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// How commands are run unless a person chooses otherwise, and which secrets they get: by the
/// settings. Pure.
public final class UsualConditions {
    private UsualConditions() {}

    /// @param wanted whether the agent wants a terminal
    static RunConditions of(Workspace workspace, boolean wanted, SettingsSnapshot settings) {
        boolean always =
                settings.value(Settings.TERMINAL_WORKSPACES).stream()
                        .anyMatch(folder -> isRootOf(folder, workspace));
        return new RunConditions(wanted || always, sandbox(settings.value(Settings.SANDBOX)));
    }

    private static Optional<Sandbox> sandbox(SandboxUse use) {
        return switch (use) {
            case OFF -> Optional.empty();
            case CLOSED -> Optional.of(new Sandbox(false));
            case NETWORK -> Optional.of(new Sandbox(true));
        };
    }

    /// The names of the secrets that a person lets through to the commands of a workspace.
    public static Set<String> letThrough(Workspace workspace, SettingsSnapshot settings) {
        Set<String> names = new HashSet<>();
        for (String line : settings.value(Settings.LET_THROUGH)) {
            int colon = line.lastIndexOf(':');
            if (isRootOf(line.substring(0, colon), workspace)) {
                names.add(line.substring(colon + 1));
            }
        }
        return names;
    }

    private static boolean isRootOf(String folder, Workspace workspace) {
        return workspace.roots().stream()
                .map(Path::toString)
                .anyMatch(root -> root.equals(withoutLastSlash(folder)));
    }

    private static String withoutLastSlash(String folder) {
        boolean slash = folder.length() > 1 && folder.endsWith("/");
        return slash ? folder.substring(0, folder.length() - 1) : folder;
    }
}
