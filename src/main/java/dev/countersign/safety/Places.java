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

    private static final PlaceList SECRET = PlaceList.read("secrets.txt");
    private static final PlaceList STARTUP = PlaceList.read("startup.txt");

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
        return SECRET.holds(path);
    }

    /// A place of secrets that a pattern of a shell may stand for: `~/.ss?/id_*`.
    static boolean mayStandForSecrets(String pattern) {
        return pattern.length() > LONGEST_PATTERN
                || WELL_KNOWN.stream().anyMatch(place -> Wildcards.mayFind(pattern, place));
    }

    static boolean isStartedByItself(String path) {
        return STARTUP.holds(path);
    }

    static boolean isDevice(String path) {
        return DEVICE.matcher(path).matches();
    }

    static boolean isNetworkDevice(String path) {
        return path.startsWith("/dev/tcp/") || path.startsWith("/dev/udp/");
    }
}
