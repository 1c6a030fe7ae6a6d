package dev.countersign.safety;

/// One thing that a part of a command does.
///
/// @param target what it does it to, as the command names it: a path, a host, a program; may be
///   empty
public record Effect(EffectKind kind, String target) {}
