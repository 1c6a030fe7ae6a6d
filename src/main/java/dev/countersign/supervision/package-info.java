/// The only orchestrator: takes calls from agents, has them judged and decided, runs them, answers.
///
/// [Supervisor] puts the rooms together; a call's life is one virtual thread of plain blocking
/// code, [CallLife]: begin reading there. May use `journal`, `recording`, `execution`, `approval`,
/// `safety`, `platform` and what is for all; declares the ports that `mcp` ([AgentGateway]) and
/// `ui` ([PersonDesk]) use.
@NullMarked
package dev.countersign.supervision;

import org.jspecify.annotations.NullMarked;
