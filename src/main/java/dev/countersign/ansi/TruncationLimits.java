package dev.countersign.ansi;

/// How much of an output an agent reads. Bytes are those of the text in UTF-8; characters are
/// UTF-16 units, of which no other way of counting finds more.
///
/// @param tailLines most lines of [TruncationPolicy#TAIL]
/// @param tailBytes most bytes of [TruncationPolicy#TAIL]; whichever limit is reached first counts
/// @param middleBytes output up to this is shown whole by [TruncationPolicy#MIDDLE]
/// @param middleEndBytes what longer output keeps at its start, and as much again at its end
/// @param headCharacters most characters of [TruncationPolicy#HEAD]
public record TruncationLimits(
        int tailLines, int tailBytes, int middleBytes, int middleEndBytes, int headCharacters) {

    /// 2,000 lines or 50 KiB; 128 KiB with 4 KiB at each end; 30,000 characters.
    public static final TruncationLimits DEFAULT =
            new TruncationLimits(2_000, 50 * 1024, 128 * 1024, 4 * 1024, 30_000);

    /// Above this a limit would not bound memory any more.
    private static final int MAX = 64 * 1024 * 1024;

    /// No character is longer in UTF-8: below this a limit could leave nothing to show.
    private static final int MIN_BYTES = 4;

    public TruncationLimits {
        require("tailLines", tailLines, 1, MAX);
        require("tailBytes", tailBytes, MIN_BYTES, MAX);
        require("middleBytes", middleBytes, 2 * MIN_BYTES, MAX);
        require("middleEndBytes", middleEndBytes, MIN_BYTES, middleBytes / 2);
        require("headCharacters", headCharacters, 2, MAX);
    }

    private static void require(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    name + " must be from " + min + " to " + max + ", not " + value);
        }
    }

    /// In words, for a notice: `2,000 lines or 50 KiB`.
    public String describe(TruncationPolicy policy) {
        return switch (policy) {
            case TAIL -> lines() + " or " + bytes(tailBytes);
            case MIDDLE -> bytes(middleBytes) + ", " + bytes(middleEndBytes) + " at each end";
            case HEAD -> grouped(headCharacters) + " characters";
        };
    }

    String describeTail(boolean byLines) {
        return byLines ? lines() : bytes(tailBytes);
    }

    private String lines() {
        return grouped(tailLines) + " lines";
    }

    private static String bytes(int count) {
        return count % 1024 == 0 ? grouped(count / 1024) + " KiB" : grouped(count) + " bytes";
    }

    /// By hand, since it is asked for with every answer.
    private static String grouped(int number) {
        StringBuilder text = new StringBuilder(Integer.toString(number));
        for (int at = text.length() - 3; at > 0; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }
}
