package dev.countersign.architecture.planted.ui.second;

import dev.countersign.architecture.planted.ui.Upward;

/// Closes a circle between two packages of one room.
public record Back(Upward upward) {}
