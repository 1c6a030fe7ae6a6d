package dev.countersign.supervision.consequence;

import java.util.Locale;

/// Numbers in words.
final class Sizes {
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

    private Sizes() {}

    /// `1 file`, `3 files`, `1,204 files`.
    static String counted(long count, String thing) {
        String plural = thing.endsWith("s") ? thing + "es" : thing + "s";
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? thing : plural);
    }

    /// `0 bytes`, `512 bytes`, `1.5 KiB`, `12 MiB`.
    static String size(long bytes) {
        if (bytes < 1_024) {
            return counted(bytes, "byte");
        }
        double amount = bytes / 1_024.0;
        int unit = 0;
        while (amount >= 1_024 && unit < UNITS.length - 1) {
            amount /= 1_024;
            unit++;
        }
        return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, UNITS[unit]);
    }
}
