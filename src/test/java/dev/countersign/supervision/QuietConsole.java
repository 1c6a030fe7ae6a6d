package dev.countersign.supervision;

import dev.countersign.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A console in a program of its own, with the start script's options for memory: what many quiet
/// jobs need of it. A bench's own JVM is as large as what it did before made it.
final class QuietConsole {
    /// As in packaging/countersign.sh.
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xms64m", "-Xmx1g");

    /// At most so many are started before anything is counted, so that what every console needs is
    /// there.
    private static final int FIRST_JOBS = 20;

    private QuietConsole() {}

    /// Runs one and tells the line that it printed.
    static String measure(Path folder, int jobs) throws Exception {
        List<String> arguments = new ArrayList<>();
        arguments.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        arguments.addAll(OPTIONS);
        arguments.add("--enable-native-access=ALL-UNNAMED");
        arguments.add("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
        arguments.addAll(
                List.of(QuietConsole.class.getName(), folder.toString(), Integer.toString(jobs)));
        Process process =
                new ProcessBuilder(arguments)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (var lines = process.inputReader()) {
            return lines.lines()
                    .filter(line -> line.startsWith("quiet"))
                    .findFirst()
                    .orElse("no figure");
        } finally {
            process.waitFor();
        }
    }

    public static void main(String[] arguments) throws Exception {
        int jobs = Integer.parseInt(arguments[1]);
        try (SupervisedFolder console = SupervisedFolder.open(Path.of(arguments[0]))) {
            console.settings().change(Settings.BACKGROUND_PER_AGENT, jobs);
            int first = Math.min(FIRST_JOBS, jobs / 2);
            start(console, first);
            System.gc();
            long before = RunFigures.residentBytes();
            start(console, jobs - first);
            System.gc();
            long after = RunFigures.residentBytes();
            System.out.println(
                    String.format(
                            Locale.ROOT,
                            "quiet jobs in a console of its own, %,d: memory %,d MiB (goal <= 300),"
                                    + " grown by %.1f KiB a job (goal <= 40)",
                            jobs,
                            after >> 20,
                            (after - before) / 1024.0 / (jobs - first)));
            console.desk().jobs().stopAll(Optional.empty());
        }
    }

    private static void start(SupervisedFolder console, int jobs) throws InterruptedException {
        for (int i = 0; i < jobs; i++) {
            console.startJob("sleep 600 #allow");
        }
    }
}
