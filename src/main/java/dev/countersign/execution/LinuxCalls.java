package dev.countersign.execution;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// The system calls of the Linux engine, for glibc 2.34 or later on x86-64 and ARM64.
///
/// All that can fail return what the system returns, or the negative error number. Constants and
/// layouts are the kernel's and glibc's, as named at each. Confined to one thread at a time, since
/// it has one place for the error number.
final class LinuxCalls {
    /// In the place of a descriptor: `/dev/null`.
    static final int NOTHING = -2;

    static final int EINTR = 4;
    static final int EIO = 5;
    static final int EAGAIN = 11;

    /// epoll(7)
    static final int EPOLLIN = 0x001;

    private static final int EPOLL_CLOEXEC = 0x80000;
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLL_CTL_DEL = 2;

    /// `struct epoll_event` is packed on x86-64 only.
    private static final boolean PACKED = architecture().equals("amd64");

    private static final long EPOLL_EVENT_BYTES = PACKED ? 12 : 16;
    private static final long EPOLL_EVENT_DATA = PACKED ? 4 : 8;

    /// fcntl(2), open(2)
    private static final int O_RDONLY = 0;

    private static final int O_WRONLY = 1;
    private static final int O_RDWR = 2;
    private static final int O_NOCTTY = 0x100;

    private static final int O_CLOEXEC = 0x80000;
    private static final int O_NONBLOCK = 0x800;
    private static final int F_SETFL = 4;
    private static final int F_SETPIPE_SZ = 1031;
    private static final int F_DUPFD_CLOEXEC = 1030;

    /// ioctl_tty(2): rows, columns and two unused numbers, 16 bits each
    private static final long TIOCSWINSZ = 0x5414;

    private static final long WINDOW_SIZE_BYTES = 8;

    /// termios(3): the local modes follow three other words of 32 bits
    private static final long TERMIOS_BYTES = 256;

    private static final long TERMIOS_LOCAL = 12;
    private static final int ISIG = 1;
    private static final long TERMINAL_NAME_BYTES = 128;

    /// eventfd(2)
    private static final int EFD_CLOEXEC = 0x80000;

    private static final int EFD_NONBLOCK = 0x800;

    /// wait(2)
    private static final int P_ALL = 0;

    private static final int P_PID = 1;
    private static final int WNOHANG = 1;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = 0x1000000;
    private static final int CLD_EXITED = 1;

    /// `siginfo_t` of a child on 64-bit systems.
    private static final long SIGINFO_BYTES = 128;

    private static final long SIGINFO_CODE = 8;
    private static final long SIGINFO_PID = 16;
    private static final long SIGINFO_STATUS = 24;

    /// posix_spawn(3), spawn.h
    private static final short POSIX_SPAWN_SETSIGDEF = 0x04;

    private static final short POSIX_SPAWN_SETSIGMASK = 0x08;
    private static final short POSIX_SPAWN_SETSID = 0x80;

    /// More than glibc's 336 and 80 bytes.
    private static final long SPAWN_STRUCT_BYTES = 1024;

    private static final long SIGSET_BYTES = 128;

    /// prctl(2)
    private static final int PR_SET_CHILD_SUBREAPER = 36;

    /// The same number on every architecture.
    private static final long SYS_PIDFD_OPEN = 434;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfLong LONG_ANYWHERE = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final AddressLayout POINTER = ValueLayout.ADDRESS;
    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final List<String> NAMES =
            List.of(
                    "pipe2",
                    "fcntl",
                    "open",
                    "ioctl",
                    "posix_openpt",
                    "unlockpt",
                    "ptsname_r",
                    "tcgetattr",
                    "read",
                    "write",
                    "close",
                    "epoll_create1",
                    "epoll_ctl",
                    "epoll_wait",
                    "eventfd",
                    "syscall",
                    "waitid",
                    "prctl",
                    "posix_spawn",
                    "posix_spawn_file_actions_init",
                    "posix_spawn_file_actions_destroy",
                    "posix_spawn_file_actions_addopen",
                    "posix_spawn_file_actions_adddup2",
                    "posix_spawn_file_actions_addclosefrom_np",
                    "posix_spawn_file_actions_addchdir_np",
                    "posix_spawnattr_init",
                    "posix_spawnattr_destroy",
                    "posix_spawnattr_setflags",
                    "posix_spawnattr_setsigmask",
                    "posix_spawnattr_setsigdefault");
    private static final List<String> MISSING =
            NAMES.stream().filter(name -> lookup().find(name).isEmpty()).toList();

