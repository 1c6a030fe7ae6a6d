package dev.countersign.approval;

import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The pattern of a path rule: `**` stands for any folders, `*` and `?` for characters of one name,
/// `~` in front for the home folder. What begins with neither `/` nor `~` is meant in the
/// workspace.
///
/// Worked example: `~/.ssh/**` matches `/home/ann/.ssh`, `/home/ann/.ssh/id_rsa`, and nothing else
/// in `/home/ann`.
public record PathPattern(String text) {
    /// The longest pattern, in UTF-16 units.
    static final int MAXIMUM_LENGTH = 1_000;

    private static final String ANY_FOLDERS = "**";

    /// Whether a path is meant. It must be absolute with links resolved.
    boolean matches(Path path, Path home, Workspace workspace) {
        List<String> names = names(path);
        return anchored(home, workspace).stream().anyMatch(pattern -> matches(pattern, names));
    }

    /// Whether something that is meant may lie below a folder.
    boolean mayLieBelow(Path folder, Path home, Workspace workspace) {
        List<String> names = names(folder);
        return anchored(home, workspace).stream().anyMatch(pattern -> liesBelow(pattern, names));
    }

    /// Whether a place that is meant by its very name lies below a folder.
    boolean surelyLiesBelow(Path folder, Path home, Workspace workspace) {
        List<String> names = names(folder);
        return anchored(home, workspace).stream()
                .map(PathPattern::fixedNames)
                .anyMatch(fixed ->
                        fixed.size() > names.size()
                                && fixed.subList(0, names.size()).equals(names));
    }

    private static List<String> fixedNames(List<String> pattern) {
        return pattern.stream()
                .takeWhile(name -> name.indexOf('*') < 0 && name.indexOf('?') < 0)
                .toList();
    }

    /// The pattern as names from the root, once for each folder that it may begin at.
    private List<List<String>> anchored(Path home, Workspace workspace) {
        if (text.equals("~") || text.startsWith("~/")) {
            return List.of(join(home, text.substring(1)));
        }
        if (text.startsWith("/")) {
            return List.of(split(text));
        }
        return workspace.roots().stream().map(root -> join(root, text)).toList();
    }

    private static List<String> join(Path folder, String rest) {
        List<String> pattern = new ArrayList<>(names(folder));
        pattern.addAll(split(rest));
        return pattern;
    }

    private static List<String> split(String text) {
        List<String> names = new ArrayList<>();
        for (String name : text.split("/", -1)) {
            boolean repeated =
                    name.equals(ANY_FOLDERS)
                            && !names.isEmpty()
                            && names.getLast().equals(ANY_FOLDERS);
            if (!name.isEmpty() && !name.equals(".") && !repeated) {
                names.add(name);
            }
        }
        return names;
    }

    private static List<String> names(Path path) {
        List<String> names = new ArrayList<>();
        path.forEach(name -> names.add(name.toString()));
        return names;
    }

    /// Which names of the pattern may come next, after so many names of the path: one row of the
    /// usual table, so that no pattern takes more than its length times the path's.
    private static boolean[] reached(List<String> pattern, List<String> names) {
        boolean[] row = new boolean[pattern.size() + 1];
        row[0] = true;
        skipFolders(pattern, row);
        for (String name : names) {
            boolean[] next = new boolean[row.length];
            for (int i = 0; i < pattern.size(); i++) {
                if (!row[i]) {
                    continue;
                }
                if (pattern.get(i).equals(ANY_FOLDERS)) {
                    next[i] = true;
                } else if (matchesName(pattern.get(i), name)) {
                    next[i + 1] = true;
                }
            }
            skipFolders(pattern, next);
            row = next;
        }
        return row;
    }

    // `**` also stands for no folder at all, so that `x/**` is x as well.
    private static void skipFolders(List<String> pattern, boolean[] row) {
        for (int i = 0; i < pattern.size(); i++) {
            row[i + 1] |= row[i] && pattern.get(i).equals(ANY_FOLDERS);
        }
    }

    private static boolean matches(List<String> pattern, List<String> names) {
        return reached(pattern, names)[pattern.size()];
    }

    private static boolean liesBelow(List<String> pattern, List<String> names) {
        boolean[] row = reached(pattern, names);
        for (int i = 0; i < pattern.size(); i++) {
            if (row[i]) {
                return true;
            }
        }
        return false;
    }

    private static boolean matchesName(String pattern, String name) {
        int p = 0;
        int n = 0;
        int afterStar = -1;
        int retry = -1;
        while (n < name.length()) {
            char wanted = p < pattern.length() ? pattern.charAt(p) : '\0';
            if (p < pattern.length() && wanted == '*') {
                p++;
                afterStar = p;
                retry = n;
            } else if (p < pattern.length() && (wanted == '?' || wanted == name.charAt(n))) {
                p++;
                n++;
            } else if (afterStar >= 0) {
                p = afterStar;
                retry++;
                n = retry;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    /// Why a text is no pattern; empty when it is one.
    static Optional<String> problem(String text) {
        if (text.isBlank()) {
            return Optional.of("a path must not be empty");
        }
        if (text.length() > MAXIMUM_LENGTH) {
            return Optional.of("a path has at most 1,000 characters");
        }
        if (split(text).contains("..")) {
            return Optional.of("a path must not hold '..'");
        }
        if (text.startsWith("~") && !text.equals("~") && !text.startsWith("~/")) {
            return Optional.of("only '~/' is understood, no other person's home");
        }
        if (text.indexOf('\0') >= 0) {
            return Optional.of("a path must not hold a NUL character");
        }
        return Optional.empty();
    }
}
