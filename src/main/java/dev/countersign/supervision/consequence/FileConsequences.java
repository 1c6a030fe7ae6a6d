package dev.countersign.supervision.consequence;

import dev.countersign.shell.CommandRedirect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// What commands would do to the files that they name. Confined to one look.
final class FileConsequences {
    private static final int MOST_ZIP_ENTRIES = 20_000;

    private final Deadline deadline;
    private final GitLook git;
    private final Path start;
    private final int items;

    /// @param start where the script starts: paths are shown relative to it
    FileConsequences(Deadline deadline, GitLook git, Path start, int items) {
        this.deadline = deadline;
        this.git = git;
        this.start = start;
        this.items = items;
    }

    // ---- removals

    /// `rm`, `rmdir`, `unlink`, `shred`.
    List<Consequence> removed(PlannedCommand command) {
        boolean rmdir = command.name().equals("rmdir");
        boolean recursive =
                command.name().equals("rm")
                        && (command.hasOption('r', "--recursive")
                                || command.hasOption('R', "--recursive"));
        List<Path> roots = new ArrayList<>();
        for (String operand : command.operands()) {
            Optional<Path> path = command.resolve(operand).map(named -> followed(named, operand));
            if (path.isEmpty()) {
                return List.of(notKnown("remove"));
            }
            boolean folder = Files.isDirectory(path.get(), LinkOption.NOFOLLOW_LINKS);
            boolean goes = rmdir ? folder && isEmpty(path.get()) : !folder || recursive;
            if (goes && exists(path.get())) {
                roots.add(path.get());
            }
        }
        return removal(command, roots);
    }

    /// A slash at the end has a link followed: `rm -r link/` empties the folder behind it.
    private static Path followed(Path path, String operand) {
        if (!operand.endsWith("/") || !Files.isSymbolicLink(path)) {
            return path;
        }
        try {
            return path.toRealPath();
        } catch (IOException _) {
            return path;
        }
    }

    /// What the removal of these trees would take away.
    List<Consequence> removal(PlannedCommand command, List<Path> roots) {
        if (roots.isEmpty()) {
            return command.operands().isEmpty()
                    ? List.of()
                    : List.of(notThere("Nothing that it names is there to be removed."));
        }
        FileSurvey survey = new FileSurvey(deadline);
        roots.forEach(survey::addTree);
        return List.of(
                new Consequence(
                        Consequence.Kind.FILES_REMOVED,
                        "Would remove " + survey.words(),
                        survey.fileCount() + survey.folderCount(),
                        survey.largest(start, items),
                        git.recovery(start, roots, survey.files())));
    }

    // ---- overwriting

    /// `mv`: what stands where something is moved to.
    List<Consequence> moved(PlannedCommand command) {
        if (!command.hasOnlyOptions("fivuT", List.of("--force", "--verbose"))) {
            return List.of(notKnown("overwrite"));
        }
        return replaced(command, command.operands(), false);
    }

    /// `cp`: the same; of a folder every file in it.
    List<Consequence> copied(PlannedCommand command) {
        if (command.hasOption('n', "--no-clobber")) {
            return List.of();
        }
        if (!command.hasOnlyOptions(
                "afipRrvdLPHuT", List.of("--recursive", "--force", "--archive", "--verbose"))) {
            return List.of(notKnown("overwrite"));
        }
        return replaced(command, command.operands(), true);
    }

    /// `ln -f` and `install`.
    List<Consequence> placed(PlannedCommand command) {
        boolean link = command.name().equals("ln");
        if (link && !command.hasOption('f', "--force")) {
            return List.of();
        }
        if (!command.hasOnlyOptions("sfvnrTD", List.of("--symbolic", "--force"))) {
            return List.of(notKnown("overwrite"));
        }
        return replaced(command, command.operands(), false);
    }

