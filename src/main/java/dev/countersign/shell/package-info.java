/// Bash text to syntax tree, with the span of every node. Never runs anything, never throws on any
/// text.
///
/// All results are immutable once handed out; readers are confined to the call that made them. May
/// use `toolcall`; nothing else of ours.
@NullMarked
package dev.countersign.shell;

import org.jspecify.annotations.NullMarked;
