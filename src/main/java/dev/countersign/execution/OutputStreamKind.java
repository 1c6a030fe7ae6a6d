package dev.countersign.execution;

/// Where a command wrote its bytes. With merged output or a terminal everything is [#STDOUT].
public enum OutputStreamKind {
    STDOUT,
    STDERR
}
