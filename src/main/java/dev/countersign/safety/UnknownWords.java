package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What may be commands among the words of a command that is not known, or that runs another one
/// somewhere in its words: `rlwrap rm -rf x`, `tmux new 'make clean'`. Pure.
final class UnknownWords {
    /// More words are not looked at.
    static final int MOST = 100;

    // Behind the name of another command they are most likely a command that it runs.
    private static final Set<String> RUN_BY_OTHERS =
            Set.of(
                    "rm",
                    "sh",
                    "bash",
                    "zsh",
                    "sudo",
                    "dd",
                    "curl",
                    "wget",
                    "chmod",
                    "chown",
                    "mkfs",
                    "shutdown",
                    "reboot",
                    "kill",
                    "git",
                    "docker",
                    "kubectl",
                    "systemctl",
                    "python",
                    "python3",
                    "perl",
                    "ruby",
                    "node",
                    "find",
                    "xargs",
                    "env",
                    "mv",
                    "tee",
                    "nc",
                    "eval",
                    "shred",
                    "truncate");
    // Commands that are known and run another one in their words, which are not told apart.
    private static final Set<String> RUNNERS =
            Set.of(
                    "pipenv",
                    "pnpm",
                    "yarn",
                    "direnv",
                    "mise",
                    "asdf",
                    "rbenv",
                    "pyenv",
                    "nodenv",
                    "nix",
                    "nix-shell",
                    "lxc",
                    "incus",
                    "mosh",
                    "cargo",
                    "poetry",
                    "uv",
                    "bundle",
                    "conda",
                    "volta",
                    "hatch",
                    "pdm",
                    "rye",
                    "heroku",
                    "fly",
                    "flyctl",
                    "nodemon",
                    "screen",
                    "tmux",
                    "xdotool",
                    "adb",
                    "rails",
                    "op",
                    "doppler",
                    "wsl",
                    "wsl.exe");

    private UnknownWords() {}

    /// Whether a command, known as it is, runs another one in its words.
    static boolean areRunBy(String name) {
        return RUNNERS.contains(name);
    }

    /// Texts that may be commands: what begins with the name of one, and words with blanks in them.
    ///
    /// @param words the command's name first
    static List<ScriptWord> commands(List<ScriptWord> words) {
        List<ScriptWord> found = new ArrayList<>();
        for (int i = 1; i < Math.min(words.size(), MOST); i++) {
            ScriptWord word = words.get(i);
            boolean runs = word.isKnown() && RUN_BY_OTHERS.contains(Names.base(word.shown()));
            if (runs && i + 1 < words.size()) {
                String text =
                        words.subList(i, words.size()).stream()
                                .map(ScriptWord::text)
                                .collect(Collectors.joining(" "));
                found.add(ScriptWord.known(text, word.start(), words.getLast().end()));
                return found;
            }
            if (word.isKnown() && word.shown().indexOf(' ') > 0) {
                found.add(word);
            }
        }
        return found;
    }
}
