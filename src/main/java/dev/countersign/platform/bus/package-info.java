/// The desktop over its session bus, as freedesktop.org describes it: notifications and the tray.
///
/// Safe on any thread; what waits for the bus says so. Part of `platform`; uses nothing else of
/// ours.
@NullMarked
package dev.countersign.platform.bus;

import org.jspecify.annotations.NullMarked;
