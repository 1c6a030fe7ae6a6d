package dev.countersign.ui.output;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/// Where something in an output leads. Data from a program: it is shown before it is opened, and
/// opened only when the person asks.
sealed interface LinkTarget {
    /// The target as it is, for the eye and the clipboard.
    String text();

    /// An address for the browser.
    record Address(String text) implements LinkTarget {}

    /// A place in a file.
    ///
    /// @param path as it was printed, mostly relative to the directory of the run
    /// @param line from 1
    record Place(String path, int line) implements LinkTarget {
        @Override
        public String text() {
            return path + ":" + line;
        }
    }

    /// An address that nothing here opens: it can be read and copied.
    record Other(String text) implements LinkTarget {}

    /// What an OSC 8 target is.
    static LinkTarget of(String target) {
        String lower = target.toLowerCase(Locale.ROOT);
        if (lower.startsWith("http://") || lower.startsWith("https://")) {
            return new Address(target);
        }
        if (lower.startsWith("file://")) {
            return ofFile(target);
        }
        return new Other(target);
    }

    private static LinkTarget ofFile(String target) {
        try {
            String path = new URI(target).getPath();
            return path == null || path.isEmpty() ? new Other(target) : new Place(path, 1);
        } catch (URISyntaxException _) {
            return new Other(target);
        }
    }
}
