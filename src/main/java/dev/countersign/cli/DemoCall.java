package dev.countersign.cli;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// One call of the demo's script.
///
/// @param arguments those of `bash`
record DemoCall(String summary, String command, ObjectNode arguments) {
    private static DemoCall of(String summary, String command) {
        ObjectNode arguments = JsonMapper.shared().createObjectNode();
        arguments.put("command", command).put("summary", summary);
        return new DemoCall(summary, command, arguments);
    }

    private DemoCall with(String name, String value) {
        arguments.put(name, value);
        return this;
    }

    private DemoCall with(String name, boolean value) {
        arguments.put(name, value);
        return this;
    }

    /// A server that goes on until it is stopped.
    static DemoCall server() {
        return of(
                        "Start a small server in the background",
                        "n=0; while sleep 1; do n=$((n+1)); echo \"GET /item/$n 200\"; done")
                .with("mode", "background");
    }

    /// Everything but the server. All of it is harmless and happens in the demo's own folder.
    static List<DemoCall> script() {
        return List.of(
                of("Say hello to the person who watches", "echo 'Hello from the demo agent'"),
                of(
                        "Write two notes and read them back",
                        "mkdir -p notes && printf 'buy milk\\nwater plants\\n' > notes/todo.txt &&"
                                + " cat notes/todo.txt"),
                of("See what is in this folder", "ls -la"),
                of("Find out which git is installed", "git --version"),
                of(
                                "Run the steps of a slow build",
                                "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo \"step $i of"
                                        + " 15\"; sleep 1; done; echo built")
                        .with("mode", "slow"),
                of(
                        "Print the result of a test run in colour",
                        "printf '\\033[1;32mPASS\\033[0m parser\\n\\033[1;31mFAIL\\033[0m printer"
                                + " \\033[2m(3 ms)\\033[0m\\n\\033[33mwarning:\\033[0m one test was"
                                + " \\033[4mskipped\\033[0m\\n'"),
                of(
                                "Pretend to drop the staging database",
                                "echo 'DROP DATABASE staging; -- only words, nothing is dropped'")
                        .with("isDangerous", true),
                of("Keep this folder to its owner", "chmod 700 ."),
                of("Print twenty thousand lines", "seq 1 20000"),
                of(
                        "Run a check that fails",
                        "echo 'checking the configuration'; echo 'error: port 80 is taken' >&2;"
                                + " exit 3"),
                of("Ask how removing the notes would be assessed", "rm -r notes")
                        .with("dryRun", true),
                of("Count the files and tell the time", "ls | wc -l && date '+%H:%M:%S'"));
    }
}
