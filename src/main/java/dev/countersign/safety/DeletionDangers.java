package dev.countersign.safety;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What a removal would take with it.
final class DeletionDangers {
    private static final Set<String> REMOVERS =
            Set.of("rm", "rmdir", "unlink", "shred", "mv", "srm", "trash", "rimraf", "del-cli");
    // Each of them takes a folder with all that is in it.
    private static final Set<String> WHOLE_FOLDERS = Set.of("rimraf", "del-cli", "trash");
    // Git and a rebuild do not bring these back.
    // What may leave a file without what it held.
    private static final Set<String> EMPTYING =
            Set.of("cp", "truncate", "cat", "dd", "tee", "sponge");
    private static final Pattern DATABASE_FILE =
            Pattern.compile(".*\\.(db|sqlite3?|db3|mdb|rdb|ibd|frm|myd|mdf|ldf|realm|kdbx)");
    private static final Pattern WINDOWS_SYSTEM =
            Pattern.compile(
                    "(?i)([a-z]:|/[a-z]|/mnt/[a-z]|/cygdrive/[a-z])([/\\\\]*|[/\\\\]+(windows|users|program"
                        + " files.*|programdata)([/\\\\].*)?)\\*?");
    private static final Pattern EMPTY = Pattern.compile("(/dev/(null|zero|u?random))");
    // In quotes, so that nothing is deleted where it is empty; a variable of the script's own,
    // which
    // is not written as those of the system are.
    private static final Pattern OWN_TEMPORARY =
            Pattern.compile("\"\\$(\\{[a-z_]*te?mp[a-z_0-9]*}|[a-z_]*te?mp[a-z_0-9]*)\"");
    private static final Set<String> REBUILT =
            Set.of(
                    "build",
                    "dist",
                    "target",
                    "out",
                    "node_modules",
                    ".cache",
                    "coverage",
                    "__pycache__",
                    ".pytest_cache",
                    ".next",
                    ".gradle",
                    "tmp");

    private final TargetPaths paths;

    DeletionDangers(TargetPaths paths) {
        this.paths = paths;
    }

    void find(JudgedCommand command, List<Danger> found) {
        if (command.is("find") && deletesWhatItFinds(command)) {
            found.add(
                    Danger.of(
                                    command,
                                    "delete.found",
                                    RiskLevel.HIGH,
                                    "Deletes every file that the search finds.")
                            .losing("Every file that the search finds would be deleted.")
                            .instead("the same with -print first"));
        }
        if (command.hasOption('\0', "--no-preserve-root")) {
            found.add(
                    Danger.of(
                                    command,
                                    "delete.system",
                                    RiskLevel.CRITICAL,
                                    "Switches off the guard against deleting the whole system.")
                            .losing("The whole system could be deleted."));
        }
        emptied(command, found);
        if (!REMOVERS.contains(command.name())) {
            return;
        }
        boolean recursive =
                WHOLE_FOLDERS.contains(command.name())
                        || command.hasOption('r', "--recursive")
                        || command.hasOption('R', "-R");
        boolean forced = recursive || command.hasOption('f', "--force");
        boolean moves = command.is("mv");
        if (moves
                && command.operands().size() > 1
                && command.operands().getLast().is("/dev/null")) {
            found.add(
                    Danger.of(
                                    command,
                                    "delete.nowhere",
                                    RiskLevel.HIGH,
                                    "Moves files to where nothing is kept.")
                            .losing("The files that it moves would be lost."));
        }
        for (ScriptWord target : command.targets(ArgumentKind.DELETE)) {
            target(target, moves, recursive && !moves, forced && !moves, found);
        }
    }