    private static final int MAXIMUM_EVENTS = 256;

    private final MemorySegment state;
    private final MemorySegment events;
    private final MemorySegment event;
    private final MemorySegment childInfo;
    private final MemorySegment counter;

    /// Lives as long as the arena and on its threads.
    LinuxCalls(Arena arena) {
        state = arena.allocate(CALL_STATE);
        events = arena.allocate(EPOLL_EVENT_BYTES * MAXIMUM_EVENTS, 8);
        event = arena.allocate(EPOLL_EVENT_BYTES, 8);
        childInfo = arena.allocate(SIGINFO_BYTES, 8);
        counter = arena.allocate(LONG);
    }

    /// A pipe: what is written to one end is read from the other.
    record Pipe(int readEnd, int writeEnd) {}

    /// How a child ended: with its exit code, or by a signal.
    record ChildEnd(long pid, boolean exited, int codeOrSignal) {}

    /// Whether all that is called here is there.
    static boolean areHere() {
        return System.getProperty("os.name", "").equals("Linux")
                && (architecture().equals("amd64") || architecture().equals("aarch64"))
                && MISSING.isEmpty();
    }

    /// The names of functions that the C library does not have.
    static List<String> missing() {
        return MISSING;
    }

    /// pipe2(2), both ends closed on exec. Returns a pipe of negative numbers on failure: the
    /// error.
    Pipe pipe() {
        MemorySegment ends = events;
        int result = call(() -> (int) Handles.PIPE2.invokeExact(state, ends, O_CLOEXEC));
        return result < 0
                ? new Pipe(result, result)
                : new Pipe(ends.get(INT, 0), ends.get(INT, INT.byteSize()));
    }

    /// Makes reads return at once. Each end of a pipe has its own such flag.
    int setNonBlocking(int descriptor) {
        return call(() -> (int) Handles.FCNTL.invokeExact(state, descriptor, F_SETFL, O_NONBLOCK));
    }

    /// Lets a pipe hold more. Returns how much it holds, or the error: EPERM where the user has too
    /// many large pipes.
    int growPipe(int descriptor, int bytes) {
        return call(() -> (int) Handles.FCNTL.invokeExact(state, descriptor, F_SETPIPE_SZ, bytes));
    }

    /// Tells a terminal its size; nobody is sent a signal for it.
    int resizeTerminal(int descriptor, int columns, int rows) {
        try (Arena sizing = Arena.ofConfined()) {
            MemorySegment size = windowSize(sizing, columns, rows);
            return call(() -> (int) Handles.IOCTL.invokeExact(state, descriptor, TIOCSWINSZ, size));
        }
    }

    /// Whether Control-C at this terminal is a signal for programs rather than a byte.
    boolean terminalMakesSignals(int descriptor) {
        try (Arena asking = Arena.ofConfined()) {
            MemorySegment modes = asking.allocate(TERMIOS_BYTES, 8);
            int result =
                    call(() -> (int) Handles.TERMINAL_MODES.invokeExact(state, descriptor, modes));
            return result == 0 && (modes.get(INT, TERMIOS_LOCAL) & ISIG) != 0;
        }
    }

    private static MemorySegment windowSize(Arena arena, int columns, int rows) {
        MemorySegment size = arena.allocate(WINDOW_SIZE_BYTES, 2);
        size.setAtIndex(ValueLayout.JAVA_SHORT, 0, (short) rows);
        size.setAtIndex(ValueLayout.JAVA_SHORT, 1, (short) columns);
        return size;
    }

