package dev.countersign.settings;

/// How the window looks.
public enum Theme {
    /// As the desktop does.
    SYSTEM,
    LIGHT,
    DARK
}
