/// The console's own fixed helper calls: each argument list is built here, from no agent's text and
/// through no shell.
///
/// Methods that wait say so. Uses `settings` alone.
@NullMarked
package dev.countersign.platform;

import org.jspecify.annotations.NullMarked;
