/// Where the console keeps its files, what a person can set, and how such files are read and
/// written.
///
/// Snapshots are immutable; `SettingsStore` is guarded by its own lock. A leaf: uses nothing else
/// of ours and is for all.
@NullMarked
package dev.countersign.settings;

import org.jspecify.annotations.NullMarked;
