package dev.countersign.recording;

import java.util.Locale;

/// The forms that a recording is exported in.
public enum ExportFormat {
    /// asciicast version 2, for asciinema's player: times from the start.
    ASCIICAST_V2("cast"),
    /// asciicast version 3: times between events, and how it ended.
    ASCIICAST_V3("cast"),
    /// Text alone, one line of output a line.
    PLAIN("txt"),
    /// Text with its colours.
    ANSI("ansi"),
    /// A page that needs nothing else.
    HTML("html"),
    /// All facts of the call, and its output with times.
    JSON("json");

    private final String extension;

    ExportFormat(String extension) {
        this.extension = extension;
    }

    /// What a file of this form is called: `cast`.
    public String extension() {
        return extension;
    }

    /// The name on the command line: `asciicast-v2`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