    private List<Consequence> replaced(
            PlannedCommand command, List<String> operands, boolean intoFolders) {
        if (operands.size() < 2) {
            return List.of();
        }
        Optional<Path> target = command.resolve(operands.getLast());
        if (target.isEmpty()) {
            return List.of(notKnown("overwrite"));
        }
        boolean inFolder =
                Files.isDirectory(target.get()) && !command.hasOption('T', "--no-target-directory");
        Set<Path> replaced = new LinkedHashSet<>();
        for (String operand : operands.subList(0, operands.size() - 1)) {
            Optional<Path> source = command.resolve(operand);
            if (source.isEmpty()) {
                return List.of(notKnown("overwrite"));
            }
            Path name = source.get().getFileName();
            Path place = inFolder && name != null ? target.get().resolve(name) : target.get();
            replaced.addAll(replacedBy(source.get(), place, intoFolders));
        }
        return overwriting(replaced);
    }

    private List<Path> replacedBy(Path source, Path place, boolean intoFolders) {
        if (place.equals(source) || !exists(source)) {
            return List.of();
        }
        if (!intoFolders || !Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
            return exists(place) && !Files.isDirectory(place) ? List.of(place) : List.of();
        }
        FileSurvey inside = new FileSurvey(deadline);
        inside.addTree(source);
        return inside.files().stream()
                .map(file -> place.resolve(source.relativize(file)))
                .filter(FileConsequences::exists)
                .toList();
    }

    /// `truncate`, `tee` without `-a`, `dd of=`.
    List<Consequence> emptied(PlannedCommand command) {
        Set<Path> files = new LinkedHashSet<>();
        boolean dd = command.name().equals("dd");
        if (command.name().equals("tee") && command.hasOption('a', "--append")) {
            return List.of();
        }
        List<String> named =
                dd
                        ? command.arguments().orElse(List.of()).stream()
                                .filter(one -> one.startsWith("of="))
                                .map(one -> one.substring(3))
                                .toList()
                        : withoutSize(command);
        for (String operand : named) {
            Optional<Path> path = command.resolve(operand);
            if (path.isEmpty()) {
                return List.of(notKnown("overwrite"));
            }
            if (Files.isRegularFile(path.get())) {
                files.add(path.get());
            }
        }
        return overwriting(files);
    }

