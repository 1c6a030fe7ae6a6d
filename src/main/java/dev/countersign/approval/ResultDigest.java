package dev.countersign.approval;

import java.util.regex.Pattern;

/// Names what a rehearsal left behind, to the byte: whoever approves it approves nothing else.
///
/// @param sha256 64 hexadecimal digits, over every changed path with what it was and what it is
public record ResultDigest(String sha256) {
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");

    public ResultDigest {
        if (!DIGITS.matcher(sha256).matches()) {
            throw new IllegalArgumentException("sha256 must be 64 hex digits: " + sha256);
        }
    }

    @Override
    public String toString() {
        return sha256;
    }
}
