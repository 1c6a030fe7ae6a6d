/// What a waiting command would do to files, commits and processes, found by looking alone.
///
/// Nothing here changes anything: files are listed, git is only asked, nothing is run that the
/// workspace could choose. Bounded in time and count; what cannot be known is said to be unknown.
/// Threads: the caller's, which may block for the deadline. May use `platform` and `shell`.
@NullMarked
package dev.countersign.supervision.consequence;

import org.jspecify.annotations.NullMarked;
