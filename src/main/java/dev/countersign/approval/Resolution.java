package dev.countersign.approval;

/// How the waiting of a call ended, with the right to run it where there is one.
public sealed interface Resolution {
    Decision decision();

    /// It may run. Whoever holds this holds the only [ApprovedCall] there will ever be for it.
    record Granted(ApprovedCall call, Decision.Approved decision) implements Resolution {}

    /// It may not run.
    record Refused(Decision decision) implements Resolution {
        public Refused {
            if (decision instanceof Decision.Approved) {
                throw new IllegalArgumentException("an approval is no refusal");
            }
        }
    }
}
