package dev.countersign.ui.output;

import dev.countersign.ui.output.PageLine.Hit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/// What is searched for in an output.
///
/// A pattern of a person can take years on a line (`(x+x+)+\1y`), so each line may be looked at
/// only [#MOST_READS] times; a line that needs more ends the search with a word. Immutable.
final class SearchQuery {
    /// How many characters the matcher may read for one line: a tenth of a second, and a hundred
    /// times what any ordinary pattern needs for the longest line.
    static final int MOST_READS = 10_000_000;

    /// Further hits in one line are not marked and not counted.
    static final int MOST_HITS_A_LINE = 1_000;

    /// A pattern that is longer is refused.
    static final int LONGEST = 1_000;

    private static final Pattern SIGNS = Pattern.compile("[\\\\^$.|?*+()\\[\\]{}]");

    /// The pattern cannot be used; the message says why.
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /// The pattern takes too long on a line.
    static final class TooCostly extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooCostly() {
            super("the pattern takes too long", null, false, false);
        }
    }

    private final String text;
    private final boolean regex;
    private final boolean exactCase;
    private final Pattern pattern;

    private SearchQuery(String text, boolean regex, boolean exactCase, Pattern pattern) {
        this.text = text;
        this.regex = regex;
        this.exactCase = exactCase;
        this.pattern = pattern;
    }

    /// @param regex whether the text is a Java regular expression
    /// @param exactCase whether `A` is another letter than `a`
    static SearchQuery of(String text, boolean regex, boolean exactCase) throws Refused {
        if (text.length() > LONGEST) {
            throw new Refused("longer than " + LONGEST + " characters");
        }
        int flags = exactCase ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        try {
            Pattern pattern = Pattern.compile(text, regex ? flags : flags | Pattern.LITERAL);
            return new SearchQuery(text, regex, exactCase, pattern);
        } catch (PatternSyntaxException e) {
            String place = e.getIndex() < 0 ? "" : " at character " + (e.getIndex() + 1);
            throw new Refused(e.getDescription() + place);
        } catch (StackOverflowError _) {
            throw new Refused("nested too deeply");
        }
    }

    /// Any of several words, whatever their case; empty where there are none, or too many.
    static Optional<SearchQuery> ofWords(List<String> words) {
        try {
            return switch (words.size()) {
                case 0 -> Optional.empty();
                case 1 -> Optional.of(of(words.getFirst(), false, false));
                default ->
                        Optional.of(
                                of(
                                        words.stream()
                                                .map(SearchQuery::escaped)
                                                .collect(Collectors.joining("|")),
                                        true,
                                        false));
            };
        } catch (Refused _) {
            return Optional.empty();
        }
    }

    /// As a person would write it: only what means something else is escaped.
    private static String escaped(String word) {
        return SIGNS.matcher(word).replaceAll("\\\\$0");
    }

    String text() {
        return text;
    }

    /// What it finds in a line; empty matches are none.
    ///
    /// @throws TooCostly when the line takes too long
    List<Hit> hits(String line) {
        if (line.isEmpty()) {
            return List.of();
        }
        Matcher matcher = pattern.matcher(regex ? new CountedText(line) : line);
        List<Hit> hits = new ArrayList<>();
        try {
            while (matcher.find()) {
                if (matcher.end() == matcher.start()) {
                    continue;
                }
                hits.add(new Hit(matcher.start(), matcher.end()));
                if (hits.size() == MOST_HITS_A_LINE) {
                    break;
                }
            }
        } catch (StackOverflowError _) {
            // The matcher recurses over repeated groups, as deep as the line is long.
            throw new TooCostly();
        }
        return List.copyOf(hits);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SearchQuery that
                && text.equals(that.text)
                && regex == that.regex
                && exactCase == that.exactCase;
    }

    @Override
    public int hashCode() {
        return Objects.hash(text, regex, exactCase);
    }

    /// A text that counts how often it is read, which is the only way to stop a matcher.
    private static final class CountedText implements CharSequence {
        private final String text;
        private int reads;

        CountedText(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (++reads > MOST_READS) {
                throw new TooCostly();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
