package dev.countersign.safety;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads lists of places, one a line, as they are explained at the top of `places/secrets.txt`.
final class PlacePatterns {
    private static final String FOLDER = "places/";
    private static final String HOME = "HOME";
    private static final String HOMES = "^(~|/home/[^/]+|/root|/Users/[^/]+)";

    private PlacePatterns() {}

    /// One pattern that finds any of the listed places in a path.
    static Pattern read(String name) {
        try (InputStream stream = PlacePatterns.class.getResourceAsStream(FOLDER + name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return Pattern.compile(
                    text.lines()
                            .filter(line -> !line.isEmpty() && line.charAt(0) != '#')
                            .map(PlacePatterns::expression)
                            .collect(Collectors.joining("|")));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// `.aws/{sso,cli}/` becomes `(^|/)\.aws/(sso|cli)(/|$)`.
    static String expression(String line) {
        if (line.startsWith("re:")) {
            return line.substring("re:".length());
        }
        boolean folder = line.endsWith("/");
        boolean fromHome = line.startsWith(HOME);
        String place = line.substring(fromHome ? HOME.length() : 0);
        place = folder ? place.substring(0, place.length() - 1) : place;
        StringBuilder expression =
                new StringBuilder(fromHome ? HOMES : place.startsWith("/") ? "^" : "(^|/)");
        for (int i = 0; i < place.length(); i++) {
            char c = place.charAt(i);
            switch (c) {
                case '{' -> expression.append('(');
                case ',' -> expression.append('|');
                case '}' -> expression.append(')');
                case '?' -> expression.append("[^/]");
                case '*' -> {
                    boolean any = place.startsWith("**", i);
                    expression.append(any ? ".*" : "[^/]*");
                    i += any ? 1 : 0;
                }
                default ->
                        expression
                                .append(Character.isLetterOrDigit(c) || c == '/' ? "" : "\\")
                                .append(c);
            }
        }
        return expression.append(folder ? "(/|$)" : "$").toString();
    }
}
