package dev.countersign.safety;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What touches the machine, other people's rights and accounts, or the person's secrets.
final class SystemDangers {
    private static final Set<String> PRIVILEGE =
            Set.of("sudo", "su", "doas", "pkexec", "run0", "sudoedit", "runuser", "visudo");
    private static final Set<String> DISKS =
            Set.of(
                    "wipefs",
                    "fdisk",
                    "sfdisk",
                    "cfdisk",
                    "gdisk",
                    "sgdisk",
                    "parted",
                    "mkswap",
                    "blkdiscard",
                    "hdparm",
                    "cryptsetup");
    private static final Set<String> POWER = Set.of("shutdown", "reboot", "halt", "poweroff");
    // Folders of the machine that a container should not see.
    private static final Pattern HOST_FOLDER =
            Pattern.compile(
                    "(-v|--volume=|--mount=)?(.*(source|src)=)?(((/|~|\\$HOME)?/?)(etc|root|home|var|usr|boot|dev|proc|sys|lib|bin|\\.ssh|\\.aws|\\.kube|\\.gnupg)|~|\"?\\$\\{?HOME\\}?\"?|/home/[^/:]+|/etc/(shadow|gshadow|passwd|sudoers|ssh/|cron|pam|kubernetes)[^:]*)/?(:.*|,.*)");
    private static final Set<String> CONTAINERS = Set.of("docker", "podman", "nerdctl");
    private static final Set<String> PRINTERS = Set.of("echo", "printf", "true", ":", "test", "[");

    private static final Pattern ROUNDABOUT = Pattern.compile("^(/?[^/.][^/]*)/(.*/)?\\.\\.(/|$)");
    private static final Pattern AGENT_SETTINGS =
            Pattern.compile(
                    "(^|/)(\\.claude/settings(\\.local)?\\.json|\\.claude\\.json|\\.mcp\\.json|\\.codex/config\\.toml|\\.gemini/settings\\.json|\\.cursor/(mcp|cli)\\.json|opencode\\.jsonc?|\\.?crush\\.json)$");
    // Files are operands of theirs that go to other machines.
    private static final Set<String> COPIERS =
            Set.of(
                    "aws",
                    "gsutil",
                    "rclone",
                    "mc",
                    "s3cmd",
                    "s5cmd",
                    "azcopy",
                    "b2",
                    "ipfs",
                    "mosquitto_pub",
                    "kcat",
                    "nats",
                    "buildkite-agent");
    private static final Pattern VARIABLES_FILE = Pattern.compile("(\\./)?\\.env(\\.[\\w-]+)?");
    // They show the names of files, nothing of what is in them.
    private static final Set<String> ONLY_NAMES = Set.of("ls", "stat", "du", "tree", "exa", "eza");
    private static final Pattern CLOSING_MODE =
            Pattern.compile("0?[0-7]00|(g|o|go|og)-[rwx]+|u[+=][rwx]+|(go|og)=|u=rwx?,go=");
    private static final Pattern METADATA =
            Pattern.compile(
                    "169\\.254\\.169\\.254|169\\.254\\.170\\.2|metadata\\.google\\.internal|100\\.100\\.100\\.200|fd00:ec2::254");
    private static final Pattern ENDLESS = Pattern.compile("(if=)?/dev/(zero|urandom|random|full)");
    // Options by which agents stop asking.
    private static final Pattern UNBOUND =
            Pattern.compile(
                    "--dangerously-.*|--allow-dangerously-.*|--yolo|--full-auto|--trust-all-tools|--approval-mode=yolo|bypassPermissions|--permission-mode=bypassPermissions");
    private static final Set<String> AGENTS =
            Set.of(
                    "claude",
                    "codex",
                    "gemini",
                    "opencode",
                    "crush",
                    "cursor-agent",
                    "q",
                    "amp",
                    "goose",
                    "aider",
                    "cline");
    private static final Pattern SECRET_WORDS =
            Pattern.compile(
                    "(?i)passw(or)?d|passphrase|secret|api.?key|access.?key|credential|auth.?token|private.?key");
    private static final Pattern HISTORY =
            Pattern.compile("(^|/)\\.(bash|zsh|sh|python|mysql|psql)_history$");

