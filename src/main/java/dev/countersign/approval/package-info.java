/// Who decides about a call: rules that a person wrote, and the queue in front of the person.
///
/// Policies are immutable; the queue is guarded by its own lock and may be used by any thread. Only
/// this room can make an `ApprovedCall`. May use `safety`, `shell` and what is for all.
@NullMarked
package dev.countersign.approval;

import org.jspecify.annotations.NullMarked;
