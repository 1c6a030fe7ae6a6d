package dev.countersign.safety;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Places that matter wherever the workspace is.
final class Places {
    private static final Set<String> SYSTEM_FOLDERS =
            Set.of(
                    "/",
                    "/bin",
                    "/boot",
                    "/dev",
                    "/etc",
                    "/home",
                    "/lib",
                    "/lib64",
                    "/opt",
                    "/proc",
                    "/root",
                    "/run",
                    "/sbin",
                    "/srv",
                    "/sys",
                    "/usr",
                    "/var",
                    "/usr/bin",
                    "/usr/lib",
                    "/usr/local",
                    "/var/lib",
                    "/var/log",
                    "/Users",
                    "/Library",
                    "/System",
                    "/Applications");
    private static final Set<String> SYSTEM_ROOTS =
            Set.of(
                    "/bin",
                    "/boot",
                    "/etc",
                    "/lib",
                    "/lib64",
                    "/sbin",
                    "/sys",
                    "/usr",
                    "/System",
                    "/proc",
                    "/var/lib",
                    "/var/spool",
                    "/var/log",
                    "/opt",
                    "/root");
    private static final Set<String> TEMPORARY = Set.of("/tmp", "/var/tmp", "/private/tmp");

    private static final Pattern SECRET = PlacePatterns.read("secrets.txt");
    // Of the secret places that have no name with a dot at its beginning.
    private static final Set<String> SECRET_ENDINGS =
            Set.of(
                    "json",
                    "yaml",
                    "yml",
                    "xml",
                    "csv",
                    "toml",
                    "env",
                    "txt",
                    "key",
                    "dat",
                    "db",
                    "pem",
                    "p12",
                    "pfx",
                    "kdbx",
                    "kdb",
                    "keystore",
                    "jks",
                    "ppk",
                    "ovpn",
                    "agekey",
                    "keytab",
                    "binarycookies",
                    "sqlite");
    private static final Pattern NO_SECRET =
            Pattern.compile("\\.pub$|(^|/)known_hosts$|(^|/)cacerts?\\.pem$");

    private static final Pattern STARTUP = PlacePatterns.read("startup.txt");

    private static final Pattern DEVICE =
            Pattern.compile(
                    "^/dev/(?!null$|zero$|stdout$|stderr$|stdin$|tty$|fd/|shm/|pts/|random$|urandom$).+");

    private static final int LONGEST_PATTERN = 300;
    // What a pattern is tried on, since it names no file itself.
    private static final List<String> WELL_KNOWN =
            Stream.of(
                            "/etc/shadow",
                            "/etc/gshadow",
                            "/etc/sudoers",
                            "/proc/1/environ",
                            "/proc/self/environ",
                            ".ssh/id_rsa",
                            ".ssh/id_ed25519",
                            ".ssh/config",
                            ".aws/credentials",
                            ".netrc",
                            ".git-credentials",
                            ".kube/config",
                            ".docker/config.json",
                            ".gnupg/secring.gpg",
                            ".env")
                    .flatMap(place ->
                            place.startsWith("/")
                                    ? Stream.of(place)
                                    : Stream.of(place, "~/" + place, "/root/" + place))
                    .toList();

    private Places() {}

    static boolean isSystemFolder(Path path) {
        return SYSTEM_FOLDERS.contains(path.toString());
    }

    static boolean isUnderSystemFolder(Path path) {
        return SYSTEM_ROOTS.stream().anyMatch(root -> path.startsWith(Path.of(root)));
    }

    static boolean isTemporary(Path path) {
        return TEMPORARY.stream().anyMatch(root -> path.startsWith(Path.of(root)));
    }

    static boolean hasSegment(Path path, String name) {
        for (Path segment : path) {
            if (segment.toString().equals(name)) {
                return true;
            }
        }
        return false;
    }

    static boolean mayHoldSecrets(String path) {
        return isWorthALook(path) && holdsSecrets(path);
    }

    /// A place of secrets that a pattern of a shell may stand for: `~/.ss?/id_*`.
    static boolean mayStandForSecrets(String pattern) {
        if (pattern.length() > LONGEST_PATTERN) {
            return true;
        }
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            switch (c) {
                case '?' -> expression.append("[^/]");
                case '*' -> expression.append("[^/]*");
                case '[' -> {
                    int end = pattern.indexOf(']', i + 2);
                    expression.append("[^/]");
                    i = end < 0 ? i : end;
                }
                default -> expression.append(Pattern.quote(String.valueOf(c)));
            }
        }
        Pattern compiled = Pattern.compile(expression.toString());
        return WELL_KNOWN.stream().anyMatch(place -> compiled.matcher(place).matches());
    }

    /// The same without the quick look before.
    static boolean holdsSecrets(String path) {
        return SECRET.matcher(path).find() && !NO_SECRET.matcher(path).find();
    }

    /// Nearly all words are none of these, and the pattern is slow.
    private static boolean isWorthALook(String path) {
        int dot = path.lastIndexOf('.');
        if (dot >= 0) {
            boolean hidden = path.charAt(0) == '.' || path.contains("/.");
            if (hidden || SECRET_ENDINGS.contains(path.substring(dot + 1))) {
                return true;
            }
        }
        return path.contains("id_")
                || path.contains("secret")
                || path.contains("credentials")
                || path.contains("Keychains")
                || path.endsWith("Cookies")
                || path.contains("Library/")
                || path.endsWith("Data")
                || path.endsWith("history")
                || path.contains("_pass")
                || path.contains("_netrc")
                || path.contains("vercel")
                || path.startsWith("/dev/")
                || path.startsWith("/run/")
                || path.startsWith("/var/run/")
                || path.startsWith("/etc/")
                || path.startsWith("/proc/");
    }

    static boolean isStartedByItself(String path) {
        return STARTUP.matcher(path).find();
    }

    static boolean isDevice(String path) {
        return DEVICE.matcher(path).matches();
    }

    static boolean isNetworkDevice(String path) {
        return path.startsWith("/dev/tcp/") || path.startsWith("/dev/udp/");
    }
}
