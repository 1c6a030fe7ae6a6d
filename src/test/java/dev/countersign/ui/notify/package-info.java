/// Tests of being told.
@org.jspecify.annotations.NullMarked
package dev.countersign.ui.notify;