    /// `truncate -s 0 x.db`, `cp /dev/null x`, `> x.sqlite`: the file stays, what it held is gone.
    private void emptied(JudgedCommand command, List<Danger> found) {
        boolean printsNothing = command.name().isEmpty() || command.is(":", "true");
        for (SimpleCommand.Redirected redirect : command.command().redirects()) {
            boolean replaces = redirect.writesFile() && !redirect.operator().contains(">>");
            redirect.target()
                    .filter(word -> replaces)
                    .filter(word -> isDatabase(word) || (printsNothing && isOfOthers(word)))
                    .ifPresent(word -> found.add(empties(word)));
        }
        command.command().redirects().stream()
                .filter(redirect -> printsNothing && redirect.operator().startsWith(">"))
                .filter(redirect -> !redirect.operator().startsWith(">>"))
                .flatMap(redirect -> redirect.target().stream())
                .filter(word -> !word.isKnown() || word.glob())
                .forEach(word ->
                        found.add(
                                Danger.of(
                                        word,
                                        "delete.emptied",
                                        RiskLevel.MEDIUM,
                                        "Empties a file that is only known when it runs.")));
        List<ScriptWord> operands =
                EMPTYING.contains(command.name()) ? command.operands() : List.of();
        if (operands.isEmpty()) {
            return;
        }
        ScriptWord last = operands.getLast();
        boolean copiesNothing =
                command.is("cp")
                        && operands.size() > 1
                        && EMPTY.matcher(operands.getFirst().shown()).matches();
        boolean cuts =
                command.is("truncate")
                        && command.rest().stream()
                                .anyMatch(
                                        word -> word.shown().matches("(-s|--size=)?[-<]?0[KMGTB]*"))
                        && !last.shown().endsWith(".log");
        if (copiesNothing || cuts) {
            found.add(empties(last));
        }
        boolean printsNull = command.is("cat") && operands.size() == 1 && last.is("/dev/null");
        command.command().redirects().stream()
                .filter(redirect -> printsNull && redirect.operator().equals(">"))
                .flatMap(redirect -> redirect.target().stream())
                .filter(word -> !word.shown().matches(".*\\.(log|out|tmp)|/dev/.*"))
                .forEach(word -> found.add(empties(word)));
        boolean copiesOver = command.is("dd", "tee", "sponge");
        operands.stream()
                .filter(word -> copiesOver && isDatabase(word))
                .filter(word -> !command.is("dd") || word.prefix().startsWith("of="))
                .findFirst()
                .ifPresent(word -> found.add(empties(word)));
    }

    /// It lies neither in the workspace nor where files come and go.
    private boolean isOfOthers(ScriptWord word) {
        return paths.place(word) == TargetPaths.Place.OUTSIDE
                && paths.resolve(word).stream().noneMatch(path -> isTemporary(word, path))
                && !word.shown().matches(".*\\.(log|out|tmp)|/dev/.*");
    }

    private static boolean isDatabase(ScriptWord word) {
        return DATABASE_FILE.matcher(word.shown()).matches();
    }

    private static Danger empties(ScriptWord word) {
        return Danger.of(
                        word,
                        "delete.emptied",
                        RiskLevel.HIGH,
                        "Empties %s; what it holds is kept nowhere.".formatted(word.shown()))
                .losing("What %s holds would be gone.".formatted(word.shown()));
    }

    private void target(
            ScriptWord target,
            boolean moves,
            boolean recursive,
            boolean forced,
            List<Danger> found) {
        List<Path> resolved = paths.resolve(target);
        if (resolved.isEmpty()) {
            if (OWN_TEMPORARY.matcher(target.text()).matches()) {
                found.add(
                        Danger.of(
                                target,
                                "delete.temporary",
                                RiskLevel.MEDIUM,
                                "Deletes what %s names, by its name something that was only made"
                                                .formatted(target.text())
                                        + " for a while."));
            } else if (!moves) {
                found.add(
                        Danger.of(
                                        target,
                                        "delete.unresolved",
                                        RiskLevel.HIGH,
                                        "What is deleted is only known when it runs; an empty"
                                                + " variable makes it something else.")
                                .losing("What would be deleted cannot be said before it runs."));
            }
            return;
        }
        for (Path path : resolved) {
            Optional<Danger> danger = place(target, path, recursive, forced, !moves);
            if (danger.isPresent()) {
                found.add(danger.get());
                return;
            }
        }
        if (recursive && !isRebuilt(target)) {
            found.add(
                    Danger.of(
                            target,
                            "delete.recursive",
                            RiskLevel.MEDIUM,
                            "Deletes %s with everything in it.".formatted(target.shown())));
        }
    }

    /// What can be said of this place; empty where it is one like others.
    private Optional<Danger> place(
            ScriptWord target, Path path, boolean recursive, boolean forced, boolean removes) {
        if (Places.hasSegment(path, ".git") && path.toString().endsWith(".lock") && !recursive) {
            return Optional.empty();
        }
        return ofAll(target, path, recursive)
                .or(() -> ofRepository(target, path, recursive))
                .or(() -> ofOthers(target, path, recursive, removes))
                .or(() -> everythingHere(target, path, forced || removes));
    }

