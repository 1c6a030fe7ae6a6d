/// What a run printed: every byte on disk as it arrived, and reading it by stream, line and time.
///
/// A [RecordingWriter] may be called by several threads; a [Recording] reads the same files while
/// they grow and shares no lock with the writer, so that no reader ever slows a command. Memory
/// does not grow with output. All of it blocks on the disk. Uses `ansi`, `redaction`, `settings`.
@NullMarked
package dev.countersign.recording;

import org.jspecify.annotations.NullMarked;
