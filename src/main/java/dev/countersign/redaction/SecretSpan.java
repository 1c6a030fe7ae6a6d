package dev.countersign.redaction;

/// A secret's own characters in a text: from `start` to `end`, in UTF-16 units.
public record SecretSpan(int start, int end) {
    public SecretSpan {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("span " + start + " to " + end);
        }
    }
}