    private final TargetPaths paths;
    // After `cd ~/.ssh`.
    private final boolean inSecretFolder;

    /// @param paths when the whole script has been walked through
    SystemDangers(TargetPaths paths) {
        this.paths = paths;
        this.inSecretFolder =
                paths.possibleFolders().stream()
                        .anyMatch(folder -> Places.mayHoldSecrets(folder.toString()));
    }

    void find(JudgedCommand command, List<Danger> found) {
        String name = command.name();
        if (PRIVILEGE.contains(name) && !(command.known() && command.onlyReads())) {
            found.add(
                    Danger.of(
                            command,
                            "privilege.other-user",
                            RiskLevel.HIGH,
                            "Runs with the rights of another user, as a rule with all rights."));
        }
        if ((DISKS.contains(name) || name.startsWith("mkfs"))
                && !(command.known() && command.onlyReads())) {
            found.add(
                    Danger.of(
                                    command,
                                    "disk.format",
                                    RiskLevel.CRITICAL,
                                    "Changes a disk directly.")
                            .losing("What is on the disk would be lost."));
        }
        if (command.is("chmod", "chown", "chgrp", "setfacl")) {
            rights(command, found);
        }
        if (command.is("dd", "dcfldd", "dc3dd") || !command.known()) {
            command.rest().stream()
                    .filter(word -> word.prefix().startsWith("of=/dev/"))
                    .filter(word -> Places.isDevice(word.shown().substring("of=".length())))
                    .forEach(word -> found.add(device(word)));
        }
        if (command.is("chmod", "chown")
                && command.operands().stream().anyMatch(word -> word.shown().endsWith(".sock"))) {
            found.add(
                    Danger.of(
                            command,
                            "rights.socket",
                            RiskLevel.HIGH,
                            "Changes who may tell a service of the machine what to do."));
        }
        services(command, found);
        publishing(command, found);
        if (CONTAINERS.contains(name)) {
            containers(command, found);
            removesAll(command, found);
        }
        persistence(command, found);
        unbound(command, found);
        endless(command, found);
        history(command, found);
        secrets(command, found);
        searchedForSecrets(command, found);
        redirects(command, found);
        changes(command, found);
    }

    private void rights(JudgedCommand command, List<Danger> found) {
        boolean recursive = command.hasOption('R', "--recursive");
        for (ScriptWord word : command.operands()) {
            for (Path path : paths.resolve(word)) {
                boolean all = Places.isSystemFolder(path) || path.equals(paths.home());
                if (recursive && all && word.prefix().matches("[/~.].*")) {
                    found.add(
                            Danger.of(
                                            word,
                                            "rights.system",
                                            RiskLevel.CRITICAL,
                                            "Changes the rights or owners of everything in %s."
                                                    .formatted(path))
                                    .losing(
                                            "The rights of everything in %s would be lost."
                                                    .formatted(path)));
                    return;
                }
            }
        }
        boolean open =
                command.operands().stream()
                        .anyMatch(word ->
                                word.shown()
                                        .matches(
                                                "0?[0-7]*[2367]|[ao]{1,2}[+=][rxX]*w[rxX]*|ugo?[+=]rwx|\\+w|go[+=][rxX]*w[rxX]*"));
        if (open && !recursive) {
            found.add(
                    Danger.of(
                            command,
                            "rights.open",
                            RiskLevel.MEDIUM,
                            "Lets everybody on this machine change it."));
        }
        boolean setuid =
                command.operands().stream()
                                .anyMatch(word ->
                                        word.shown()
                                                .matches(
                                                        "[0-7]?[2-7][0-7]{3}|[ugoa]*[+=][rwx]*s[rwx]*"))
                        && !command.operands().isEmpty()
                        && command.is("chmod");
        if (setuid) {
            found.add(
                    Danger.of(
                            command,
                            "rights.setuid",
                            RiskLevel.HIGH,
                            "Lets a program run with its owner's rights for everybody."));
        }
        boolean closed =
                command.operands().stream()
                        .anyMatch(word -> word.shown().matches("0{1,4}|[ugoa]*[-=]rwx|a="));
        if (recursive && (open || closed || command.is("chown", "chgrp"))) {
            found.add(
                    Danger.of(
                            command,
                            "rights.recursive",
                            RiskLevel.HIGH,
                            "Changes the rights or owners of a whole folder; what they were is not"
                                    + " kept."));
        }
    }

