package dev.countersign.recording;

import dev.countersign.redaction.MaskingStream;
import dev.countersign.redaction.SecretMasker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Masks the pieces of several streams and hands them on in their order, each with its own time.
///
/// A mask keeps back what may be the beginning of a secret until more is known, and so that piece
/// and those behind it wait here; else a prompt would lose its last word until the answer comes.
/// Where that would be more than [#MOST_WAITING] characters, what is kept back comes late.
///
/// Confined to its caller.
final class MaskedPieces {
    /// Characters that may wait, of all streams together.
    static final int MOST_WAITING = 256 * 1024;

    /// A piece that is not handed on whole yet.
    private static final class Piece {
        private final StreamKind stream;
        private final StringBuilder masked = new StringBuilder();
        private Duration time;
        private int missing;

        Piece(StreamKind stream, Duration time, int length) {
            this.stream = stream;
            this.time = time;
            this.missing = length;
        }
    }

    private final SecretMasker masker;
    private final char sign;
    private final ExportPieces.PieceVisitor visitor;
    private final Map<StreamKind, MaskingStream> masks = new EnumMap<>(StreamKind.class);
    private final Deque<Piece> waiting = new ArrayDeque<>();
    private int waitingLength;

    /// @param sign stands for each character of a secret
    MaskedPieces(SecretMasker masker, char sign, ExportPieces.PieceVisitor visitor) {
        this.masker = masker;
        this.sign = sign;
        this.visitor = visitor;
    }

    void accept(StreamKind stream, Duration time, String text) throws IOException {
        if (!text.isEmpty()) {
            add(stream, time, text.length());
            fill(stream, maskOf(stream).accept(text));
            handOn(time);
        }
    }

    /// Ends a stream with what was still missing of it.
    void finish(StreamKind stream, Duration time, String text) throws IOException {
        add(stream, time, text.length());
        fill(stream, maskOf(stream).accept(text) + maskOf(stream).finish());
        handOn(time);
    }

    private MaskingStream maskOf(StreamKind stream) {
        return masks.computeIfAbsent(stream, s -> new MaskingStream(masker, sign));
    }

    private void add(StreamKind stream, Duration time, int length) {
        waiting.addLast(new Piece(stream, time, length));
        waitingLength += length;
    }

    /// A masked text is as long as it was, so each piece takes its own length of it.
    private void fill(StreamKind stream, String masked) {
        int next = 0;
        for (Piece piece : waiting) {
            if (next == masked.length()) {
                return;
            }
            if (piece.stream == stream && piece.missing > 0) {
                int end = Math.min(masked.length(), next + piece.missing);
                piece.masked.append(masked, next, end);
                piece.missing -= end - next;
                next = end;
            }
        }
    }

    private void handOn(Duration now) throws IOException {
        while (!waiting.isEmpty() && waiting.getFirst().missing == 0) {
            handOn(waiting.removeFirst());
        }
        if (waitingLength > MOST_WAITING) {
            List<Piece> late = new ArrayList<>();
            for (Piece piece : waiting) {
                handOn(piece);
                if (piece.missing > 0) {
                    piece.time = now;
                    late.add(piece);
                }
            }
            waiting.clear();
            waiting.addAll(late);
        }
    }

    private void handOn(Piece piece) throws IOException {
        if (!piece.masked.isEmpty()) {
            visitor.piece(piece.stream, piece.time, piece.masked.toString());
            waitingLength -= piece.masked.length();
            piece.masked.setLength(0);
        }
    }
}
