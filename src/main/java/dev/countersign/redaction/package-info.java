/// What must not be seen: which environment variables hold secrets, and where secrets stand in
/// texts.
///
/// Pure functions, safe on any thread, but [MaskingStream]. Uses nothing else of ours, so that
/// every room can ask it.
@NullMarked
package dev.countersign.redaction;

import org.jspecify.annotations.NullMarked;
