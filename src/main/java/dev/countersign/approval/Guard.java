package dev.countersign.approval;

import java.util.Arrays;
import java.util.Optional;

/// The built-in pack of denials, on by default. Each names the safer way.
public enum Guard {
    BLIND_GIT_ADD(
            "blindGitAdd",
            "Adding everything to git unseen",
            "git add with the names of files that git status lists"),
    FORCE_PUSH(
            "forcePush",
            "Overwriting a remote branch with a plain force push",
            "git push --force-with-lease"),
    CRITICAL_REMOVAL(
            "criticalRemoval",
            "Removing the file system, a home folder, or other places that nothing brings back",
            "rm with the exact names of what is to go, inside the workspace");

    private final String key;
    private final String subject;
    private final String instead;

    Guard(String key, String subject, String instead) {
        this.key = key;
        this.subject = subject;
        this.instead = instead;
    }

    /// Its name in permissions.json: `forcePush`.
    public String key() {
        return key;
    }

    /// What it denies, the subject of a sentence.
    public String subject() {
        return subject;
    }

    /// The safer way.
    public String instead() {
        return instead;
    }

    static Optional<Guard> of(String key) {
        return Arrays.stream(values()).filter(guard -> guard.key.equals(key)).findFirst();
    }
}
