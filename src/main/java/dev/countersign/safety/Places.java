package dev.countersign.safety;

import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;

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

    private static final Pattern SECRET =
            Pattern.compile(
                    "(^|/)(\\.ssh|\\.gnupg|\\.password-store)(/|$)"
                        + "|(^|/)\\.aws(/(credentials|config))?$"
                        + "|(^|/)(\\.netrc|\\.git-credentials|\\.pgpass|\\.my\\.cnf|\\.npmrc|\\.pypirc|\\.vault-token|\\.htpasswd)$"
                        + "|(^|/)\\.docker/config\\.json$|(^|/)\\.kube(/config)?$"
                        + "|(^|/)\\.config/(gcloud|gh|op|hub|rclone|doctl|heroku|sops|age)(/|$)"
                        + "|(^|/)(\\.s3cfg|\\.boto|\\.dockercfg|\\.terraformrc|\\.bash_history|\\.zsh_history|\\.psql_history|\\.mysql_history|\\.python_history|wallet\\.dat|logins\\.json|key4\\.db|master\\.key)$"
                        + "|(^|/)\\.(cargo|gem)/credentials|(^|/)\\.m2/settings(-security)?\\.xml$|(^|/)\\.gradle/gradle\\.properties$|(^|/)\\.terraform\\.d/credentials|(^|/)\\.(azure|electrum|bitcoin|ethereum)(/|$)|(^|/)Library/Keychains(/|$)|(^|/)(Login"
                        + " Data|Cookies)$|(^|/)\\.mozilla/firefox/"
                        + "|^/(var/)?run/secrets(/|$)|(^|/)service[-_]account[^/]*\\.json$|(^|/)client_secret[^/]*\\.json$|(^|/)credentials\\.(json|ya?ml|xml|csv)$|(^|/)secrets?\\.(json|ya?ml|toml|env|txt)$|(^|/)[^/]*private[^/]*\\.key$|(^|/)server\\.key$"
                        + "|^/etc/(shadow|gshadow|sudoers)|^/proc/[^/]+/(environ|mem)$"
                        + "|(^|/)id_(rsa|ed25519|ecdsa|dsa)$"
                        + "|(^|/)\\.env(\\.(?!example|sample|template|dist|defaults)[A-Za-z0-9_-]+)?$"
                        + "|\\.(p12|pfx|kdbx|keystore|jks)$|(^|/)[^/]*(key|priv|secret)[^/]*\\.pem$");
    // Of the names above that do not begin with a dot.
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
                    "keystore",
                    "jks");
    private static final Pattern NO_SECRET =
            Pattern.compile("\\.pub$|(^|/)known_hosts$|(^|/)cacerts?\\.pem$");

    private static final Pattern STARTUP =
            Pattern.compile(
                    "(^|/)\\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zprofile|zshenv|zlogin|kshrc|xprofile|xinitrc|inputrc|gitconfig|vimrc)$"
                        + "|(^|/)\\.config/(fish|autostart|systemd)(/|$)"
                        + "|(^|/)authorized_keys2?$|(^|/)\\.ssh/(config|rc)$"
                        + "|^/etc/(cron|profile|bash\\.bashrc|rc\\.local|init\\.d|systemd|ld\\.so|sudoers|passwd|pam\\.d)"
                        + "|^/var/spool/cron|(^|/)LaunchAgents(/|$)|(^|/)LaunchDaemons(/|$)"
                        + "|(^|/)\\.git/(hooks(/|$)|config$)");

    private static final Pattern DEVICE =
            Pattern.compile(
                    "^/dev/(?!null$|zero$|stdout$|stderr$|stdin$|tty$|fd/|shm/|pts/|random$|urandom$).+");

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
                || path.endsWith("Login Data")
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
