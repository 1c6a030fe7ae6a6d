package dev.countersign.approval;

/// The permissions.json of a first start.
final class StarterRules {
    /// A command stands twice, alone and with a blank behind it, so that `ls *` does not mean
    /// `lsof`.
    static final String TEXT =
            """
            {
              "bash": {
                "git status": "allow",
                "git status *": "allow",
                "git log": "allow",
                "git log *": "allow",
                "git diff": "allow",
                "git diff *": "allow",
                "ls": "allow",
                "ls *": "allow",
                "cat": "allow",
                "cat *": "allow",
                "head": "allow",
                "head *": "allow",
                "tail": "allow",
                "tail *": "allow",
                "grep *": "allow",
                "chmod": "deny",
                "chmod *": "deny",
                "chown": "deny",
                "chown *": "deny",
                "sudo": "deny",
                "sudo *": "deny",
                "*": "ask"
              }
            }
            """;

    private StarterRules() {}
}
