package dev.countersign.architecture.planted.ui.first;

import dev.countersign.architecture.planted.ui.second.Other;

public record Pane(Other other) {}
