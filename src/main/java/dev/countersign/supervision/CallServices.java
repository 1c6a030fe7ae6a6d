package dev.countersign.supervision;

/// What the life of a call, or its rehearsal, needs of the console around it. Safe on any thread.
record CallServices(
        CallLedger ledger,
        CallDecisions decisions,
        StartGate gate,
        CommandRuns runs,
        RehearsalCommits rehearsals) {}
