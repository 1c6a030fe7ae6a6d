package dev.countersign.supervision;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The C program that benches compare with, compiled where there is a compiler.
record SpawnControl(Path program) {
    /// One round: microseconds to the first byte and to the end.
    record Round(double firstByte, double end, long bytes) {}

    /// Empty, with a word on the standard output, where there is no C compiler.
    static Optional<SpawnControl> compile(Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve("control.c");
        Path program = folder.resolve("control");
        try (InputStream text = SpawnControl.class.getResourceAsStream("control.c")) {
            Files.copy(Objects.requireNonNull(text), source);
        }
        try {
            Process compiler =
                    new ProcessBuilder("cc", "-O2", "-o", program.toString(), source.toString())
                            .redirectErrorStream(true)
                            .start();
            String words =
                    new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (compiler.waitFor() == 0) {
                return Optional.of(new SpawnControl(program));
            }
            System.out.println("control skipped, it does not compile: " + words);
        } catch (IOException noCompiler) {
            System.out.println(
                    "control skipped, there is no C compiler: " + noCompiler.getMessage());
        }
        return Optional.empty();
    }

    List<Round> run(int rounds, String command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(program.toString(), Integer.toString(rounds), command)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        List<Round> all = new ArrayList<>();
        for (String line : process.inputReader().lines().toList()) {
            String[] parts = line.split(" ", 4);
            all.add(
                    new Round(
                            Double.parseDouble(parts[0]),
                            Double.parseDouble(parts[1]),
                            Long.parseLong(parts[2])));
        }
        process.waitFor();
        return all;
    }
}
