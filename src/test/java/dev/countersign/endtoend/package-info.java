/// The finished image, driven as agents and people drive it: real processes, real sockets.
@NullMarked
package dev.countersign.endtoend;

import org.jspecify.annotations.NullMarked;
