package dev.countersign.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GITHUB_TOKEN",
                "GH_TOKEN",
                "GH_PAT",
                "NPM_TOKEN",
                "NPMTOKEN",
                "npm_config_//registry.example.org/:_authToken",
                "TOKEN",
                "API_TOKENS",
                "ANTHROPIC_API_KEY",
                "ANTHROPIC_AUTH_TOKEN",
                "OPENAI_API_KEY",
                "OPENAI_KEY",
                "AWS_ACCESS_KEY_ID",
                "AWS_SECRET_ACCESS_KEY",
                "AWS_SESSION_TOKEN",
                "GOOGLE_APPLICATION_CREDENTIALS",
                "STRIPE_KEY",
                "API_KEY_2",
                "stripeApiKey",
                "MYAPIKEY",
                "SECRET_KEY_BASE",
                "DJANGO_SECRET",
                "client_secret",
                "CLIENTSECRET",
                "DB_PASSWORD",
                "DB_PASSWORD_OLD",
                "PGPASSWORD",
                "MYSQL_PWD",
                "DB_PASS",
                "SSH_PASSPHRASE",
                "TWINE_PASSWORD_FILE",
                "DATABASE_URL",
                "SENTRY_DSN",
                "NPM_AUTH",
                "CI_JOB_JWT"
            })
    void secretsAreSeenByTheirNames(String name) {
        assertEquals(true, SecretNames.isSecret(name), name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PATH",
                "HOME",
                "PWD",
                "OLDPWD",
                "SSH_AUTH_SOCK",
                "SSH_AGENT_PID",
                "GPG_TTY",
                "GPG_AGENT_INFO",
                "KEYBOARD",
                "KEY_REPEAT_RATE",
                "MONKEY",
                "TOKENIZERS_PARALLELISM",
                "CLAUDE_CODE_MAX_OUTPUT_TOKENS",
                "MAX_TOKENS",
                "TOKEN_LIMIT",
                "GIT_ASKPASS",
                "PASSENGERS",
                "COMPASS_HOME",
                "SECRETARY",
                "AUTHOR",
                "GIT_AUTHOR_NAME",
                "XAUTHORITY",
                "SSH_KEY_PATH",
                "AWS_PROFILE",
                "AWS_REGION",
                "GITHUB_ACTIONS",
                "GITHUB_REPOSITORY",
                "OPENAI_BASE_URL",
                "DBUS_SESSION_BUS_ADDRESS",
                "XDG_RUNTIME_DIR",
                "KUBECONFIG",
                "LC_ALL",
                "_",
                ""
            })
    void everydayNamesAreNoSecrets(String name) {
        assertEquals(false, SecretNames.isSecret(name), name);
    }
}
