package dev.countersign.supervision.connect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a project's own configuration of an agent may take back of what the person's says: agents
/// read it after the person's, and whoever writes in the project writes it.
///
/// Looks for what is named there and does not weigh it: a name that could open the shell is told.
/// Reads files, and blocks for that.
///
/// Sources: the agents' documentation of what goes before what. Where a person's refusal holds
/// whatever a project says (the denied and excluded tools of claude-code and gemini), nothing is
/// looked for.
final class ProjectSettings {
    /// How far up folders are looked at.
    private static final int MAXIMUM_DEPTH = 32;

    /// A file below a project's folder, and what in it matters.
    ///
    /// @param toml read as text; else as JSON
    /// @param names paths of keys in JSON
    private record Place(String file, boolean toml, List<List<String>> names) {
        static Place json(String file, String... names) {
            List<List<String>> paths = new ArrayList<>();
            for (String name : names) {
                paths.add(List.of(name.split("/", -1)));
            }
            return new Place(file, false, paths);
        }
    }

    /// Any of these outside a comment; a shell that is switched off once more does no harm.
    private static final Pattern IN_TOML =
            Pattern.compile(
                    "(?m)^[^#\\n]*\\b((?:shell_tool|unified_exec)\\b(?!\\s*=\\s*false\\b)|hooks\\b|countersign\\b)");

    /// What was found.
    ///
    /// @param name of the key, or why the file cannot be read
    record Finding(Path file, String name) {}

    private ProjectSettings() {}

    /// The folder that an agent works in and those above it, up to the top of its project.
    static List<Path> folders(Path directory, List<Path> roots) {
        List<Path> folders = new ArrayList<>();
        Path folder = directory;
        while (folder != null && folders.size() < MAXIMUM_DEPTH) {
            folders.add(folder);
            Path here = folder;
            if (roots.stream().anyMatch(here::equals) || roots.stream().noneMatch(here::startsWith)) {
                break;
            }
            folder = folder.getParent();
        }
        return folders;
    }

    private static List<Place> places(AgentKind agent, ShellUse use) {
        boolean hooked = use == ShellUse.HOOKED;
        return switch (agent) {
            case CLAUDE_CODE -> {
                List<Place> places = new ArrayList<>();
                if (hooked) {
                    for (String file : List.of("settings.json", "settings.local.json")) {
                        places.add(
                                Place.json(
                                        ".claude/" + file,
                                        "disableAllHooks",
                                        "hooks/PreToolUse",
                                        "hooks/PermissionRequest"));
                    }
                }
                places.add(Place.json(".mcp.json", "mcpServers/countersign"));
                yield places;
            }
            case CODEX ->
                    hooked
                            ? List.of(
                                    new Place(".codex/config.toml", true, List.of()),
                                    Place.json(".codex/hooks.json", "hooks"))
                            : List.of(new Place(".codex/config.toml", true, List.of()));
            case OPENCODE -> {
                List<Place> places = new ArrayList<>();
                for (String folder : List.of("", ".opencode/")) {
                    for (String file : List.of("opencode.json", "opencode.jsonc")) {
                        places.add(
                                Place.json(
                                        folder + file,
                                        "permission",
                                        "tools/bash",
                                        "agent",
                                        "mode",
                                        "plugin",
                                        "mcp/countersign"));
                    }
                }
                yield places;
            }
            case GEMINI ->
                    List.of(
                            hooked
                                    ? Place.json(
                                            ".gemini/settings.json",
                                            "hooksConfig",
                                            "hooks",
                                            "mcpServers/countersign")
                                    : Place.json(
                                            ".gemini/settings.json", "mcpServers/countersign"));
            case CRUSH -> {
                List<Place> places = new ArrayList<>();
                for (String file : List.of("crush.json", ".crush.json")) {
                    places.add(
                            Place.json(
                                    file,
                                    "options/disabled_tools",
                                    "hooks",
                                    "permissions",
                                    "mcp/countersign"));
                }
                yield places;
            }
        };
    }

    /// The files that decide it.
    static List<Path> files(AgentKind agent, ShellUse use, List<Path> folders) {
        return folders.stream()
                .flatMap(folder ->
                        places(agent, use).stream().map(place -> folder.resolve(place.file())))
                .toList();
    }

    /// What a project says that may open an agent's shell; empty where it says nothing.
    ///
    /// @param folders of the project, see [#folders]
    /// @param own the person's own files, which are judged elsewhere: a home folder may be a project
    static Optional<Finding> find(
            AgentKind agent, ShellUse use, List<Path> folders, List<Path> own) {
        for (Path folder : folders) {
            for (Place place : places(agent, use)) {
                Path file = folder.resolve(place.file());
                Optional<String> name = own.contains(file) ? Optional.empty() : name(file, place);
                if (name.isPresent()) {
                    return Optional.of(new Finding(file, name.get()));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> name(Path file, Place place) {
        try {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            String text = AgentFiles.read(file).orElse("");
            return place.toml() ? inToml(text) : inJson(text, place.names());
        } catch (IOException | UncheckedIOException | ConfigurationText.Unreadable unreadable) {
            return Optional.of("what cannot be read here: " + unreadable.getMessage());
        }
    }

    private static Optional<String> inToml(String text) {
        Matcher matcher = IN_TOML.matcher(text);
        return matcher.find() ? Optional.of("'" + matcher.group(1) + "'") : Optional.empty();
    }

    private static Optional<String> inJson(String text, List<List<String>> names) {
        JsoncText json = JsoncText.of(text);
        return names.stream()
                .filter(path -> json.value(path).filter(value -> !value.equals("false")).isPresent())
                .findFirst()
                .map(path -> "'" + String.join(".", path) + "'");
    }
}
