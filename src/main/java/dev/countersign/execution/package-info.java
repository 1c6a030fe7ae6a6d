/// Starts, watches and stops agents' commands: whole process trees, never just a shell.
///
/// Engines may be called from any thread; each says what threads of its own it has. Native calls
/// stand in `LinuxCalls` and `KillCall` alone. Only what `approval` made can be started or
/// rehearsed. May use `approval`, `recording` and what is for all.
@NullMarked
package dev.countersign.execution;

import org.jspecify.annotations.NullMarked;