    private static Danger device(ScriptWord word) {
        return Danger.of(word, "disk.device", RiskLevel.CRITICAL, "Writes directly to a device.")
                .losing("What is on the device would be lost.");
    }

    private static void services(JudgedCommand command, List<Danger> found) {
        boolean script =
                !command.command().words().isEmpty()
                        && command.command().words().getFirst().shown().contains("/init.d/");
        boolean systemctl =
                (script || command.is("systemctl", "service", "launchctl", "rc-service"))
                        && List.of(
                                        "stop",
                                        "disable",
                                        "mask",
                                        "restart",
                                        "kill",
                                        "enable",
                                        "unload",
                                        "bootout",
                                        "reboot",
                                        "poweroff",
                                        "isolate",
                                        "load",
                                        "start")
                                .stream()
                                .anyMatch(command::has);
        if (systemctl) {
            found.add(
                    Danger.of(
                            command,
                            "service.changed",
                            RiskLevel.HIGH,
                            "Starts, stops or changes a service of the machine."));
        }
        if (POWER.contains(command.name())
                || (command.is("init", "telinit") && (command.has("0") || command.has("6")))) {
            found.add(
                    Danger.of(
                            command,
                            "machine.power",
                            RiskLevel.CRITICAL,
                            "Switches the machine off or starts it anew."));
        }
        boolean everyProcess = command.is("kill") && command.has("-1") && command.rest().size() > 1;
        if (everyProcess || command.is("killall5")) {
            found.add(
                    Danger.of(
                            command,
                            "process.all",
                            RiskLevel.CRITICAL,
                            "Stops every process that it may."));
        }
        if (command.is("pkill", "killall")) {
            found.add(
                    Danger.of(
                            command,
                            "process.by-name",
                            RiskLevel.MEDIUM,
                            "Stops every process of that name, whoever started it."));
        }
    }

    private static void publishing(JudgedCommand command, List<Danger> found) {
        boolean publishes =
                (command.is("mvn", "mvnw", "mvnd", "gradle", "gradlew", "sbt")
                                && (command.has("deploy")
                                        || command.has("publish")
                                        || command.has("release:perform")
                                        || command.has("uploadArchives")
                                        || command.has("publishPlugins")))
                        || (command.is("flit", "hatch", "vsce", "ovsx", "lerna", "changeset")
                                && command.has("publish"))
                        || command.is("semantic-release", "goreleaser", "np", "release-it")
                        || (command.is("flutter", "dart", "pub", "hex") && command.has("publish"))
                        || (command.is("mix") && command.has("hex.publish"))
                        || (command.is("pod") && command.has("trunk") && command.has("push"))
                        || (command.is("gh") && command.has("release") && command.has("create"));
        if (publishes) {
            found.add(
                    Danger.of(
                            command,
                            "publish",
                            RiskLevel.HIGH,
                            "Publishes something to others; that can hardly be taken back."));
        }
    }

    private static void containers(JudgedCommand command, List<Danger> found) {
        for (ScriptWord word : command.rest()) {
            String text = word.prefix().isEmpty() ? word.text() : word.prefix();
            boolean host =
                    text.equals("--privileged")
                            || text.startsWith("--privileged=true")
                            || text.matches("--(pid|ipc|userns|uts|cgroupns)=host")
                            || text.matches("(-v|--volume=|--volume|-v=)?/:.*")
                            || text.contains("source=/,")
                            || text.contains("src=/,")
                            || text.contains("docker.sock")
                            || text.startsWith("--cap-add")
                            || text.startsWith("--device")
                            || text.endsWith("=unconfined")
                            || text.endsWith(":unconfined")
                            || text.equals("unconfined")
                            || HOST_FOLDER.matcher(text).matches()
                            || (text.equals("host") && namesHost(command));
            if (host) {
                found.add(
                        Danger.of(
                                command,
                                "container.host",
                                RiskLevel.HIGH,
                                "Gives a container access to the machine itself."));
                return;
            }
        }
    }

