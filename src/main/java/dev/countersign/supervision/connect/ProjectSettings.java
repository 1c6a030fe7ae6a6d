package dev.countersign.supervision.connect;

import dev.countersign.supervision.connect.ProjectPlace.Harm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a project's own configuration of an agent may take back of what the person's says, and what
/// it runs: agents read it after the person's, and whoever writes in the project writes it. Also
/// what other files of the person's own may take back.
///
/// Looks for what is named at the [ProjectPlaces] and does not weigh it: a name that could open the
/// shell is told. Reads files, and blocks for that.
final class ProjectSettings {
    /// How far up folders are looked at.
    private static final int MAXIMUM_FOLDERS = 32;

    /// How far down folders of definitions are.
    private static final int MAXIMUM_DEPTH = 8;

    /// How many files and folders of one folder of definitions are looked at.
    static final int MAXIMUM_ENTRIES = 1_000;

    /// The largest definition that is read, in bytes.
    static final int MAXIMUM_BYTES = 1 << 20;

    /// What was found.
    ///
    /// @param says a clause that follows the file's name
    record Finding(Path file, String says, Harm harm) {}

    private final AgentKind agent;
    private final List<Path> folders;

    /// Parts of the project with definitions of their own.
    private final List<Path> nested;

    /// Of the person.
    private final List<Path> further;

    /// What lies in folders of definitions, each listed once.
    private final Map<Path, Listing> listings = new HashMap<>();

    /// @param folders of the project, see [#folders]
    /// @param further folders of the person's own configuration
    private ProjectSettings(AgentKind agent, List<Path> folders, List<Path> further) {
        this.agent = agent;
        this.further = further;
        this.folders = folders;
        // Claude-code takes up definitions from such a part once it works there.
        this.nested =
                agent == AgentKind.CLAUDE_CODE && !folders.isEmpty()
                        ? NestedFolders.holding(".claude", folders.getLast())
                        : List.of();
    }

    /// The folder that an agent works in and those above it, up to the top of its project.
    static List<Path> folders(Path directory, List<Path> roots) {
        List<Path> folders = new ArrayList<>();
        Path folder = directory;
        while (folder != null && folders.size() < MAXIMUM_FOLDERS) {
            folders.add(folder);
            Path here = folder;
            if (roots.stream().anyMatch(here::equals)
                    || roots.stream().noneMatch(here::startsWith)) {
                break;
            }
            folder = folder.getParent();
        }
        return folders;
    }

    /// The files that decide it, and the folders that such files lie in.
    ///
    /// @param uses any of which may be how the agent's own shell stands
    static List<Path> files(
            AgentKind agent, List<ShellUse> uses, List<Path> folders, List<Path> further) {
        ProjectSettings settings = new ProjectSettings(agent, folders, further);
        return uses.stream()
                .flatMap(use -> settings.places(use).stream())
                .flatMap(settings::files)
                .distinct()
                .toList();
    }

    private Stream<Path> files(Placed placed) {
        Stream<Path> itself = Stream.of(placed.path());
        if (!placed.place().isFolder()) {
            return itself;
        }
        Listing listing = listing(placed.path());
        Stream<Path> definitions = listing.files().stream().filter(placed.place()::takes);
        return Stream.of(itself, listing.folders().stream(), definitions).flatMap(all -> all);
    }

    /// What a project says that may open an agent's shell, else what it runs unseen; empty where it
    /// says neither.
    ///
    /// @param folders of the project, see [#folders]
    /// @param further folders of the person's own configuration, see [ProjectPlaces#ofPerson]
    /// @param own the person's own files, of which most is judged elsewhere: a home folder may be a
    ///   project
    static Optional<Finding> find(
            AgentKind agent, ShellUse use, List<Path> folders, List<Path> further, List<Path> own) {
        ProjectSettings settings = new ProjectSettings(agent, folders, further);
        List<Placed> places =
                settings.places(use).stream().filter(one -> !isJudged(one, own)).toList();
        return settings.find(Harm.OPENS, places).or(() -> settings.find(Harm.RUNS, places));
    }

