package dev.countersign.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Tells from the name of an environment variable whether its value is a secret (RUN-6).
///
/// A name is cut into words at everything that is no letter, and where camel case starts a new
/// word. Matching whole words is what tells `API_KEY` from `KEYBOARD` and `DB_PASS` from
/// `PASSENGERS`. Case does not matter.
///
/// ```
/// isSecret("GITHUB_TOKEN")    true    a word that is a secret wherever it stands
/// isSecret("stripeApiKey2")   true    'key' at the end
/// isSecret("KEY_REPEAT_RATE") false   'key' elsewhere is no secret
/// isSecret("TOKEN_LIMIT")     false   the end says that it is about a secret, not one
/// ```
public final class SecretNames {
    /// Parts that are secrets wherever they stand, inside a word too: `PGPASSWORD_OLD`.
    private static final List<String> SECRET_PARTS =
            List.of("password", "passwd", "passphrase", "apikey", "privatekey");

    /// Words that make a name secret wherever they stand, unless a [#HARMLESS_LAST_WORDS] follows.
    private static final Set<String> SECRET_WORDS =
            Set.of("token", "secret", "secrets", "credential", "credentials", "creds", "bearer");

    /// Words that are secrets only at the end of a name: `STRIPE_KEY`, but not `KEY_REPEAT_RATE`.
    private static final Set<String> SECRET_LAST_WORDS =
            Set.of(
                    "key", "keys", "tokens", "pass", "pwd", "pat", "jwt", "auth", "dsn", "otp",
                    "salt");

    /// Endings of a last word: `NPMTOKEN`, `CLIENTSECRET`.
    private static final List<String> SECRET_ENDINGS = List.of("token", "secret", "accesskey");

    /// A name that ends so tells where or what a secret is, not the secret.
    static final Set<String> HARMLESS_LAST_WORDS =
            Set.of(
                    "file",
                    "path",
                    "dir",
                    "limit",
                    "count",
                    "length",
                    "size",
                    "timeout",
                    "ttl",
                    "url",
                    "uri",
                    "endpoint",
                    "id",
                    "name",
                    "type",
                    "enabled",
                    "disabled",
                    "helper",
                    "version");

    /// Whole names that the words above would take for secrets.
    private static final Set<String> HARMLESS_NAMES = Set.of("PWD", "OLDPWD", "MAX_TOKENS");

    /// Whole names of well-known secrets that no word gives away.
    private static final Set<String> SECRET_NAMES =
            Set.of(
                    "AWS_ACCESS_KEY_ID",
                    "AZURE_STORAGE_CONNECTION_STRING",
                    "DATABASE_URL",
                    "DOCKER_AUTH_CONFIG",
                    "MONGODB_URI",
                    "REDIS_URL",
                    "SLACK_WEBHOOK_URL");

    private SecretNames() {}

    /// Whether the value of a variable of this name is to be kept from commands, logs and screens.
    public static boolean isSecret(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (HARMLESS_NAMES.contains(upper) || upper.endsWith("_MAX_OUTPUT_TOKENS")) {
            return false;
        }
        if (SECRET_NAMES.contains(upper)) {
            return true;
        }
        List<String> words = words(name);
        if (words.isEmpty()) {
            return false;
        }
        if (words.stream().anyMatch(word -> SECRET_PARTS.stream().anyMatch(word::contains))) {
            return true;
        }
        String last = words.getLast();
        if (HARMLESS_LAST_WORDS.contains(last)) {
            return false;
        }
        return SECRET_LAST_WORDS.contains(last)
                || SECRET_ENDINGS.stream().anyMatch(last::endsWith)
                || words.stream().anyMatch(SECRET_WORDS::contains);
    }

    /// `myAccessKey_2` gives `my`, `access`, `key`: in lower case, numbers left out.
    static List<String> words(String name) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            boolean startsWord =
                    Character.isUpperCase(letter)
                            && i > 0
                            && Character.isLowerCase(name.charAt(i - 1));
            if (startsWord || !Character.isLetter(letter)) {
                finish(word, words);
            }
            if (Character.isLetter(letter)) {
                word.append(Character.toLowerCase(letter));
            }
        }
        finish(word, words);
        return words;
    }

    private static void finish(StringBuilder word, List<String> words) {
        if (!word.isEmpty()) {
            words.add(word.toString());
            word.setLength(0);
        }
    }
}
