package dev.countersign.safety;

import dev.countersign.shell.Command;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// What a script has set up to one point of it: variables, arguments, functions. Confined to one
/// assessment.
final class ScriptState {
    private static final int LONGEST_VALUE = 10_000;

    /// A function and the text that it stands in.
    record Definition(Command.Function function, ScriptText text) {}

    private Map<String, ScriptValue> variables = new HashMap<>();
    private Map<String, Optional<Definition>> functions = new HashMap<>();
    private Optional<List<ScriptValue>> arguments;
    private Set<String> read = Set.of();
    private boolean forgotten;
    private boolean holdsSubscript;
    private boolean exitsOnFailure;
    private Optional<String> readOtherwise = Optional.empty();

    /// @param arguments `$1` and the following; empty when they are not known
    ScriptState(Optional<List<ScriptValue>> arguments) {
        this.arguments = arguments;
    }

    ScriptState copy() {
        ScriptState copy = new ScriptState(arguments);
        copy.take(this);
        return copy;
    }

    /// Becomes the same as another.
    void take(ScriptState other) {
        variables = new HashMap<>(other.variables);
        functions = new HashMap<>(other.functions);
        arguments = other.arguments;
        read = other.read;
        forgotten = other.forgotten;
        holdsSubscript = other.holdsSubscript;
        exitsOnFailure = other.exitsOnFailure;
        readOtherwise = other.readOtherwise;
    }

    /// How much a copy costs.
    int size() {
        return variables.size() + functions.size() + 1;
    }

    /// Keeps what holds whichever of the two ways the script took here.
    void join(ScriptState other) {
        Set<String> names = new HashSet<>(variables.keySet());
        names.addAll(other.variables.keySet());
        for (String name : names) {
            if (!Objects.equals(variables.get(name), other.variables.get(name))) {
                variables.put(name, ScriptValue.UNKNOWN);
            }
        }
        Set<String> called = new HashSet<>(functions.keySet());
        called.addAll(other.functions.keySet());
        for (String name : called) {
            if (!Objects.equals(functions.get(name), other.functions.get(name))) {
                functions.put(name, Optional.empty());
            }
        }
        if (!arguments.equals(other.arguments)) {
            arguments = Optional.empty();
        }
        if (!other.read.isEmpty()) {
            Set<String> both = new HashSet<>(read);
            both.addAll(other.read);
            read = both;
        }
        forgotten |= other.forgotten;
        holdsSubscript |= other.holdsSubscript;
        exitsOnFailure &= other.exitsOnFailure;
        readOtherwise = readOtherwise.or(() -> other.readOtherwise);
    }

    /// What the script has set a variable to; empty when it has not.
    Optional<ScriptValue> variable(String name) {
        ScriptValue value = variables.get(name);
        if (value == null && forgotten) {
            return Optional.of(ScriptValue.UNKNOWN);
        }
        return Optional.ofNullable(value);
    }

    void set(String name, ScriptValue value) {
        String text = value.text().orElse("");
        if (text.length() > LONGEST_VALUE) {
            variables.put(name, ScriptValue.UNKNOWN);
            return;
        }
        holdsSubscript |= text.indexOf('[') >= 0 && (text.contains("$(") || text.indexOf('`') >= 0);
        variables.put(name, value);
    }

    /// A variable got its value from a file or another command.
    void wasRead(String name) {
        Set<String> more = new HashSet<>(read);
        more.add(name);
        read = more;
    }

    boolean isRead(String name) {
        return read.contains(name);
    }

    /// Whether some variable holds what would run a command in arithmetic: `a[$(command)]`.
    boolean holdsSubscript() {
        return holdsSubscript;
    }

    /// Nothing about variables is certain any more.
    void forget() {
        variables.clear();
        forgotten = true;
        arguments = Optional.empty();
    }

    Optional<List<ScriptValue>> arguments() {
        return arguments;
    }

    void setArguments(Optional<List<ScriptValue>> values) {
        arguments = values;
    }

    boolean isFunction(String name) {
        return functions.containsKey(name);
    }

    /// The function of that name; empty when there is none, or it is not certain which.
    Optional<Definition> function(String name) {
        return functions.getOrDefault(name, Optional.empty());
    }

    void define(String name, Definition function) {
        functions.put(name, Optional.of(function));
    }

    void undefine(String name) {
        functions.remove(name);
    }

    boolean exitsOnFailure() {
        return exitsOnFailure;
    }

    void exitsOnFailure(boolean value) {
        exitsOnFailure = value;
    }

    /// Why bash may read what follows otherwise than we do; empty while it does not.
    Optional<String> readOtherwise() {
        return readOtherwise;
    }

    void readsOtherwise(String reason) {
        readOtherwise = Optional.of(reason);
    }
}
