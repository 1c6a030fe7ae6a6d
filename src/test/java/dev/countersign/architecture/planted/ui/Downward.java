package dev.countersign.architecture.planted.ui;

import dev.countersign.architecture.planted.ui.second.Other;

/// Uses a pane, which is above it.
public record Downward(Other other) {}
