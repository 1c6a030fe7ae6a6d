package dev.countersign.architecture.planted.launcher;

/// Something to depend on where nothing may.
public final class Marker {}