    /// `docker rm -f $(docker ps -aq)`
    private static void removesAll(JudgedCommand command, List<Danger> found) {
        boolean removes =
                command.has("rm")
                        || command.has("rmi")
                        || command.has("kill")
                        || command.has("stop");
        boolean asked =
                command.rest().stream()
                        .anyMatch(word ->
                                !word.isKnown()
                                        && (word.text().contains("$(")
                                                || word.text().contains("`")
                                                || word.text().equals("…")));
        if (removes && asked) {
            found.add(
                    Danger.of(
                            command,
                            "container.all-removed",
                            RiskLevel.HIGH,
                            "Removes or stops whatever containers or images there are, whoever"
                                    + " uses them."));
        }
    }

    /// `--pid host`, in two words.
    private static boolean namesHost(JudgedCommand command) {
        return List.of("--pid", "--ipc", "--userns", "--uts", "--cgroupns").stream()
                .anyMatch(command::has);
    }

    private static void unbound(JudgedCommand command, List<Danger> found) {
        boolean stopsAsking =
                AGENTS.contains(command.name())
                        && command.rest().stream()
                                .anyMatch(word -> UNBOUND.matcher(word.shown()).matches());
        if (stopsAsking) {
            found.add(
                    Danger.of(
                            command,
                            "agent.unbound",
                            RiskLevel.HIGH,
                            "Starts an agent that runs whatever it likes without asking."));
        }
    }

    /// What never ends by itself, written to a file.
    private static void endless(JudgedCommand command, List<Danger> found) {
        if (!command.is("dd", "cat", "yes")) {
            return;
        }
        boolean source =
                command.rest().stream().anyMatch(word -> ENDLESS.matcher(word.shown()).matches());
        boolean writes =
                command.command().redirects().stream()
                        .anyMatch(SimpleCommand.Redirected::writesFile);
        boolean copies =
                command.is("dd")
                        && source
                        && command.rest().stream().anyMatch(word -> word.prefix().startsWith("of="))
                        && command.rest().stream()
                                .noneMatch(word -> word.prefix().startsWith("count="));
        if (copies || (writes && (command.is("yes") || (command.is("cat") && source)))) {
            found.add(
                    Danger.of(
                            command,
                            "disk.filled",
                            RiskLevel.HIGH,
                            "Writes without an end, until the disk is full."));
        }
    }

    private static void persistence(JudgedCommand command, List<Danger> found) {
        boolean schedules = command.is("crontab", "at", "batch") && !command.has("-l");
        if (schedules) {
            found.add(
                    Danger.of(
                            command,
                            "persistence.schedule",
                            RiskLevel.HIGH,
                            "Has something run again later by itself."));
        }
    }

    private static void history(JudgedCommand command, List<Danger> found) {
        boolean cleared = command.is("history") && command.hasOption('c', "-c");
        boolean vacuumed =
                command.is("journalctl")
                        && command.rest().stream()
                                .anyMatch(word -> word.prefix().startsWith("--vacuum"));
        if (cleared || vacuumed) {
            found.add(
                    Danger.of(
                            command,
                            "trace.erased",
                            RiskLevel.HIGH,
                            "Erases the record of what was done."));
        }
    }

