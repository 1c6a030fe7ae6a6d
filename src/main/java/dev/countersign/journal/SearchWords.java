package dev.countersign.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a person typed to search for, cut into words.
///
/// A word of signs alone (`&&`) stands in no index of words; commands are looked through for it.
///
/// ```
/// git "push --force" -origin   git…, then push force…, without origin…
/// ```
///
/// @param wanted words and phrases that must all stand there, each from its start
/// @param unwanted words and phrases of which none may
/// @param signs what commands must hold letter by letter
record SearchWords(List<String> wanted, List<String> unwanted, List<String> signs) {
    /// More words than this are left out.
    static final int MOST_WORDS = 20;

    private static final Pattern PIECE = Pattern.compile("(-?)\"([^\"]*)\"?|(\\S+)");
    private static final Pattern LETTERS = Pattern.compile("[\\p{L}\\p{N}]+");

    SearchWords {
        wanted = List.copyOf(wanted);
        unwanted = List.copyOf(unwanted);
        signs = List.copyOf(signs);
    }

    static SearchWords parse(String text) {
        List<String> wanted = new ArrayList<>();
        List<String> unwanted = new ArrayList<>();
        List<String> signs = new ArrayList<>();
        Matcher piece = PIECE.matcher(text.replace('\0', ' '));
        while (piece.find() && wanted.size() + unwanted.size() + signs.size() < MOST_WORDS) {
            boolean quoted = piece.group(3) == null;
            String word = quoted ? piece.group(2) : piece.group(3);
            boolean not = quoted ? !piece.group(1).isEmpty() : isExclusion(word);
            String bare = !quoted && not ? word.substring(1) : word;
            if (bare.isBlank()) {
                continue;
            }
            if (!LETTERS.matcher(bare).find()) {
                signs.add(bare);
                continue;
            }
            (not ? unwanted : wanted).add(bare);
        }
        return new SearchWords(wanted, unwanted, signs);
    }

    /// `-word` leaves out; `--force` and `-` are looked for.
    private static boolean isExclusion(String word) {
        return word.length() > 1 && word.charAt(0) == '-' && word.charAt(1) != '-';
    }

    /// Finds where the wanted words stand in a line; empty where there are none.
    Optional<Pattern> pattern() {
        List<String> alternatives = new ArrayList<>();
        for (String word : wanted) {
            List<String> letters =
                    LETTERS.matcher(word)
                            .results()
                            .map(part -> Pattern.quote(part.group()))
                            .toList();
            alternatives.add("(?<![\\p{L}\\p{N}])" + String.join("[^\\p{L}\\p{N}]+", letters));
        }
        signs.forEach(sign -> alternatives.add(Pattern.quote(sign)));
        if (alternatives.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Pattern.compile(
                        String.join("|", alternatives),
                        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
    }
}
