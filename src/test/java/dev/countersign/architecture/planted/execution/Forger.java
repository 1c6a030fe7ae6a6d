package dev.countersign.architecture.planted.execution;

import dev.countersign.architecture.planted.approval.ApprovedCall;

/// Makes what only approval may make.
public final class Forger {
    private Forger() {}

    public static ApprovedCall forge() {
        return new ApprovedCall();
    }
}
