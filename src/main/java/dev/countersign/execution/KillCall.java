package dev.countersign.execution;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// kill(2), on every system that has it.
final class KillCall implements Signals {
    private static final int CHECK_ONLY = 0;
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final ProcessTable table;
    private final MethodHandle kill;

    // Restricted, since a wrong signature could crash the program: int kill(pid_t, int), POSIX.
    @SuppressWarnings("restricted")
    KillCall(ProcessTable table) {
        this.table = table;
        Linker linker = Linker.nativeLinker();
        this.kill =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("kill"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    static boolean isHere() {
        return Linker.nativeLinker().defaultLookup().find("kill").isPresent();
    }

    @Override
    public boolean sendToGroup(long group, Signal signal) {
        // 0 and -1 would mean our own group and every process there is.
        if (group <= 1) {
            return false;
        }
        return kill(-group, signal.number()) == 0;
    }

    @Override
    public boolean groupExists(long group) {
        return group > 1 && kill(-group, CHECK_ONLY) == 0;
    }

    @Override
    public boolean canPause() {
        return true;
    }

    @Override
    public void send(ProcessIdentity process, Signal signal) {
        if (process.pid() <= 1 || process.pid() == OWN_PID) {
            return;
        }
        boolean same =
                table.find(process.pid())
                        .filter(now -> now.identity().isSameProcessAs(process))
                        .isPresent();
        if (same) {
            // A process that ended meanwhile, or that is another user's, shows in the next
            // snapshot.
            kill(process.pid(), signal.number());
        }
    }

    private int kill(long target, int signal) {
        try {
            return (int) kill.invokeExact((int) target, signal);
        } catch (Throwable impossible) {
            throw new AssertionError("kill(2) does not throw", impossible);
        }
    }
}