    private static boolean isJudged(Placed placed, List<Path> own) {
        return own.contains(placed.path())
                && !(placed.place().look() instanceof ProjectPlace.Look.Inside);
    }

    private Optional<Finding> find(Harm harm, List<Placed> places) {
        for (Placed placed : places) {
            ProjectPlace place = placed.place();
            if (place.harm() != harm) {
                continue;
            }
            Optional<Finding> finding =
                    place.isFolder() ? below(placed.path(), place) : inFile(placed.path(), place);
            if (finding.isPresent()) {
                return finding;
            }
        }
        return Optional.empty();
    }

    /// A place in one folder of the project, or of the person.
    private record Placed(Path path, ProjectPlace place) {}

    private List<Placed> places(ShellUse use) {
        List<ProjectPlace> places = ProjectPlaces.of(agent, use);
        List<Placed> placed = new ArrayList<>();
        for (Path folder : folders) {
            places.forEach(place -> placed.add(new Placed(folder.resolve(place.path()), place)));
        }
        for (Path folder : nested) {
            places.stream()
                    .filter(ProjectPlace::isFolder)
                    .forEach(place -> placed.add(new Placed(folder.resolve(place.path()), place)));
        }
        for (Path folder : further) {
            ProjectPlaces.ofPerson(agent)
                    .forEach(place -> placed.add(new Placed(folder.resolve(place.path()), place)));
        }
        return placed;
    }

    private Optional<Finding> below(Path folder, ProjectPlace place) {
        Listing listing = listing(folder);
        return listing.files().stream()
                .filter(place::takes)
                .flatMap(file -> inFile(file, place).stream())
                .findFirst()
                .or(() ->
                        listing.obstacle()
                                .map(words -> new Finding(folder, "says " + words, place.harm())));
    }

    private static Optional<Finding> inFile(Path file, ProjectPlace place) {
        Optional<String> says;
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            says = place.says(read(file));
        } catch (IOException | UncheckedIOException | ConfigurationText.Unreadable unreadable) {
            says = Optional.of("says what cannot be read here: " + unreadable.getMessage());
        }
        return says.map(words -> new Finding(file, words, place.harm()));
    }

    private static String read(Path file) throws IOException {
        if (Files.size(file) > MAXIMUM_BYTES) {
            throw new IOException("it is longer than 1 MiB");
        }
        return AgentFiles.read(file).orElse("");
    }

    // ---- folders of definitions

    /// What lies in a folder and below it.
    ///
    /// @param obstacle why there may be more, as the object of a sentence
    private record Listing(List<Path> files, List<Path> folders, Optional<String> obstacle) {}

    private Listing listing(Path folder) {
        return listings.computeIfAbsent(folder, ProjectSettings::list);
    }

    /// Links are followed as agents follow them; a loop of them is an obstacle.
    private static Listing list(Path folder) {
        List<Path> files = new ArrayList<>();
        List<Path> folders = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return new Listing(files, folders, Optional.empty());
        }
        Optional<String> obstacle = Optional.empty();
        try (Stream<Path> entries =
                Files.walk(folder, MAXIMUM_DEPTH, FileVisitOption.FOLLOW_LINKS)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                if (files.size() + folders.size() == MAXIMUM_ENTRIES) {
                    obstacle =
                            Optional.of(
                                    "more than the console looks through: over %,d files"
                                            .formatted(MAXIMUM_ENTRIES));
                    break;
                }
                (Files.isDirectory(entry) ? folders : files).add(entry);
            }
        } catch (IOException | UncheckedIOException unreadable) {
            obstacle = Optional.of("what cannot be read here: " + unreadable.getMessage());
        }
        return new Listing(files, folders, obstacle);
    }
}
