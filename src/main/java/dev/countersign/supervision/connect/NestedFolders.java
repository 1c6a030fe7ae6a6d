package dev.countersign.supervision.connect;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/// Finds the folders inside a project that have definitions of an agent of their own, as the parts
/// of a large repository do.
///
/// Nearest first and not far: what lies deeper, or in a project of very many files, is not found.
final class NestedFolders {
    /// How many folders below the top are gone into.
    private static final int MAXIMUM_DEPTH = 3;

    /// How many files and folders are looked at.
    private static final int MAXIMUM_ENTRIES = 2_000;

    /// Where programs put what they made or fetched.
    private static final Set<String> NOT_WRITTEN_BY_HAND =
            Set.of("node_modules", "target", "build", "dist", "out", "vendor", "venv");

    private record Folder(Path path, int depth) {}

    private NestedFolders() {}

    /// Reads folders, and blocks for that; one that cannot be read has none.
    ///
    /// @param marker the name of the folder of definitions
    /// @return those below `top` that hold a folder of that name, without `top`
    static List<Path> holding(String marker, Path top) {
        List<Path> found = new ArrayList<>();
        Queue<Folder> waiting = new ArrayDeque<>(List.of(new Folder(top, 0)));
        int entries = 0;
        while (!waiting.isEmpty() && entries < MAXIMUM_ENTRIES) {
            Folder folder = waiting.remove();
            for (Path child : children(folder.path(), MAXIMUM_ENTRIES - entries)) {
                entries++;
                String name = String.valueOf(child.getFileName());
                if (name.equals(marker) && folder.depth() > 0) {
                    found.add(folder.path());
                }
                if (folder.depth() < MAXIMUM_DEPTH && isGoneInto(child, name)) {
                    waiting.add(new Folder(child, folder.depth() + 1));
                }
            }
        }
        return found;
    }

    private static boolean isGoneInto(Path child, String name) {
        return !name.startsWith(".")
                && !NOT_WRITTEN_BY_HAND.contains(name)
                && Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> children(Path folder, int most) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (children.size() == most) {
                    break;
                }
                children.add(entry);
            }
        } catch (IOException | DirectoryIteratorException _) {
            // An agent that runs as this person cannot read it either.
            return children;
        }
        return children;
    }
}
