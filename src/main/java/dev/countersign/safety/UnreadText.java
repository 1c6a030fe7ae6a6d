package dev.countersign.safety;

/// A stretch of a command of which it cannot be said what it does, and why, as a sentence.
record UnreadText(int start, int end, String reason) {}