    /// write(2) to a descriptor that never blocks: how many bytes were taken, or the error.
    int write(int descriptor, byte[] bytes, int offset, int length) {
        try (Arena writing = Arena.ofConfined()) {
            MemorySegment copy = writing.allocate(length);
            MemorySegment.copy(bytes, offset, copy, ValueLayout.JAVA_BYTE, 0, length);
            long size = length;
            return call(() -> {
                long count = (long) Handles.WRITE.invokeExact(state, descriptor, copy, size);
                return (int) count;
            });
        }
    }

    /// A second number for the same open file, closed on exec. Returns the number or the error.
    int duplicate(int descriptor) {
        return call(() -> (int) Handles.FCNTL.invokeExact(state, descriptor, F_DUPFD_CLOEXEC, 0));
    }

    /// A new pseudo-terminal of this size: what is written to its write end, which is the terminal
    /// itself, is read from the other. It becomes nobody's controlling terminal. Returns negative
    /// numbers on failure: the error.
    Pipe pseudoTerminal(int columns, int rows) {
        int master =
                call(() ->
                        (int)
                                Handles.OPEN_TERMINAL.invokeExact(
                                        state, O_RDWR | O_NOCTTY | O_CLOEXEC));
        if (master < 0) {
            return new Pipe(master, master);
        }
        int terminal = openTerminal(master, columns, rows);
        if (terminal < 0) {
            close(master);
            return new Pipe(terminal, terminal);
        }
        return new Pipe(master, terminal);
    }

    private int openTerminal(int master, int columns, int rows) {
        try (Arena opening = Arena.ofConfined()) {
            MemorySegment size = windowSize(opening, columns, rows);
            MemorySegment name = opening.allocate(TERMINAL_NAME_BYTES);
            int prepared = call(() -> (int) Handles.UNLOCK_TERMINAL.invokeExact(state, master));
            if (prepared == 0) {
                prepared =
                        call(() ->
                                (int) Handles.IOCTL.invokeExact(state, master, TIOCSWINSZ, size));
            }
            if (prepared == 0) {
                prepared =
                        -firstError(() ->
                                (int)
                                        Handles.TERMINAL_NAME.invokeExact(
                                                master, name, TERMINAL_NAME_BYTES));
            }
            if (prepared < 0) {
                return prepared;
            }
            return call(() ->
                    (int) Handles.OPEN.invokeExact(state, name, O_RDWR | O_NOCTTY | O_CLOEXEC));
        }
    }

    /// read(2); 0 is the end of the file, for a terminal [#EIO] is.
    int read(int descriptor, MemorySegment buffer) {
        long length = buffer.byteSize();
        return call(() -> {
            long count = (long) Handles.READ.invokeExact(state, descriptor, buffer, length);
            return (int) count;
        });
    }

    /// close(2). The number may be given out again before this returns.
    int close(int descriptor) {
        return call(() -> (int) Handles.CLOSE.invokeExact(state, descriptor));
    }

    int createEpoll() {
        return call(() -> (int) Handles.EPOLL_CREATE1.invokeExact(state, EPOLL_CLOEXEC));
    }

    /// Has `epoll_wait` tell when there is something to read, under this key.
    int epollAdd(int epoll, int descriptor, long key) {
        event.set(INT, 0, EPOLLIN);
        event.set(LONG_ANYWHERE, EPOLL_EVENT_DATA, key);
        return call(() ->
                (int)
                        Handles.EPOLL_CTL.invokeExact(
                                state, epoll, EPOLL_CTL_ADD, descriptor, event));
    }

    /// To be called before the descriptor is closed, whose number may come back at once.
    int epollRemove(int epoll, int descriptor) {
        return call(() ->
                (int)
                        Handles.EPOLL_CTL.invokeExact(
                                state, epoll, EPOLL_CTL_DEL, descriptor, event));
    }

