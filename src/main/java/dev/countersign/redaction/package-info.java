/// What must not be seen: which environment variables hold secrets.
///
/// Pure functions, safe on any thread. Uses nothing else of ours, so that every room can ask it.
@NullMarked
package dev.countersign.redaction;

import org.jspecify.annotations.NullMarked;
