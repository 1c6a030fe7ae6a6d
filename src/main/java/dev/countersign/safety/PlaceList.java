package dev.countersign.safety;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A list of places, one a line, as it is explained at the top of `places/secrets.txt`. Kept by the
/// name that a place begins with, so that a path costs a look-up for each of its names, however
/// long the list is. Immutable.
final class PlaceList {
    private static final String FOLDER = "places/";
    private static final String HOME = "HOME/";
    private static final String EXCEPTION = "!";
    private static final List<String> HOMES = List.of("/home/", "/Users/");

    private final Index listed;
    private final Index excepted;

    private PlaceList(List<String> listed, List<String> excepted) {
        this.listed = new Index(listed);
        this.excepted = new Index(excepted);
    }

    /// Reads a list that comes with the console.
    static PlaceList read(String name) {
        try (InputStream stream = PlaceList.class.getResourceAsStream(FOLDER + name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static PlaceList of(String text) {
        List<String> lines =
                text.lines().filter(line -> !line.isEmpty() && line.charAt(0) != '#').toList();
        return new PlaceList(
                lines.stream().filter(line -> !line.startsWith(EXCEPTION)).toList(),
                lines.stream()
                        .filter(line -> line.startsWith(EXCEPTION))
                        .map(line -> line.substring(EXCEPTION.length()))
                        .toList());
    }

    /// Whether a path is one of the places, or lies in one that is a folder.
    boolean holds(String path) {
        return listed.holds(path) && !excepted.holds(path);
    }

    /// A place whose first name has a wildcard; it lies anywhere.
    ///
    /// @param begin what its first name begins with in any case
    /// @param end what the path ends with in any case
    private record Unnamed(String begin, String end, Pattern pattern) {}

    /// Places by the name that they begin with.
    private static final class Index {
        // By the first name of a place, what may follow it.
        private final Map<String, Pattern> anywhere;
        private final Map<String, Pattern> fromRoot;
        private final Map<String, Pattern> fromHome;
        private final List<Unnamed> unnamed;

        Index(List<String> lines) {
            Map<String, List<String>> anywhereRests = new HashMap<>();
            Map<String, List<String>> rootRests = new HashMap<>();
            Map<String, List<String>> homeRests = new HashMap<>();
            List<Unnamed> withWildcards = new ArrayList<>();
            for (String place :
                    lines.stream().flatMap(line -> alternatives(line).stream()).toList()) {
                if (place.startsWith(HOME)) {
                    add(place.substring(HOME.length()), homeRests);
                } else if (place.startsWith("/")) {
                    add(place.substring(1), rootRests);
                } else if (hasWildcard(place.substring(0, nameEnd(place, 0)))) {
                    withWildcards.add(unnamed(place));
                } else {
                    add(place, anywhereRests);
                }
            }
            anywhere = compiled(anywhereRests);
            fromRoot = compiled(rootRests);
            fromHome = compiled(homeRests);
            unnamed = List.copyOf(withWildcards);
        }

        boolean holds(String path) {
            if (path.startsWith("/") && follows(fromRoot, path, 1)) {
                return true;
            }
            int home = behindHome(path);
            if (home > 0 && follows(fromHome, path, home)) {
                return true;
            }
            for (int start = 0; start < path.length(); start = nameEnd(path, start) + 1) {
                if (follows(anywhere, path, start)) {
                    return true;
                }
            }
            for (Unnamed place : unnamed) {
                if (path.endsWith(place.end()) && isIn(path, place)) {
                    return true;
                }
            }
            return false;
        }

        /// Whether a place begins with the name at this point of the path and goes on as the path
        /// does.
        private static boolean follows(Map<String, Pattern> places, String path, int start) {
            int end = nameEnd(path, start);
            Pattern rest = places.get(path.substring(start, end));
            return rest != null && rest.matcher(path).region(end, path.length()).lookingAt();
        }

        private static boolean isIn(String path, Unnamed place) {
            for (int start = 0; start < path.length(); start = nameEnd(path, start) + 1) {
                boolean begins = path.startsWith(place.begin(), start);
                if (begins
                        && place.pattern().matcher(path).region(start, path.length()).lookingAt()) {
                    return true;
                }
            }
            return false;
        }
    }

    private static int nameEnd(String path, int start) {
        int slash = path.indexOf('/', start);
        return slash < 0 ? path.length() : slash;
    }

    /// Where a path goes on behind the home folder of somebody; 0 where it does not begin with one.
    private static int behindHome(String path) {
        if (path.startsWith("~/")) {
            return "~/".length();
        }
        if (path.startsWith("/root/")) {
            return "/root/".length();
        }
        for (String homes : HOMES) {
            if (path.startsWith(homes) && path.indexOf('/', homes.length()) > homes.length()) {
                return path.indexOf('/', homes.length()) + 1;
            }
        }
        return 0;
    }

    /// `a{b,c}/` becomes `ab/` and `ac/`.
    private static List<String> alternatives(String place) {
        int open = place.indexOf('{');
        if (open < 0) {
            return List.of(place);
        }
        int close = place.indexOf('}', open);
        List<String> all = new ArrayList<>();
        for (String one : place.substring(open + 1, close).split(",", -1)) {
            all.addAll(alternatives(place.substring(0, open) + one + place.substring(close + 1)));
        }
        return all;
    }

    private static void add(String place, Map<String, List<String>> rests) {
        int end = nameEnd(place, 0);
        if (hasWildcard(place.substring(0, end))) {
            throw new IllegalStateException(place + ": the first name has a wildcard");
        }
        rests.computeIfAbsent(place.substring(0, end), _ -> new ArrayList<>())
                .add(expression(place.substring(end)));
    }

    private static boolean hasWildcard(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    private static Unnamed unnamed(String place) {
        int first = 0;
        while (!hasWildcard(place.substring(first, first + 1))) {
            first++;
        }
        int last = Math.max(place.lastIndexOf('*'), place.lastIndexOf('?'));
        String end = place.endsWith("/") ? "" : place.substring(last + 1);
        return new Unnamed(place.substring(0, first), end, Pattern.compile(expression(place)));
    }

    private static Map<String, Pattern> compiled(Map<String, List<String>> rests) {
        return rests.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Map.Entry::getKey,
                                entry -> Pattern.compile(String.join("|", entry.getValue()))));
    }

    private static String expression(String place) {
        boolean folder = place.endsWith("/");
        String path = folder ? place.substring(0, place.length() - 1) : place;
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            boolean any = path.startsWith("**", i);
            switch (c) {
                case '?' -> expression.append("[^/]");
                case '*' -> expression.append(any ? ".*" : "[^/]*");
                default ->
                        expression
                                .append(Character.isLetterOrDigit(c) || c == '/' ? "" : "\\")
                                .append(c);
            }
            i += any ? 1 : 0;
        }
        return expression.append(folder ? "(/|$)" : "$").toString();
    }
}
