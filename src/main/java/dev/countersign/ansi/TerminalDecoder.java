package dev.countersign.ansi;

/// Decodes UTF-8 and takes terminal control sequences apart.
///
/// What a terminal could obey is named to a [Sink] where we show it (colours, erase-line, links)
/// and vanishes otherwise; nothing is ever answered. ECMA-48 forms in seven bits (`ESC [`) and as
/// C1 characters (U+009B) are known; a C1 byte that is part of another UTF-8 character is text.
///
/// **Every sequence ends at a newline**, whatever was missing, and after [#MAX_SEQUENCE]
/// characters. Terminals let an unterminated OSC swallow all that follows; here a program must not
/// be able to hide output for ever. It also makes each line start outside of a sequence, so that
/// reading can begin at any line. Invalid UTF-8 becomes U+FFFD as the Unicode standard recommends
/// (one for each maximal part of a character).
final class TerminalDecoder {

    /// Receives what is left of the bytes. Characters of a run come in order.
    interface Sink {
        /// Bytes 0x20 to 0x7E, from `from` (inclusive) to `to` (exclusive).
        void ascii(byte[] bytes, int from, int to);

        /// A character that is neither ASCII nor a control character.
        void character(int codePoint);

        /// A control character below U+0020, or DEL.
        void control(int control);

        /// A control sequence without private marks: `ESC [ parameters finalByte`.
        void controlSequence(char finalByte, SequenceParameters parameters);

        /// A control sequence with one private mark or intermediate character, such as the `?` of
        /// `ESC [ ? 25 h`. Only a screen knows any.
        default void privateSequence(char mark, char finalByte, SequenceParameters parameters) {}

        /// `ESC finalByte`, or with an intermediate character before it (else 0). Only a screen
        /// knows any.
        default void escape(char intermediate, char finalByte) {}

        /// An operating system command that was terminated properly, at most [#MAX_PAYLOAD] long.
        void systemCommand(String payload);
    }

    /// A sequence that is longer than this many characters is given up; what follows is text again.
    static final int MAX_SEQUENCE = 1 << 20;

    /// A longer payload of an operating system command is not kept (the command is dropped).
    static final int MAX_PAYLOAD = 4096;

    /// The intermediate character of a sequence that has none.
    static final char NO_INTERMEDIATE = 0;

    private static final char MIXED = SequenceParameters.MIXED;
    private static final int REPLACEMENT = 0xFFFD;
    private static final int BELL = 0x07;
    private static final int CANCEL = 0x18;
    private static final int SUBSTITUTE = 0x1A;
    private static final int ESCAPE = 0x1B;
    private static final int DELETE = 0x7F;
    private static final int C1_STRING_TERMINATOR = 0x9C;

    private enum State {
        GROUND,
        ESCAPE,
        ESCAPE_INTERMEDIATE,
        CONTROL_SEQUENCE,
        SYSTEM_COMMAND,
        OTHER_STRING,
        SYSTEM_COMMAND_ESCAPE,
        OTHER_STRING_ESCAPE
    }

    private final Sink sink;
    private final SequenceParameters parameters = new SequenceParameters();
    private final StringBuilder payload = new StringBuilder();
    private State state = State.GROUND;
    private boolean payloadOverflow;
    private int sequenceLength;
    private char intermediate;

    private int partialCharacter;
    private int bytesMissing;
    private int lowestNext = 0x80;
    private int highestNext = 0xBF;

    TerminalDecoder(Sink sink) {
        this.sink = sink;
    }

    /// Whether the next byte starts a character outside of any sequence.
    boolean isIdle() {
        return state == State.GROUND && bytesMissing == 0;
    }

    void accept(byte[] bytes, int from, int to) {
        int next = from;
        while (next < to) {
            if (isIdle()) {
                int start = next;
                next = ByteScan.endOfPrintable(bytes, next, to);
                if (next > start) {
                    sink.ascii(bytes, start, next);
                    continue;
                }
            }
            next = acceptUntilIdle(bytes, next, to);
        }
    }

    /// Takes one byte, and more until it is idle again; a newline is always the last one. Returns
    /// the index after what it took.
    int acceptUntilIdle(byte[] bytes, int from, int to) {
        int next = from;
        do {
            byte value = bytes[next++];
            if (state == State.CONTROL_SEQUENCE && isPlainPartOfSequence(value)) {
                sequenceLength++;
                acceptInControlSequence(value);
                continue;
            }
            acceptByte(value & 0xFF);
        } while (next < to && !isIdle());
        return next;
    }

    /// A short cut for what nearly every sequence is made of.
    private boolean isPlainPartOfSequence(byte value) {
        return bytesMissing == 0
                && value >= 0x30
                && value != DELETE
                && sequenceLength < MAX_SEQUENCE;
    }

    /// Ends the input: an unfinished character becomes U+FFFD, an unfinished sequence is dropped.
    void finish() {
        if (bytesMissing > 0) {
            bytesMissing = 0;
            acceptCharacter(REPLACEMENT);
        }
        state = State.GROUND;
    }

    private void acceptByte(int value) {
        if (bytesMissing == 0) {
            startCharacter(value);
            return;
        }
        if (value < lowestNext || value > highestNext) {
            bytesMissing = 0;
            acceptCharacter(REPLACEMENT);
            startCharacter(value);
            return;
        }
        lowestNext = 0x80;
        highestNext = 0xBF;
        partialCharacter = (partialCharacter << 6) | (value & 0x3F);
        if (--bytesMissing == 0) {
            acceptCharacter(partialCharacter);
        }
    }

