/// What happened to every call: an append-only, hash-chained log of events, and the state folded
/// from it.
///
/// One writer thread owns the files; events and records are immutable. May use `approval`,
/// `recording` and what they use; never `execution` or `supervision`.
@NullMarked
package dev.countersign.journal;

import org.jspecify.annotations.NullMarked;