    private void secrets(JudgedCommand command, List<Danger> found) {
        boolean makesKeys =
                command.is("openssl")
                        && (command.has("genrsa") || command.has("genpkey") || command.has("req"));
        // Taking rights to a key away from others is what it needs.
        boolean closes =
                command.is("chmod")
                        && command.operands().stream()
                                .anyMatch(word -> CLOSING_MODE.matcher(word.shown()).matches());
        if (PRINTERS.contains(command.name()) || makesKeys || closes) {
            return;
        }
        Set<ScriptWord> named =
                new LinkedHashSet<>(
                        command.targets(
                                ArgumentKind.READ, ArgumentKind.DELETE, ArgumentKind.EXECUTE));
        // Writing a project's own variables shows nothing of them.
        command.targets(ArgumentKind.WRITE).stream()
                .filter(word -> !VARIABLES_FILE.matcher(word.shown()).matches())
                .forEach(named::add);
        RiskLevel level = ONLY_NAMES.contains(command.name()) ? RiskLevel.MEDIUM : RiskLevel.HIGH;
        Collection<ScriptWord> looked = command.is("find") ? command.rest() : named;
        for (ScriptWord word : looked) {
            secret(word, staysHere(command, word) ? RiskLevel.MEDIUM : level, found);
        }
        if (COPIERS.contains(command.name())) {
            command.operands().forEach(word -> secret(word, RiskLevel.HIGH, found));
        }
        command.targets(ArgumentKind.HOST).stream()
                .filter(word -> word.prefix().startsWith("file:"))
                .forEach(word -> secret(word, RiskLevel.HIGH, found));
        boolean told =
                command.is("curl", "wget", "http", "https", "xh", "aria2c")
                        && command.rest().stream()
                                .anyMatch(word -> METADATA.matcher(word.shown()).find());
        if (told) {
            found.add(
                    Danger.of(
                            command,
                            "secret.cloud",
                            RiskLevel.HIGH,
                            "Asks the cloud for the keys of this machine."));
        }
        for (SimpleCommand.Redirected redirect : command.command().redirects()) {
            if (redirect.readsFile()) {
                redirect.target().ifPresent(word -> secret(word, RiskLevel.HIGH, found));
            }
        }
    }

    /// `source .env`, `cp .env .env.bak`: nobody sees more of the project's variables than before.
    private static boolean staysHere(JudgedCommand command, ScriptWord word) {
        boolean keepsName =
                command.is("cp", "mv")
                        && VARIABLES_FILE.matcher(command.operands().getLast().shown()).matches();
        return VARIABLES_FILE.matcher(word.shown()).matches()
                && (keepsName || command.is("source", "."));
    }

    /// `grep -r password /`: what it finds are the keys of other projects and of the machine.
    private static void searchedForSecrets(JudgedCommand command, List<Danger> found) {
        boolean everywhere =
                command.is("rg", "ag", "ack", "ugrep")
                        || (command.is("grep", "egrep", "fgrep", "zgrep")
                                && (command.hasOption('r', "--recursive")
                                        || command.hasOption('R', "--dereference-recursive")));
        if (everywhere
                && command.paths().stream().anyMatch(path -> !path.inside())
                && command.rest().stream()
                        .anyMatch(word -> SECRET_WORDS.matcher(word.shown()).find())) {
            found.add(
                    Danger.of(
                            command,
                            "secret.searched",
                            RiskLevel.HIGH,
                            "Searches for passwords, keys or tokens outside the workspace."));
        }
    }

    private void secret(ScriptWord word, RiskLevel level, List<Danger> found) {
        String text = word.path().orElse(word.text());
        Set<String> named = new LinkedHashSet<>();
        named.add(text);
        named.add(text.substring(text.lastIndexOf('@') + 1));
        named.add(text.substring(text.indexOf('=') + 1));
        boolean roundabout = text.contains("..") || text.contains("//") || text.contains("/.");
        if (roundabout || inSecretFolder) {
            paths.resolve(word).forEach(path -> named.add(path.toString()));
        }
        if (text.startsWith("/proc/") && text.contains("/root/")) {
            named.add(text.substring(text.indexOf("/root/") + "/root".length()));
        }
        if (text.startsWith("file:")) {
            named.add(text.substring("file:".length()).replaceFirst("^//[^/]*", ""));
        }
        boolean stands = word.glob() && text.length() > 2 && Places.mayStandForSecrets(text);
        for (String piece : named) {
            if (stands || Places.mayHoldSecrets(piece)) {
                found.add(
                        Danger.of(
                                word,
                                "secret.file",
                                level,
                                "Touches %s, where keys or passwords are kept."
                                        .formatted(word.text())));
                return;
            }
        }
    }

