package dev.countersign.approval;

import dev.countersign.settings.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a person writes into rule files from within the console, and takes back. Safe on any
/// thread; blocks on the disk. What is answered empty has been done.
final class RuleFileEdits {
    private record Undoable(String before, String digest) {}

    private final RuleFiles files;
    private final RuleNotes notes;
    private final Runnable changed;

    /// What a file was before the last change made here, and the digest of what it became. Guarded
    /// by this.
    private final Map<Path, Undoable> undoable = new HashMap<>();

    /// @param changed told after each edit
    RuleFileEdits(RuleFiles files, RuleNotes notes, Runnable changed) {
        this.files = files;
        this.notes = notes;
        this.changed = changed;
    }

    /// @param root the workspace whose file it is; empty for the global one
    Optional<String> save(List<RuleDraft> drafts, Optional<Path> root) {
        Optional<WorkspaceFile> workspace = root.map(files::workspace);
        PermissionsFile file = workspace.map(WorkspaceFile::file).orElse(files.global());
        boolean allows = drafts.stream().anyMatch(draft -> draft.decision() == Verdict.ALLOW);
        boolean untrusted =
                workspace.isPresent()
                        && !workspace.get().isTrusted()
                        && !file.current().rules().rules().isEmpty();
        if (allows && untrusted) {
            return Optional.of(
                    "%s holds rules that you have not trusted; trust it first, since what it allows"
                                    .formatted(file.file())
                            + " does not count until then.");
        }
        return edit(
                file,
                workspace,
                text -> withDrafts(text, drafts),
                new RuleEvent(
                        RuleEvent.Kind.RULE_SAVED,
                        String.join(", ", drafts.stream().map(RuleDraft::words).toList()),
                        "%s, in %s"
                                .formatted(drafts.getFirst().decision().wireName(), file.file())));
    }

    private static String withDrafts(String text, List<RuleDraft> drafts)
            throws ConfigurationException, PermissionsFile.EditRefused {
        String changed = text;
        for (RuleDraft draft : drafts) {
            PermissionRules now =
                    changed.isBlank() ? PermissionRules.none() : PermissionRules.parse(changed);
            changed = PermissionsEditor.add(changed, RuleForms.of(draft, now, TriedCalls.DRAFT));
        }
        return changed;
    }

    Optional<String> remove(PermissionsFile file, PermissionRule rule) {
        return edit(
                file,
                files.findWorkspace(file.file()),
                text -> PermissionsEditor.remove(text, rule),
                new RuleEvent(RuleEvent.Kind.RULE_REMOVED, rule.id(), "from " + file.file()));
    }

    /// Switches a guard in the global file.
    Optional<String> guard(Guard guard, boolean on) {
        return edit(
                files.global(),
                Optional.empty(),
                text -> PermissionsEditor.guard(text, guard, on),
                new RuleEvent(RuleEvent.Kind.GUARD_SWITCHED, guard.key(), on ? "on" : "off"));
    }

    /// Puts a file back to what it was before the last change made here.
    Optional<String> undo(Path path) {
        Undoable last;
        synchronized (this) {
            last = undoable.get(path);
        }
        Optional<PermissionsFile> file = files.find(path);
        if (last == null || file.isEmpty()) {
            return Optional.of("There is nothing to undo.");
        }
        if (!file.get().current().digest().equals(last.digest())) {
            return Optional.of("%s was changed since.".formatted(path));
        }
        Optional<String> problem =
                edit(
                        file.get(),
                        files.findWorkspace(path),
                        _ -> last.before(),
                        new RuleEvent(RuleEvent.Kind.UNDONE, path.toString(), ""));
        if (problem.isEmpty()) {
            synchronized (this) {
                undoable.remove(path);
            }
        }
        return problem;
    }

    private Optional<String> edit(
            PermissionsFile file,
            Optional<WorkspaceFile> workspace,
            PermissionsFile.Edit change,
            RuleEvent event) {
        try {
            boolean trusts = workspace.isPresent() && mayKeepTrust(workspace.get());
            notes.require(event);
            String before = file.edit(change);
            String digest = file.current().digest();
            synchronized (this) {
                undoable.put(file.file(), new Undoable(before, digest));
            }
            if (trusts) {
                workspace.get().trust(digest);
            }
            changed.run();
            return Optional.empty();
        } catch (PermissionsFile.EditRefused refused) {
            return Optional.of(refused.sentence());
        } catch (IOException | UncheckedIOException failure) {
            return Optional.of("It cannot be written: " + failure.getMessage());
        }
    }

    /// What the person writes here is trusted where nothing else stands in the file that is not.
    private static boolean mayKeepTrust(WorkspaceFile workspace) {
        return workspace.isTrusted() || workspace.file().current().rules().rules().isEmpty();
    }
}
