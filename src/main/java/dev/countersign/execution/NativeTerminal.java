package dev.countersign.execution;

import java.lang.foreign.Arena;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The terminal of a command of the Linux engine, by a descriptor of its own, so that nothing is
/// ever written to a number that was given to somebody else. Guarded by lock.
///
/// The terminal is not the controlling one of the command, so that the system sends no signals for
/// it: those for a new size and for Control-C are sent from here.
final class NativeTerminal implements TerminalControl, AutoCloseable {
    private static final byte CONTROL_C = 3;
    private static final int LARGEST = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final int descriptor;
    private final Consumer<Signal> tree;
    private boolean open = true;

    /// @param descriptor is this object's own from now on
    /// @param tree sends a signal to every process of the command
    NativeTerminal(int descriptor, Consumer<Signal> tree) {
        this.descriptor = descriptor;
        this.tree = tree;
    }

    @Override
    public void resize(int columns, int rows) {
        if (columns < 1 || rows < 1 || columns > LARGEST || rows > LARGEST) {
            throw new IllegalArgumentException("no terminal is %d by %d".formatted(columns, rows));
        }
        lock.lock();
        try (Arena arena = Arena.ofConfined()) {
            if (!open || new LinuxCalls(arena).resizeTerminal(descriptor, columns, rows) < 0) {
                return;
            }
        } finally {
            lock.unlock();
        }
        tree.accept(Signal.WINDOW_CHANGED);
    }

    @Override
    public boolean type(byte[] bytes) {
        if (bytes.length > MAXIMUM_TYPED_BYTES) {
            throw new IllegalArgumentException("too much typed at once: " + bytes.length);
        }
        boolean interrupts = false;
        lock.lock();
        try (Arena arena = Arena.ofConfined()) {
            LinuxCalls calls = new LinuxCalls(arena);
            if (!open || bytes.length == 0) {
                return open;
            }
            interrupts = contains(bytes, CONTROL_C) && calls.terminalMakesSignals(descriptor);
            int taken = calls.write(descriptor, bytes, 0, bytes.length);
            return taken == bytes.length;
        } finally {
            lock.unlock();
            if (interrupts) {
                tree.accept(Signal.INTERRUPT);
            }
        }
    }

    private static boolean contains(byte[] bytes, byte wanted) {
        for (byte each : bytes) {
            if (each == wanted) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        lock.lock();
        try (Arena arena = Arena.ofConfined()) {
            if (open) {
                open = false;
                new LinuxCalls(arena).close(descriptor);
            }
        } finally {
            lock.unlock();
        }
    }
}
