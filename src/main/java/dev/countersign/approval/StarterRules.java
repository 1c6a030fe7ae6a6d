package dev.countersign.approval;

/// The permissions.json of a first start.
final class StarterRules {
    /// A command stands twice, alone and with a blank behind it, so that `ls *` does not mean
    /// `lsof`. There is no `*`: what no rule is about asks in any case, and a `*` that asks would
    /// be stricter than the rule about what only reads.
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
                "sudo *": "deny"
              },
              "rules": [
                {"readOnly": true, "in": "workspace", "decision": "allow"}
              ],
              "guards": {
                "blindGitAdd": true,
                "forcePush": true,
                "criticalRemoval": true
              }
            }
            """;

    private StarterRules() {}
}
