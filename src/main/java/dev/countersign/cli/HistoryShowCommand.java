package dev.countersign.cli;

import dev.countersign.journal.CallExport;
import dev.countersign.journal.CallStory;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.ToolCallId;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `countersign history show`: everything that is known of one call.
@Command(
        name = "show",
        description = {
            "Tells everything that is known of one call.",
            "What was asked, what happened to it and when, and what the agent was answered, word"
                    + " for word. Secrets are masked."
        },
        footer = {"", "Exit codes: 0 shown, 1 there is no such call."})
final class HistoryShowCommand implements Callable<Integer> {
    private final HistoryPlaces places;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "ID", description = "shell_1a2b3c4d or 1a2b3c4d.")
    private String id = "";

    @Option(names = "--json", description = "Answer in JSON.")
    private boolean json;

    HistoryShowCommand(HistoryPlaces places) {
        this.places = places;
    }

    @Override
    public Integer call() throws JournalException {
        ToolCallId call =
                HistoryPlaces.id(id)
                        .orElseThrow(() ->
                                new ParameterException(spec.commandLine(), HistoryPlaces.noId(id)));
        Optional<CallStory> story = places.story(call);
        if (story.isEmpty()) {
            spec.commandLine().getErr().println("countersign: there is no call " + call);
            return ExitCode.NO;
        }
        PrintWriter out = spec.commandLine().getOut();
        Map<String, String> facts = CallExport.facts(story.get().record(), places.masker());
        if (json) {
            out.println(json(facts, story.get()));
        } else {
            print(out, facts, story.get());
        }
        out.flush();
        return ExitCode.DONE;
    }

    private static String json(Map<String, String> facts, CallStory story) {
        JsonMapper mapper = JsonMapper.shared();
        ObjectNode node = mapper.createObjectNode();
        facts.forEach(node::put);
        ArrayNode events = node.putArray("events");
        for (CallStory.Step step : story.steps()) {
            events.addObject()
                    .put("sequence", step.sequence())
                    .put("at", step.event().at().toString())
                    .put("event", name(step.event()))
                    .put("hash", step.hash());
        }
        return mapper.writeValueAsString(node);
    }

    private static void print(PrintWriter out, Map<String, String> facts, CallStory story) {
        facts.forEach((name, text) -> {
            String shown = PrintedText.visible(text);
            if (shown.contains("\n")) {
                out.println(name + ":");
                shown.lines().forEach(line -> out.println("    " + line));
            } else {
                out.println(String.format(Locale.ROOT, "%-19s%s", name + ":", shown));
            }
        });
        out.println("what happened:");
        for (CallStory.Step step : story.steps()) {
            out.println(
                    String.format(
                            Locale.ROOT,
                            "    %-27s %-13s event %d, hash %s…",
                            step.event().at(),
                            name(step.event()),
                            step.sequence(),
                            step.hash().substring(0, 12)));
        }
    }

    private static String name(SupervisionEvent event) {
        String name = event.getClass().getSimpleName();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
