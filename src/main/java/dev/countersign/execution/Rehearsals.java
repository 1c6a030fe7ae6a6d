package dev.countersign.execution;

import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.Workspace;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs commands for show (ASK-7): the workspace is a layer that is thrown away, mounted where only
/// the command sees it, the rest of the disk is read-only, and there is no network.
///
/// First new user and mount namespaces (`unshare`), in which overlays are mounted over the roots of
/// the workspace; then the sandbox of [Sandboxes] inside, without network, which shuts in all else.
/// The mounts end with the last process in them. Safe on any thread. [#obstacle] blocks for some
/// milliseconds at its first call.
public final class Rehearsals {
    private static final List<Path> UNSHARE =
            List.of(Path.of("/usr/bin/unshare"), Path.of("/bin/unshare"));
    private static final List<Path> MOUNT =
            List.of(Path.of("/usr/bin/mount"), Path.of("/bin/mount"));
    private static final Path SHELL = Path.of("/bin/sh");
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final int PROBE_SECONDS = 5;
    private static final int MAXIMUM_ANSWER_BYTES = 2_000;

    /// Our own fixed text. `$1` is `mount`, `$2` what is read as descriptor 9, `$3` the number of
    /// roots; for each its layer and the root follow, then the program that shuts in, with its
    /// arguments. The layers are named relative to the folder that holds them, since a mount's
    /// options know no names with commas or colons.
    private static final String LAYERS =
            """
            mount=$1; variables=$2; n=$3; shift 3
            while [ "$n" -gt 0 ]; do
              "$mount" -n --bind "$2" "$1/lower" && cd "$1" &&
                "$mount" -n -t overlay overlay \\
                  -o lowerdir=lower,upperdir=upper,workdir=work,userxattr "$2" ||
                { echo 'countersign: the throw-away layer could not be mounted' >&2; exit 125; }
              shift 2; n=$((n - 1))
            done
            cd / && exec "$@" 9<"$variables"
            """;

    private static final String NOTHING = "/dev/null";

    private final Sandboxes sandboxes;
    private final Path folder;
    private final List<Path> programs;
    private @Nullable Probe probed;

    /// What trying it came to.
    private record Probe(Optional<String> obstacle) {}

    /// @param folder where the layers are kept while there is a rehearsal
    public Rehearsals(Sandboxes sandboxes, Path folder) {
        this(sandboxes, folder, UNSHARE);
    }

    Rehearsals(Sandboxes sandboxes, Path folder, List<Path> programs) {
        this.sandboxes = sandboxes;
        this.folder = folder;
        this.programs = List.copyOf(programs);
    }

    /// The folder that holds the layers of all rehearsals.
    public Path folder() {
        return folder;
    }

    /// Why nothing can be rehearsed on this system, a sentence; empty where it can. Tried once.
    public synchronized Optional<String> obstacle() {
        Probe known = probed;
        if (known == null) {
            known = new Probe(look());
            probed = known;
        }
        return known.obstacle();
    }

    /// Why nothing can be rehearsed in a workspace, a sentence; empty where it can.
    public Optional<String> obstacle(Workspace workspace) {
        return obstacle().or(() -> obstacleIn(sandboxes.writable(workspace)));
    }

