package dev.countersign.approval;

import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;

/// The right to run exactly one call, once: what was approved, bound to who approved it.
///
/// Only this package makes one, and `execution` takes nothing else, so that nothing can run that
/// was not decided. What runs is what this value holds, byte for byte.
public final class ApprovedCall {
    private final ToolCall call;
    private final Decision.Approved decision;

    ApprovedCall(ToolCall call, Decision.Approved decision) {
        this.call = call;
        this.decision = decision;
    }

    public ToolCallId id() {
        return call.id();
    }

    public ToolCall call() {
        return call;
    }

    public Decision.Approved decision() {
        return decision;
    }

    @Override
    public String toString() {
        return "ApprovedCall[" + call.id() + "]";
    }
}