    /// Blocks until something is ready; the keys are then told by [#readyKey(int)].
    ///
    /// @param timeoutMillis -1 for ever
    /// @return how many are ready
    int epollWait(int epoll, int timeoutMillis) {
        return call(() ->
                (int)
                        Handles.EPOLL_WAIT.invokeExact(
                                state, epoll, events, MAXIMUM_EVENTS, timeoutMillis));
    }

    long readyKey(int index) {
        return events.get(LONG_ANYWHERE, index * EPOLL_EVENT_BYTES + EPOLL_EVENT_DATA);
    }

    int createEventCounter() {
        return call(() -> (int) Handles.EVENTFD.invokeExact(state, 0, EFD_CLOEXEC | EFD_NONBLOCK));
    }

    /// Makes the counter readable.
    int raiseEventCounter(int descriptor) {
        counter.set(LONG, 0, 1);
        return call(() -> {
            long count =
                    (long) Handles.WRITE.invokeExact(state, descriptor, counter, LONG.byteSize());
            return (int) count;
        });
    }

    int clearEventCounter(int descriptor) {
        return read(descriptor, counter);
    }

    /// pidfd_open(2): a descriptor that becomes readable when the process ends.
    int openPidDescriptor(long pid) {
        int number = (int) pid;
        return call(() -> {
            long result = (long) Handles.SYSCALL.invokeExact(state, SYS_PIDFD_OPEN, number, 0);
            return (int) result;
        });
    }

    /// Collects an ended child. Its number is free from now on.
    ///
    /// @return a pid of 0 where the child has not ended, negative where it is no child
    ChildEnd reap(long pid) {
        return waitFor(P_PID, (int) pid, WEXITED | WNOHANG);
    }

    /// Looks for any ended child and leaves it as it is.
    ChildEnd peekEndedChild() {
        return waitFor(P_ALL, 0, WEXITED | WNOHANG | WNOWAIT);
    }

    private ChildEnd waitFor(int kind, int pid, int options) {
        childInfo.fill((byte) 0);
        int result =
                call(() -> (int) Handles.WAITID.invokeExact(state, kind, pid, childInfo, options));
        if (result < 0) {
            return new ChildEnd(result, false, 0);
        }
        return new ChildEnd(
                childInfo.get(INT, SIGINFO_PID),
                childInfo.get(INT, SIGINFO_CODE) == CLD_EXITED,
                childInfo.get(INT, SIGINFO_STATUS));
    }

    /// Whether orphans of our commands become children of this process instead of init's.
    int setChildSubreaper(boolean wanted) {
        long flag = wanted ? 1 : 0;
        return call(() ->
                (int) Handles.PRCTL.invokeExact(state, PR_SET_CHILD_SUBREAPER, flag, 0L, 0L, 0L));
    }

    /// posix_spawn(3): a new process in a session of its own, with no signal blocked or ignored,
    /// stdin from `/dev/null`, and no descriptor open but 0, 1 and 2.
    ///
    /// @param stderr a descriptor or [#NOTHING]
    /// @return the pid, or the negative error number of whatever step failed
    long spawn(
            String program,
            List<byte[]> arguments,
            List<byte[]> environment,
            String directory,
            int stdout,
            int stderr) {
        try (Arena spawning = Arena.ofConfined()) {
            MemorySegment actions = spawning.allocate(SPAWN_STRUCT_BYTES, 16);
            MemorySegment attributes = spawning.allocate(SPAWN_STRUCT_BYTES, 16);
            MemorySegment pid = spawning.allocate(INT);
            int prepared =
                    firstError(
                            () -> (int) Handles.ACTIONS_INIT.invokeExact(actions),
                            () -> (int) Handles.ATTRIBUTES_INIT.invokeExact(attributes));
            if (prepared != 0) {
                return -prepared;
            }
            try {
                int error =
                        firstError(
                                () -> addStreams(spawning, actions, stdout, stderr),
                                () ->
                                        (int)
                                                Handles.ADD_CHDIR.invokeExact(
                                                        actions, text(spawning, utf8(directory))),
                                () -> setSignals(spawning, attributes),
                                () ->
                                        (int)
                                                Handles.SPAWN.invokeExact(
                                                        pid,
                                                        text(spawning, utf8(program)),
                                                        actions,
                                                        attributes,
                                                        texts(spawning, arguments),
                                                        texts(spawning, environment)));
                return error == 0 ? pid.get(INT, 0) : -error;
            } finally {
                firstError(
                        () -> (int) Handles.ACTIONS_DESTROY.invokeExact(actions),
                        () -> (int) Handles.ATTRIBUTES_DESTROY.invokeExact(attributes));
            }
        }
    }

