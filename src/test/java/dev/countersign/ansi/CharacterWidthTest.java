package dev.countersign.ansi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CharacterWidthTest {

    @Test
    void latinAndBoxDrawingAreNarrow() {
        assertEquals(5, CharacterWidth.ofText("aé│█→"));
        assertEquals(1, CharacterWidth.of(0xAD));
    }

    @Test
    void combiningMarksAndFormatCharactersTakeNoColumn() {
        assertEquals(1, CharacterWidth.ofText("e\u0301"));
        assertEquals(0, CharacterWidth.ofText("\u200b\u200d\ufe0f\u202e"));
        assertEquals(2, CharacterWidth.ofText("\u1112\u1161\u11ab"));
    }

    @Test
    void eastAsianAndEmojiAreWide() {
        for (String wide : new String[] {"世", "あ", "한", "（", "😀", "⌚", "𠀀", "🚀", "✅"}) {
            assertEquals(2, CharacterWidth.ofText(wide), wide);
        }
        for (String narrow : new String[] {"☃", "✔", "①", "ｱ", "𝄞"}) {
            assertEquals(1, CharacterWidth.ofText(narrow), narrow);
        }
    }

    @Test
    void rangesCoverTheirEnds() {
        assertEquals(2, CharacterWidth.of(0x4E00));
        assertEquals(2, CharacterWidth.of(0xA4CF));
        assertEquals(1, CharacterWidth.of(0xA4D0));
        assertEquals(1, CharacterWidth.of(0x4DC0));
        assertEquals(2, CharacterWidth.of(0x3FFFD));
        assertEquals(1, CharacterWidth.of(0x3FFFE));
        assertEquals(1, CharacterWidth.of(0x10FFFF));
    }
}
