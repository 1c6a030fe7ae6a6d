package dev.countersign.supervision.consequence;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts files and folders. Symbolic links are counted as themselves and never followed. Confined
/// to one look.
final class FileSurvey {
    private static final int MOST_REMEMBERED = 50_000;

    private final Deadline deadline;
    private final Map<Path, Long> files = new LinkedHashMap<>();
    private long folders;
    private long bytes;
    private boolean complete = true;

    FileSurvey(Deadline deadline) {
        this.deadline = deadline;
    }

    /// Adds a path as it is, and what is below it where it is a folder.
    void addTree(Path path) {
        try {
            Files.walkFileTree(
                    path,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes facts) {
                            folders++;
                            return goOn();
                        }

                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
                            addFile(file, facts.size());
                            return goOn();
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException failure) {
                            complete = false;
                            return goOn();
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(
                                Path folder, @Nullable IOException failure) {
                            complete &= failure == null;
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException _) {
            complete = false;
        }
    }

    private FileVisitResult goOn() {
        if (deadline.look()) {
            return FileVisitResult.CONTINUE;
        }
        complete = false;
        return FileVisitResult.TERMINATE;
    }

    /// Adds one file or link.
    void add(Path file) {
        try {
            addFile(
                    file,
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .size());
        } catch (IOException _) {
            complete = false;
        }
    }

    private void addFile(Path file, long size) {
        if (files.containsKey(file)) {
            return;
        }
        if (files.size() >= MOST_REMEMBERED) {
            complete = false;
            return;
        }
        files.put(file, size);
        bytes += size;
    }

    long fileCount() {
        return files.size();
    }

    long folderCount() {
        return folders;
    }

    boolean isEmpty() {
        return files.isEmpty() && folders == 0;
    }

    List<Path> files() {
        return new ArrayList<>(files.keySet());
    }

    /// `3 files in 2 folders, 12 KiB`; with 'at least' where not all could be looked at.
    String words() {
        StringBuilder words = new StringBuilder(complete ? "" : "at least ");
        words.append(Sizes.counted(files.size(), "file"));
        if (folders > 0) {
            words.append(files.isEmpty() ? "" : " in ");
            if (files.isEmpty()) {
                words.setLength(complete ? 0 : "at least ".length());
            }
            words.append(Sizes.counted(folders, "folder"));
        }
        return bytes > 0 ? words + ", " + Sizes.size(bytes) : words.toString();
    }

    /// The largest files first.
    List<Consequence.Item> largest(Path from, int most) {
        return files.entrySet().stream()
                .sorted(
                        Map.Entry.<Path, Long>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry::getKey))
                .limit(most)
                .map(file ->
                        new Consequence.Item(
                                shown(file.getKey(), from), Sizes.size(file.getValue())))
                .toList();
    }

    /// Relative to where the command runs when it lies below that.
    static String shown(Path path, Path from) {
        return path.startsWith(from) && !path.equals(from)
                ? from.relativize(path).toString()
                : path.toString();
    }
}
