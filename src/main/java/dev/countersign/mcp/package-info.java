/// Where agents plug in: the local socket, JSON-RPC on it, and the tools that are offered there.
///
/// All that a peer sends is untrusted: bounded, checked, and never logged as it came. One virtual
/// thread reads a connection, one writes it, and each open call waits on one of its own; none holds
/// up another connection. May use `supervision` and what is for all.
@NullMarked
package dev.countersign.mcp;

import org.jspecify.annotations.NullMarked;
