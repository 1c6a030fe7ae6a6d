package dev.countersign.redaction;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds what is assigned to a secret's name: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`.
///
/// The name decides whether it may be a secret, the value whether it is one: references,
/// placeholders, paths and code are none. Stateless.
final class AssignedSecret {
    private static final int LONGEST_NAME = 64;

    /// Characters of a line before a name that are looked through for an open string.
    private static final int LONGEST_PROMPT = 500;

    /// A value without quotation marks ends before these, unless its name begins the line.
    private static final String ENDS_VALUE = "\"'`;,&|<>()[]{}";

    private static final Set<String> NO_SECRETS =
            Set.of(
                    "true",
                    "false",
                    "null",
                    "none",
                    "nil",
                    "undefined",
                    "yes",
                    "no",
                    "on",
                    "off",
                    "required",
                    "optional",
                    "string",
                    "str",
                    "int",
                    "integer",
                    "bytes",
                    "number",
                    "any",
                    "object",
                    "boolean",
                    "bool",
                    "value",
                    "empty",
                    "redacted",
                    "hidden",
                    "masked",
                    "secret",
                    "password",
                    "token",
                    "key",
                    "unset",
                    "missing",
                    "invalid",
                    "valid",
                    "expired",
                    "unknown",
                    "default",
                    "disabled",
                    "enabled",
                    "char",
                    "text",
                    "varchar",
                    "self",
                    "this",
                    "not",
                    "is",
                    "the",
                    "and",
                    "for",
                    "found",
                    "changed",
                    "updated",
                    "deleted",
                    "created",
                    "rejected",
                    "accepted",
                    "error");

    /// `cache_key` and the like name places in tables, not secrets.
    private static final Set<String> KEYS_OF_TABLES =
            Set.of(
                    "cache",
                    "sort",
                    "primary",
                    "foreign",
                    "public",
                    "partition",
                    "index",
                    "object",
                    "map",
                    "lookup",
                    "hash",
                    "composite",
                    "unique",
                    "group",
                    "registry",
                    "hot",
                    "short",
                    "row",
                    "range",
                    "shard",
                    "route",
                    "routing",
                    "idempotency",
                    "dedup",
                    "translation",
                    "config",
                    "entity",
                    "storage",
                    "message",
                    "record",
                    "join",
                    "natural",
                    "surrogate",
                    "candidate",
                    "column",
                    "field",
                    "search",
                    "bucket",
                    "restore",
                    "react",
                    "item",
                    "parent",
                    "child",
                    "pub");

    /// By themselves these words name too many other things.
    private static final Set<String> VAGUE_NAMES =
            Set.of(
                    "key",
                    "keys",
                    "auth",
                    "salt",
                    "pat",
                    "pass",
                    "dsn",
                    "tokens",
                    "jwt",
                    "otp",
                    "token",
                    "secret",
                    "secrets",
                    "credential",
                    "credentials",
                    "creds",
                    "bearer");

    private static final Set<String> NEVER_BY_NAME = Set.of("key", "keys", "tokens");

    private static final Pattern CODE =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(?:(?:\\.|::|->)[A-Za-z_][A-Za-z0-9_]*)+");
    private static final Pattern PATH =
            Pattern.compile("(?:~|\\.{1,2})?/.*|[A-Za-z]:\\\\.*|(?:[\\w.-]+/)+[\\w-]+\\.\\w{1,5}");
    private static final Pattern WORD = Pattern.compile("[A-Za-z]?[a-z]+");
    private static final Pattern MASKED =
            Pattern.compile("(.)\\1*|\\*+.*|x{3,}.*|X{3,}.*|\\.{3}.*");

    private AssignedSecret() {}

    /// The value at an equals sign or colon, where it is a secret.
    static Optional<SecretSpan> at(CharSequence text, int sign) {
        char mark = text.charAt(sign);
        char before = sign > 0 ? text.charAt(sign - 1) : '\n';
        char after = sign + 1 < text.length() ? text.charAt(sign + 1) : '\n';
        boolean compares = mark == '=' && ("=!<>~".indexOf(before) >= 0 || after == '=');
        boolean isScope = mark == ':' && (before == ':' || after == ':' || after == '=');
        if (compares || isScope) {
            return Optional.empty();
        }
        int nameEnd = beforeBlanks(text, mark == '=' && before == ':' ? sign - 1 : sign);
        boolean quotedName = nameEnd > 0 && isQuote(text.charAt(nameEnd - 1));
        nameEnd -= quotedName ? 1 : 0;
        int nameStart = nameStart(text, nameEnd);
        if (mark == ':' && !Character.isWhitespace(after) && isPlace(text, nameStart, nameEnd)) {
            return Optional.empty();
        }
        int valueStart = sign + (mark == '=' && after == '>' ? 2 : 1);
        return value(text, nameStart, nameEnd, valueStart, mark);
    }

