@NullMarked
package dev.countersign.toolcall;

import org.jspecify.annotations.NullMarked;
