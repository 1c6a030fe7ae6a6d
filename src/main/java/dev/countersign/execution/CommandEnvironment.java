package dev.countersign.execution;

import dev.countersign.redaction.SecretNames;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.Workspace;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// The environment of commands (RUN-1, RUN-6): the console's own without what could change a shell
/// behind the approved text, without secrets, and without what is only the console's, plus what the
/// call adds.
///
/// Immutable, safe on any thread.
public final class CommandEnvironment {
    /// Marks every process of a command, so that those that leave its process group are found. Its
    /// value is the id of the call and of this console, which is why two consoles never take each
    /// other's processes for their own.
    public static final String MARKER = "COUNTERSIGN_RUN";

    /// What the caller of the start script had in LC_ALL, empty where it had none. The script sets
    /// LC_ALL for java alone.
    static final String CALLER_LOCALE = "COUNTERSIGN_CALLER_LC_ALL";

    private static final String LOCALE = "LC_ALL";
    private static final String OWN_PREFIX = "COUNTERSIGN_";

    /// Bash reads these before the command: files to run, options to set.
    private static final Set<String> SHELL_STARTUP =
            Set.of("BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS");

    /// Exported functions can replace any command: `BASH_FUNC_ls%%`.
    private static final String SHELL_FUNCTION_PREFIX = "BASH_FUNC_";

    private final Map<String, String> inherited;
    private final Map<String, String> withheld;
    private final String instance;
    private final Function<Workspace, Set<String>> letThrough;

    /// Takes out what commands do not get.
    ///
    /// @param console the console's own environment
    /// @param instance names this run of the console, unlike any other: hexadecimal digits
    public CommandEnvironment(Map<String, String> console, String instance) {
        this(console, instance, SecretNames::isSecret);
    }

    CommandEnvironment(Map<String, String> console, String instance, Predicate<String> isSecret) {
        if (!instance.matches("[0-9a-f]{8,32}")) {
            throw new IllegalArgumentException("instance must be 8 to 32 hex digits: " + instance);
        }
        Map<String, String> kept = new HashMap<>();
        Map<String, String> secrets = new HashMap<>();
        console.forEach((name, value) -> {
            if (isSecret.test(name)) {
                secrets.put(name, value);
            } else if (isInherited(name)) {
                kept.put(name, value);
            }
        });
        restoreLocale(console, kept);
        this.inherited = Map.copyOf(kept);
        this.withheld = Map.copyOf(secrets);
        this.instance = instance;
        this.letThrough = _ -> Set.of();
    }

    private CommandEnvironment(
            Map<String, String> inherited,
            Map<String, String> withheld,
            String instance,
            Function<Workspace, Set<String>> letThrough) {
        this.inherited = inherited;
        this.withheld = withheld;
        this.instance = instance;
        this.letThrough = letThrough;
    }

    /// Lets single secrets through to the commands of a workspace, where the person wants that.
    ///
    /// @param names which, asked anew for each command
    public CommandEnvironment lettingThrough(Function<Workspace, Set<String>> names) {
        return new CommandEnvironment(inherited, withheld, instance, names);
    }

    /// As [#forCall(ToolCallId, Map)], with the secrets that the person lets through to the
    /// workspace of the call.
    Map<String, String> forCall(ToolCall call, Map<String, String> added) {
        Map<String, String> all = new HashMap<>();
        for (String name : letThrough.apply(call.session().workspace())) {
            Optional.ofNullable(withheld.get(name)).ifPresent(value -> all.put(name, value));
        }
        all.putAll(added);
        return forCall(call.id(), all);
    }

    /// The variables of one command. The marker cannot be replaced by what the call adds.
    public Map<String, String> forCall(ToolCallId id, Map<String, String> added) {
        Map<String, String> environment = new LinkedHashMap<>(inherited);
        environment.putAll(added);
        environment.put(MARKER, markerOf(id));
        return Collections.unmodifiableMap(environment);
    }

    /// The secrets that commands do not get. Their values are to be masked where output shows them.
    public Map<String, String> withheldSecrets() {
        return withheld;
    }

    /// The [#MARKER] that the processes of this command carry.
    String markerOf(ToolCallId id) {
        return markerOfAll() + id.digits();
    }

    /// How the [#MARKER] begins that the processes of all our commands carry.
    String markerOfAll() {
        return instance + "-";
    }

    private static boolean isInherited(String name) {
        return !SHELL_STARTUP.contains(name)
                && !name.startsWith(SHELL_FUNCTION_PREFIX)
                && !name.startsWith(OWN_PREFIX);
    }

    private static void restoreLocale(Map<String, String> console, Map<String, String> kept) {
        String callers = console.get(CALLER_LOCALE);
        if (callers == null) {
            // Not started by the script: LC_ALL is the person's own.
            return;
        }
        if (callers.isEmpty()) {
            kept.remove(LOCALE);
            return;
        }
        kept.put(LOCALE, callers);
    }
}
