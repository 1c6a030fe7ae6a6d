/// What commands do, and how they are shown to a person: effects, findings, hidden characters.
///
/// Pure functions over immutable values: any thread. May use `shell` and `toolcall`; sees the disk
/// only through what it is given.
@NullMarked
package dev.countersign.safety;

import org.jspecify.annotations.NullMarked;
