package dev.countersign.redaction;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Hides secrets in texts that are shown, searched, exported or sent to agents: those of well-known
/// forms, those that are assigned to a secret's name, and the values that it was told.
///
/// Only the secret's own characters are replaced, each by one character, so that every place in the
/// text stays where it was. One pass, linear in the text. Immutable, safe on any thread; the values
/// are held in memory and never written anywhere.
///
/// ```
/// GITHUB_TOKEN=ghp_… make release   →   GITHUB_TOKEN=•••• make release
/// https://ann:secret@host/repo      →   https://ann:••••••@host/repo
/// ```
public final class SecretMasker {
    /// Stands for each character of a secret on the screen and in exports.
    public static final char DOT = '•';

    /// Stands for each character of a secret in what agents read: one byte.
    public static final char STAR = '*';

    /// A value shorter than this hides nothing: it would hide everything that looks alike.
    static final int SHORTEST_VALUE = 6;

    private static final int LONGEST_ANCHOR = 16;
    private static final Pattern NO_SECRET_VALUE =
            Pattern.compile(
                    // numbers, short words, paths, hosts, addresses without a password
                    "[0-9.]{1,7}|[a-z]{1,9}|[A-Z][a-z]{1,8}|(?:~|\\.{1,2})?/.*|[A-Za-z]:\\\\.*"
                        + "|(?:[a-z0-9-]+\\.)+[a-z]{2,6}(?::[0-9]+)?|[a-z][a-z0-9+.-]*://.*"
                        + "|(?i:true|false|enabled|disabled|production|development|localhost.*)");

    private static final SecretMasker BY_FORM = new SecretMasker(List.of());

    private enum Sign {
        ASSIGNS,
        OPTION,
        ADDRESS,
        KEY_BEGINS,
        KEY_ENDS
    }

    /// What is looked for at the place of an anchor: exactly one of these.
    private record Wanted(Optional<TokenShape> shape, Optional<String> value, Optional<Sign> sign) {
        static Wanted shape(TokenShape shape) {
            return new Wanted(Optional.of(shape), Optional.empty(), Optional.empty());
        }

        static Wanted value(String value) {
            return new Wanted(Optional.empty(), Optional.of(value), Optional.empty());
        }

        static Wanted sign(Sign sign) {
            return new Wanted(Optional.empty(), Optional.empty(), Optional.of(sign));
        }
    }

    private final Anchors anchors;
    private final List<Wanted> wanted = new ArrayList<>();
    private final List<String> anchorTexts = new ArrayList<>();

    private SecretMasker(Collection<String> values) {
        TokenShape.KNOWN.forEach(shape -> want(shape.anchor(), Wanted.shape(shape)));
        want("=", Wanted.sign(Sign.ASSIGNS));
        want(":", Wanted.sign(Sign.ASSIGNS));
        want("--", Wanted.sign(Sign.OPTION));
        want("://", Wanted.sign(Sign.ADDRESS));
        want("-----BEGIN ", Wanted.sign(Sign.KEY_BEGINS));
        want("-----END ", Wanted.sign(Sign.KEY_ENDS));
        for (String value : forms(values)) {
            want(value.substring(0, Math.min(value.length(), LONGEST_ANCHOR)), Wanted.value(value));
        }
        this.anchors = new Anchors(anchorTexts);
    }

    private void want(String anchor, Wanted what) {
        anchorTexts.add(anchor.toLowerCase(java.util.Locale.ROOT));
        wanted.add(what);
    }

    /// Hides what looks like a secret, whoever's it is.
    public static SecretMasker byForm() {
        return BY_FORM;
    }

    /// Hides these values too, also as base64 and as they stand in addresses. Values that are no
    /// secrets whatever their names say (short words, numbers, paths, hosts) hide nothing; of an
    /// address only its password does.
    public static SecretMasker ofValues(Collection<String> values) {
        return new SecretMasker(values);
    }

    private static Set<String> forms(Collection<String> values) {
        Set<String> forms = new LinkedHashSet<>();
        for (String value : values) {
            secretIn(value.strip())
                    .ifPresent(secret -> {
                        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
                        forms.add(secret);
                        forms.add(URLEncoder.encode(secret, StandardCharsets.UTF_8));
                        if (secret.length() >= 8) {
                            forms.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
                        }
                        secret.lines()
                                .map(String::strip)
                                .filter(line -> line.length() >= 16 && !line.startsWith("-----"))
                                .forEach(forms::add);
                    });
        }
        return forms;
    }

    private static Optional<String> secretIn(String value) {
        int scheme = value.indexOf("://");
        if (scheme >= 0) {
            return AddressSecret.at(value, scheme)
                    .map(span -> value.substring(span.start(), span.end()))
                    .filter(password -> password.length() >= SHORTEST_VALUE);
        }
        return value.length() < SHORTEST_VALUE || NO_SECRET_VALUE.matcher(value).matches()
                ? Optional.empty()
                : Optional.of(value);
    }

    /// Where secrets stand, ascending, not overlapping.
    public List<SecretSpan> spans(CharSequence text) {
        List<SecretSpan> found = new ArrayList<>();
        boolean[] keyBegan = {false};
        anchors.find(
                text, (anchor, start) -> look(text, wanted.get(anchor), start, found, keyBegan));
        return merged(found);
    }

