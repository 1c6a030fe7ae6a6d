/// The only orchestrator: takes calls from agents, has them judged and decided, runs them, answers.
///
/// A call's life is one virtual thread of plain blocking code. May use `journal`, `recording`,
/// `execution`, `approval`, `safety`, `platform`; declares the ports that `mcp` and `ui` talk to.
@NullMarked
package dev.countersign.supervision;

import org.jspecify.annotations.NullMarked;
