package dev.countersign.execution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells what commands use, by one pass over all processes, to be taken about once a second.
///
/// A process belongs to the command whose marker it was first seen with, else to that of its
/// parent. Environments and arguments are read when a process is new, not at each pass. Guarded by
/// its monitor; blocks for some milliseconds.
public final class ProcessMeter {
    /// Longer command lines of processes are cut.
    public static final int MAXIMUM_COMMAND = 500;

    /// A process is looked at so often before what it is counts as known: between fork and exec it
    /// shows its parent's environment and arguments.
    private static final int LOOKS = 2;

    /// Longer chains of processes without a marker are followed a pass later.
    private static final int MAXIMUM_GENERATIONS = 200;

    private static final long OWN_PID = ProcessHandle.current().pid();

    private final ProcessTable table;
    private final ListeningPorts listening = new ListeningPorts();
    private Map<Long, Known> known = new HashMap<>();
    private long lastNanos = System.nanoTime();

    /// Looks at this system's processes.
    public ProcessMeter() {
        this(ProcessTable.ofThisSystem());
    }

    ProcessMeter(ProcessTable table) {
        this.table = table;
    }

    /// What is remembered of a process between passes.
    private record Known(
            ProcessEntry entry, Optional<String> marker, int looks, String name, String command) {}

    /// Looks at all processes.
    ///
    /// @param portsOf markers of the commands whose listening ports are wanted: these cost more
    /// @return by marker, see [CommandEnvironment#MARKER]; what belongs to no command is left out
    /// @throws IllegalStateException when the system does not tell now
    public synchronized Map<String, TreeUsage> measure(Set<String> portsOf) {
        List<ProcessEntry> entries = table.snapshot();
        long now = System.nanoTime();
        double seconds = Math.max(0.001, (now - lastNanos) / 1e9);
        lastNanos = now;
        Map<Long, ProcessEntry> byPid = new HashMap<>();
        entries.forEach(entry -> byPid.put(entry.pid(), entry));
        Map<Long, Known> before = known;
        known = new HashMap<>();
        for (ProcessEntry entry : entries) {
            if (!entry.ended() && entry.pid() != OWN_PID) {
                remember(entry, byPid, before, 0);
            }
        }
        Map<String, List<Known>> trees = new LinkedHashMap<>();
        for (Known process : known.values()) {
            process.marker()
                    .ifPresent(marker ->
                            trees.computeIfAbsent(marker, _ -> new ArrayList<>()).add(process));
        }
        Map<String, TreeUsage> usages = new HashMap<>();
        trees.forEach((marker, members) ->
                usages.put(marker, usage(members, before, seconds, portsOf.contains(marker))));
        return usages;
    }

    private Optional<String> remember(
            ProcessEntry entry,
            Map<Long, ProcessEntry> byPid,
            Map<Long, Known> before,
            int generation) {
        Known done = known.get(entry.pid());
        if (done != null) {
            return done.marker();
        }
        Optional<Known> last =
                Optional.ofNullable(before.get(entry.pid()))
                        .filter(one -> one.entry().identity().isSameProcessAs(entry.identity()));
        Optional<String> marker = last.flatMap(Known::marker);
        int looks = last.map(Known::looks).orElse(0);
        // Set before the parents are looked at, lest processes that name each other go round.
        known.put(entry.pid(), new Known(entry, marker, looks, "", ""));
        boolean young = looks < LOOKS;
        looks = Math.min(looks + 1, LOOKS);
        if (marker.isEmpty() && young) {
            marker = table.variable(entry.pid(), CommandEnvironment.MARKER);
            ProcessEntry parent = byPid.get(entry.parent());
            boolean mayInherit =
                    parent != null
                            && parent.pid() != OWN_PID
                            && !parent.ended()
                            && generation < MAXIMUM_GENERATIONS;
            if (marker.isEmpty() && mayInherit) {
                marker = remember(Objects.requireNonNull(parent), byPid, before, generation + 1);
            }
        }
        String name = entry.identity().name();
        String command = "";
        if (marker.isPresent()) {
            command =
                    last.filter(one -> !young && one.name().equals(name))
                            .map(Known::command)
                            .filter(known -> !known.isEmpty())
                            .orElseGet(() -> commandOf(entry));
        }
        known.put(entry.pid(), new Known(entry, marker, looks, name, command));
        return marker;
    }

    private static String commandOf(ProcessEntry entry) {
        String arguments =
                ProcfsTable.isHere() ? ProcfsTable.arguments(entry.pid(), MAXIMUM_COMMAND) : "";
        return arguments.isEmpty() ? entry.identity().name() : arguments;
    }

    private TreeUsage usage(
            List<Known> members, Map<Long, Known> before, double seconds, boolean withPorts) {
        Map<Long, List<Known>> children = new HashMap<>();
        Set<Long> pids = new HashSet<>();
        members.forEach(member -> pids.add(member.entry().pid()));
        List<Known> roots = new ArrayList<>();
        for (Known member : members) {
            if (pids.contains(member.entry().parent())) {
                children.computeIfAbsent(member.entry().parent(), _ -> new ArrayList<>())
                        .add(member);
            } else {
                roots.add(member);
            }
        }
        roots.sort((one, other) -> Long.compare(one.entry().pid(), other.entry().pid()));
        List<TreeUsage.Member> tree = inOrder(roots, children, before, seconds);
        double share = tree.stream().mapToDouble(TreeUsage.Member::processorShare).sum();
        long resident = tree.stream().mapToLong(TreeUsage.Member::residentBytes).sum();
        Set<Integer> ports = withPorts ? listening.of(pids) : Set.of();
        return new TreeUsage(share, resident, tree, ports);
    }

    /// A process with its depth, still to be told.
    private record Open(Known process, int depth) {}

    private static List<TreeUsage.Member> inOrder(
            List<Known> roots,
            Map<Long, List<Known>> children,
            Map<Long, Known> before,
            double seconds) {
        List<TreeUsage.Member> tree = new ArrayList<>();
        Deque<Open> open = new ArrayDeque<>();
        roots.forEach(root -> open.addLast(new Open(root, 0)));
        while (!open.isEmpty()) {
            Open next = open.removeFirst();
            ProcessEntry entry = next.process().entry();
            tree.add(
                    new TreeUsage.Member(
                            entry.identity(),
                            next.depth(),
                            next.process().command(),
                            share(entry, before.get(entry.pid()), seconds),
                            entry.load().residentBytes(),
                            entry.load().stopped()));
            children.getOrDefault(entry.pid(), List.of()).reversed().stream()
                    .map(child -> new Open(child, next.depth() + 1))
                    .forEach(open::addFirst);
        }
        return tree;
    }

    private static double share(ProcessEntry entry, @Nullable Known last, double seconds) {
        if (last == null || !last.entry().identity().isSameProcessAs(entry.identity())) {
            return 0;
        }
        long used = entry.load().processorMillis() - last.entry().load().processorMillis();
        return Math.max(0, used / 1_000.0 / seconds);
    }
}
