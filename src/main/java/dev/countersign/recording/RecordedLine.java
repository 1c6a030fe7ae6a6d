package dev.countersign.recording;

import dev.countersign.ansi.StyledLine;
import java.time.Duration;

/// A line as the viewer shows it.
///
/// @param number from 0
/// @param sinceStart when its first byte arrived
public record RecordedLine(long number, StyledLine line, StreamKind stream, Duration sinceStart) {}
