package dev.countersign.safety;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Variables by which a harmless-looking command runs something else.
final class DangerousVariables {
    private static final Set<String> NAMES =
            Set.of(
                    "PATH",
                    "IFS",
                    "BASH_ENV",
                    "ENV",
                    "SHELLOPTS",
                    "BASHOPTS",
                    "PROMPT_COMMAND",
                    "PS4",
                    "CDPATH",
                    "GLOBIGNORE",
                    "PAGER",
                    "MANPAGER",
                    "LESSOPEN",
                    "LESSCLOSE",
                    "EDITOR",
                    "VISUAL",
                    "BROWSER",
                    "SHELL",
                    "PERL5OPT",
                    "PERL5LIB",
                    "PYTHONPATH",
                    "PYTHONSTARTUP",
                    "PYTHONHOME",
                    "RUBYOPT",
                    "RUBYLIB",
                    "NODE_OPTIONS",
                    "NODE_PATH",
                    "JAVA_TOOL_OPTIONS",
                    "_JAVA_OPTIONS",
                    "HOME",
                    "HISTFILE");
    private static final Set<String> HARMLESS_GIT =
            Set.of(
                    "GIT_TERMINAL_PROMPT",
                    "GIT_OPTIONAL_LOCKS",
                    "GIT_AUTHOR_NAME",
                    "GIT_AUTHOR_EMAIL",
                    "GIT_AUTHOR_DATE",
                    "GIT_COMMITTER_NAME",
                    "GIT_COMMITTER_EMAIL",
                    "GIT_COMMITTER_DATE",
                    "GIT_MERGE_AUTOEDIT",
                    "GIT_DISCOVERY_ACROSS_FILESYSTEM");
    // Folders in which an interpreter looks for modules.
    private static final Set<String> SEARCHED =
            Set.of("PYTHONPATH", "NODE_PATH", "PERL5LIB", "RUBYLIB");
    // Options of an interpreter, some of which load code.
    private static final Set<String> OPTIONS =
            Set.of("NODE_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "RUBYOPT");
    private static final Pattern LOADING =
            Pattern.compile(
                    "require|import|loader|agent|inspect|(^|\\s)-[rI]|@|OnOutOfMemory|OnError");
    private static final Set<String> HARMLESS_PROGRAMS = Set.of("cat", "true", ":", "");

    private DangerousVariables() {}

    /// Whether all folders of a search path are relative and do not climb.
    private static boolean isInside(String path) {
        for (String folder : path.split(":", -1)) {
            if (folder.startsWith("/") || folder.startsWith("~") || folder.contains("..")) {
                return false;
            }
        }
        return true;
    }

    static boolean isDangerous(String name, Optional<String> value) {
        String upper = name.toUpperCase(Locale.ROOT);
        boolean program =
                upper.equals("PAGER")
                        || upper.endsWith("_PAGER")
                        || upper.equals("MANPAGER")
                        || upper.endsWith("EDITOR")
                        || upper.equals("VISUAL");
        if (program && value.isPresent() && HARMLESS_PROGRAMS.contains(value.get())) {
            return false;
        }
        return NAMES.contains(upper)
                || program
                || upper.startsWith("LD_")
                || upper.startsWith("DYLD_")
                || upper.startsWith("BASH_FUNC_")
                || (upper.startsWith("GIT_") && !HARMLESS_GIT.contains(upper));
    }

    /// Whether it makes programs run or load something, rather than only find it elsewhere.
    ///
    /// @param value empty when it is not known
    static boolean runsCode(String name, Optional<String> value) {
        if (SEARCHED.contains(name) && value.filter(DangerousVariables::isInside).isPresent()) {
            return false;
        }
        boolean loads = value.isEmpty() || LOADING.matcher(value.get()).find();
        return !(OPTIONS.contains(name) && !loads)
                && !name.equals("IFS")
                && !name.equals("PATH")
                && !name.equals("HOME")
                && !name.equals("CDPATH")
                && !name.equals("GLOBIGNORE");
    }
}
