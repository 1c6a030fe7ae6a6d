package dev.countersign.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretMaskerTest {
    private static final int ROUNDS = 20_000;

    private final SecretMasker masker = SecretMasker.byForm();

    private static String stars(String text) {
        return SecretMasker.byForm().mask(text, '*');
    }

    private static String text(String... lines) {
        return Stream.of(lines).collect(Collectors.joining(String.valueOf('\n')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "export DB_PASSWORD=s3cr3t-x make | export DB_PASSWORD=******** make",
                "git clone https://ann:pa55word@host.example/r | git clone"
                        + " https://ann:********@host.example/r",
                "psql postgres://app:p@ss:w0rd@db:5432/shop | psql"
                        + " postgres://app:*********@db:5432/shop",
                "curl -H 'X-Api-Key: abc123def456' https://api.example | curl -H 'X-Api-Key:"
                        + " ************' https://api.example",
                "curl -u ann:hunter22 https://h/ | curl -u ann:******** https://h/",
                "Authorization: Basic YW5uOmh1bnRlcjI= | Authorization: Basic ****************",
                "{\"password\": \"hunter2!\", \"user\": \"ann\"} | {\"password\": \"********\","
                        + " \"user\": \"ann\"}",
                "aws configure --secret-key abcdEFGH1234 --region eu | aws configure --secret-key"
                        + " ************ --region eu",
                "https://x.example/cb?access_token=a1b2c3d4e5&state=7 |"
                        + " https://x.example/cb?access_token=**********&state=7",
                "machine h login ann password tr0ub4dor | machine h login ann password *********",
                "it's the password: 'hunter2!' | it's the password: '********'",
                "{'user': 'ann', 'password': 'hunter2!'} | {'user': 'ann', 'password':"
                        + " '********'}",
                "sshpass -p secret99 ssh host | sshpass -p ******** ssh host",
                "mysql -uroot -ptoor77 shop | mysql -uroot -p****** shop",
                "//registry.npmjs.org/:_authToken=3f1c2b4a-99 |"
                        + " //registry.npmjs.org/:_authToken=***********",
            })
    void onlyTheSecretsOwnCharactersAreMasked(String text, String expected) {
        assertEquals(expected, stars(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git push --force-with-lease origin main",
                "--- PASS: TestRetryBackoff (0.31s)",
                "    --- PASS: TestClamp/negative_17 (0.00s)",
                "PASS: retry-backoff",
                "export DB_PASSWORD=$(pass show db)",
                "TOKEN=$TOKEN make release",
                "docker run -u 1000:1000 -e PASSWORD postgres:15",
                "error: unexpected token: identifier",
                "password = config.password",
                "if (token == null) { token = readToken(); }",
                "kubectl create secret generic db --from-file=key.pem",
                "max_tokens=4096 key=value sort_key=name",
                "primary_key: id, cache-key: Linux-node-5d41402abc4b2a76b9719d911017c592",
                "commit 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
                "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "id 123e4567-e89b-12d3-a456-426614174000",
                "scp user@host.example:/home/user/keys/id_ed25519 .",
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0K9f3Nn0 ann@laptop",
                "https://github.com:443/a@b/c?page=2#token",
                "tokenizer: loaded 50257 tokens",
                "the password must have 8 characters",
                "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIE\n-----END CERTIFICATE-----",
                "std::string::key::value a::b",
                "SECRET_FILE=/run/secrets/db PASSWORD_FILE=/x/y",
                "Compiling authorization v0.3.1",
                "printf 'Password: '; sleep 1; tput cup 5 5; echo there",
                "read -rsp \"Database password: \" answer; echo \"${#answer} characters\"",
            })
    void whatIsNoSecretStays(String text) {
        assertEquals(text, stars(text));
    }

    @Test
    void aPrivateKeyIsMaskedLineByLineAndItsFrameStays() {
        String key =
                text(
                        "a",
                        "-----BEGIN OPENSSH PRIVATE KEY-----",
                        "b3BlbnNzaC1r",
                        "ZXktdjEAAAAA",
                        "-----END OPENSSH PRIVATE KEY-----",
                        "b");
        assertEquals(
                text(
                        "a",
                        "-----BEGIN OPENSSH PRIVATE KEY-----",
                        "************",
                        "************",
                        "-----END OPENSSH PRIVATE KEY-----",
                        "b"),
                stars(key));
        assertEquals(
                List.of("****************", "-----END RSA PRIVATE KEY-----", "done"),
                masker
                        .maskLines(
                                List.of(
                                        "MIIEpAIBAAKCAQEA",
                                        "-----END RSA PRIVATE KEY-----",
                                        "done"))
                        .stream()
                        .map(line -> line.replace('•', '*'))
                        .toList());
    }

    @Test
    void valuesThatWereToldAreMaskedWhereverTheyStand() {
        SecretMasker told =
                SecretMasker.ofValues(
                        List.of(
                                "correct horse battery",
                                "Zx9Qw7",
                                "postgres",
                                "/home/ann/key.pem",
                                "db.example.com",
                                "https://ann:tr0ub4dor&3@host/x"));

        assertEquals(
                "a ********************* b",
                told.mask("a correct horse battery b", '*').replace("** ", "** "));
        assertEquals("x=****** Zx9Qw7y", told.mask("x=Zx9Qw7 Zx9Qw7y", '*'));
        assertEquals(
                "psql -U postgres -h db.example.com </home/ann/key.pem",
                told.mask("psql -U postgres -h db.example.com </home/ann/key.pem", '*'));
        assertEquals("say ***********!", told.mask("say tr0ub4dor&3!", '*'));
        assertEquals("host ann", told.mask("host ann", '*'));
    }

    @Test
    void everyCutOfASecretIsMaskedInAStream() {
        String[] texts = {
            "token ghp_abcdefghijklmnopqrstuvwxyz0123456789 end\n",
            "before\nDB_PASSWORD=abcd1234efgh\nafter\n",
            "x correct-horse-9 y",
            text(
                    "-----BEGIN RSA PRIVATE KEY-----",
                    "MIIEpAIBAAKCAQEA",
                    "MIIEpAIBAAKCAQEB",
                    "-----END RSA PRIVATE KEY-----",
                    "after 1",
                    ""),
        };
        SecretMasker told = SecretMasker.ofValues(List.of("correct-horse-9"));
        for (String text : texts) {
            String whole = told.mask(text, '*');
            for (int first = 0; first <= text.length(); first++) {
                MaskingStream stream = new MaskingStream(told, '*');
                String shown =
                        stream.accept(text.substring(0, first))
                                + stream.accept(text.substring(first))
                                + stream.finish();
                assertEquals(text.length(), shown.length(), "cut at " + first);
                assertMostlyMasked(whole, shown, first);
            }
        }
    }

    /// The first three characters of a form that nobody knows yet may be seen.
    private static void assertMostlyMasked(String whole, String shown, int cut) {
        int seen = 0;
        for (int i = 0; i < whole.length(); i++) {
            seen += whole.charAt(i) == '*' && shown.charAt(i) != '*' ? 1 : 0;
            assertTrue(whole.charAt(i) == '*' || shown.charAt(i) == whole.charAt(i), shown);
        }
        assertTrue(seen <= 3, "cut at %d: %s".formatted(cut, shown));
    }

    @Test
    void promptsAreNotKeptBack() {
        MaskingStream stream = new MaskingStream(masker, '*');
        assertEquals("Proceed? [y/N] ", stream.accept("Proceed? [y/N] "));
        assertEquals("50% done", stream.accept("50% done"));
    }

    @Test
    void masksGeneratedSecretsAndNothingThatLooksAlike() {
        long seed = System.nanoTime();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        GeneratedSecrets generated = new GeneratedSecrets(random);
        Map<String, int[]> missedByKind = new HashMap<>();
        int missed = 0;
        int wrong = 0;
        List<String> examples = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            GeneratedSecrets.Sample secret = generated.secret();
            SecretMasker one =
                    secret.told() ? SecretMasker.ofValues(List.of(secret.secret())) : masker;
            String shown = one.mask(secret.text(), '*');
            if (shown.contains(secret.secret()) || !shown.equals(secret.expected())) {
                missed++;
                missedByKind.computeIfAbsent(secret.kind(), k -> new int[1])[0]++;
                examples.add(secret.text() + "  →  " + shown);
            }
            GeneratedSecrets.Sample other = generated.lookAlike();
            String same = masker.mask(other.text(), '*');
            if (!same.equals(other.text())) {
                wrong++;
                missedByKind.computeIfAbsent(other.kind(), k -> new int[1])[0]++;
                examples.add(other.text() + "  →  " + same);
            }
        }
        Map<String, Integer> kinds = new HashMap<>();
        missedByKind.forEach((kind, count) -> kinds.put(kind, count[0]));
        String report =
                "seed %d: of %d secrets %d not masked exactly, of as many look-alikes %d masked; %s%n%s"
                        .formatted(
                                seed,
                                ROUNDS,
                                missed,
                                wrong,
                                kinds,
                                String.join(
                                        "\n", examples.subList(0, Math.min(20, examples.size()))));
        System.out.println(report);
        assertTrue(missed <= ROUNDS / 100, report);
        assertTrue(wrong <= ROUNDS / 100, report);
    }
}
