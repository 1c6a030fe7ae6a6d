package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

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

    @Test
    void everySecretIsFoundInSpiteOfTheQuickLook() {
        for (String path : SECRETS) {
            assertTrue(Places.mayHoldSecrets(path), path);
        }
    }

    @Test
    void theQuickLookNeverChangesTheAnswer() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String one = SECRETS.get(random.nextInt(SECRETS.size()));
            String other = SECRETS.get(random.nextInt(SECRETS.size()));
            int cut = random.nextInt(one.length() + 1);
            String path =
                    one.substring(0, cut)
                            + other.substring(random.nextInt(other.length() + 1))
                            + (random.nextBoolean() ? "" : "x");
            assertEquals(
                    Places.holdsSecrets(path),
                    Places.mayHoldSecrets(path),
                    () -> "seed " + seed + ": " + path);
        }
    }
}
