package dev.countersign.recording;

import java.io.IOException;

/// An export was ended because nobody wants it any more.
public final class ExportCancelledException extends IOException {
    private static final long serialVersionUID = 1L;

    public ExportCancelledException() {
        super("the export was cancelled");
    }
}