    private static int addStreams(Arena spawning, MemorySegment actions, int stdout, int stderr) {
        MemorySegment nothing = text(spawning, utf8("/dev/null"));
        return firstError(
                () -> (int) Handles.ADD_OPEN.invokeExact(actions, 0, nothing, O_RDONLY, 0),
                () -> (int) Handles.ADD_DUP2.invokeExact(actions, stdout, 1),
                () ->
                        stderr == NOTHING
                                ? (int)
                                        Handles.ADD_OPEN.invokeExact(
                                                actions, 2, nothing, O_WRONLY, 0)
                                : (int) Handles.ADD_DUP2.invokeExact(actions, stderr, 2),
                () -> (int) Handles.ADD_CLOSEFROM.invokeExact(actions, 3));
    }

    private static int setSignals(Arena spawning, MemorySegment attributes) {
        MemorySegment none = spawning.allocate(SIGSET_BYTES, 8);
        MemorySegment all = spawning.allocate(SIGSET_BYTES, 8).fill((byte) 0xff);
        short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID;
        return firstError(
                () -> (int) Handles.SET_MASK.invokeExact(attributes, none),
                () -> (int) Handles.SET_DEFAULT.invokeExact(attributes, all),
                () -> (int) Handles.SET_FLAGS.invokeExact(attributes, flags));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// The bytes with a NUL behind them.
    private static MemorySegment text(Arena arena, byte[] bytes) {
        MemorySegment text = arena.allocate(bytes.length + 1L);
        MemorySegment.copy(bytes, 0, text, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return text;
    }

    /// Pointers to the texts with a null pointer behind them.
    private static MemorySegment texts(Arena arena, List<byte[]> all) {
        MemorySegment pointers = arena.allocate(POINTER, all.size() + 1L);
        for (int i = 0; i < all.size(); i++) {
            pointers.setAtIndex(POINTER, i, text(arena, all.get(i)));
        }
        return pointers;
    }

    /// A native call that tells its success by an int.
    @FunctionalInterface
    private interface IntCall {
        int make() throws Throwable;
    }

    private int call(IntCall call) {
        int result = made(call);
        return result == -1 ? -(int) ERRNO.get(state, 0L) : result;
    }

    /// For functions that return the error number itself.
    private static int firstError(IntCall... calls) {
        for (IntCall call : calls) {
            int error = made(call);
            if (error != 0) {
                return error;
            }
        }
        return 0;
    }

    private static int made(IntCall call) {
        try {
            return call.make();
        } catch (Error | RuntimeException exception) {
            throw exception;
        } catch (Throwable impossible) {
            throw new AssertionError("native calls throw no checked exception", impossible);
        }
    }

    private static SymbolLookup lookup() {
        return Linker.nativeLinker().defaultLookup();
    }

    private static String architecture() {
        return System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    }

    /// The functions, looked up once.
    private static final class Handles {
        static final MethodHandle PIPE2 = failing("pipe2", INT, POINTER, INT);
        static final MethodHandle FCNTL = variadic("fcntl", 2, INT, INT, INT, INT);
        static final MethodHandle OPEN = variadic("open", 2, INT, POINTER, INT);
        static final MethodHandle IOCTL = variadic("ioctl", 2, INT, INT, LONG, POINTER);
        static final MethodHandle OPEN_TERMINAL = failing("posix_openpt", INT, INT);
        static final MethodHandle UNLOCK_TERMINAL = failing("unlockpt", INT, INT);
        static final MethodHandle TERMINAL_NAME = plain("ptsname_r", INT, POINTER, LONG);
        static final MethodHandle TERMINAL_MODES = failing("tcgetattr", INT, INT, POINTER);
        static final MethodHandle READ = failing("read", LONG, INT, POINTER, LONG);
        static final MethodHandle WRITE = failing("write", LONG, INT, POINTER, LONG);
        static final MethodHandle CLOSE = failing("close", INT, INT);
        static final MethodHandle EPOLL_CREATE1 = failing("epoll_create1", INT, INT);
        static final MethodHandle EPOLL_CTL = failing("epoll_ctl", INT, INT, INT, INT, POINTER);
        static final MethodHandle EPOLL_WAIT = failing("epoll_wait", INT, INT, POINTER, INT, INT);
        static final MethodHandle EVENTFD = failing("eventfd", INT, INT, INT);
        static final MethodHandle SYSCALL = variadic("syscall", 1, LONG, LONG, INT, INT);
        static final MethodHandle WAITID = failing("waitid", INT, INT, INT, POINTER, INT);
        static final MethodHandle PRCTL = variadic("prctl", 1, INT, INT, LONG, LONG, LONG, LONG);
        static final MethodHandle SPAWN =
                plain("posix_spawn", POINTER, POINTER, POINTER, POINTER, POINTER, POINTER);
        static final MethodHandle ACTIONS_INIT = plain("posix_spawn_file_actions_init", POINTER);
        static final MethodHandle ACTIONS_DESTROY =
                plain("posix_spawn_file_actions_destroy", POINTER);
        static final MethodHandle ADD_OPEN =
                plain("posix_spawn_file_actions_addopen", POINTER, INT, POINTER, INT, INT);
        static final MethodHandle ADD_DUP2 =
                plain("posix_spawn_file_actions_adddup2", POINTER, INT, INT);
        static final MethodHandle ADD_CLOSEFROM =
                plain("posix_spawn_file_actions_addclosefrom_np", POINTER, INT);
        static final MethodHandle ADD_CHDIR =
                plain("posix_spawn_file_actions_addchdir_np", POINTER, POINTER);
        static final MethodHandle ATTRIBUTES_INIT = plain("posix_spawnattr_init", POINTER);
        static final MethodHandle ATTRIBUTES_DESTROY = plain("posix_spawnattr_destroy", POINTER);
        static final MethodHandle SET_FLAGS =
                plain("posix_spawnattr_setflags", POINTER, ValueLayout.JAVA_SHORT);
        static final MethodHandle SET_MASK = plain("posix_spawnattr_setsigmask", POINTER, POINTER);
        static final MethodHandle SET_DEFAULT =
                plain("posix_spawnattr_setsigdefault", POINTER, POINTER);

        private Handles() {}

        /// Returns the error number itself.
        private static MethodHandle plain(String name, MemoryLayout... parameters) {
            return handle(name, FunctionDescriptor.of(INT, parameters));
        }

        /// Returns -1 and leaves the error number in errno.
        private static MethodHandle failing(
                String name, MemoryLayout result, MemoryLayout... parameters) {
            return handle(
                    name,
                    FunctionDescriptor.of(result, parameters),
                    Linker.Option.captureCallState("errno"));
        }

        /// As [#failing], for functions with `...`.
        private static MethodHandle variadic(
                String name, int fixed, MemoryLayout result, MemoryLayout... parameters) {
            return handle(
                    name,
                    FunctionDescriptor.of(result, parameters),
                    Linker.Option.captureCallState("errno"),
                    Linker.Option.firstVariadicArg(fixed));
        }

        // Restricted, since a wrong signature could crash the program. They were written down from
        // the manual pages named above; EngineTest calls each of them.
        @SuppressWarnings("restricted")
        private static MethodHandle handle(
                String name, FunctionDescriptor descriptor, Linker.Option... options) {
            return Linker.nativeLinker()
                    .downcallHandle(lookup().findOrThrow(name), descriptor, options);
        }
    }
}
