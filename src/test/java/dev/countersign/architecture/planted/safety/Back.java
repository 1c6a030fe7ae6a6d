package dev.countersign.architecture.planted.safety;

import dev.countersign.architecture.planted.shell.Upward;
import java.io.File;

/// Closes a cycle and touches the disk.
public record Back(Upward upward, File file) {}
