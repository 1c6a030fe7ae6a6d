/// The vocabulary of tool calls: what an agent asked for, from where, with which limits.
///
/// Immutable values, safe on any thread. Uses nothing else of ours, so that every room can speak
/// it.
@NullMarked
package dev.countersign.toolcall;

import org.jspecify.annotations.NullMarked;
