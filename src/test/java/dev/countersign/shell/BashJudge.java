package dev.countersign.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Asks the bash of this machine whether it would accept scripts, and how it reads them. Nothing is
/// run: `bash -n FILE` only reads, `bash --pretty-print FILE` only prints, both without any
/// environment.
final class BashJudge {
    private static final Path BASH = Path.of("/bin/bash");
    // One shell for each script, but only two processes started from here; $1 is the folder, $2 and
    // $3 which of it.
    private static final String DRIVER =
            """
            for file in "$1"/*."$2"; do
                env -i /bin/bash --norc --noprofile $3 "$file" >"$file.out" 2>"$file.err"
                echo $? >"$file.status"
            done
            """;

    private final Path folder;

    BashJudge(Path folder) {
        this.folder = folder;
    }

    static boolean available() {
        return Files.isExecutable(BASH);
    }

    enum Verdict {
        ACCEPTS,
        REFUSES,
        CRASHED
    }

    /// What bash said of one script.
    record Answer(Verdict verdict, String output, String errors) {}

    List<Answer> accept(List<String> scripts) throws IOException, InterruptedException {
        return ask(scripts, "-n");
    }

    /// Bash's own printing of each script; empty where it refuses.
    List<Optional<String>> print(List<String> scripts) throws IOException, InterruptedException {
        return ask(scripts, "--pretty-print").stream()
                .map(answer ->
                        answer.verdict() == Verdict.ACCEPTS
                                ? Optional.of(answer.output())
                                : Optional.<String>empty())
                .toList();
    }

    private List<Answer> ask(List<String> scripts, String option)
            throws IOException, InterruptedException {
        Path batch = Files.createTempDirectory(folder, "batch");
        Path driver = batch.resolve("driver");
        Files.writeString(driver, DRIVER);
        for (int i = 0; i < scripts.size(); i++) {
            Files.write(
                    batch.resolve(i + "." + i % 2),
                    scripts.get(i).getBytes(StandardCharsets.UTF_8));
        }
        List<Process> processes = new ArrayList<>();
        for (String half : List.of("0", "1")) {
            if (scripts.size() > Integer.parseInt(half)) {
                processes.add(
                        new ProcessBuilder(
                                        "/bin/sh",
                                        driver.toString(),
                                        batch.toString(),
                                        half,
                                        option)
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start());
            }
        }
        for (Process process : processes) {
            if (!process.waitFor(20, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException("bash did not answer");
            }
        }
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < scripts.size(); i++) {
            answers.add(answer(batch, i + "." + i % 2));
        }
        return answers;
    }

    private static Answer answer(Path batch, String name) throws IOException {
        String status = Files.readString(batch.resolve(name + ".status")).strip();
        String output = read(batch.resolve(name + ".out"));
        String errors = read(batch.resolve(name + ".err"));
        int code = Integer.parseInt(status);
        if (code > 2) {
            return new Answer(Verdict.CRASHED, output, errors);
        }
        // After an error in [[ ]] bash 5.2 complains and still exits with 0.
        boolean refused =
                code != 0
                        || errors.replace('\r', ' ')
                                .lines()
                                .anyMatch(line -> !line.contains(": warning: "));
        return new Answer(refused ? Verdict.REFUSES : Verdict.ACCEPTS, output, errors);
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
