package dev.countersign.safety;

/// Names of commands and files.
final class Names {
    private Names() {}

    /// The last name of a path: `rm` for `/bin/rm`.
    static String base(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? path : path.substring(slash + 1);
    }
}
