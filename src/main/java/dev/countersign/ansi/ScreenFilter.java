package dev.countersign.ansi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;

/// Rewrites what a program wrote to a pseudo-terminal so that a player of terminals may show it:
/// whoever draws what comes out has the same screen as [TerminalScreen] draws of what went in, its
/// links aside.
///
/// The functions that a screen knows stay, each written anew in one form. Whatever else a terminal
/// could obey is dropped: titles, clipboards, questions, the bell, reports of mouse and focus,
/// erasing what scrolled off above. For bytes that no terminal showed [TerminalFilter] is right.
/// Confined to its caller.
public final class ScreenFilter {
    /// Control sequences without a mark: SGR, moving, erasing, inserting and deleting, tab stops.
    private static final String FINALS = "mABCDEFGHIKLMPSXZ@`adefgr";

    /// Inserting, and newlines that return.
    private static final Set<Integer> MODES = Set.of(4, 20);

    /// Origin, wrapping, the cursor, the alternate screen.
    private static final Set<Integer> PRIVATE_MODES = Set.of(6, 7, 25, 47, 1047, 1048, 1049);

    private static final int SHIFT_OUT = 0x0E;
    private static final int SHIFT_IN = 0x0F;
    private static final int ERASE_HISTORY = 3;

    /// Whatever it would erase, a wrap that is due is off after it.
    private static final String ERASE_NOTHING = "\u001b[4J";

    private final TerminalDecoder decoder = new TerminalDecoder(new FilterSink());
    private ByteArrayOutputStream target = new ByteArrayOutputStream();

    /// Whether the last thing was a character, which repeating repeats. What is dropped must not
    /// bring the two together.
    private boolean repeatable;

    /// Takes a chunk; what is left of it is written to `out`.
    public void accept(byte[] bytes, int offset, int length, ByteArrayOutputStream out) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        target = out;
        decoder.accept(bytes, offset, offset + length);
    }

    /// Ends the stream: an unfinished character becomes U+FFFD.
    public void finish(ByteArrayOutputStream out) {
        target = out;
        decoder.finish();
    }

    private void write(String sequence) {
        target.writeBytes(sequence.getBytes(StandardCharsets.UTF_8));
    }

    private final class FilterSink implements TerminalDecoder.Sink {
        @Override
        public void ascii(byte[] bytes, int from, int to) {
            repeatable = true;
            target.write(bytes, from, to - from);
        }

        @Override
        public void character(int codePoint) {
            repeatable |= CharacterWidth.of(codePoint) > 0;
            write(Character.toString(codePoint));
        }

        @Override
        public void control(int control) {
            repeatable = false;
            switch (control) {
                case '\n', '\r', '\b', '\t', 0x0B, 0x0C, SHIFT_OUT, SHIFT_IN ->
                        target.write(control);
                default -> {}
            }
        }

        @Override
        public void escape(char intermediate, char finalByte) {
            repeatable = false;
            switch (intermediate) {
                case TerminalDecoder.NO_INTERMEDIATE -> {
                    if ("78DEHMc".indexOf(finalByte) >= 0) {
                        write("\u001b" + finalByte);
                    }
                }
                // Whatever is no line drawing is plain text to our screen.
                case '(', ')' -> write("\u001b" + intermediate + (finalByte == '0' ? '0' : 'B'));
                default -> {}
            }
        }

        @Override
        public void controlSequence(char finalByte, SequenceParameters parameters) {
            if (finalByte == 'b') {
                if (repeatable) {
                    sequence("", finalByte, parameters);
                }
                return;
            }
            repeatable = false;
            switch (finalByte) {
                case 'h', 'l' -> modes("", finalByte, parameters, MODES);
                case 'J' -> {
                    if (parameters.value(0, 0) < ERASE_HISTORY) {
                        sequence("", finalByte, parameters);
                    } else {
                        write(ERASE_NOTHING);
                    }
                }
                // With more numbers it would ask for reports of the mouse.
                case 'T' -> write("\u001b[" + parameters.value(0, 1) + 'T');
                // With numbers it could set margins.
                case 's', 'u' -> write("\u001b[" + finalByte);
                default -> {
                    if (FINALS.indexOf(finalByte) >= 0) {
                        sequence("", finalByte, parameters);
                    }
                }
            }
        }

        @Override
        public void privateSequence(char mark, char finalByte, SequenceParameters parameters) {
            if (mark == '!' && finalByte == 'p') {
                write("\u001b[!p");
                return;
            }
            if (mark != '?') {
                return;
            }
            switch (finalByte) {
                case 'h', 'l' -> modes("?", finalByte, parameters, PRIVATE_MODES);
                case 'J' -> {
                    if (parameters.value(0, 0) < ERASE_HISTORY) {
                        sequence("?", finalByte, parameters);
                    }
                }
                case 'K' -> sequence("?", finalByte, parameters);
                default -> {}
            }
        }

        /// Each mode by itself, in its order.
        private void modes(
                String mark, char finalByte, SequenceParameters parameters, Set<Integer> known) {
            for (int index = 0; index < parameters.count(); index++) {
                int mode = parameters.value(index, 0);
                if (known.contains(mode)) {
                    write("\u001b[" + mark + mode + finalByte);
                }
            }
        }

        private void sequence(String mark, char finalByte, SequenceParameters parameters) {
            StringBuilder text = new StringBuilder("\u001b[").append(mark);
            for (int index = 0; index < parameters.count(); index++) {
                if (index > 0) {
                    text.append(parameters.isSubparameter(index) ? ':' : ';');
                }
                int value = parameters.value(index, -1);
                if (value >= 0) {
                    text.append(value);
                }
            }
            write(text.append(finalByte).toString());
        }

        @Override
        public void systemCommand(String payload) {}
    }
}
