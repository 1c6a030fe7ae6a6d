package dev.countersign.approval;

import dev.countersign.safety.CommandStep;
import dev.countersign.safety.EffectKind;
import dev.countersign.safety.PathUse;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What stands in script files now. Looks at the disk; safe on any thread.
@FunctionalInterface
public interface ScriptDigests {
    /// The SHA-256 of a file's content in hexadecimal; empty when it cannot be read or is too large
    /// for a script.
    Optional<String> sha256(Path file);

    /// Knows no file.
    static ScriptDigests none() {
        return _ -> Optional.empty();
    }

    /// The files that commands run, each with its digest; empty when one of them is not known
    /// before it runs, or cannot be read.
    default Optional<Map<Path, String>> of(List<CommandStep> steps) {
        Map<Path, String> scripts = new TreeMap<>();
        boolean allKnown =
                executed(steps).allMatch(use -> use.places().size() == 1 && !use.pattern());
        for (Path file : filesOf(steps)) {
            Optional<String> digest = sha256(file);
            if (!allKnown || digest.isEmpty()) {
                return Optional.empty();
            }
            scripts.put(file, digest.get());
        }
        return allKnown ? Optional.of(scripts) : Optional.empty();
    }

    /// The files that commands run, as far as they are known.
    static SequencedSet<Path> filesOf(List<CommandStep> steps) {
        return executed(steps)
                .flatMap(use -> use.places().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Stream<PathUse> executed(List<CommandStep> steps) {
        return steps.stream()
                .flatMap(step -> step.paths().stream())
                .filter(use -> use.kind() == EffectKind.EXECUTE);
    }
}
