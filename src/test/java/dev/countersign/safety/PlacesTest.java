package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlacesTest {
    private static final List<String> SECRETS =
            List.of(
                    "/home/a/.ssh/id_rsa",
                    ".ssh",
                    "x/.aws/credentials",
                    ".netrc",
                    ".npmrc",
                    ".docker/config.json",
                    ".kube/config",
                    ".config/gcloud/x",
                    ".s3cfg",
                    "wallet.dat",
                    "logins.json",
                    "key4.db",
                    "config/master.key",
                    ".cargo/credentials.toml",
                    ".m2/settings.xml",
                    ".azure/x",
                    "/Users/a/Library/Keychains/x",
                    "Default/Login Data",
                    "Cookies",
                    "/run/secrets/db",
                    "/var/run/secrets/x",
                    "service-account-1.json",
                    "client_secret_1.json",
                    "credentials.yml",
                    "secrets.toml",
                    "secret.env",
                    "my-private.key",
                    "server.key",
                    "/etc/shadow",
                    "/proc/1/environ",
                    "id_ed25519",
                    ".env",
                    ".env.local",
                    "my-key.pem",
                    "x.p12",
                    "x.kdbx",
                    "x.jks");

    private static final List<String> STARTED =
            List.of(
                    "~/.bashrc",
                    "~/.oh-my-zsh/x",
                    ".config/fish/config.fish",
                    "~/.config/git/hooks",
                    "/home/ann/.vim/plugin/x.vim",
                    "/Users/ann/.claude/hooks/x",
                    "LaunchAgents/x.plist",
                    "lib/site-packages/x.pth",
                    "sitecustomize.py",
                    ".ssh/rc",
                    ".git/hooks/pre-commit",
                    ".git/modules/a/b/config",
                    "/etc/cron.d/x",
                    "/etc/rc2.d/S01x",
                    "/usr/lib/systemd/system/x",
                    "/boot/grub",
                    "/var/spool/cron/ann");

    private static final List<String> BEGINNINGS =
            List.of("", "", "/", "~/", "/root/", "/home/ann/", "/home/", "/etc/", "a/b/", "./");

    @Test
    void everySecretIsFound() {
        for (String path : SECRETS) {
            assertTrue(Places.mayHoldSecrets(path), path);
        }
    }

    @Test
    void exceptionsAreNoSecrets() {
        for (String path :
                List.of(
                        ".env.example",
                        "app/.env.template",
                        "~/.ssh/id_ed25519.pub",
                        "~/.ssh/known_hosts",
                        "certs/cacert.pem")) {
            assertFalse(Places.mayHoldSecrets(path), path);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"secrets.txt", "startup.txt"})
    void listsAnswerLikeOneExpressionOfAllTheirLines(String name) throws IOException {
        PlaceList list = PlaceList.read(name);
        Predicate<String> expected = oneExpression(name);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> paths = Stream.concat(SECRETS.stream(), STARTED.stream()).toList();
        int held = 0;
        for (int i = 0; i < 20_000; i++) {
            String one = paths.get(random.nextInt(paths.size()));
            String other = paths.get(random.nextInt(paths.size()));
            String path =
                    BEGINNINGS.get(random.nextInt(BEGINNINGS.size()))
                            + one.substring(0, random.nextInt(one.length() + 1))
                            + other.substring(random.nextInt(other.length() + 1))
                            + (random.nextBoolean() ? "" : "x");
            assertEquals(expected.test(path), list.holds(path), () -> "seed " + seed + ": " + path);
            held += list.holds(path) ? 1 : 0;
        }
        assertTrue(held > 300, "held " + held);
    }

    @Test
    void aPlaceThatCouldNeverBeFoundIsRefused() {
        assertThrows(IllegalStateException.class, () -> PlaceList.of("/*.key"));
    }

    @Test
    void patternsMayStandForSecrets() {
        assertTrue(Places.mayStandForSecrets("/etc/sh?d*"));
        assertTrue(Places.mayStandForSecrets("~/.ss[gh]/id_*"));
        assertTrue(Places.mayStandForSecrets("*env"));
        assertFalse(Places.mayStandForSecrets("/etc*shadow"));
        assertFalse(Places.mayStandForSecrets("src/*.java"));
    }

    /// The same lists, read in the simplest way.
    private static Predicate<String> oneExpression(String name) throws IOException {
        String text;
        try (InputStream stream = PlacesTest.class.getResourceAsStream("places/" + name)) {
            text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<String> lines =
                text.lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
        String exceptions =
                lines.stream()
                        .filter(line -> line.startsWith("!"))
                        .map(line -> expression(line.substring(1)))
                        .collect(Collectors.joining("|"));
        Pattern listed =
                Pattern.compile(
                        lines.stream()
                                .filter(line -> !line.startsWith("!"))
                                .map(PlacesTest::expression)
                                .collect(Collectors.joining("|")));
        Pattern excepted = Pattern.compile(exceptions.isEmpty() ? "(?!)" : exceptions);
        return path -> listed.matcher(path).find() && !excepted.matcher(path).find();
    }

    private static String expression(String line) {
        boolean fromHome = line.startsWith("HOME");
        String place = line.substring(fromHome ? "HOME".length() : 0);
        String begin =
                fromHome
                        ? "^(~|/home/[^/]+|/root|/Users/[^/]+)"
                        : place.startsWith("/") ? "^" : "(^|/)";
        String glob =
                place.replaceAll("/$", "")
                        .replace(".", "\\.")
                        .replace("{", "(")
                        .replace(",", "|")
                        .replace("}", ")")
                        .replace("?", "[^/]")
                        .replace("**", "\0")
                        .replace("*", "[^/]*")
                        .replace("\0", ".*");
        return begin + glob + (place.endsWith("/") ? "(/|$)" : "$");
    }
}
