package dev.countersign.ansi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TerminalColorTest {

    @Test
    void fixedPaletteIsCubeAndGreys() {
        assertEquals(TerminalColor.rgb(0, 0, 0), TerminalColor.fixedPaletteRgb(16));
        assertEquals(TerminalColor.rgb(255, 0, 0), TerminalColor.fixedPaletteRgb(196));
        assertEquals(TerminalColor.rgb(255, 255, 255), TerminalColor.fixedPaletteRgb(231));
        assertEquals(TerminalColor.rgb(8, 8, 8), TerminalColor.fixedPaletteRgb(232));
        assertEquals(TerminalColor.rgb(238, 238, 238), TerminalColor.fixedPaletteRgb(255));
    }

    @Test
    void stylePacksBothColoursWithoutMixing() {
        int white = TerminalColor.rgb(255, 254, 253);
        int palette = TerminalColor.palette(255);
        long style =
                Style.withBold(Style.withBackground(Style.withForeground(0, white), palette), true);
        assertEquals(white, Style.foreground(style));
        assertEquals(palette, Style.background(style));
        assertTrue(Style.isBold(style));
        assertEquals(254, TerminalColor.green(Style.foreground(style)));
        assertEquals(
                Style.DEFAULT,
                Style.withBold(Style.withForeground(Style.withBackground(style, 0), 0), false));
    }
}
