package dev.countersign.safety;

import java.nio.file.Path;
import java.util.Optional;

/// A file that a command runs, as it was when the command was assessed.
///
/// @param named as the command names it, or the name of a file that its program reads by itself:
///   `Makefile`
/// @param path where it is, links not followed: a link that leads elsewhere later counts as a
///   change
/// @param start UTF-16 offset into the command of what runs it
/// @param end UTF-16 offset behind that
/// @param content empty when it is not there, cannot be read, or is too large to be looked at
public record ScriptFile(
        String named, Path path, int start, int end, Optional<FileContent> content) {
    /// By which a change is noticed; empty while there is nothing to read.
    public Optional<String> sha256() {
        return content.map(FileContent::sha256);
    }

    ScriptFile at(int newStart, int newEnd) {
        return new ScriptFile(named, path, newStart, newEnd, content);
    }
}
