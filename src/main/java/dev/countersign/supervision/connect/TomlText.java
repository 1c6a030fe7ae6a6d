package dev.countersign.supervision.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// TOML as codex has it, changed line by line. Immutable.
///
/// Knows tables and their keys, each on a line of its own; a path is the table's name and the key.
/// A table that is written in another way (inline, dotted) is not changed but refused.
final class TomlText implements ConfigurationText {
    private static final Pattern HEADER = Pattern.compile("\\s*\\[([^\\[\\]]+)]\\s*(#.*)?");
    private static final Pattern ANY_HEADER = Pattern.compile("\\s*\\[.*");
    private static final Pattern KEY = Pattern.compile("\\s*([A-Za-z0-9_-]+|\"[^\"]*\")\\s*=(.*)");

    private final List<String> lines;

    private TomlText(List<String> lines) {
        this.lines = List.copyOf(lines);
    }

    static TomlText of(String text) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        return new TomlText(lines);
    }

    @Override
    public String text() {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static String table(List<String> path) {
        return String.join(".", path.subList(0, path.size() - 1));
    }

    /// The lines of a table without its header: from (inclusive) and to (exclusive).
    private Optional<int[]> find(String table) {
        int start = -1;
        String multiline = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (multiline.isEmpty() && ANY_HEADER.matcher(line).matches()) {
                if (start >= 0) {
                    return Optional.of(new int[] {start, i});
                }
                Matcher header = HEADER.matcher(line);
                if (header.matches() && header.group(1).replace(" ", "").equals(table)) {
                    start = i + 1;
                }
            }
            multiline = after(line, multiline);
        }
        return start < 0 ? Optional.empty() : Optional.of(new int[] {start, lines.size()});
    }

    /// Which multi-line string is open after a line; empty for none.
    private static String after(String line, String open) {
        String now = open;
        int place = 0;
        while (place < line.length()) {
            if (now.isEmpty()) {
                int basic = line.indexOf("\"\"\"", place);
                int literal = line.indexOf("'''", place);
                if (basic < 0 && literal < 0) {
                    return "";
                }
                boolean first = literal < 0 || (basic >= 0 && basic < literal);
                now = first ? "\"\"\"" : "'''";
                place = (first ? basic : literal) + 3;
            } else {
                int end = line.indexOf(now, place);
                if (end < 0) {
                    return now;
                }
                now = "";
                place = end + 3;
            }
        }
        return now;
    }

    private Optional<Integer> line(List<String> path) {
        Optional<int[]> table = find(table(path));
        if (table.isEmpty()) {
            return Optional.empty();
        }
        for (int i = table.get()[0]; i < table.get()[1]; i++) {
            Matcher key = KEY.matcher(lines.get(i));
            if (key.matches() && key.group(1).replace("\"", "").equals(path.getLast())) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<String> value(List<String> path) {
        return line(path)
                .map(lines::get)
                .map(line -> line.substring(line.indexOf('=') + 1).strip());
    }

    @Override
    public TomlText with(List<String> path, String value) {
        String table = table(path);
        refuseOtherForms(table);
        List<String> changed = new ArrayList<>(lines);
        String entry = path.getLast() + " = " + value;
        Optional<Integer> present = line(path);
        if (present.isPresent()) {
            changed.set(present.get(), entry);
            return new TomlText(changed);
        }
        Optional<int[]> place = find(table);
        if (place.isPresent()) {
            int end = place.get()[1];
            while (end > place.get()[0] && lines.get(end - 1).isBlank()) {
                end--;
            }
            changed.add(end, entry);
            return new TomlText(changed);
        }
        if (!changed.isEmpty() && !changed.getLast().isBlank()) {
            changed.add("");
        }
        changed.add("[" + table + "]");
        changed.add(entry);
        return new TomlText(changed);
    }

    private void refuseOtherForms(String table) {
        String inline = "(" + Pattern.quote(table) + "|" + Pattern.quote(table) + "\\.[^=]*)";
        Pattern other = Pattern.compile("\\s*" + inline + "\\s*=.*");
        int top = 0;
        while (top < lines.size() && !ANY_HEADER.matcher(lines.get(top)).matches()) {
            if (other.matcher(lines.get(top)).matches()) {
                throw new Unreadable(
                        "line %d: '%s' is written in a way that this does not change; write it as [%s]"
                                .formatted(top + 1, table, table));
            }
            top++;
        }
    }

    @Override
    public TomlText without(List<String> path) {
        Optional<Integer> present = line(path);
        if (present.isEmpty()) {
            return this;
        }
        List<String> changed = new ArrayList<>(lines);
        changed.remove((int) present.get());
        TomlText left = new TomlText(changed);
        int[] rest = left.find(table(path)).orElseThrow();
        boolean empty = left.lines.subList(rest[0], rest[1]).stream().allMatch(String::isBlank);
        if (!empty) {
            return left;
        }
        int from = rest[0] - 1;
        if (from > 0 && left.lines.get(from - 1).isBlank()) {
            from--;
        }
        List<String> without = new ArrayList<>(left.lines);
        without.subList(from, rest[1]).clear();
        return new TomlText(without);
    }

    @Override
    public TomlText withElement(List<String> path, String element) {
        throw new UnsupportedOperationException("no list of codex is changed");
    }

    @Override
    public TomlText withoutElement(List<String> path, String element) {
        throw new UnsupportedOperationException("no list of codex is changed");
    }
}
