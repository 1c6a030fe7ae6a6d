package dev.countersign.architecture.planted.recording;

import dev.countersign.architecture.planted.launcher.Marker;

/// Uses a room that it may not use.
public record Upward(Marker marker) {}