    /// Whether what stands before a colon is a host or a file, and what follows its port or line.
    private static boolean isPlace(CharSequence text, int start, int end) {
        boolean inPath = start > 0 && "/@\\".indexOf(text.charAt(start - 1)) >= 0;
        return inPath || text.subSequence(start, end).toString().contains(".");
    }

    /// The value after an option, `--token …`, where it is a secret.
    static Optional<SecretSpan> afterOption(CharSequence text, int dashes) {
        int nameStart = dashes + 2;
        int nameEnd = nameStart;
        while (nameEnd < text.length()
                && nameEnd - nameStart < LONGEST_NAME
                && isNameCharacter(text.charAt(nameEnd))) {
            nameEnd++;
        }
        boolean separated = nameEnd < text.length() && text.charAt(nameEnd) == ' ';
        boolean freeStanding = dashes == 0 || Character.isWhitespace(text.charAt(dashes - 1));
        if (!separated || !freeStanding || nameEnd + 1 >= text.length()) {
            return Optional.empty();
        }
        char first = text.charAt(nameEnd + 1);
        return first == '-' || first == ' '
                ? Optional.empty()
                : value(text, nameStart, nameEnd, nameEnd + 1, ' ');
    }

    private static Optional<SecretSpan> value(
            CharSequence text, int nameStart, int nameEnd, int from, char mark) {
        String name = bareName(text.subSequence(nameStart, nameEnd).toString());
        if (name.isEmpty() || !isSecretName(name)) {
            return Optional.empty();
        }
        int start = from;
        while (start < text.length() && start - from < 3 && text.charAt(start) == ' ') {
            start++;
        }
        boolean spaced = start > from || (nameEnd < from - 1 && text.charAt(nameEnd) == ' ');
        boolean quoted = start < text.length() && isQuote(text.charAt(start));
        boolean quotedName = nameEnd < text.length() && isQuote(text.charAt(nameEnd));
        boolean prompt = quoted && !quotedName && mark == ':' && spaced;
        if (prompt && isInString(text, nameStart, text.charAt(start))) {
            // A prompt, `printf 'Password: '`: what follows the quotation mark is another word.
            return Optional.empty();
        }
        boolean escaped =
                text.length() > start + 1
                        && text.charAt(start) == '\\'
                        && text.charAt(start + 1) == '"';
        boolean startsLine = startsLine(text, nameStart);
        int valueStart = start + (quoted ? 1 : escaped ? 2 : 0);
        int end =
                quoted
                        ? closingQuote(text, valueStart, text.charAt(start))
                        : plainEnd(
                                text,
                                valueStart,
                                startsLine
                                        && mark == '='
                                        && !escaped
                                        && !isEnclosed(text, nameStart));
        if (end <= valueStart) {
            return Optional.empty();
        }
        String value = text.subSequence(valueStart, end).toString();
        boolean sure = quoted || escaped || mark == ' ' || (mark == '=' && !spaced);
        boolean toTest = mark == ':' && spaced && startsLine && name.equals("PASS");
        if (toTest && isTestResult(text, nameStart, value)) {
            return Optional.empty();
        }
        return isSecretValue(name, value, sure || startsLine)
                ? Optional.of(new SecretSpan(valueStart, end))
                : Optional.empty();
    }

    /// What a test printed: `--- PASS: TestRetry`, `PASS: retry-backoff`.
    private static boolean isTestResult(CharSequence text, int nameStart, String value) {
        boolean ofGo =
                nameStart >= 4 && "--- ".contentEquals(text.subSequence(nameStart - 4, nameStart));
        return ofGo || !looksRandom(value);
    }

    private static boolean isSecretName(String name) {
        if (!SecretNames.isSecret(name)) {
            return false;
        }
        List<String> words = SecretNames.words(name);
        String last = words.isEmpty() ? "" : words.getLast();
        if (SecretNames.HARMLESS_LAST_WORDS.contains(last)) {
            return false;
        }
        boolean tableKey =
                (last.equals("key") || last.equals("keys"))
                        && words.size() > 1
                        && KEYS_OF_TABLES.contains(words.get(words.size() - 2));
        return !tableKey && !(words.size() == 1 && NEVER_BY_NAME.contains(last));
    }

