@NullMarked
package dev.countersign.supervision.connect;

import org.jspecify.annotations.NullMarked;