    private Optional<String> obstacleIn(List<Path> roots) {
        if (roots.isEmpty()) {
            return Optional.of(
                    "Not here: the agent works in a home folder or in the whole disk, and no"
                            + " throw-away copy is made of that.");
        }
        for (Path root : roots) {
            if (folder.toAbsolutePath().startsWith(root)) {
                return Optional.of(
                        "Not here: the console keeps its own files in this workspace (%s)."
                                .formatted(folder));
            }
            Optional<String> mounted = mountedWithin(root);
            if (mounted.isPresent()) {
                return Optional.of(
                        "Not here: another disk is mounted in the workspace (%s), and a throw-away"
                                        .formatted(mounted.get())
                                + " copy would not show it.");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> mountedWithin(Path root) {
        try {
            return Files.readAllLines(MOUNTS, StandardCharsets.ISO_8859_1).stream()
                    .map(line -> line.split(" "))
                    .filter(fields -> fields.length > 4)
                    .map(fields -> fields[4])
                    .filter(point -> point.startsWith(root + "/"))
                    .findFirst();
        } catch (IOException _) {
            // Without a list of mounts the rehearsal itself shows what is there.
            return Optional.empty();
        }
    }

    private Optional<String> look() {
        if (sandboxes.availability() instanceof SandboxAvailability.Absent(String reason)) {
            return Optional.of(reason);
        }
        if (program().isEmpty() || mount().isEmpty()) {
            return Optional.of(
                    "There is no unshare or mount on this system; install util-linux to rehearse"
                            + " commands.");
        }
        Path probe = folder.resolve("probe-" + ProcessHandle.current().pid());
        Path root = probe.resolveSibling(probe.getFileName() + "-root");
        try {
            RehearsalPlace.remove(probe);
            RehearsalPlace.remove(root);
            RehearsalPlace place = new RehearsalPlace(probe, List.of(root));
            place.create();
            Files.createDirectory(root);
            Files.writeString(root.resolve("file"), "");
            return refusal(place);
        } catch (IOException failure) {
            return Optional.of("A throw-away copy cannot be made: " + failure.getMessage());
        } finally {
            removeQuietly(probe);
            removeQuietly(root);
        }
    }

    /// Why layers do not work here, though all programs are there: systems can forbid them, and not
    /// every disk can carry them.
    private Optional<String> refusal(RehearsalPlace place) throws IOException {
        Path root = place.roots().getFirst();
        List<String> arguments = layers(place, NOTHING);
        arguments.addAll(List.of("/bin/rm", root.resolve("file").toString()));
        Process process =
                new ProcessBuilder(arguments)
                        .redirectErrorStream(true)
                        .redirectInput(new File("/dev/null"))
                        .start();
        try (InputStream output = process.getInputStream()) {
            boolean ended = process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS);
            boolean layered =
                    Files.exists(root.resolve("file"))
                            && Files.exists(
                                    place.upper(0).resolve("file"), LinkOption.NOFOLLOW_LINKS);
            if (ended && process.exitValue() == 0 && layered) {
                return Optional.empty();
            }
            String words =
                    new String(output.readNBytes(MAXIMUM_ANSWER_BYTES), StandardCharsets.UTF_8)
                            .strip()
                            .replaceAll("\\s*\\R\\s*", "; ");
            return Optional.of(
                    "This system lets nobody make a throw-away copy of a folder (an overlay): "
                            + (words.isEmpty() ? "it did not work" : words)
                            + ".");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Optional.of("The look for throw-away copies was interrupted.");
        } finally {
            process.destroyForcibly();
        }
    }

    private static void removeQuietly(Path folder) {
        try {
            RehearsalPlace.remove(folder);
        } catch (IOException _) {
            // Looked for again at the next start.
        }
    }

    /// Where the rehearsal of a call keeps what it writes.
    public RehearsalPlace place(ToolCall call) {
        return new RehearsalPlace(
                folder.resolve(call.id().digits()), sandboxes.writable(call.session().workspace()));
    }

    /// How a call's command is run for show. Writes the command's variables into the place: what
    /// the call adds to them must not reach the programs that shut it in.
    ///
    /// @param own what those programs get
    SandboxPlan plan(
            ToolCall call,
            RehearsalPlace place,
            Map<String, String> variables,
            Map<String, String> own) {
        Optional<String> obstacle = obstacle(call.session().workspace());
        if (obstacle.isPresent()) {
            return new SandboxPlan.Impossible(obstacle.get());
        }
        return switch (sandboxes.planForShow(call, variables)) {
            case SandboxPlan.Impossible impossible -> impossible;
            case SandboxPlan.ShutIn(List<String> inner, Map<String, String> reduced) -> {
                try {
                    List<String> arguments = layers(place, place.writeVariables(reduced));
                    arguments.addAll(inner);
                    yield new SandboxPlan.ShutIn(arguments, own);
                } catch (IOException failure) {
                    yield new SandboxPlan.Impossible(
                            "its variables cannot be written down: " + failure.getMessage());
                }
            }
        };
    }

    private List<String> layers(RehearsalPlace place, String variables) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(
                List.of(
                        program().orElseThrow().toString(),
                        "--user",
                        "--map-root-user",
                        "--mount",
                        "--",
                        SHELL.toString(),
                        "-c",
                        LAYERS,
                        SHELL.toString(),
                        mount().orElseThrow().toString(),
                        variables,
                        Integer.toString(place.roots().size())));
        for (int root = 0; root < place.roots().size(); root++) {
            arguments.add(place.layer(root).toAbsolutePath().toString());
            arguments.add(place.roots().get(root).toString());
        }
        return arguments;
    }

    private Optional<Path> program() {
        return programs.stream().filter(Files::isExecutable).findFirst();
    }

    private static Optional<Path> mount() {
        return MOUNT.stream().filter(Files::isExecutable).findFirst();
    }
}
