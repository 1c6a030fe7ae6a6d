/// Rehearsals with real layers, compared with plain runs.
@NullMarked
package dev.countersign.supervision.rehearsal;

import org.jspecify.annotations.NullMarked;
