package dev.countersign.settings;

/// Whether things that come and go in the window fade.
public enum Motion {
    /// As the desktop does.
    SYSTEM,
    /// They fade.
    FULL,
    /// Nothing fades or glides; what a movement tells is told in text.
    REDUCED
}