    /// The system, the person's home or the whole workspace.
    private Optional<Danger> ofAll(ScriptWord target, Path path, boolean recursive) {
        if (Places.isSystemFolder(path) || WINDOWS_SYSTEM.matcher(target.shown()).matches()) {
            return Optional.of(
                    critical(
                            target,
                            "delete.system",
                            "Removes %s, a part of the system.".formatted(target.shown()),
                            "Everything in %s would be removed.".formatted(path)));
        }
        if (path.equals(paths.home()) || paths.home().startsWith(path)) {
            return Optional.of(
                    critical(
                            target,
                            "delete.home",
                            "Removes what is in your home folder.",
                            "What is in your home folder would be removed."));
        }
        boolean workspace =
                recursive && !target.glob() && Path.of(paths.workspaceRoot()).startsWith(path);
        return workspace
                ? Optional.of(
                        critical(
                                target,
                                "delete.workspace",
                                "Deletes the whole workspace, with its history.",
                                "Everything in %s would be deleted.".formatted(path)))
                : Optional.empty();
    }

    private static Optional<Danger> ofRepository(ScriptWord target, Path path, boolean recursive) {
        if (!Places.hasSegment(path, ".git")) {
            return Optional.empty();
        }
        if (!recursive && !path.endsWith(".git")) {
            return Optional.of(
                    Danger.of(
                            target,
                            "delete.git-file",
                            RiskLevel.HIGH,
                            "Removes a file by which git keeps the history."));
        }
        return Optional.of(
                critical(
                        target,
                        "delete.git",
                        "Removes the repository's own folder, and with it its history.",
                        "The history of this repository would be lost."));
    }

    /// What lies outside the workspace.
    private Optional<Danger> ofOthers(
            ScriptWord target, Path path, boolean recursive, boolean removes) {
        if (paths.place(target) != TargetPaths.Place.OUTSIDE) {
            return Optional.empty();
        }
        if (Places.isUnderSystemFolder(path)) {
            return Optional.of(
                    Danger.of(
                            target,
                            "delete.system-file",
                            RiskLevel.HIGH,
                            "Removes %s, which belongs to the system.".formatted(path)));
        }
        if (isTemporary(target, path) || !(recursive || removes)) {
            return Optional.empty();
        }
        String whole = recursive ? " with everything in it" : "";
        return Optional.of(
                Danger.of(
                                target,
                                "delete.outside",
                                RiskLevel.HIGH,
                                "Deletes %s, outside the workspace%s."
                                        .formatted(target.shown(), recursive ? "," + whole : ""))
                        .losing("%s would be deleted%s.".formatted(path, whole)));
    }

    private static Optional<Danger> everythingHere(ScriptWord target, Path path, boolean removes) {
        return removes && isEverythingHere(target)
                ? Optional.of(
                        Danger.of(
                                        target,
                                        "delete.everything",
                                        RiskLevel.HIGH,
                                        "Deletes everything in the folder.")
                                .losing("Everything in %s would be deleted.".formatted(path)))
                : Optional.empty();
    }

    private static Danger critical(ScriptWord target, String id, String message, String loss) {
        return Danger.of(target, id, RiskLevel.CRITICAL, message).losing(loss);
    }

    /// Whether it is named as a temporary one: a workspace may lie in `/tmp` too, and `../x` beside
    /// it is somebody's.
    private static boolean isTemporary(ScriptWord target, Path path) {
        return Places.isTemporary(path) && !target.shown().startsWith("..");
    }

    private static boolean deletesWhatItFinds(JudgedCommand command) {
        if (command.arguments().isPresent() && command.known()) {
            return command.arguments().get().options().contains("-delete");
        }
        return command.has("-delete");
    }

    private static boolean isEverythingHere(ScriptWord target) {
        String text = target.shown();
        String bare = text.startsWith("./") ? text.substring(2) : text;
        while (bare.startsWith("../")) {
            bare = bare.substring("../".length());
        }
        boolean pattern =
                target.glob() && Set.of("*", ".*", "**", "*.*", "**/*", "*/", "*/*").contains(bare);
        return pattern || Set.of(".", "..", "", "../").contains(bare);
    }

    private static boolean isRebuilt(ScriptWord target) {
        String text = target.shown();
        String bare = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return REBUILT.contains(Names.base(bare));
    }
}
