/// The subcommands that need no window.
///
/// The bridge (`McpBridge` and what it uses) must start fast: it loads no picocli, no Jackson, no
/// logging. Each command runs on the thread that calls it and returns an exit code. May use
/// `supervision`'s vocabulary, `safety`, `approval`, `journal`, `recording`, `platform` and what is
/// for all.
@NullMarked
package dev.countersign.cli;

import org.jspecify.annotations.NullMarked;
