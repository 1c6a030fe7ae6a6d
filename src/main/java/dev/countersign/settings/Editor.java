package dev.countersign.settings;

/// The program in which a place in a file is opened.
public enum Editor {
    /// What the desktop opens the file with; most of these cannot be told the line.
    DESKTOP,
    /// Visual Studio Code.
    CODE,
    CODIUM,
    CURSOR,
    ZED,
    /// Sublime Text.
    SUBL,
    /// IntelliJ IDEA.
    IDEA,
    KATE,
    GEDIT,
    /// A running Emacs server, else a new Emacs.
    EMACS,
    GVIM
}
