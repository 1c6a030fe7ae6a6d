package dev.countersign.safety;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The files that build tools and their like read by themselves and do what they say. Pure.
final class ProjectScripts {
    private static final List<String> PACKAGE = List.of("package.json");
    private static final List<String> PYPROJECT = List.of("pyproject.toml");
    private static final List<String> COMPOSE =
            List.of("compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml");
    private static final List<String> GRADLE =
            List.of("build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts");
    private static final Map<String, List<String>> FILES =
            Map.ofEntries(
                    Map.entry("make", List.of("GNUmakefile", "makefile", "Makefile")),
                    Map.entry("gmake", List.of("GNUmakefile", "makefile", "Makefile")),
                    Map.entry("npm", PACKAGE),
                    Map.entry("pnpm", PACKAGE),
                    Map.entry("yarn", PACKAGE),
                    Map.entry("bun", PACKAGE),
                    Map.entry("turbo", List.of("turbo.json", "package.json")),
                    Map.entry("gulp", List.of("gulpfile.js", "gulpfile.mjs")),
                    Map.entry("grunt", List.of("Gruntfile.js")),
                    Map.entry("just", List.of("justfile", "Justfile", ".justfile")),
                    Map.entry("task", List.of("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml", "Taskfile.dist.yml")),
                    Map.entry("poe", PYPROJECT),
                    Map.entry("poetry", PYPROJECT),
                    Map.entry("uv", PYPROJECT),
                    Map.entry("pdm", PYPROJECT),
                    Map.entry("hatch", PYPROJECT),
                    Map.entry("rye", PYPROJECT),
                    Map.entry("rake", List.of("Rakefile", "rakefile", "Rakefile.rb")),
                    Map.entry("gradle", GRADLE),
                    Map.entry("gradlew", GRADLE),
                    Map.entry("mvn", List.of("pom.xml")),
                    Map.entry("mvnw", List.of("pom.xml")),
                    Map.entry("ant", List.of("build.xml")),
                    Map.entry("sbt", List.of("build.sbt")),
                    Map.entry("cargo", List.of("Cargo.toml", "build.rs")),
                    Map.entry("cmake", List.of("CMakeLists.txt")),
                    Map.entry("ninja", List.of("build.ninja")),
                    Map.entry("meson", List.of("meson.build")),
                    Map.entry("scons", List.of("SConstruct")),
                    Map.entry("tox", List.of("tox.ini", "pyproject.toml")),
                    Map.entry("nox", List.of("noxfile.py")),
                    Map.entry("pytest", List.of("conftest.py", "pytest.ini", "pyproject.toml")),
                    Map.entry("invoke", List.of("tasks.py")),
                    Map.entry("fab", List.of("fabfile.py")),
                    Map.entry("composer", List.of("composer.json")),
                    Map.entry("deno", List.of("deno.json", "deno.jsonc")),
                    Map.entry("mix", List.of("mix.exs")),
                    Map.entry("vagrant", List.of("Vagrantfile")),
                    Map.entry("docker-compose", COMPOSE));
    private static final Set<String> CONTAINERS = Set.of("docker", "podman", "nerdctl");
    private static final Set<String> FOLDER_OPTIONS =
            Set.of("-C", "--directory", "--prefix", "--cwd", "--project-dir", "--dir");
    private static final Set<String> FILE_OPTIONS =
            Set.of("-f", "--file", "--makefile", "--justfile", "--build-file", "--taskfile");
    private static final Set<String> ANSWERS = Set.of("--version", "--help", "-h", "-V");

    private ProjectScripts() {}

    /// Where to look.
    ///
    /// @param folder the folder that an option names
    /// @param files the files that an option names, else the names that the tool looks for
    record Sought(Optional<ScriptWord> folder, List<ScriptWord> files, List<String> names) {}

    static Optional<Sought> sought(String name, List<ScriptWord> words) {
        Optional<List<String>> names = Optional.ofNullable(FILES.get(name));
        if (CONTAINERS.contains(name)) {
            names = ofContainers(words);
        }
        if (PyprojectTasks.TOOLS.contains(name) && !runsTask(name, words)) {
            return Optional.empty();
        }
        boolean answers = words.size() == 1 && ANSWERS.contains(words.getFirst().shown());
        if (names.isEmpty() || answers) {
            return Optional.empty();
        }
        return Optional.of(
                new Sought(
                        valuesOf(words, FOLDER_OPTIONS).findFirst(),
                        valuesOf(words, FILE_OPTIONS).toList(),
                        names.get()));
    }

    /// The others of their subcommands run nothing that the file names.
    private static boolean runsTask(String name, List<ScriptWord> words) {
        return name.equals("poe") || words.stream().anyMatch(word -> word.is("run"));
    }

    private static Optional<List<String>> ofContainers(List<ScriptWord> words) {
        List<String> plain =
                words.stream()
                        .map(ScriptWord::shown)
                        .filter(text -> !text.startsWith("-"))
                        .toList();
        if (plain.isEmpty()) {
            return Optional.empty();
        }
        return switch (plain.getFirst()) {
            case "build", "buildx" -> Optional.of(List.of("Dockerfile", "Containerfile"));
            case "compose" -> Optional.of(COMPOSE);
            default -> Optional.empty();
        };
    }

    private static Stream<ScriptWord> valuesOf(List<ScriptWord> words, Set<String> options) {
        Stream.Builder<ScriptWord> values = Stream.builder();
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).shown();
            int equals = text.indexOf('=');
            if (options.contains(text) && i + 1 < words.size()) {
                values.add(words.get(i + 1));
            } else if (equals > 0
                    && words.get(i).isKnown()
                    && options.contains(text.substring(0, equals))) {
                values.add(words.get(i).after(equals + 1));
            }
        }
        return values.build();
    }
}
