package dev.countersign.execution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Which processes belong to one command.
///
/// A process belongs to it when it is the shell, descends from it, is in its session or group,
/// carries its marker in the environment, writes to its pipes, or was seen to belong to it before.
/// Each alone misses some: a daemon's parent is gone, `setsid` leaves session and group, `env -i`
/// drops the marker, a redirect the pipe.
///
/// Guarded by its lock; safe on any thread.
final class ProcessTree {
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final ProcessTable table;
    private final Optional<ProcessIdentity> leader;
    private final boolean ownSession;
    private final TreeMarks marks;
    private final List<ProcessTree> others;

    /// By pid. Only grows: the identity tells a later process of the same number apart.
    private final Map<Long, ProcessIdentity> remembered = new HashMap<>();

    private boolean leaderReaped;

    /// @param ownSession whether the leader's pid is also its session's and group's id
    ProcessTree(
            ProcessTable table,
            Optional<ProcessIdentity> leader,
            boolean ownSession,
            TreeMarks marks) {
        this(table, leader, ownSession, marks, List.of());
    }

    private ProcessTree(
            ProcessTable table,
            Optional<ProcessIdentity> leader,
            boolean ownSession,
            TreeMarks marks,
            List<ProcessTree> others) {
        this.table = table;
        this.leader = leader;
        this.ownSession = ownSession;
        this.marks = marks;
        this.others = List.copyOf(others);
    }

    /// Everything that was started with markers that begin so, but for what belongs to the other
    /// trees.
    static ProcessTree ofMarker(ProcessTable table, String marker, List<ProcessTree> others) {
        TreeMarks marks = new TreeMarks(marker, Set.of());
        return new ProcessTree(table, Optional.empty(), false, marks, others);
    }

    /// What is left of a command whose console is gone. Its shell, found by its identity, and what
    /// is in the session of one that carries the marker belong to it too.
    static ProcessTree ofOrphans(ProcessTable table, ProcessIdentity leader, String marker) {
        ProcessTree tree =
                new ProcessTree(table, Optional.of(leader), true, new TreeMarks(marker, Set.of()));
        tree.leaderReaped();
        return tree;
    }

    /// From now on the leader's number may be given to another process, and then to a group.
    synchronized void leaderReaped() {
        leaderReaped = true;
    }

    /// The group, while its leader alone makes sure that it is the command's own.
    synchronized Optional<Long> unreapedGroup() {
        return leaderReaped ? Optional.empty() : formerGroup();
    }

    /// The group's number, for asking whether anything is left in it just after the leader's end.
    Optional<Long> formerGroup() {
        return ownSession ? leader.map(ProcessIdentity::pid) : Optional.empty();
    }

    boolean isLeader(ProcessIdentity process) {
        return leader.filter(process::isSameProcessAs).isPresent();
    }

    /// What of a snapshot belongs to the command and runs. Reads environments, and remembers what
    /// it finds.
    synchronized Members membersOf(ProcessSnapshot snapshot) {
        Search search = new Search(snapshot);
        search.addAll(this::belongsByItself);
        search.addAll(entry -> !search.hasFound(entry) && isMarked(entry, snapshot));
        boolean pinned = !leaderReaped || search.found().stream().anyMatch(this::isInSession);
        if (pinned) {
            search.addAll(this::isInSession);
        }
        search.found().forEach(member -> remembered.put(member.pid(), member.identity()));
        return new Members(search.found(), pinned && ownSession ? formerGroup() : Optional.empty());
    }

    /// What may belong to the command, but not for certain: orphans that this process adopted since
    /// the command's start, whose environment was cleared. Only a process that adopts orphans has
    /// such children.
    ///
    /// @param marker what the processes of all commands of this console carry
    List<ProcessIdentity> suspectsIn(ProcessSnapshot snapshot, String marker) {
        Optional<ProcessEntry> self = table.find(OWN_PID);
        return snapshot.childrenOf(OWN_PID).stream()
                .filter(entry -> !entry.ended())
                .filter(entry -> self.isPresent() && entry.session() != self.get().session())
                .filter(entry -> leader.map(entry::isAsYoungAs).orElse(false))
                .filter(entry -> !startsWith(snapshot.markerOf(entry.pid()), marker))
                .map(ProcessEntry::identity)
                .toList();
    }

