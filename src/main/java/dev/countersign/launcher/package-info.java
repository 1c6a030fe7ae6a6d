/// Where the program begins and is put together, by hand, in one place.
///
/// Opens the parts in the order in which they lean on each other and closes them in reverse. May
/// use every room; none uses it.
@NullMarked
package dev.countersign.launcher;

import org.jspecify.annotations.NullMarked;
