package dev.countersign.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Reads of a line of JSON only which message it is: its id and its method. Takes the line byte by
/// byte, keeps nothing else of it, and never fails: what is no JSON has neither.
///
/// Not thread-safe: one scanner for each direction.
final class MessageScanner {
    /// The longest id or method that is kept, in bytes.
    static final int MAXIMUM_TOKEN_BYTES = 8_192;

    /// What a line turned out to be.
    ///
    /// @param id the id as JSON, just as it stood there
    /// @param method empty in an answer
    record Summary(Optional<String> id, Optional<String> method) {
        /// Whether somebody waits for its answer.
        boolean isRequest() {
            return id.isPresent() && method.isPresent();
        }

        boolean isAnswer() {
            return id.isPresent() && method.isEmpty();
        }
    }

    /// Whether the next token at the top level is a name or a value.
    private enum Place {
        NAME,
        VALUE
    }

    private byte[] token = new byte[64];
    private int tokenLength;
    private int depth;
    private boolean inString;
    private boolean escaped;
    private Place place = Place.NAME;
    private String name = "";
    private Optional<String> id = Optional.empty();
    private Optional<String> method = Optional.empty();

    void accept(byte next) {
        if (inString) {
            acceptInString(next);
            return;
        }
        switch (next) {
            case '"' -> {
                inString = true;
                keep(next);
            }
            case '{', '[' -> {
                depth++;
                keep(next);
            }
            case '}', ']' -> {
                if (depth == 1) {
                    endMember();
                }
                depth--;
                keep(next);
            }
            case ':' -> endName(next);
            case ',' -> {
                if (depth == 1) {
                    endMember();
                } else {
                    keep(next);
                }
            }
            case ' ', '\t', '\r' -> {}
            default -> keep(next);
        }
    }

    private void acceptInString(byte next) {
        keep(next);
        if (escaped) {
            escaped = false;
        } else if (next == '\\') {
            escaped = true;
        } else if (next == '"') {
            inString = false;
        }
    }

    private void keep(byte next) {
        if (depth == 0 || tokenLength > MAXIMUM_TOKEN_BYTES) {
            return;
        }
        if (depth == 1 && tokenLength == 0 && next == '{') {
            return;
        }
        if (tokenLength == token.length) {
            token = Arrays.copyOf(token, token.length * 2);
        }
        token[tokenLength] = next;
        tokenLength++;
    }

    private void endName(byte colon) {
        if (depth == 1 && place == Place.NAME) {
            name = takeToken();
            place = Place.VALUE;
            return;
        }
        keep(colon);
    }

    private void endMember() {
        boolean whole = tokenLength <= MAXIMUM_TOKEN_BYTES;
        String value = takeToken();
        if (place == Place.VALUE && whole) {
            switch (name) {
                case "\"id\"" -> id = isId(value) ? Optional.of(value) : Optional.empty();
                case "\"method\"" -> method = Optional.of(value);
                default -> {}
            }
        }
        place = Place.NAME;
    }

    private static boolean isId(String value) {
        char first = value.isEmpty() ? ' ' : value.charAt(0);
        return first == '"' || first == '-' || (first >= '0' && first <= '9');
    }

    private String takeToken() {
        String text = new String(token, 0, tokenLength, StandardCharsets.UTF_8);
        tokenLength = 0;
        return text;
    }

    /// The line is over; the next byte begins another one.
    Summary endLine() {
        Summary summary = new Summary(id, method);
        tokenLength = 0;
        depth = 0;
        inString = false;
        escaped = false;
        place = Place.NAME;
        name = "";
        id = Optional.empty();
        method = Optional.empty();
        return summary;
    }
}
