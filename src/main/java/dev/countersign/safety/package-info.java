/// What a command would do, and how bad that could be.
///
/// Pure functions over the syntax tree; nothing here runs a command or touches the disk but through
/// an injected `FileFacts`. Safe on any thread. May use `shell` and what is for all.
@NullMarked
package dev.countersign.safety;

import org.jspecify.annotations.NullMarked;
