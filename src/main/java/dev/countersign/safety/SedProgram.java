package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a program of sed does besides editing text: files that it reads and writes, commands that
/// it runs. Pure.
///
/// @param shell the texts that a shell runs; empty ones stand for what is only known when it runs
record SedProgram(List<String> reads, List<String> writes, List<String> shell) {
    /// Longer programs are not understood, in characters.
    static final int LONGEST = 20_000;

    SedProgram {
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        shell = List.copyOf(shell);
    }

    /// Empty when it is not understood.
    static Optional<SedProgram> read(String program) {
        if (program.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Reader(program).read());
        } catch (Unclear _) {
            return Optional.empty();
        }
    }

    private static final class Unclear extends Exception {
        private static final long serialVersionUID = 1;
    }

    private static final class Reader {
        private final String text;
        private final List<String> reads = new ArrayList<>();
        private final List<String> writes = new ArrayList<>();
        private final List<String> shell = new ArrayList<>();
        private int at;

        Reader(String text) {
            this.text = text;
        }

        SedProgram read() throws Unclear {
            while (true) {
                skip(" \t\n;");
                if (at >= text.length()) {
                    return new SedProgram(reads, writes, shell);
                }
                addresses();
                skip(" \t");
                command(next());
            }
        }

        private char next() throws Unclear {
            if (at >= text.length()) {
                throw new Unclear();
            }
            return text.charAt(at++);
        }

        private char peek() {
            return at < text.length() ? text.charAt(at) : '\n';
        }

        private void skip(String characters) {
            while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private void addresses() throws Unclear {
            address();
            skip(" \t");
            if (peek() == ',') {
                at++;
                skip(" \t");
                address();
            }
            skip(" \t!");
        }

        private void address() throws Unclear {
            char c = peek();
            if (c == '/' || c == '\\') {
                at++;
                char delimiter = c == '/' ? '/' : next();
                delimited(delimiter, true);
                skip("IM");
            } else if ("0123456789$+~".indexOf(c) >= 0) {
                skip("0123456789$+~");
            }
        }

        /// Goes past a text up to its delimiter.
        private String delimited(char delimiter, boolean pattern) throws Unclear {
            int start = at;
            boolean inClass = false;
            while (true) {
                char c = next();
                if (c == '\\') {
                    next();
                } else if (c == '\n' && pattern) {
                    throw new Unclear();
                } else if (pattern && inClass) {
                    inClass = c != ']' || classBegins(start);
                } else if (c == delimiter) {
                    return text.substring(start, at - 1);
                } else if (pattern && c == '[') {
                    inClass = true;
                }
            }
        }

        /// `]` right behind `[` or `[^` is one of the characters.
        private boolean classBegins(int start) {
            int before = at - 2;
            if (before > start && text.charAt(before) == '^') {
                before--;
            }
            return before >= start && text.charAt(before) == '[';
        }

        private void command(char c) throws Unclear {
            switch (c) {
                case '{', '=', 'd', 'D', 'F', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z' -> {}
                case '}' -> {}
                case '#' -> line();
                case 'a', 'i', 'c' -> added();
                case ':', 'b', 't', 'T', 'q', 'Q', 'l', 'L', 'v' -> label();
                case 'r', 'R' -> reads.add(file());
                case 'w', 'W' -> writes.add(file());
                case 'e' -> shell.add(line().strip());
                case 's' -> substitute();
                case 'y' -> {
                    char delimiter = next();
                    delimited(delimiter, false);
                    delimited(delimiter, false);
                }
                default -> throw new Unclear();
            }
        }

        private String line() {
            int end = text.indexOf('\n', at);
            String line = text.substring(at, end < 0 ? text.length() : end);
            at = end < 0 ? text.length() : end + 1;
            return line;
        }

        private void label() {
            while (at < text.length() && "\n;}".indexOf(text.charAt(at)) < 0) {
                at++;
            }
        }

        private void added() {
            String line = line();
            while (line.endsWith("\\") && at < text.length()) {
                line = line();
            }
        }

        private String file() throws Unclear {
            skip(" \t");
            String name = line();
            if (name.isEmpty()) {
                throw new Unclear();
            }
            return name;
        }

        private void substitute() throws Unclear {
            char delimiter = next();
            if (delimiter == '\n' || delimiter == '\\') {
                throw new Unclear();
            }
            delimited(delimiter, true);
            delimited(delimiter, false);
            while (at < text.length() && "gpiImMe0123456789".indexOf(peek()) >= 0) {
                if (next() == 'e') {
                    shell.add("");
                }
            }
            if (peek() == 'w') {
                at++;
                writes.add(file());
            }
            skip(" \t");
            if (at < text.length() && "\n;}#".indexOf(peek()) < 0) {
                throw new Unclear();
            }
        }
    }
}