    private static void redirects(JudgedCommand command, List<Danger> found) {
        for (SimpleCommand.Redirected redirect : command.command().redirects()) {
            if (redirect.target().isEmpty()) {
                continue;
            }
            ScriptWord target = redirect.target().get();
            if (Places.isNetworkDevice(target.prefix())) {
                found.add(
                        Danger.of(
                                target,
                                "network.device",
                                RiskLevel.HIGH,
                                "Opens a network connection by a redirect."));
            } else if (redirect.writesFile() && Places.isDevice(target.prefix())) {
                found.add(device(target));
            }
        }
    }

    /// What is written, by an argument or a redirect, whatever the command.
    private void changes(JudgedCommand command, List<Danger> found) {
        for (SimpleCommand.Redirected redirect : command.command().redirects()) {
            if (redirect.writesFile()) {
                redirect.target().ifPresent(target -> written(target, found));
            }
        }
        if (command.arguments().isEmpty()) {
            return;
        }
        for (Arguments.Argument argument : command.arguments().get().arguments()) {
            boolean changes =
                    argument.kind() == ArgumentKind.WRITE || argument.kind() == ArgumentKind.DELETE;
            if (changes) {
                written(argument.word(), found);
            }
        }
    }

    /// `/tmp/../home/x`: it does not lie where it seems to.
    private static void roundabout(ScriptWord word, List<Danger> found) {
        String text = word.path().orElse("");
        Matcher matcher = ROUNDABOUT.matcher(text);
        if (!matcher.find()) {
            return;
        }
        try {
            Path named = Path.of(text).normalize();
            if (!named.startsWith(Path.of(matcher.group(1)))) {
                found.add(
                        Danger.of(
                                word,
                                "path.roundabout",
                                RiskLevel.HIGH,
                                "Seems to lie in %s, but is %s."
                                        .formatted(matcher.group(1), named)));
            }
        } catch (InvalidPathException _) {
            // No path, so it leads nowhere.
            return;
        }
    }

    private void written(ScriptWord word, List<Danger> found) {
        roundabout(word, found);
        String text = word.path().orElse(word.prefix());
        if (Places.isStartedByItself(text)) {
            found.add(
                    Danger.of(
                            word,
                            "persistence.startup",
                            RiskLevel.HIGH,
                            "Changes %s, which is run or obeyed by itself later."
                                    .formatted(word.text())));
        }
        if (HISTORY.matcher(text).find()) {
            found.add(
                    Danger.of(
                            word,
                            "trace.erased",
                            RiskLevel.HIGH,
                            "Changes the record of what was typed."));
        }
        if (Places.isDevice(text)) {
            found.add(device(word));
            return;
        }
        if (AGENT_SETTINGS.matcher(text).find()) {
            found.add(
                    Danger.of(
                            word,
                            "agent.settings",
                            RiskLevel.HIGH,
                            "Changes what an agent may do without being asked."));
        }
        paths.resolve(word).stream()
                .flatMap(path -> changed(word, path).stream())
                .findFirst()
                .ifPresent(found::add);
    }

    /// Whose place it is that is changed, where it is not the workspace's.
    private Optional<Danger> changed(ScriptWord word, Path path) {
        if (paths.isOwn(path)) {
            return Optional.of(
                    Danger.of(
                            word,
                            "console.own-files",
                            RiskLevel.CRITICAL,
                            "Changes the console's own files, by which it decides what may run."));
        }
        if (paths.place(word) != TargetPaths.Place.OUTSIDE) {
            return Optional.empty();
        }
        boolean system =
                path.getNameCount() == 0
                        || (Places.isUnderSystemFolder(path) && !path.startsWith(paths.home()));
        return Optional.of(
                system
                        ? Danger.of(
                                word,
                                "path.system",
                                RiskLevel.HIGH,
                                "Changes %s, which belongs to the system.".formatted(path))
                        : Danger.of(
                                word,
                                "path.outside",
                                RiskLevel.MEDIUM,
                                "Changes %s, outside the workspace.".formatted(word.text())));
    }
}
