package dev.countersign.safety;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The scripts of a `package.json` that a package manager is asked to run. Pure.
final class PackageScripts {
    static final Set<String> MANAGERS = Set.of("npm", "pnpm", "yarn", "bun", "composer", "deno");

    private static final Set<String> RUN = Set.of("run", "run-script", "rum", "urn", "task");
    private static final Set<String> BY_THEMSELVES =
            Set.of("test", "t", "tst", "start", "stop", "restart");
    private static final List<String> WITH_INSTALL =
            List.of(
                    "preinstall",
                    "install",
                    "postinstall",
                    "prepare",
                    "pre-install-cmd",
                    "post-install-cmd",
                    "post-autoload-dump");
    private static final Set<String> INSTALL = Set.of("install", "i", "ci", "add");

    private PackageScripts() {}

    /// The names of the scripts that these words run, with those that run before and after.
    static List<String> names(String manager, List<ScriptWord> words) {
        List<String> plain =
                words.stream()
                        .filter(word -> word.isKnown() && !word.prefix().startsWith("-"))
                        .map(ScriptWord::shown)
                        .toList();
        if (plain.isEmpty()) {
            return manager.equals("yarn") ? WITH_INSTALL : List.of();
        }
        String first = plain.getFirst();
        if (RUN.contains(first)) {
            return plain.size() > 1 ? around(plain.get(1)) : List.of();
        }
        if (INSTALL.contains(first)) {
            return WITH_INSTALL;
        }
        boolean named = BY_THEMSELVES.contains(first) || !manager.equals("npm");
        return named
                ? around(first.startsWith("t") && first.length() <= 3 ? "test" : first)
                : List.of();
    }

    private static List<String> around(String name) {
        return List.of("pre" + name, name, "post" + name);
    }

    /// What a shell would be given to run.
    ///
    /// @param words what stands behind the manager
    static List<ScriptPiece> pieces(String manager, String json, List<ScriptWord> words) {
        try {
            String key = manager.equals("deno") ? "tasks" : "scripts";
            Optional<LocatedJson> scripts = LocatedJson.parse(json).asFields("the file").value(key);
            if (scripts.isEmpty()) {
                return List.of();
            }
            LocatedJson.Fields fields = scripts.get().asFields(key);
            List<ScriptPiece> pieces = new ArrayList<>();
            for (String name : names(manager, words)) {
                Optional<LocatedJson> script = fields.value(name);
                if (script.isPresent()) {
                    pieces.add(new ScriptPiece("script " + name, text(script.get(), name)));
                }
            }
            return pieces;
        } catch (ConfigurationException _) {
            return List.of();
        }
    }

    /// A text, or as composer has it several.
    private static String text(LocatedJson script, String name) throws ConfigurationException {
        if (!(script instanceof LocatedJson.Items)) {
            return script.asText(name);
        }
        List<String> lines = new ArrayList<>();
        for (LocatedJson item : script.asItems(name)) {
            lines.add(item.asText(name));
        }
        return String.join("\n", lines);
    }
}
