package dev.countersign.ansi;

/// Select Graphic Rendition (`ESC [ … m`): what the numbers do to a style. Pure.
///
/// Blink, conceal and fonts are ignored: nothing may be hidden from the person who reads.
final class GraphicRendition {

    private GraphicRendition() {}

    static long apply(long style, SequenceParameters parameters) {
        long result = style;
        int index = 0;
        while (index < parameters.count()) {
            int code = parameters.value(index, 0);
            if (code == 38 || code == 48 || code == 58) {
                ExtendedColor color = ExtendedColor.read(parameters, index);
                result = applyColor(result, code, color.color());
                index = color.next();
                continue;
            }
            result = applyCode(result, code, parameters, index);
            index++;
            while (parameters.isSubparameter(index)) {
                index++;
            }
        }
        return result;
    }

    private static long applyColor(long style, int code, int color) {
        if (color == ExtendedColor.INVALID || code == 58) {
            return style;
        }
        return code == 38 ? Style.withForeground(style, color) : Style.withBackground(style, color);
    }

    private static long applyCode(long style, int code, SequenceParameters parameters, int index) {
        if (code >= 30 && code <= 37) {
            return Style.withForeground(style, TerminalColor.palette(code - 30));
        }
        if (code >= 40 && code <= 47) {
            return Style.withBackground(style, TerminalColor.palette(code - 40));
        }
        if (code >= 90 && code <= 97) {
            return Style.withForeground(style, TerminalColor.palette(code - 90 + 8));
        }
        if (code >= 100 && code <= 107) {
            return Style.withBackground(style, TerminalColor.palette(code - 100 + 8));
        }
        return switch (code) {
            case 0 -> Style.DEFAULT;
            case 1 -> Style.withBold(style, true);
            case 2 -> Style.withDim(style, true);
            case 3 -> Style.withItalic(style, true);
            case 4 -> Style.withUnderline(style, isUnderlineOn(parameters, index));
            case 7 -> Style.withInverse(style, true);
            case 9 -> Style.withStrike(style, true);
            case 21 -> Style.withUnderline(style, true);
            case 22 -> Style.withDim(Style.withBold(style, false), false);
            case 23 -> Style.withItalic(style, false);
            case 24 -> Style.withUnderline(style, false);
            case 27 -> Style.withInverse(style, false);
            case 29 -> Style.withStrike(style, false);
            case 39 -> Style.withForeground(style, TerminalColor.DEFAULT);
            case 49 -> Style.withBackground(style, TerminalColor.DEFAULT);
            default -> style;
        };
    }

    /// `4:0` is no underline, `4:3` a wavy one.
    private static boolean isUnderlineOn(SequenceParameters parameters, int index) {
        return !parameters.isSubparameter(index + 1) || parameters.value(index + 1, 1) != 0;
    }

    /// `38;5;N`, `38;2;R;G;B`, `38:5:N`, `38:2:R:G:B` or `38:2:colourspace:R:G:B`.
    private record ExtendedColor(int color, int next) {

        static final int INVALID = -1;

        static ExtendedColor read(SequenceParameters parameters, int index) {
            if (parameters.isSubparameter(index + 1)) {
                return readColonForm(parameters, index);
            }
            return switch (parameters.value(index + 1, 0)) {
                case 5 -> new ExtendedColor(palette(parameters, index + 2), index + 3);
                case 2 -> new ExtendedColor(rgb(parameters, index + 2), index + 5);
                default -> new ExtendedColor(INVALID, index + 2);
            };
        }

        private static ExtendedColor readColonForm(SequenceParameters parameters, int index) {
            int end = index + 1;
            while (parameters.isSubparameter(end)) {
                end++;
            }
            int afterKind = end - index - 2;
            int color =
                    switch (parameters.value(index + 1, 0)) {
                        case 5 -> afterKind >= 1 ? palette(parameters, index + 2) : INVALID;
                        case 2 ->
                                switch (afterKind) {
                                    case 0, 1, 2 -> INVALID;
                                    case 3 -> rgb(parameters, index + 2);
                                    default -> rgb(parameters, index + 3);
                                };
                        default -> INVALID;
                    };
            return new ExtendedColor(color, end);
        }

        private static int palette(SequenceParameters parameters, int index) {
            int value = parameters.value(index, 0);
            return value > 255 ? INVALID : TerminalColor.palette(value);
        }

        private static int rgb(SequenceParameters parameters, int index) {
            int red = parameters.value(index, 0);
            int green = parameters.value(index + 1, 0);
            int blue = parameters.value(index + 2, 0);
            if (red > 255 || green > 255 || blue > 255) {
                return INVALID;
            }
            return TerminalColor.rgb(red, green, blue);
        }
    }
}
