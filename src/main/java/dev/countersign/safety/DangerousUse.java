package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A way of using a command that is dangerous, told by the words that stand behind its name. It is
/// looked for whether or not the command is known, so that a subcommand nobody has described is
/// still flagged for what its words say.
///
/// @param signs all of them must be there
/// @param danger the id of what is to be said
record DangerousUse(List<Sign> signs, String danger) {
    private static final int LONGEST_CLUSTER = 5;

    /// Whatever the command does otherwise, with this word alone it only tells something.
    private static final Set<String> TELLING_ALONE = Set.of("--help", "--version");

    DangerousUse {
        signs = List.copyOf(signs);
    }

    /// @param absent it must not be there
    /// @param alternatives one of them is enough
    record Sign(boolean absent, List<String> alternatives) {
        Sign {
            alternatives = List.copyOf(alternatives);
        }

        boolean isOption() {
            return "-/+".indexOf(alternatives.getFirst().charAt(0)) >= 0;
        }

        /// Only the words themselves fit it.
        boolean isLiteral() {
            return alternatives.stream().allMatch(Sign::isLiteral);
        }

        private static boolean isLiteral(String alternative) {
            return "-/~".indexOf(alternative.charAt(0)) < 0 && !hasWildcard(alternative);
        }

        boolean fits(String word) {
            for (String one : alternatives) {
                if (DangerousUse.fits(one, word)) {
                    return true;
                }
            }
            return false;
        }
    }

    /// Reads `workspace delete|rm -force !-dry-run`: operands in this order, options anywhere, `!`
    /// for what must be absent, `*` and `?` as in patterns of the shell, `~` before a word for any
    /// case.
    static DangerousUse of(String form, String danger) {
        List<Sign> signs = new ArrayList<>();
        for (String word : form.strip().split("\\s+", -1)) {
            if (word.equals("*")) {
                continue;
            }
            boolean absent = word.startsWith("!");
            signs.add(
                    new Sign(
                            absent, List.of((absent ? word.substring(1) : word).split("\\|", -1))));
        }
        return new DangerousUse(signs, danger);
    }

    /// Words of which one must be there, as it is; empty where that cannot be said.
    List<String> oneOfThese() {
        return signs.stream()
                .filter(sign -> !sign.absent() && sign.isLiteral())
                .findFirst()
                .map(Sign::alternatives)
                .orElse(List.of());
    }

    /// @param words those behind the command's name
    boolean isSeenIn(List<ScriptWord> words) {
        if (words.size() == 1 && TELLING_ALONE.contains(words.getFirst().shown())) {
            return false;
        }
        int next = 0;
        for (Sign sign : signs) {
            boolean anywhere = sign.absent() || sign.isOption();
            int at = find(sign, words, anywhere ? 0 : next);
            if (sign.absent() == (at >= 0)) {
                return false;
            }
            next = anywhere ? next : at + 1;
        }
        return true;
    }

    private static int find(Sign sign, List<ScriptWord> words, int from) {
        for (int i = from; i < words.size(); i++) {
            if (sign.fits(words.get(i).shown())) {
                return i;
            }
        }
        return -1;
    }

    private static boolean fits(String sign, String word) {
        if (sign.length() > 1 && sign.charAt(0) == '~') {
            return fits(sign.substring(1), word.toLowerCase(Locale.ROOT));
        }
        if (hasWildcard(sign)) {
            return Wildcards.match(sign, word);
        }
        if (sign.charAt(0) == '/') {
            return word.equalsIgnoreCase(sign);
        }
        boolean letter = sign.length() == 2 && sign.charAt(0) == '-';
        return word.equals(sign)
                || (letter && isCluster(word) && word.indexOf(sign.charAt(1)) > 0)
                || (sign.startsWith("--") && word.startsWith(sign + "="));
    }

    private static boolean hasWildcard(String sign) {
        return sign.indexOf('*') >= 0 || sign.indexOf('?') >= 0;
    }

    /// `-rf`: options of one letter, put together.
    private static boolean isCluster(String word) {
        return word.length() > 1
                && word.length() <= LONGEST_CLUSTER
                && word.charAt(0) == '-'
                && word.chars().skip(1).allMatch(Character::isLetter);
    }
}
