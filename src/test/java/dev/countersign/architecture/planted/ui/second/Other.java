package dev.countersign.architecture.planted.ui.second;

public record Other(String name) {}
