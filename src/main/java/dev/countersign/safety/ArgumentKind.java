package dev.countersign.safety;

/// What an argument of a command is to it.
enum ArgumentKind {
    /// Text that is used or printed, never a file.
    TEXT,
    /// A file or folder that is read.
    READ,
    /// A file or folder that is made or changed.
    WRITE,
    /// A file or folder that is removed, or moved away.
    DELETE,
    /// A program or script that is run.
    EXECUTE,
    /// A host, address or URL that is reached.
    HOST,
    /// Text that a shell runs.
    SCRIPT,
    /// The beginning of a command that runs up to `;` or `+`.
    COMMAND,
    /// A program of sed, which may write files and run commands.
    SED,
    /// A program of awk, which may write files and run commands.
    AWK,
    /// A program in an interpreter's own language: `python -c`.
    CODE,
    /// Statements for a database.
    SQL,
    /// The name of a module that takes the place of a subcommand: `python -m`.
    MODULE,
    /// The name of a variable that is given a value: `read NAME`.
    NAME,
    /// `NAME=value`, or a name alone, which is not changed.
    ASSIGNMENT,
    /// `name=value` sets something of the whole machine, a name alone asks for it.
    SETTING
}