    /// The narrowed ranges of the second byte refuse overlong forms, surrogates and values above
    /// U+10FFFF (Unicode standard, table 3-7).
    private void startCharacter(int value) {
        if (value < 0x80) {
            acceptCharacter(value);
            return;
        }
        if (value < 0xC2 || value > 0xF4) {
            acceptCharacter(REPLACEMENT);
            return;
        }
        lowestNext = 0x80;
        highestNext = 0xBF;
        if (value < 0xE0) {
            bytesMissing = 1;
            partialCharacter = value & 0x1F;
            return;
        }
        if (value < 0xF0) {
            bytesMissing = 2;
            partialCharacter = value & 0x0F;
            lowestNext = value == 0xE0 ? 0xA0 : 0x80;
            highestNext = value == 0xED ? 0x9F : 0xBF;
            return;
        }
        bytesMissing = 3;
        partialCharacter = value & 0x07;
        lowestNext = value == 0xF0 ? 0x90 : 0x80;
        highestNext = value == 0xF4 ? 0x8F : 0xBF;
    }

    private void acceptCharacter(int character) {
        if (character == '\n') {
            state = State.GROUND;
            sink.control('\n');
            return;
        }
        if (character == CANCEL || character == SUBSTITUTE) {
            state = State.GROUND;
            return;
        }
        if (state != State.GROUND && ++sequenceLength > MAX_SEQUENCE) {
            state = State.GROUND;
        }
        switch (state) {
            case GROUND, ESCAPE, ESCAPE_INTERMEDIATE, CONTROL_SEQUENCE ->
                    acceptOutsideString(character);
            case SYSTEM_COMMAND, OTHER_STRING -> acceptInString(character);
            case SYSTEM_COMMAND_ESCAPE, OTHER_STRING_ESCAPE -> acceptAfterStringEscape(character);
        }
    }

    private void acceptOutsideString(int character) {
        if (character == ESCAPE) {
            enter(State.ESCAPE);
            return;
        }
        if (character >= 0x80 && character <= 0x9F) {
            // A C1 character is the same as ESC and the character 0x40 below it.
            enter(State.ESCAPE);
            finishEscape(character - 0x40);
            return;
        }
        if (character >= 0xA0) {
            state = State.GROUND;
            sink.character(character);
            return;
        }
        if (character < 0x20 || character == DELETE) {
            // As in terminals, control characters take effect in the middle of a sequence.
            sink.control(character);
            return;
        }
        switch (state) {
            case ESCAPE, ESCAPE_INTERMEDIATE -> acceptInEscape(character);
            case CONTROL_SEQUENCE -> acceptInControlSequence(character);
            case GROUND -> sink.ascii(new byte[] {(byte) character}, 0, 1);
            case SYSTEM_COMMAND, OTHER_STRING, SYSTEM_COMMAND_ESCAPE, OTHER_STRING_ESCAPE ->
                    throw new IllegalStateException("in a string: " + state);
        }
    }

    private void acceptInEscape(int character) {
        if (character < 0x30) {
            // More than one means nothing that we know.
            intermediate = state == State.ESCAPE ? (char) character : MIXED;
            state = State.ESCAPE_INTERMEDIATE;
            return;
        }
        if (state == State.ESCAPE_INTERMEDIATE) {
            state = State.GROUND;
            sink.escape(intermediate, (char) character);
            return;
        }
        finishEscape(character);
    }

    private void finishEscape(int character) {
        switch (character) {
            case '[' -> {
                state = State.CONTROL_SEQUENCE;
                parameters.clear();
            }
            case ']' -> {
                state = State.SYSTEM_COMMAND;
                payload.setLength(0);
                payloadOverflow = false;
            }
            case 'P', 'X', '^', '_' -> state = State.OTHER_STRING;
            default -> {
                state = State.GROUND;
                sink.escape(NO_INTERMEDIATE, (char) character);
            }
        }
    }

    private void acceptInControlSequence(int character) {
        if (character < 0x40) {
            parameters.accept((char) character);
            return;
        }
        state = State.GROUND;
        if (parameters.isPrivate()) {
            sink.privateSequence(parameters.mark(), (char) character, parameters);
        } else {
            sink.controlSequence((char) character, parameters);
        }
    }

    private void acceptInString(int character) {
        if (character == BELL || character == C1_STRING_TERMINATOR) {
            finishString(state == State.SYSTEM_COMMAND);
            return;
        }
        if (character == ESCAPE) {
            state =
                    state == State.SYSTEM_COMMAND
                            ? State.SYSTEM_COMMAND_ESCAPE
                            : State.OTHER_STRING_ESCAPE;
            return;
        }
        if (state != State.SYSTEM_COMMAND || payloadOverflow) {
            return;
        }
        payload.appendCodePoint(character);
        payloadOverflow = payload.length() > MAX_PAYLOAD;
    }

    /// `ESC \` terminates a string; ESC with anything else gives it up and starts a new sequence.
    private void acceptAfterStringEscape(int character) {
        if (character == '\\') {
            finishString(state == State.SYSTEM_COMMAND_ESCAPE);
            return;
        }
        enter(State.ESCAPE);
        acceptOutsideString(character);
    }

    private void finishString(boolean systemCommand) {
        state = State.GROUND;
        if (systemCommand && !payloadOverflow) {
            sink.systemCommand(payload.toString());
        }
    }

    private void enter(State next) {
        state = next;
        sequenceLength = 0;
    }
}