    private static List<String> withoutSize(PlannedCommand command) {
        List<String> operands = new ArrayList<>(command.operands());
        List<String> words = command.arguments().orElse(List.of());
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals("-s") || words.get(i).equals("-r")) {
                operands.remove(words.get(i + 1));
            }
        }
        return operands;
    }

    /// Redirects that empty a file before anything is written to it.
    List<Consequence> redirects(PlannedCommand command, WordExpansion expansion) {
        Set<Path> files = new LinkedHashSet<>();
        for (CommandRedirect redirect : command.part().redirects()) {
            boolean empties = List.of(">", ">|", "&>", ">&").contains(redirect.operator());
            if (!empties || !redirect.writesFile()) {
                continue;
            }
            Optional<Path> file =
                    redirect.target()
                            .flatMap(word -> expansion.texts(word, command.directory()))
                            .filter(texts -> texts.size() == 1)
                            .flatMap(texts -> command.resolve(texts.getFirst()));
            if (file.isEmpty()) {
                return List.of(notKnown("overwrite"));
            }
            if (Files.isRegularFile(file.get())) {
                files.add(file.get());
            }
        }
        return overwriting(files);
    }

    private List<Consequence> overwriting(Set<Path> files) {
        FileSurvey survey = new FileSurvey(deadline);
        files.forEach(survey::add);
        if (survey.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Consequence(
                        Consequence.Kind.FILES_OVERWRITTEN,
                        "Would overwrite " + survey.words(),
                        survey.fileCount(),
                        survey.largest(start, items),
                        git.recovery(start, survey.files(), survey.files())));
    }

    // ---- changes

    /// `sed -i` and `perl -i`.
    List<Consequence> editedInPlace(PlannedCommand command) {
        List<String> words = command.arguments().orElse(List.of());
        boolean perl = command.name().equals("perl");
        boolean inPlace =
                words.stream()
                        .anyMatch(one ->
                                one.startsWith("--in-place")
                                        || (one.startsWith("-")
                                                && !one.startsWith("--")
                                                && one.indexOf('i') > 0));
        if (!inPlace) {
            return List.of();
        }
        boolean script =
                words.stream().anyMatch(one -> one.matches("-[a-zA-Z]*[ef].*|--expression.*"));
        Set<Path> files = new LinkedHashSet<>();
        for (String operand : command.operands()) {
            command.resolve(operand).filter(Files::isRegularFile).ifPresent(files::add);
        }
        // The first operand of sed is its script where no -e gives one; a file of that name is
        // none.
        if (!script && !perl && !command.operands().isEmpty()) {
            command.resolve(command.operands().getFirst()).ifPresent(files::remove);
        }
        return changing(files, "Would edit ");
    }

    /// `chmod`, `chown`, `chgrp`.
    List<Consequence> marked(PlannedCommand command) {
        if (!command.hasOption('R', "--recursive")) {
            return List.of();
        }
        FileSurvey survey = new FileSurvey(deadline);
        List<String> operands = command.operands();
        for (String operand : operands.subList(Math.min(1, operands.size()), operands.size())) {
            command.resolve(operand).filter(FileConsequences::exists).ifPresent(survey::addTree);
        }
        if (survey.isEmpty()) {
            return List.of();
        }
        String what = command.name().equals("chmod") ? "the mode of " : "the owner of ";
        return List.of(
                new Consequence(
                        Consequence.Kind.FILES_CHANGED,
                        "Would change " + what + survey.words(),
                        survey.fileCount() + survey.folderCount(),
                        survey.largest(start, items),
                        Optional.empty()));
    }

    private List<Consequence> changing(Set<Path> files, String verb) {
        FileSurvey survey = new FileSurvey(deadline);
        files.forEach(survey::add);
        if (survey.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Consequence(
                        Consequence.Kind.FILES_CHANGED,
                        verb + survey.words(),
                        survey.fileCount(),
                        survey.largest(start, items),
                        git.recovery(start, survey.files(), survey.files())));
    }

    /// `unzip`: the files of the archive's names that are there.
    List<Consequence> unzipped(PlannedCommand command) {
        if (command.hasOption('n', "-n") || command.hasOption('l', "-l")) {
            return List.of();
        }
        List<String> operands = command.operands();
        Optional<Path> archive =
                operands.isEmpty() ? Optional.empty() : command.resolve(operands.getFirst());
        Optional<Path> into = command.hasOption('d', "-d") ? Optional.empty() : command.directory();
        if (archive.isEmpty() || into.isEmpty()) {
            return List.of(notKnown("overwrite"));
        }
        Set<Path> files = new LinkedHashSet<>();
        try (ZipFile zip = new ZipFile(archive.get().toFile())) {
            if (zip.size() > MOST_ZIP_ENTRIES) {
                return List.of(notKnown("overwrite"));
            }
            for (ZipEntry entry : Collections.list(zip.entries())) {
                Path place = into.get().resolve(entry.getName()).normalize();
                if (Files.isRegularFile(place)) {
                    files.add(place);
                }
            }
        } catch (IOException | IllegalArgumentException _) {
            return List.of(notKnown("overwrite"));
        }
        return overwriting(files);
    }

    // ----

    private static Consequence notKnown(String verb) {
        return Consequence.notKnown(
                "Which files it would %s is only known when it runs.".formatted(verb));
    }

    private static Consequence notThere(String sentence) {
        return new Consequence(
                Consequence.Kind.NOT_KNOWN, sentence, 0, List.of(), Optional.of("as of now"));
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isEmpty(Path folder) {
        try (var entries = Files.newDirectoryStream(folder)) {
            return !entries.iterator().hasNext();
        } catch (IOException _) {
            return false;
        }
    }
}
