package dev.countersign.mcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The process at the other end of a connection, as far as the system tells.
///
/// @param directory where it works now
record PeerProcess(OptionalLong pid, Optional<Path> directory) {
    private static final Logger LOG = LoggerFactory.getLogger(PeerProcess.class);

    // From <asm-generic/socket.h>; the answer is struct ucred { pid_t pid; uid_t uid; gid_t gid; }.
    private static final int SOL_SOCKET = 1;
    private static final int SO_PEERCRED = 17;
    private static final int UCRED_BYTES = 12;

    static PeerProcess unknown() {
        return new PeerProcess(OptionalLong.empty(), Optional.empty());
    }

    /// Asks the system, which the JDK does for the user only, not for the process. What cannot be
    /// found out (another system than Linux, a JVM that keeps its file descriptors to itself) stays
    /// unknown.
    static PeerProcess of(SocketChannel channel) {
        if (!System.getProperty("os.name").startsWith("Linux")) {
            return unknown();
        }
        try {
            int pid = peerPid(fileDescriptor(channel));
            return pid > 0
                    ? new PeerProcess(OptionalLong.of(pid), workingDirectory(pid))
                    : unknown();
        } catch (ReflectiveOperationException | RuntimeException failure) {
            LOG.debug("cannot tell the process of a peer: {}", failure.toString());
            return unknown();
        }
    }

    /// Works where `--add-opens=java.base/sun.nio.ch=ALL-UNNAMED` is given.
    private static int fileDescriptor(SocketChannel channel) throws ReflectiveOperationException {
        Method accessor = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFDVal");
        accessor.setAccessible(true);
        return (Integer) accessor.invoke(channel);
    }

    @SuppressWarnings("restricted") // the option that holds the pid has no other way to it
    private static int peerPid(int fileDescriptor) {
        Linker linker = Linker.nativeLinker();
        MethodHandle getsockopt =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("getsockopt"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.ADDRESS,
                                ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment credentials = arena.allocate(UCRED_BYTES, Integer.BYTES);
            MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, UCRED_BYTES);
            int result =
                    (int)
                            getsockopt.invokeExact(
                                    fileDescriptor, SOL_SOCKET, SO_PEERCRED, credentials, length);
            return result == 0 ? credentials.get(ValueLayout.JAVA_INT, 0) : 0;
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("getsockopt throws nothing", impossible);
        }
    }

    private static Optional<Path> workingDirectory(int pid) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(Path.of("/proc", Integer.toString(pid), "cwd")));
        } catch (IOException failure) {
            LOG.debug("cannot tell where process {} works: {}", pid, failure.toString());
            return Optional.empty();
        }
    }
}
