package dev.countersign.architecture.planted.shell;

import dev.countersign.architecture.planted.safety.Back;

public record Cycle(Back back) {}
