package dev.countersign.safety;

import java.util.Set;

/// Names of commands and files.
final class Names {
    private static final Set<String> FOLDERS_OF_THE_SYSTEM =
            Set.of("/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/opt/homebrew/bin");

    private Names() {}

    /// The last name of a path: `rm` for `/bin/rm`.
    static String base(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? path : path.substring(slash + 1);
    }

    /// Whether a command named so is the one of that name: it has no folder, or one of the
    /// system's.
    static boolean isOfTheSystem(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0 || FOLDERS_OF_THE_SYSTEM.contains(name.substring(0, slash));
    }
}
