/// What stands between an agent's own shell and the console: `countersign hook`, `run`, `approver`.
///
/// A hook waits on its main thread; one daemon thread sees to it that it answers in time. Uses the
/// console's socket and Jackson, nothing that starts slowly.
@NullMarked
package dev.countersign.cli.hook;

import org.jspecify.annotations.NullMarked;