    private static boolean isSecretValue(String name, String value, boolean sure) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (value.length() < 4
                || "$<%{".indexOf(value.charAt(0)) >= 0
                || value.contains("(")
                || value.contains("://")
                || NO_SECRETS.contains(lower)
                || name.toLowerCase(Locale.ROOT).endsWith(lower)
                || MASKED.matcher(value).matches()
                || (PATH.matcher(value).matches() && !looksEncoded(value))
                || (CODE.matcher(value).matches() && !looksRandom(value))) {
            return false;
        }
        boolean password = lower(name).contains("pass") || lower(name).contains("pwd");
        boolean digitsOnly = value.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.');
        if (digitsOnly && !(password && value.length() >= 6)) {
            return false;
        }
        boolean vague = VAGUE_NAMES.contains(lower(name));
        if (vague) {
            return looksRandom(value) && value.length() >= (sure ? 8 : 16);
        }
        return sure || looksRandom(value) || (password && !WORD.matcher(value).matches());
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// Whether letters and digits are mixed as nobody writes words.
    static boolean looksRandom(String value) {
        int digits = 0;
        int upper = 0;
        int lowerCase = 0;
        int signs = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            digits += c >= '0' && c <= '9' ? 1 : 0;
            upper += c >= 'A' && c <= 'Z' ? 1 : 0;
            lowerCase += c >= 'a' && c <= 'z' ? 1 : 0;
            signs += "!@#$%^&*+=?~".indexOf(c) >= 0 ? 1 : 0;
        }
        if (value.length() < 6) {
            return false;
        }
        boolean mixed = digits > 0 && upper + lowerCase > 0;
        boolean bothCases = upper > 1 && lowerCase > 1 && value.length() >= 16;
        return mixed || bothCases || (signs > 0 && upper + lowerCase + digits > 3);
    }

    /// Whether something that begins like a path is base64 all the same.
    private static boolean looksEncoded(String value) {
        long upper = value.chars().filter(c -> c >= 'A' && c <= 'Z').count();
        long lowerCase = value.chars().filter(c -> c >= 'a' && c <= 'z').count();
        long digits = value.chars().filter(c -> c >= '0' && c <= '9').count();
        boolean otherSigns = value.chars().anyMatch(c -> ".-_~ ".indexOf(c) >= 0);
        return value.length() >= 20
                && !otherSigns
                && upper >= 4
                && lowerCase >= 4
                && (digits > 0 || value.contains("+"));
    }

    private static boolean startsLine(CharSequence text, int nameStart) {
        int place = nameStart;
        while (place > 0 && "\"'- \t".indexOf(text.charAt(place - 1)) >= 0) {
            place--;
        }
        boolean first = place == 0 || text.charAt(place - 1) == '\n';
        int export = place - "export".length();
        return first
                || (export >= 0
                        && text.subSequence(export, place).toString().equals("export")
                        && (export == 0 || text.charAt(export - 1) == '\n'));
    }

    /// Whether a string that began earlier on the line is still open where a name begins, so that
    /// the next mark of its kind closes it. An apostrophe in a word opens none.
    private static boolean isInString(CharSequence text, int nameStart, char quote) {
        int first = nameStart;
        while (first > 0 && text.charAt(first - 1) != '\n') {
            first--;
            if (nameStart - first > LONGEST_PROMPT) {
                return false;
            }
        }
        boolean open = false;
        for (int i = first; i < nameStart; i++) {
            boolean inWord = i > first && Character.isLetterOrDigit(text.charAt(i - 1));
            if (text.charAt(i) == quote && (open || !inWord)) {
                open = !open;
            }
        }
        return open;
    }

    private static boolean isEnclosed(CharSequence text, int nameStart) {
        return nameStart > 0 && "\"'`(".indexOf(text.charAt(nameStart - 1)) >= 0;
    }

    private static int beforeBlanks(CharSequence text, int place) {
        int end = place;
        while (end > 0 && place - end < 3 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return end;
    }

    private static int nameStart(CharSequence text, int end) {
        int start = end;
        while (start > 0 && end - start < LONGEST_NAME && isNameCharacter(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private static boolean isNameCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == '-'
                || c == '.';
    }

    private static String bareName(String name) {
        int start = 0;
        while (start < name.length() && (name.charAt(start) == '-' || name.charAt(start) == '.')) {
            start++;
        }
        return name.substring(start);
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'' || c == '`';
    }

    private static int closingQuote(CharSequence text, int from, char quote) {
        int last = Math.min(text.length(), from + TokenShape.LONGEST);
        for (int i = from; i < last; i++) {
            char c = text.charAt(i);
            if (c == quote || c == '\n') {
                return i;
            }
            if (c == '\\') {
                i++;
            }
        }
        return last;
    }

    private static int plainEnd(CharSequence text, int from, boolean wholeLine) {
        int last = Math.min(text.length(), from + TokenShape.LONGEST);
        int end = from;
        while (end < last
                && !Character.isWhitespace(text.charAt(end))
                && (wholeLine || ENDS_VALUE.indexOf(text.charAt(end)) < 0)) {
            end++;
        }
        while (end > from && ".,;\\".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }
}