    /// Whether one process belongs to the command now, by itself or through its parents.
    boolean owns(long pid) {
        ProcessSnapshot details = ProcessSnapshot.empty(table);
        Set<Long> seen = new HashSet<>();
        Optional<ProcessEntry> entry = table.find(pid).filter(found -> !found.ended());
        while (entry.isPresent() && entry.get().pid() != OWN_PID && seen.add(entry.get().pid())) {
            if (belongs(entry.get(), details)) {
                return true;
            }
            entry = table.find(entry.get().parent());
        }
        return false;
    }

    private synchronized boolean belongs(ProcessEntry entry, ProcessSnapshot details) {
        return belongsByItself(entry) || isMarked(entry, details);
    }

    private boolean belongsByItself(ProcessEntry entry) {
        return remembers(entry.identity())
                || isLeader(entry.identity())
                || (!leaderReaped && isInSession(entry));
    }

    private boolean isInSession(ProcessEntry entry) {
        return ownSession
                && leader.isPresent()
                && (entry.session() == leader.get().pid() || entry.group() == leader.get().pid());
    }

    private boolean isMarked(ProcessEntry entry, ProcessSnapshot details) {
        boolean candidate =
                !entry.ended()
                        && entry.pid() != OWN_PID
                        && leader.map(entry::isAsYoungAs).orElse(true);
        return candidate
                && hasMarks(entry.pid(), details)
                && others.stream().noneMatch(other -> other.remembers(entry.identity()));
    }

    private boolean hasMarks(long pid, ProcessSnapshot details) {
        return startsWith(details.markerOf(pid), marks.variable())
                || (!marks.pipes().isEmpty()
                        && !Collections.disjoint(details.outputPipesOf(pid), marks.pipes()));
    }

    private static boolean startsWith(Optional<String> value, String beginning) {
        return value.filter(text -> text.startsWith(beginning)).isPresent();
    }

    private synchronized boolean remembers(ProcessIdentity process) {
        ProcessIdentity known = remembered.get(process.pid());
        return known != null && known.isSameProcessAs(process);
    }

    /// What of a tree runs.
    ///
    /// @param group the process group that is surely the command's own: its leader is not reaped,
    ///   or a member that is known otherwise holds the number
    record Members(List<ProcessEntry> running, Optional<Long> group) {
        Members {
            running = List.copyOf(running);
        }

        /// To the whole group at once, then to each that is in another.
        void send(Signals signals, Signal signal) {
            boolean groupReached = group.map(id -> signals.sendToGroup(id, signal)).orElse(false);
            for (ProcessEntry member : running) {
                boolean reached = groupReached && group.equals(Optional.of(member.group()));
                if (!reached) {
                    signals.send(member.identity(), signal);
                }
            }
        }
    }

    /// Collects processes with their descendants.
    private static final class Search {
        private final ProcessSnapshot snapshot;
        private final Map<Long, ProcessEntry> found = new LinkedHashMap<>();

        Search(ProcessSnapshot snapshot) {
            this.snapshot = snapshot;
        }

        void addAll(Predicate<ProcessEntry> isWanted) {
            snapshot.entries().stream().filter(isWanted).forEach(this::addWithDescendants);
        }

        boolean hasFound(ProcessEntry entry) {
            return found.containsKey(entry.pid());
        }

        List<ProcessEntry> found() {
            return found.values().stream().filter(entry -> !entry.ended()).toList();
        }

        private void addWithDescendants(ProcessEntry first) {
            List<ProcessEntry> open = new ArrayList<>(List.of(first));
            while (!open.isEmpty()) {
                ProcessEntry entry = open.removeLast();
                if (entry.pid() != OWN_PID && found.putIfAbsent(entry.pid(), entry) == null) {
                    open.addAll(snapshot.childrenOf(entry.pid()));
                }
            }
        }
    }
}
