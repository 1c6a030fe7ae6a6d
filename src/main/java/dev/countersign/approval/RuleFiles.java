package dev.countersign.approval;

import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// All rule files: the person's own, and those of the workspaces that calls came from.
///
/// Safe on any thread; looks at the disk. Guarded by its own monitor.
public final class RuleFiles {
    /// More workspaces than a console sees in a day; the files of those beyond are not kept, and
    /// read again when they are needed.
    static final int MOST_WORKSPACES = 200;

    private final PermissionsFile global;
    private final Path memory;
    private final boolean remembers;
    private final InstantSource clock;
    private final Map<Path, WorkspaceFile> workspaces = new LinkedHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final OwnCommands commands;

    private RuleFiles(Path file, Path memory, InstantSource clock, boolean remembers) {
        this.memory = memory;
        this.clock = clock;
        this.remembers = remembers;
        this.global =
                new PermissionsFile(
                        file,
                        memory.resolve("in-force.json"),
                        clock,
                        PermissionsFile.Nature.GLOBAL.remembering(remembers));
        global.subscribe(_ -> tell());
        this.commands = new OwnCommands(file.resolveSibling("commands.json"), clock);
    }

    /// What the person tells of commands, beside the global file.
    public OwnCommands commands() {
        return commands;
    }

    /// The files as the console would take them, for one that only looks and writes nothing.
    public static RuleFiles lookingOnly(Path file, Path memory, InstantSource clock) {
        return new RuleFiles(file, memory, clock, false);
    }

    /// @param file the person's own permissions.json
    /// @param memory the folder in which is kept what was in force and what is trusted
    public RuleFiles(Path file, Path memory, InstantSource clock) {
        this(file, memory, clock, true);
    }

    public PermissionsFile global() {
        return global;
    }

    /// The rules that decide in a workspace now.
    public RuleBook book(Workspace workspace) {
        return book(workspace, global.current().rules());
    }

    /// The same with other rules in the place of the person's own.
    public RuleBook book(Workspace workspace, PermissionRules own) {
        List<PermissionRules> files = new ArrayList<>();
        files.add(own);
        for (Path root : workspace.roots()) {
            files.add(workspace(root).effective());
        }
        return new RuleBook(files);
    }

    /// The files of workspaces that were asked for so far.
    public synchronized List<WorkspaceFile> workspaces() {
        return List.copyOf(workspaces.values());
    }

    /// The file of a workspace, read where it is not known yet.
    synchronized WorkspaceFile workspace(Path root) {
        WorkspaceFile known = workspaces.remove(root);
        WorkspaceFile file = known == null ? open(root) : known;
        workspaces.put(root, file);
        if (workspaces.size() > MOST_WORKSPACES) {
            workspaces.remove(workspaces.keySet().iterator().next());
        }
        return file;
    }

    private WorkspaceFile open(Path root) {
        WorkspaceFile file = new WorkspaceFile(root, memory, clock, remembers);
        file.file().subscribe(_ -> tell());
        return file;
    }

    /// The file by its path; empty when it is none of ours.
    Optional<PermissionsFile> find(Path path) {
        if (global.file().equals(path)) {
            return Optional.of(global);
        }
        return findWorkspace(path).map(WorkspaceFile::file);
    }

    Optional<WorkspaceFile> findWorkspace(Path path) {
        return workspaces().stream().filter(one -> one.file().file().equals(path)).findFirst();
    }

    /// Looks at all files. Blocks on the disk.
    public void reloadIfChanged() {
        global.reloadIfChanged();
        if (commands.reloadIfChanged()) {
            tell();
        }
        workspaces().forEach(file -> file.file().reloadIfChanged());
    }

    /// Hears that a file changed. Must not block.
    ///
    /// @return ends the subscription when run
    public Runnable subscribe(Runnable changed) {
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    void tell() {
        listeners.forEach(Runnable::run);
    }
}
