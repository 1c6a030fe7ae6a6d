package dev.countersign.recording;

import dev.countersign.recording.TerminalSizes.Size;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Runs as an asciicast of version 2 or 3. Several runs play one after the other, each behind a
/// marker and its command.
///
/// What ran in a pseudo-terminal plays as the screens that it drew, in the sizes that it had; what
/// ran without one plays as lines. Confined to its caller; blocks.
final class CastExport implements ExportForm {
    private static final JsonMapper JSON = JsonMapper.shared();

    /// How long the command of the next run stands before its output comes.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /// A player's terminal for what had none.
    private static final Size LINES = new Size(Duration.ZERO, 80, 24);

    /// Ends what a program may have left behind: the alternate screen, a scroll region, a hidden
    /// cursor, colours. The next run begins below it.
    private static final String RELEASE = "\u001b[?1049l\u001b[!p\u001b[0m\u001b[999;1H";

    private final int version;
    private final ExportPieces pieces;
    private final Writer out;
    private int calls;
    private int added;

    /// What was before the present run, in seconds.
    private double start;

    /// The time of the last event, in seconds.
    private double last;

    /// The size that a player has by now.
    private Size size = LINES;

    /// Whether the run before had a terminal.
    private boolean drew;

    CastExport(int version, ExportPieces pieces, Writer out) {
        this.version = version;
        this.pieces = pieces;
        this.out = out;
    }

    @Override
    public void begin(int count) {
        this.calls = count;
    }

    @Override
    public void add(ExportFrame frame, Optional<Recording> recording) throws IOException {
        Deque<Size> sizes = sizes(frame, recording);
        Size first = sizes.removeFirst();
        if (added == 0) {
            size = first;
            writeHeader(frame, recording);
        }
        added++;
        if (calls > 1) {
            writeEvent(start, "m", frame.title());
            writeEvent(start, "o", (drew ? RELEASE : "") + heading(frame));
            resize(start, first);
            start += PAUSE.toSeconds();
        }
        drew = frame.terminal() && recording.isPresent();
        if (recording.isPresent()) {
            write(frame, recording.get(), sizes);
        }
    }

    /// The sizes of its terminal by time; the first is that at its start.
    private static Deque<Size> sizes(ExportFrame frame, Optional<Recording> recording)
            throws IOException {
        Deque<Size> sizes = new ArrayDeque<>();
        if (!frame.terminal() || recording.isEmpty()) {
            sizes.add(LINES);
            return sizes;
        }
        sizes.addAll(TerminalSizes.read(recording.get().folder()));
        if (sizes.isEmpty() || !sizes.getFirst().at().isZero()) {
            sizes.addFirst(Size.STANDARD);
        }
        return sizes;
    }

    private String heading(ExportFrame frame) {
        String above = added == 1 ? "" : "\u001b[0m\r\n";
        return above + frame.heading().replace("\n", "\r\n");
    }

    private void write(ExportFrame frame, Recording recording, Deque<Size> sizes)
            throws IOException {
        pieces.read(
                recording,
                frame.terminal() ? new ExportPieces.Screens() : new ExportPieces.Filters(true),
                (stream, time, text) -> {
                    resizeUpTo(time, sizes);
                    writeEvent(start + seconds(time), "o", text);
                });
        resizeUpTo(recording.duration(), sizes);
        start += seconds(recording.duration());
        if (version == 3 && calls == 1 && frame.exitCode().isPresent()) {
            writeEvent(start, "x", Integer.toString(frame.exitCode().getAsInt()));
        }
    }

    private void resizeUpTo(Duration time, Deque<Size> sizes) throws IOException {
        while (!sizes.isEmpty() && sizes.getFirst().at().compareTo(time) <= 0) {
            Size next = sizes.removeFirst();
            resize(start + seconds(next.at()), next);
        }
    }

    private void resize(double time, Size to) throws IOException {
        if (to.columns() != size.columns() || to.rows() != size.rows()) {
            writeEvent(time, "r", to.columns() + "x" + to.rows());
            size = to;
        }
    }

    private void writeHeader(ExportFrame frame, Optional<Recording> recording) throws IOException {
        ObjectNode header = JSON.createObjectNode();
        header.put("version", version);
        if (version == 2) {
            header.put("width", size.columns()).put("height", size.rows());
        } else {
            header.putObject("term")
                    .put("cols", size.columns())
                    .put("rows", size.rows())
                    .put("type", "xterm-256color");
        }
        header.put("timestamp", frame.startedAt().getEpochSecond());
        if (calls == 1) {
            header.put("title", frame.title());
            header.put("command", frame.title());
        } else {
            header.put("title", "%,d calls".formatted(calls));
        }
        if (version == 2) {
            if (calls == 1 && recording.isPresent()) {
                header.put("duration", seconds(recording.get().duration()));
            }
            header.putObject("env").put("TERM", "xterm-256color");
        }
        out.write(JSON.writeValueAsString(header));
        out.write('\n');
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    private void writeEvent(double time, String kind, String text) throws IOException {
        double told = version == 2 ? time : Math.max(0, time - last);
        last = Math.max(last, time);
        out.write('[');
        out.write(String.format(Locale.ROOT, "%.6f", told));
        out.write(", \"" + kind + "\", ");
        out.write(JSON.writeValueAsString(text));
        out.write("]\n");
    }

    @Override
    public void end() {}
}
