@NullMarked
package dev.countersign.cli.hook;

import org.jspecify.annotations.NullMarked;
