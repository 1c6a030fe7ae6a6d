package dev.countersign.redaction;

import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Makes texts with secrets of the forms that their issuers document, and texts that look alike.
final class GeneratedSecrets {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String ALPHANUMERIC = LETTERS + "0123456789";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final String URL_SAFE = ALPHANUMERIC + "-_";

    private final RandomGenerator random;

    /// @param secret the secret's own characters; what is expected hides these alone
    /// @param told whether it is known by its value alone
    record Sample(String kind, String text, String secret, boolean told) {
        String expected() {
            return text.replace(secret, "*".repeat(secret.length()));
        }
    }

    GeneratedSecrets(RandomGenerator random) {
        this.random = random;
    }

    private String some(String alphabet, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    private String hex(int length) {
        return some("0123456789abcdef", length);
    }

    private String base64(int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        return Base64.getEncoder().encodeToString(data);
    }

    @SafeVarargs
    private <T> T oneOf(T... all) {
        return all[random.nextInt(all.length)];
    }

    private String token() {
        return oneOf(
                "AKIA" + some(UPPER, 16),
                oneOf("ghp_", "gho_", "ghs_", "ghr_", "ghu_") + some(ALPHANUMERIC, 36),
                "github_pat_" + some(ALPHANUMERIC, 22) + "_" + some(ALPHANUMERIC, 59),
                "glpat-" + some(ALPHANUMERIC, 20),
                "xoxb-"
                        + some("0123456789", 12)
                        + "-"
                        + some("0123456789", 12)
                        + "-"
                        + some(ALPHANUMERIC, 24),
                "sk_live_" + some(ALPHANUMERIC, 24),
                "AIza" + some(ALPHANUMERIC, 35),
                "sk-ant-api03-" + some(ALPHANUMERIC, 95),
                "sk-proj-" + some(ALPHANUMERIC, 48),
                "npm_" + some(ALPHANUMERIC, 36),
                "SG." + some(ALPHANUMERIC, 22) + "." + some(ALPHANUMERIC, 43),
                "eyJ"
                        + some(URL_SAFE, 33)
                        + ".eyJ"
                        + some(URL_SAFE, 80)
                        + "."
                        + some(URL_SAFE, 42)
                        + "a",
                "hf_" + some(LETTERS, 34),
                "dop_v1_" + hex(64));
    }

    private String password() {
        return some(LETTERS, 4)
                + some("0123456789", 3)
                + some(ALPHANUMERIC + "!@#%^*+=", random.nextInt(3, 14))
                + some(LETTERS, 2);
    }

    private String secretName() {
        return oneOf("DB_", "API_", "STRIPE_", "GITHUB_", "MY_APP_", "")
                + oneOf(
                        "PASSWORD",
                        "SECRET_KEY",
                        "ACCESS_TOKEN",
                        "API_KEY",
                        "AUTH_TOKEN",
                        "CLIENT_SECRET",
                        "PRIVATE_KEY");
    }

    private String around(String text) {
        return oneOf(
                        "%s",
                        "echo %s",
                        "%s\n",
                        "  %s  ",
                        "[info] %s",
                        "curl https://x.example/a -d '%s'",
                        "one\ntwo %s three\n",
                        "\"%s\"",
                        "(%s)")
                .formatted(text);
    }

    Sample secret() {
        List<Supplier<Sample>> kinds =
                List.of(
                        () -> of("token", "", token(), ""),
                        () ->
                                of(
                                        "token",
                                        oneOf("TOKEN=", "token: ", "Bearer ", "--token "),
                                        token(),
                                        ""),
                        () -> {
                            String secret = password();
                            return new Sample(
                                    "environment",
                                    "%s=%s\nnext line".formatted(secretName(), secret),
                                    secret,
                                    false);
                        },
                        () -> {
                            String secret = password();
                            return new Sample(
                                    "export",
                                    "export %s='%s'; make".formatted(secretName(), secret),
                                    secret,
                                    false);
                        },
                        () -> {
                            String secret = password().replaceAll("[#%]", "x");
                            return new Sample(
                                    "yaml",
                                    "  %s: %s\n  user: ann"
                                            .formatted(
                                                    oneOf(
                                                            "password",
                                                            "db_password",
                                                            "client-secret",
                                                            "apiKey",
                                                            "api_token"),
                                                    secret),
                                    secret,
                                    false);
                        },
                        () ->
                                of(
                                        "json",
                                        "{\"id\": 7, \"%s\": \""
                                                .formatted(
                                                        oneOf(
                                                                "password",
                                                                "apiKey",
                                                                "client_secret",
                                                                "accessToken",
                                                                "secretKey")),
                                        password().replace("%", "x"),
                                        "\"}"),
                        () ->
                                of(
                                        "address",
                                        oneOf("https", "postgres", "redis", "amqp", "mongodb+srv")
                                                + "://"
                                                + oneOf("ann", "app", "svc-1")
                                                + ":",
                                        password().replaceAll("[#@%]", "x"),
                                        "@db.example.com:5432/shop"),
                        () ->
                                of(
                                        "header",
                                        "Authorization: " + oneOf("Bearer ", "Basic ", "token "),
                                        some(ALPHANUMERIC, 40),
                                        ""),
                        () ->
                                of(
                                        "query",
                                        "https://api.example/v1?page=2&"
                                                + oneOf(
                                                        "access_token",
                                                        "api_key",
                                                        "token",
                                                        "client_secret")
                                                + "=",
                                        some(ALPHANUMERIC, 24) + "7a",
                                        "&x=1"),
                        () ->
                                of(
                                        "option",
                                        "tool --user ann "
                                                + oneOf(
                                                        "--password ",
                                                        "--password=",
                                                        "--api-key ",
                                                        "--token=",
                                                        "--client-secret "),
                                        some(ALPHANUMERIC, 18) + "3b",
                                        " --verbose"),
                        () -> of("aws", "aws_secret_access_key = ", base64(30), ""),
                        this::privateKey,
                        () -> {
                            String secret = password();
                            return new Sample(
                                    "value",
                                    around("x " + secret + " y").replace("%", "x"),
                                    secret.replace("%", "x"),
                                    true);
                        });
        return kinds.get(random.nextInt(kinds.size())).get();
    }

    private Sample of(String kind, String before, String secret, String after) {
        String text = around("@").replace("@", before + secret + after);
        return new Sample(kind, text, secret, false);
    }

    private Sample privateKey() {
        String line = some(ALPHANUMERIC + "+/", 64);
        String kind = oneOf("RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED ");
        return new Sample(
                "private key",
                "-----BEGIN %sPRIVATE KEY-----\n%s\n-----END %sPRIVATE KEY-----\n"
                        .formatted(kind, line, kind),
                line,
                false);
    }

    private String uuid() {
        return "%s-%s-4%s-a%s-%s".formatted(hex(8), hex(4), hex(3), hex(3), hex(12));
    }

    private String word() {
        return oneOf(
                "server",
                "client",
                "build",
                "index",
                "report",
                "main",
                "utils",
                "parser",
                "login",
                "token",
                "key",
                "password",
                "secret",
                "auth");
    }

    private String path() {
        return oneOf("/", "./", "~/", "src/", "/home/ann/")
                + word()
                + "/"
                + word()
                + "-"
                + some("0123456789", 2)
                + "/"
                + word()
                + oneOf(".java", ".ts", ".pem", ".json", "", ".key");
    }

    private String host() {
        return word()
                + "-"
                + random.nextInt(99)
                + "."
                + word()
                + oneOf(".example.com", ".internal", ".io", ".svc.cluster.local");
    }

    Sample lookAlike() {
        List<Supplier<String>> kinds =
                List.of(
                        () -> "commit " + hex(40),
                        () ->
                                oneOf("sha256:", "sha1 ", "md5sum ", "digest=")
                                        + hex(oneOf(32, 40, 64)),
                        () -> "index " + hex(7) + ".." + hex(7) + " 100644",
                        () -> oneOf("id=", "request ", "trace: ", "") + uuid(),
                        () ->
                                oneOf("data:image/png;base64,", "content: ", "", "body=")
                                        + base64(random.nextInt(20, 200)),
                        () -> "integrity: sha512-" + base64(64),
                        () -> oneOf("cat ", "rm -rf ", "vim ", "cp a ") + path(),
                        () -> oneOf("ping ", "ssh ann@", "https://", "curl https://") + host(),
                        () ->
                                "https://%s:%d/%s?page=%d&sort=%s"
                                        .formatted(
                                                host(),
                                                random.nextInt(65_000),
                                                word(),
                                                random.nextInt(9),
                                                word()),
                        () ->
                                "docker pull %s/%s:%s@sha256:%s"
                                        .formatted(host(), word(), some("0123456789.", 4), hex(64)),
                        () ->
                                "error TS%d: Cannot find name '%s' at %s:%d:%d"
                                        .formatted(
                                                random.nextInt(9999),
                                                word(),
                                                path(),
                                                random.nextInt(900),
                                                random.nextInt(90)),
                        () ->
                                "def %s(%s=None, %s: str = ''): return %s.%s"
                                        .formatted(word(), word(), word(), word(), word()),
                        () -> "%s = %s.get('%s')".formatted(word(), word(), word()),
                        () ->
                                "git %s %s"
                                        .formatted(
                                                oneOf("show", "checkout", "log"),
                                                hex(oneOf(7, 12, 40))),
                        () -> "%s_FILE=%s".formatted(secretName(), path()),
                        () -> "%s=$%s make".formatted(secretName(), secretName()),
                        () -> "ssh-rsa AAAAB3NzaC1yc2E" + base64(200) + " ann@laptop",
                        () ->
                                "-----BEGIN CERTIFICATE-----\n"
                                        + base64(48)
                                        + "\n-----END CERTIFICATE-----",
                        () ->
                                "npm notice "
                                        + word()
                                        + "@"
                                        + random.nextInt(9)
                                        + ".2.1 integrity sha512-"
                                        + base64(12),
                        () ->
                                "%d tests passed, key: %s, tokens: %d"
                                        .formatted(
                                                random.nextInt(99), word(), random.nextInt(9999)),
                        () -> "etag: W/\"" + hex(32) + "\"",
                        () ->
                                "-rw-r--r-- 1 ann ann %d Nov 21 12:00 %s.pem"
                                        .formatted(random.nextInt(9999), word()),
                        () -> "eyJ" + base64(60).replace('+', 'x').replace('/', 'y'));
        int kind = random.nextInt(kinds.size());
        String text = kinds.get(kind).get();
        return new Sample("look-alike " + kind, text, text, false);
    }
}