    private static void look(
            CharSequence text, Wanted what, int start, List<SecretSpan> found, boolean[] keyBegan) {
        if (what.shape().isPresent()) {
            lookForShape(text, what.shape().get(), start, found);
        } else if (what.value().isPresent()) {
            lookForValue(text, what.value().get(), start, found);
        } else {
            switch (what.sign().orElseThrow()) {
                case ASSIGNS -> AssignedSecret.at(text, start).ifPresent(found::add);
                case OPTION -> AssignedSecret.afterOption(text, start).ifPresent(found::add);
                case ADDRESS -> AddressSecret.at(text, start).ifPresent(found::add);
                case KEY_BEGINS -> {
                    List<SecretSpan> key = PrivateKeyText.after(text, start);
                    keyBegan[0] |=
                            PrivateKeyText.BEGIN
                                    .matcher(text)
                                    .region(start, text.length())
                                    .lookingAt();
                    found.addAll(key);
                }
                case KEY_ENDS -> {
                    if (!keyBegan[0]) {
                        found.addAll(PrivateKeyText.before(text, start));
                    }
                    keyBegan[0] = false;
                }
            }
        }
    }

    private static void lookForShape(
            CharSequence text, TokenShape shape, int start, List<SecretSpan> found) {
        if (shape.needsBoundary() && start > 0 && isWordCharacter(text.charAt(start - 1))) {
            return;
        }
        Matcher matcher = shape.at(text, start);
        if (matcher.lookingAt()) {
            int group = matcher.groupCount() > 0 ? 1 : 0;
            if (matcher.start(group) >= 0 && matcher.end(group) > matcher.start(group)) {
                found.add(new SecretSpan(matcher.start(group), matcher.end(group)));
            }
        }
    }

    private static void lookForValue(
            CharSequence text, String value, int start, List<SecretSpan> found) {
        int end = start + value.length();
        if (end > text.length() || !text.subSequence(start, end).toString().equals(value)) {
            return;
        }
        boolean inWord =
                (start > 0 && isWordCharacter(text.charAt(start - 1)))
                        || (end < text.length() && isWordCharacter(text.charAt(end)));
        if (value.length() >= 8 || !inWord) {
            found.add(new SecretSpan(start, end));
        }
    }

    private static boolean isWordCharacter(char c) {
        return c < 128 && Character.isLetterOrDigit(c);
    }

    private static List<SecretSpan> merged(List<SecretSpan> found) {
        if (found.size() < 2) {
            return List.copyOf(found);
        }
        found.sort(Comparator.comparingInt(SecretSpan::start));
        List<SecretSpan> merged = new ArrayList<>();
        SecretSpan current = found.getFirst();
        for (SecretSpan span : found.subList(1, found.size())) {
            if (span.start() <= current.end()) {
                current = new SecretSpan(current.start(), Math.max(current.end(), span.end()));
            } else {
                merged.add(current);
                current = span;
            }
        }
        merged.add(current);
        return List.copyOf(merged);
    }

    /// The text with [#DOT] in the place of each secret's characters: as long as it was.
    public String mask(String text) {
        return mask(text, DOT);
    }

    /// The text with one sign in the place of each secret's characters: as long as it was.
    public String mask(String text, char sign) {
        List<SecretSpan> spans = spans(text);
        if (spans.isEmpty()) {
            return text;
        }
        StringBuilder masked = new StringBuilder(text);
        for (SecretSpan span : spans) {
            for (int i = span.start(); i < span.end(); i++) {
                masked.setCharAt(i, sign);
            }
        }
        return masked.toString();
    }

    /// Lines that follow each other, each as long as it was. Secrets that go over several lines
    /// (private keys) are found where enough of them is there.
    public List<String> maskLines(List<String> lines) {
        String text = String.join("\n", lines);
        List<SecretSpan> spans = spans(text);
        if (spans.isEmpty()) {
            return List.copyOf(lines);
        }
        String masked = mask(text, DOT);
        List<String> result = new ArrayList<>();
        int start = 0;
        for (String line : lines) {
            result.add(masked.substring(start, start + line.length()));
            start += line.length() + 1;
        }
        return result;
    }

    /// From where on the end of a text may be the beginning of a secret that goes on; the text's
    /// length where it is none.
    int unfinishedFrom(CharSequence text) {
        int length = text.length();
        List<SecretSpan> spans = spans(text);
        int from = length;
        if (!spans.isEmpty() && spans.getLast().end() == length) {
            from = spans.getLast().start();
        }
        int word = length;
        while (word > 0
                && length - word < TokenShape.LONGEST
                && !Character.isWhitespace(text.charAt(word - 1))) {
            word--;
        }
        String rest = text.subSequence(word, length).toString();
        for (int i = 0; i < wanted.size(); i++) {
            Wanted what = wanted.get(i);
            String whole = what.value().or(() -> what.shape().map(TokenShape::anchor)).orElse("");
            from = Math.min(from, word + unfinished(rest, whole, what.shape().isPresent()));
        }
        return from;
    }

    /// Where in a word something begins that the word's end cuts off.
    private static int unfinished(String word, String whole, boolean goesOn) {
        int known = goesOn ? word.indexOf(whole) : -1;
        if (known >= 0 && !whole.isEmpty()) {
            return known;
        }
        int longest = Math.min(word.length(), whole.length() - 1);
        for (int length = longest; length >= 2; length--) {
            if (word.regionMatches(word.length() - length, whole, 0, length)) {
                return word.length() - length;
            }
        }
        return word.length();
    }
}
