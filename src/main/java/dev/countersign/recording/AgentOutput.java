package dev.countersign.recording;

import dev.countersign.ansi.TruncatedText;

/// What an agent reads of a run: sanitized and truncated, each stream by itself.
public record AgentOutput(TruncatedText stdout, TruncatedText stderr) {}
