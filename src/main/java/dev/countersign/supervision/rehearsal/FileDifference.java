package dev.countersign.supervision.rehearsal;

import dev.countersign.execution.RehearsalPlace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How the text of a file before a rehearsal and after it stand to each other, line by line.
///
/// @param lines with three unchanged lines around each change
/// @param note what is to be said instead of lines, or beside them
public record FileDifference(List<Line> lines, Optional<String> note) {
    /// What is read of a file, in bytes.
    static final int MOST_BYTES = 1 << 20;

    /// Lines that are told.
    static final int MOST_LINES = 5_000;

    /// Additions and removals that are searched for; above it a stretch counts as replaced whole.
    private static final int MOST_EDITS = 600;

    private static final int AROUND = 3;
    private static final int LONGEST_LINE = 2_000;

    /// What became of a line.
    public enum Kind {
        SAME,
        ADDED,
        REMOVED,
        /// Unchanged lines that are left out; the text says how many.
        SKIPPED
    }

    /// One of them.
    ///
    /// @param before its number before, 0 where it was not there
    /// @param after its number after, 0 where it is not there
    public record Line(Kind kind, int before, int after, String text) {}

    public FileDifference {
        lines = List.copyOf(lines);
    }

    /// Reads what stands in the workspace now, and what a rehearsal left. Blocks.
    public static FileDifference of(RehearsalPlace place, FileChange change) throws IOException {
        return of(
                change,
                place.roots().get(change.root()).resolve(change.path()),
                place.upper(change.root()).resolve(change.path()));
    }

    private static FileDifference of(FileChange change, Path before, Path after)
            throws IOException {
        Optional<String> note = note(change);
        if (note.isPresent()) {
            return new FileDifference(List.of(), note);
        }
        Optional<String> old = text(before, isFile(change.before()));
        Optional<String> fresh = text(after, isFile(change.after()));
        if (old.isEmpty() || fresh.isEmpty()) {
            return new FileDifference(
                    List.of(), Optional.of("No text, or more of it than is compared (1 MiB)."));
        }
        return between(old.get(), fresh.get());
    }

    private static boolean isFile(Optional<FileVersion> version) {
        return version.filter(one -> one.kind() == FileVersion.Kind.FILE).isPresent();
    }

    /// What there is to say where no text is to be compared.
    private static Optional<String> note(FileChange change) {
        if (isFile(change.before()) || isFile(change.after())) {
            return Optional.empty();
        }
        return switch (change.version().kind()) {
            case FOLDER -> Optional.of("A folder.");
            case LINK -> Optional.of(links(change));
            case FILE, OTHER -> Optional.of("No text.");
        };
    }

    private static String links(FileChange change) {
        String was = change.before().map(FileVersion::content).orElse("");
        String is = change.after().map(FileVersion::content).orElse("");
        if (change.before().isPresent() && change.after().isPresent()) {
            return "A link that led to %s and leads to %s.".formatted(was, is);
        }
        return change.after().isPresent()
                ? "A link to %s.".formatted(is)
                : "It was a link to %s.".formatted(was);
    }

    private static Optional<String> text(Path path, boolean there) throws IOException {
        if (!there) {
            return Optional.of("");
        }
        try (InputStream stream = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
            for (byte one : bytes) {
                if (one == 0) {
                    return Optional.empty();
                }
            }
            return bytes.length > MOST_BYTES
                    ? Optional.empty()
                    : Optional.of(
                            StandardCharsets.UTF_8
                                    .newDecoder()
                                    .onMalformedInput(CodingErrorAction.REPORT)
                                    .decode(ByteBuffer.wrap(bytes))
                                    .toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    /// The difference between two texts.
    static FileDifference between(String before, String after) {
        List<String> old = lines(before);
        List<String> fresh = lines(after);
        List<Line> all = new LineComparison(old, fresh, MOST_EDITS).lines();
        List<Line> shown = withContext(all);
        boolean cut = shown.size() > MOST_LINES;
        Optional<String> note =
                cut
                        ? Optional.of("Only the first %,d lines are shown.".formatted(MOST_LINES))
                        : all.stream().allMatch(line -> line.kind() == Kind.SAME)
                                ? Optional.of("The text is the same.")
                                : Optional.empty();
        return new FileDifference(cut ? shown.subList(0, MOST_LINES) : shown, note);
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        if (text.isEmpty()) {
            return lines;
        }
        for (String line : text.split("\n", -1)) {
            lines.add(line);
        }
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        } else {
            lines.set(lines.size() - 1, lines.getLast() + " ⌁ no newline at the end");
        }
        lines.replaceAll(line ->
                line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + " … cut" : line);
        return lines;
    }

    private static List<Line> withContext(List<Line> all) {
        boolean[] kept = new boolean[all.size()];
        for (int at = 0; at < all.size(); at++) {
            if (all.get(at).kind() != Kind.SAME) {
                int to = Math.min(all.size(), at + AROUND + 1);
                for (int near = Math.max(0, at - AROUND); near < to; near++) {
                    kept[near] = true;
                }
            }
        }
        List<Line> shown = new ArrayList<>();
        int skipped = 0;
        for (int at = 0; at < all.size(); at++) {
            if (!kept[at]) {
                skipped++;
                continue;
            }
            addSkipped(shown, skipped);
            skipped = 0;
            shown.add(all.get(at));
        }
        addSkipped(shown, skipped);
        return shown;
    }

    private static void addSkipped(List<Line> shown, int count) {
        if (count > 0) {
            shown.add(
                    new Line(
                            Kind.SKIPPED,
                            0,
                            0,
                            "%,d unchanged %s".formatted(count, count == 1 ? "line" : "lines")));
        }
    }
}
