package dev.countersign.approval;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Commands of which no beginning is ever let through: whatever follows the first words can do
/// anything.
final class NeverByPrefix {
    private static final Set<String> NAMES =
            Set.of(
                    // shells and what runs text
                    "sh",
                    "bash",
                    "dash",
                    "zsh",
                    "ksh",
                    "ash",
                    "rbash",
                    "fish",
                    "csh",
                    "tcsh",
                    "busybox",
                    "pwsh",
                    "powershell",
                    "cmd",
                    "cmd.exe",
                    "eval",
                    "exec",
                    "source",
                    ".",
                    "command",
                    "builtin",
                    "trap",
                    // interpreters
                    "python",
                    "pypy",
                    "perl",
                    "ruby",
                    "irb",
                    "node",
                    "nodejs",
                    "deno",
                    "bun",
                    "php",
                    "lua",
                    "luajit",
                    "tclsh",
                    "wish",
                    "expect",
                    "r",
                    "rscript",
                    "julia",
                    "osascript",
                    "java",
                    "jshell",
                    "groovy",
                    "scala",
                    "kotlin",
                    "ghci",
                    "runghc",
                    "erl",
                    "elixir",
                    "iex",
                    "guile",
                    "racket",
                    "sbcl",
                    "clojure",
                    "clj",
                    "ocaml",
                    "octave",
                    "swift",
                    "mshta",
                    "wscript",
                    "cscript",
                    "rundll32",
                    "awk",
                    "gawk",
                    "mawk",
                    "nawk",
                    "sed",
                    "ed",
                    "ex",
                    "vi",
                    "vim",
                    "nvim",
                    "emacs",
                    "gdb",
                    "lldb",
                    "sqlite3",
                    "psql",
                    "mysql",
                    "mongosh",
                    // other users and other places to run in
                    "sudo",
                    "su",
                    "doas",
                    "pkexec",
                    "runuser",
                    "runas",
                    "chroot",
                    "nsenter",
                    "unshare",
                    "setpriv",
                    "ssh",
                    "sshpass",
                    "docker",
                    "podman",
                    "kubectl",
                    "nerdctl",
                    "lxc",
                    "adb",
                    // wrappers
                    "env",
                    "xargs",
                    "parallel",
                    "nohup",
                    "setsid",
                    "timeout",
                    "time",
                    "nice",
                    "ionice",
                    "chrt",
                    "stdbuf",
                    "watch",
                    "script",
                    "strace",
                    "ltrace",
                    "flock",
                    "find",
                    "fd",
                    "make",
                    "entr",
                    "systemd-run",
                    "at",
                    "batch",
                    "crontab",
                    "toybox",
                    "run0",
                    "sg",
                    "newgrp",
                    "setarch",
                    "linux32",
                    "linux64",
                    "taskset",
                    "numactl",
                    "prlimit",
                    "chronic",
                    "ifne",
                    "retry",
                    "hyperfine",
                    "watchexec",
                    "nodemon",
                    "concurrently",
                    "unbuffer",
                    "faketime",
                    "fakeroot",
                    "proxychains",
                    "torsocks",
                    "rlwrap",
                    "xvfb-run",
                    "dbus-run-session",
                    "systemd-inhibit",
                    "dotenv",
                    "doppler",
                    "chamber",
                    "aws-vault",
                    "nix-shell",
                    "tmux",
                    "screen",
                    "xdotool",
                    "mosh",
                    "autossh",
                    "pdsh",
                    "pssh",
                    "clush",
                    "ansible",
                    "salt",
                    "wsl",
                    // pagers and viewers that run what follows an option
                    "less",
                    "more",
                    "man",
                    "view",
                    // the network
                    "curl",
                    "wget",
                    "aria2c",
                    "http",
                    "https",
                    "xh",
                    "nc",
                    "ncat",
                    "netcat",
                    "socat",
                    "telnet",
                    "ftp",
                    "sftp",
                    "scp",
                    "rsync",
                    "rclone",
                    // packages that are fetched and run
                    "npx",
                    "pnpx",
                    "bunx",
                    "uvx",
                    "pipx",
                    "uv",
                    // what destroys
                    "dd",
                    "mkfs",
                    "chmod",
                    "chown",
                    "kill",
                    "pkill",
                    "killall");
    private static final Pattern VERSION = Pattern.compile("[-]?[0-9][0-9.]*$");

    // Their second word says what is done; the first alone would let everything through.
    private static final Pattern SUBCOMMAND = Pattern.compile("[A-Za-z][A-Za-z0-9:_-]*");

    // Of these a second word may be let through when it is not one that runs whatever follows.
    private static final Set<String> BY_SUBCOMMAND = Set.of("docker", "podman", "kubectl");
    private static final Set<String> RUNS_ANYTHING =
            Set.of(
                    "run",
                    "exec",
                    "cp",
                    "debug",
                    "attach",
                    "apply",
                    "create",
                    "proxy",
                    "port-forward");

    // The second word of these says that another program follows.
    private static final Map<String, Set<String>> RUNS_OTHERS =
            Map.ofEntries(
                    Map.entry("npm", Set.of("exec", "x")),
                    Map.entry("pnpm", Set.of("exec", "dlx")),
                    Map.entry("yarn", Set.of("exec", "dlx", "node")),
                    Map.entry("poetry", Set.of("run")),
                    Map.entry("pipenv", Set.of("run")),
                    Map.entry("hatch", Set.of("run")),
                    Map.entry("pdm", Set.of("run")),
                    Map.entry("rye", Set.of("run")),
                    Map.entry("conda", Set.of("run")),
                    Map.entry("mamba", Set.of("run")),
                    Map.entry("bundle", Set.of("exec")),
                    Map.entry("nix", Set.of("run", "shell", "develop")),
                    Map.entry("mise", Set.of("exec", "x")),
                    Map.entry("asdf", Set.of("exec")),
                    Map.entry("rbenv", Set.of("exec")),
                    Map.entry("pyenv", Set.of("exec")),
                    Map.entry("nodenv", Set.of("exec")),
                    Map.entry("direnv", Set.of("exec")),
                    Map.entry("op", Set.of("run")),
                    Map.entry("heroku", Set.of("run")),
                    Map.entry("vagrant", Set.of("ssh")),
                    Map.entry("git", Set.of("config", "bisect", "submodule", "difftool")));

    private NeverByPrefix() {}

    static boolean holds(List<String> words) {
        String name = name(words.getFirst());
        if (BY_SUBCOMMAND.contains(name)) {
            List<String> rest = words.subList(1, words.size());
            boolean option = rest.isEmpty() || !SUBCOMMAND.matcher(rest.getFirst()).matches();
            return option || rest.stream().limit(2).anyMatch(RUNS_ANYTHING::contains);
        }
        boolean others =
                words.size() > 1 && RUNS_OTHERS.getOrDefault(name, Set.of()).contains(words.get(1));
        return others || NAMES.contains(name);
    }

    /// How many words a prefix has at least.
    static int fewestWords(List<String> words) {
        boolean subcommand = words.size() > 1 && SUBCOMMAND.matcher(words.get(1)).matches();
        return subcommand ? 2 : 1;
    }

    /// `python` for `/usr/bin/python3.12`.
    private static String name(String word) {
        String base = CommandPattern.withoutFolder(word).toLowerCase(Locale.ROOT);
        String bare = VERSION.matcher(base).replaceFirst("");
        return NAMES.contains(base) || bare.isEmpty() ? base : bare;
    }
}
