package dev.countersign.supervision.consequence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What an install would bring in, and which of it runs scripts of its own while it is installed.
/// Confined to one look.
final class PackageConsequences {
    private static final long LARGEST_FILE = 20L << 20;

    /// In the order in which npm runs them.
    private static final List<String> INSTALL_SCRIPTS =
            List.of(
                    "preinstall",
                    "install",
                    "postinstall",
                    "prepublish",
                    "preprepare",
                    "prepare",
                    "postprepare");

    private static final String NO_SCRIPTS = "none of them runs a script: --ignore-scripts";
    private static final JsonMapper JSON = new JsonMapper();

    private final int items;

    PackageConsequences(int items) {
        this.items = items;
    }

    List<Consequence> installed(PlannedCommand command) {
        List<String> operands = command.operands();
        boolean python = command.name().startsWith("pip");
        String what = operands.isEmpty() ? "" : operands.getFirst();
        if (python) {
            return what.equals("install") ? python(command, operands) : List.of();
        }
        boolean bare = operands.isEmpty() && command.name().equals("yarn");
        if (!bare && !List.of("install", "i", "ci", "add").contains(what)) {
            return List.of();
        }
        List<String> named = bare ? List.of() : operands.subList(1, operands.size());
        Optional<String> note =
                withoutScripts(command) ? Optional.of(NO_SCRIPTS) : Optional.empty();
        return named.isEmpty() ? fromPackageFile(command) : named(named, note);
    }

    private List<Consequence> python(PlannedCommand command, List<String> operands) {
        List<String> words = command.arguments().orElse(List.of());
        List<String> named = new ArrayList<>(operands.subList(1, operands.size()));
        int requirements = Math.max(words.indexOf("-r"), words.indexOf("--requirement"));
        if (requirements >= 0 && requirements + 1 < words.size()) {
            String file = words.get(requirements + 1);
            named.remove(file);
            Optional<List<String>> lines =
                    command.resolve(file).flatMap(PackageConsequences::lines);
            if (lines.isEmpty()) {
                return List.of(
                        Consequence.notKnown(
                                "Which packages it would install is not known: %s cannot be read."
                                        .formatted(file)));
            }
            named.addAll(lines.get());
        }
        return named.isEmpty()
                ? List.of()
                : named(
                        named,
                        Optional.of("a package can run code of its own while it is installed"));
    }

    private List<Consequence> fromPackageFile(PlannedCommand command) {
        Optional<JsonNode> file =
                command.directory().flatMap(folder -> json(folder.resolve("package.json")));
        if (file.isEmpty()) {
            return List.of(
                    Consequence.notKnown(
                            "Which packages it would install is not known: there is no package.json"
                                    + " that can be read."));
        }
        List<Consequence.Item> direct = new ArrayList<>();
        for (String group : List.of("dependencies", "devDependencies", "optionalDependencies")) {
            for (Map.Entry<String, JsonNode> one : file.get().path(group).properties()) {
                direct.add(new Consequence.Item(one.getKey(), one.getValue().asString("")));
            }
        }
        boolean noScripts = withoutScripts(command);
        List<String> scripts = noScripts ? List.of() : scripts(file.get(), command);
        List<Consequence> found = new ArrayList<>();
        found.add(
                new Consequence(
                        Consequence.Kind.PACKAGES_INSTALLED,
                        "Would install %s and what they need"
                                .formatted(Sizes.counted(direct.size(), "package")),
                        direct.size(),
                        direct.stream().limit(items).toList(),
                        noScripts ? Optional.of(NO_SCRIPTS) : withScripts(command)));
        if (!scripts.isEmpty()) {
            found.add(
                    new Consequence(
                            Consequence.Kind.PACKAGES_INSTALLED,
                            "Would run the install scripts of this package",
                            scripts.size(),
                            scripts.stream().map(s -> new Consequence.Item(s, "")).toList(),
                            Optional.empty()));
        }
        return found;
    }

    private static boolean withoutScripts(PlannedCommand command) {
        return command.arguments().orElse(List.of()).contains("--ignore-scripts");
    }

    /// Each with its text; a `binding.gyp` is a script that is not written down.
    private static List<String> scripts(JsonNode file, PlannedCommand command) {
        JsonNode written = file.path("scripts");
        List<String> scripts = new ArrayList<>();
        boolean builds =
                command.directory()
                                .filter(folder ->
                                        Files.isRegularFile(folder.resolve("binding.gyp")))
                                .isPresent()
                        && !written.has("install")
                        && !written.has("preinstall");
        for (String name : INSTALL_SCRIPTS) {
            if (written.has(name)) {
                scripts.add(name + ": " + written.path(name).asString(""));
            } else if (builds && name.equals("install")) {
                scripts.add("install: node-gyp rebuild");
            }
        }
        return scripts;
    }

    /// What the lock file says of packages with install scripts.
    private static Optional<String> withScripts(PlannedCommand command) {
        Optional<JsonNode> lock =
                command.directory().flatMap(folder -> json(folder.resolve("package-lock.json")));
        if (lock.isEmpty()) {
            return Optional.of("which of them run scripts of their own is not known");
        }
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, JsonNode> one : lock.get().path("packages").properties()) {
            // The one without a name is this package itself.
            if (!one.getKey().isEmpty()
                    && one.getValue().path("hasInstallScript").asBoolean(false)) {
                names.add(one.getKey().replaceFirst(".*node_modules/", ""));
            }
        }
        if (names.isEmpty()) {
            return Optional.of("by the lock file none of them runs a script of its own");
        }
        return Optional.of(
                "run scripts of their own: "
                        + String.join(", ", names.subList(0, Math.min(8, names.size()))));
    }

    private List<Consequence> named(List<String> names, Optional<String> note) {
        return List.of(
                new Consequence(
                        Consequence.Kind.PACKAGES_INSTALLED,
                        "Would install %s and what they need"
                                .formatted(Sizes.counted(names.size(), "package")),
                        names.size(),
                        names.stream().limit(items).map(n -> new Consequence.Item(n, "")).toList(),
                        note.isPresent()
                                ? note
                                : Optional.of(
                                        "which of them run scripts of their own is not known")));
    }

    private static Optional<List<String>> lines(Path file) {
        return text(file)
                .map(text ->
                        text.lines()
                                .map(line -> line.replaceFirst("(^|\\s)#.*", "").strip())
                                .filter(line -> !line.isEmpty())
                                .toList());
    }

    private static Optional<JsonNode> json(Path file) {
        try {
            return text(file).map(JSON::readTree);
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= LARGEST_FILE
                    ? Optional.of(Files.readString(file))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
