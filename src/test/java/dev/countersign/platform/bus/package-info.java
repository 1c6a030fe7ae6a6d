/// Tests on a bus of their own.
@org.jspecify.annotations.NullMarked
package dev.countersign.platform.bus;
