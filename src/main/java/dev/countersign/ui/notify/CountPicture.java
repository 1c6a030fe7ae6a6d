package dev.countersign.ui.notify;

import java.util.Arrays;

/// The console's sign for tray and task bar: blue with a check while nothing waits, amber with the
/// count while something does. Drawn by hand, since it needs no font and no toolkit so.
///
/// @param side in pixels
/// @param argb row by row, not premultiplied
// It is drawn into and compared by nobody.
@SuppressWarnings("ArrayRecordComponent")
public record CountPicture(int side, int[] argb) {
    private static final int CALM = 0xff0969da;
    private static final int WAITING = 0xff9a6700;
    private static final int INK = 0xffffffff;
    private static final int MOST = 99;
    private static final int DIGIT_WIDTH = 3;
    private static final int DIGIT_HEIGHT = 5;

    // Three bits a row, five rows, the topmost first.
    private static final int[] DIGITS = {
        0b111_101_101_101_111,
        0b010_110_010_010_111,
        0b111_001_111_100_111,
        0b111_001_111_001_111,
        0b101_101_111_001_001,
        0b111_100_111_001_111,
        0b111_100_111_101_111,
        0b111_001_001_010_010,
        0b111_101_111_101_111,
        0b111_101_111_001_111,
    };

    public CountPicture {
        if (side < 16 || argb.length != side * side) {
            throw new IllegalArgumentException("argb must hold side × side pixels, 16 at least");
        }
    }

    /// Draws it.
    ///
    /// @param waiting how many calls wait; from a hundred on it is drawn as 99
    public static CountPicture of(int waiting, int side) {
        CountPicture picture = new CountPicture(side, new int[side * side]);
        picture.fill(waiting > 0 ? WAITING : CALM);
        if (waiting > 0) {
            picture.number(Math.min(waiting, MOST));
        } else {
            picture.check();
        }
        return picture;
    }

    private void fill(int colour) {
        Arrays.fill(argb, colour);
        int corner = Math.max(1, side / 8);
        for (int y = 0; y < corner; y++) {
            for (int x = 0; x < corner - y; x++) {
                for (int at :
                        new int[] {
                            y * side + x,
                            y * side + side - 1 - x,
                            (side - 1 - y) * side + x,
                            (side - 1 - y) * side + side - 1 - x
                        }) {
                    argb[at] = 0;
                }
            }
        }
    }

    private void number(int number) {
        String text = Integer.toString(number);
        int cells = text.length() * (DIGIT_WIDTH + 1) - 1;
        int scale = Math.max(1, Math.min((side - 4) / cells, (side - 4) / DIGIT_HEIGHT));
        int left = (side - cells * scale) / 2;
        int top = (side - DIGIT_HEIGHT * scale) / 2;
        for (int i = 0; i < text.length(); i++) {
            int bits = DIGITS[text.charAt(i) - '0'];
            for (int cell = 0; cell < DIGIT_WIDTH * DIGIT_HEIGHT; cell++) {
                if ((bits >> (DIGIT_WIDTH * DIGIT_HEIGHT - 1 - cell) & 1) == 1) {
                    int x = left + (i * (DIGIT_WIDTH + 1) + cell % DIGIT_WIDTH) * scale;
                    square(x, top + cell / DIGIT_WIDTH * scale, scale);
                }
            }
        }
    }

    private void check() {
        int pen = Math.max(2, side / 8);
        for (int step = 0; step <= side / 5; step++) {
            square(side / 4 + step, side / 2 + step, pen);
        }
        int turn = side / 4 + side / 5;
        for (int step = 0; step <= side / 3; step++) {
            square(turn + step, side / 2 + side / 5 - step, pen);
        }
    }

    private void square(int left, int top, int size) {
        for (int y = Math.max(0, top); y < Math.min(side, top + size); y++) {
            for (int x = Math.max(0, left); x < Math.min(side, left + size); x++) {
                argb[y * side + x] = INK;
            }
        }
    }
}
