package dev.countersign.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `countersign doctor`: says what of the platform is there.
@Command(
        name = "doctor",
        description = {
            "Says what of the platform is there and what is missing.",
            "Exit code 0 when the console can work, 4 when it cannot."
        })
public final class DoctorCommand implements Callable<Integer> {
    private final CommonOptions options;
    private final List<DoctorCheck.Examination> examinations;

    @Option(names = "--json", description = "Answer in JSON.")
    private boolean json;

    @Spec private CommandSpec spec = CommandSpec.create();

    public DoctorCommand(CommonOptions options, List<DoctorCheck.Examination> examinations) {
        this.options = options;
        this.examinations = List.copyOf(examinations);
    }

    @Override
    public Integer call() throws InterruptedException {
        List<DoctorCheck> checks = new ArrayList<>();
        for (DoctorCheck.Examination examination : examinations) {
            checks.add(examination.examine(options));
        }
        boolean works =
                checks.stream().noneMatch(check -> check.state() == DoctorCheck.State.MISSING);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(toJson(checks, works));
        } else {
            printTable(out, checks, works);
        }
        out.flush();
        return works ? ExitCode.DONE : ExitCode.CANNOT;
    }

    private static String toJson(List<DoctorCheck> checks, boolean works) {
        JsonMapper mapper = JsonMapper.shared();
        ObjectNode answer = mapper.createObjectNode();
        answer.put("works", works);
        ArrayNode list = answer.putArray("checks");
        for (DoctorCheck check : checks) {
            list.addObject()
                    .put("name", check.name())
                    .put("state", check.state().wireName())
                    .put("words", check.words());
        }
        return mapper.writeValueAsString(answer);
    }

    private static void printTable(PrintWriter out, List<DoctorCheck> checks, boolean works) {
        for (DoctorCheck check : checks) {
            out.println(
                    String.format(
                            Locale.ROOT,
                            "%-8s %-14s %s",
                            check.state().wireName(),
                            check.name(),
                            check.words()));
        }
        out.println(works ? "The console can work here." : "The console cannot work here.");
    }
}
