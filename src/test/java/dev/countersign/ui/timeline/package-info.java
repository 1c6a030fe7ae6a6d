/// What the timeline draws, computed.
@NullMarked
package dev.countersign.ui.timeline;

import org.jspecify.annotations.NullMarked;
