package dev.countersign.supervision.consequence;

import dev.countersign.shell.CommandWord;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// What bash would make of a word: braces, tilde and file name patterns, by looking at the folders
/// as they are now. Confined to one look.
final class WordExpansion {
    private static final int MOST_TEXTS = 20_000;

    private final Path home;
    private final Deadline deadline;

    WordExpansion(Path home, Deadline deadline) {
        this.home = home;
        this.deadline = deadline;
    }

    /// The texts that the word becomes; empty when that is only known when it runs, or is too much
    /// to look at.
    ///
    /// @param directory where the command runs; empty where that is not known
    Optional<List<String>> texts(CommandWord word, Optional<Path> directory) {
        Optional<WordPattern> pattern = WordPattern.of(word, home.toString());
        if (pattern.isEmpty()) {
            return Optional.empty();
        }
        Optional<List<WordPattern>> alternatives = pattern.get().alternatives();
        if (alternatives.isEmpty()) {
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        for (WordPattern alternative : alternatives.get()) {
            Optional<List<String>> expanded = expand(alternative, directory);
            if (expanded.isEmpty() || texts.size() + expanded.get().size() > MOST_TEXTS) {
                return Optional.empty();
            }
            texts.addAll(expanded.get());
        }
        return Optional.of(texts);
    }

    private Optional<List<String>> expand(WordPattern pattern, Optional<Path> directory) {
        if (pattern.startsWithTilde()) {
            return tilde(pattern);
        }
        if (!pattern.isGlob()) {
            return Optional.of(List.of(pattern.text()));
        }
        boolean absolute = pattern.text().startsWith("/");
        Optional<Path> start = absolute ? Optional.of(Path.of("/")) : directory;
        if (start.isEmpty()) {
            return Optional.empty();
        }
        return matching(start.get(), absolute ? "/" : "", pattern);
    }

    /// Only the person's own home: another user's is not looked up.
    private Optional<List<String>> tilde(WordPattern pattern) {
        List<WordPattern> segments = pattern.segments();
        if (!segments.getFirst().text().equals("~")) {
            return Optional.empty();
        }
        String rest = pattern.text().substring(1);
        if (!pattern.isGlob()) {
            return Optional.of(List.of(home + rest));
        }
        return matching(home, home + "/", pattern.from(2));
    }

    private Optional<List<String>> matching(Path start, String prefix, WordPattern pattern) {
        List<Found> found = List.of(new Found(start, prefix));
        List<WordPattern> segments = pattern.segments();
        for (int i = 0; i < segments.size(); i++) {
            WordPattern segment = segments.get(i);
            boolean last = i == segments.size() - 1;
            if (segment.text().isEmpty() && !last) {
                continue;
            }
            Optional<List<Found>> next = step(found, segment, last);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            found = next.get();
        }
        if (found.isEmpty()) {
            return Optional.of(List.of(prefix + pattern.relativeText()));
        }
        List<String> texts = new ArrayList<>(found.stream().map(Found::text).toList());
        Collections.sort(texts);
        return Optional.of(texts);
    }

    private Optional<List<Found>> step(List<Found> from, WordPattern segment, boolean last) {
        List<Found> next = new ArrayList<>();
        for (Found folder : from) {
            Optional<List<Found>> here = step(folder, segment, last);
            if (here.isEmpty() || next.size() + here.get().size() > MOST_TEXTS) {
                return Optional.empty();
            }
            next.addAll(here.get());
        }
        return Optional.of(next);
    }

    private Optional<List<Found>> step(Found folder, WordPattern segment, boolean last) {
        String end = last ? "" : "/";
        if (segment.text().isEmpty()) {
            return Optional.of(Files.isDirectory(folder.path()) ? List.of(folder) : List.of());
        }
        if (!segment.isGlob()) {
            Path path = child(folder.path(), segment.text());
            boolean there = last ? exists(path) : Files.isDirectory(path);
            return Optional.of(
                    there
                            ? List.of(new Found(path, folder.text() + segment.text() + end))
                            : List.of());
        }
        List<Found> matches = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.path())) {
            for (Path entry : entries) {
                if (!deadline.look()) {
                    return Optional.empty();
                }
                String name = String.valueOf(entry.getFileName());
                if (segment.matches(name) && (last || Files.isDirectory(entry))) {
                    matches.add(new Found(entry, folder.text() + name + end));
                }
            }
        } catch (IOException | DirectoryIteratorException _) {
            // A folder that cannot be read matches nothing, for bash too.
            return Optional.of(List.of());
        }
        return Optional.of(matches);
    }

    private static Path child(Path folder, String name) {
        try {
            return folder.resolve(name);
        } catch (InvalidPathException _) {
            return folder;
        }
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /// @param text as the word names it
    private record Found(Path path, String text) {}
}
