package dev.countersign.recording;

/// Adds up what one stream wrote. Confined to its owner or guarded by the owner's lock.
final class StreamCounter {

    private long bytes;
    private long newlines;
    private boolean openLine;

    void add(IndexEntry entry) {
        bytes += entry.length();
        newlines += entry.newlines();
        openLine = entry.length() == 0 ? openLine : entry.openLine();
    }

    StreamTotals totals() {
        return new StreamTotals(bytes, newlines + (openLine ? 1 : 0));
    }
}
