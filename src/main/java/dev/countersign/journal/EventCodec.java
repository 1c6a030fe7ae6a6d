package dev.countersign.journal;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.PartVerdict;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.ResultDigest;
import dev.countersign.approval.RuleEvent;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.safety.Effect;
import dev.countersign.safety.EffectKind;
import dev.countersign.safety.Finding;
import dev.countersign.safety.PartAssessment;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.Sandbox;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Turns events into journal entries and back. Stateless.
///
/// A text that was deleted reads as [#DELETED]; everything else must be there, or reading fails
/// with an `IllegalArgumentException`.
final class EventCodec {
    static final String DELETED = "[deleted]";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private EventCodec() {}

    static JournalEntry encode(SupervisionEvent event) {
        ObjectNode facts = JsonNodeFactory.instance.objectNode();
        Map<String, String> texts = new HashMap<>();
        facts.put("at", event.at().toString());
        facts.put("call", event.id().digits());
        switch (event) {
            case SupervisionEvent.Received(ToolCall call) -> encodeCall(call, facts, texts);
            case SupervisionEvent.Assessed assessed -> encodeAssessed(assessed, facts, texts);
            case SupervisionEvent.Queued queued -> {
                facts.put("event", "queued");
                queued.expiry().ifPresent(after -> facts.put("expiryMs", after.toMillis()));
            }
            case SupervisionEvent.Edited edited -> encodeEdited(edited, facts, texts);
            case SupervisionEvent.Decided decided ->
                    encodeDecision(decided.decision(), facts, texts);
            case SupervisionEvent.Started started -> encodeStarted(started, facts);
            case SupervisionEvent.Steered steered -> {
                facts.put("event", "steered").put("act", steered.act().wireName());
                if (!steered.text().isEmpty()) {
                    texts.put("text", steered.text());
                }
            }
            case SupervisionEvent.SentBack sentBack -> {
                facts.put("event", "sentBack");
                texts.put("reason", sentBack.reason());
            }
            case SupervisionEvent.Backgrounded _ -> facts.put("event", "backgrounded");
            case SupervisionEvent.Finished finished -> encodeFinished(finished, facts);
            case SupervisionEvent.RehearsalStarted started -> {
                encodeStarted(
                        new SupervisionEvent.Started(
                                started.id(), started.at(), started.pid(), started.details()),
                        facts);
                facts.put("event", "rehearsalStarted");
                started.edited().ifPresent(command -> texts.put("command", command.text()));
            }
            case SupervisionEvent.RehearsalEnded ended -> encodeRehearsal(ended, facts);
            case SupervisionEvent.RehearsalDiscarded discarded -> {
                facts.put("event", "rehearsalDiscarded");
                texts.put("reason", discarded.reason());
            }
            case SupervisionEvent.DryRun _ -> facts.put("event", "dryRun");
            case SupervisionEvent.RulesChanged(Instant _, RuleEvent what) -> {
                facts.put("event", "rulesChanged").put("what", lower(what.kind()));
                texts.put("subject", what.subject());
                texts.put("detail", what.detail());
            }
            case SupervisionEvent.Answered answered -> {
                facts.put("event", "answered").put("status", answered.status().wireName());
                texts.put("answer", answered.text());
            }
            case SupervisionEvent.Starred starred ->
                    facts.put("event", "starred").put("starred", starred.starred());
            case SupervisionEvent.Noted noted -> {
                facts.put("event", "noted");
                texts.put("note", noted.text());
            }
            case SupervisionEvent.Deleted deleted ->
                    facts.put("event", "deleted")
                            .put("what", lower(deleted.what()))
                            .put("cause", lower(deleted.cause()));
            case SupervisionEvent.HandedOver _ -> facts.put("event", "handedOver");
            case SupervisionEvent.Reported reported -> {
                facts.put("event", "reported");
                texts.put("report", reported.text());
            }
        }
        return new JournalEntry(facts, texts);
    }

    static SupervisionEvent decode(JournalEntry entry) {
        ObjectNode facts = entry.facts();
        ToolCallId id = new ToolCallId(string(facts, "call"));
        Instant at = Instant.parse(string(facts, "at"));
        String kind = string(facts, "event");
        return switch (kind) {
            case "received" -> new SupervisionEvent.Received(decodeCall(id, at, entry));
            case "assessed" -> decodeAssessed(id, at, entry);
            case "queued" -> new SupervisionEvent.Queued(id, at, optionalMillis(facts, "expiryMs"));
            case "edited" -> decodeEdited(id, at, entry);
            case "decided" -> new SupervisionEvent.Decided(id, at, decodeDecision(entry));
            case "started" ->
                    new SupervisionEvent.Started(
                            id, at, number(facts, "pid"), decodeDetails(facts));
            case "steered" ->
                    new SupervisionEvent.Steered(
                            id,
                            at,
                            constant(JobAct.class, string(facts, "act")),
                            entry.texts().getOrDefault("text", ""));
            case "sentBack" -> new SupervisionEvent.SentBack(id, at, text(entry, "reason"));
            case "backgrounded" -> new SupervisionEvent.Backgrounded(id, at);
            case "finished" ->
                    new SupervisionEvent.Finished(
                            id,
                            at,
                            decodeOutcome(facts),
                            number(facts, "outputBytes"),
                            number(facts, "outputLines"));
            case "rehearsalStarted" ->
                    new SupervisionEvent.RehearsalStarted(
                            id,
                            at,
                            number(facts, "pid"),
                            decodeDetails(facts),
                            optionalText(entry, "command").map(CommandText::new));
            case "rehearsalEnded" -> decodeRehearsal(id, at, facts);
            case "rehearsalDiscarded" ->
                    new SupervisionEvent.RehearsalDiscarded(id, at, text(entry, "reason"));
            case "dryRun" -> new SupervisionEvent.DryRun(id, at);
            case "handedOver" -> new SupervisionEvent.HandedOver(id, at);
            case "reported" -> new SupervisionEvent.Reported(id, at, text(entry, "report"));
            case "rulesChanged" ->
                    new SupervisionEvent.RulesChanged(
                            at,
                            new RuleEvent(
                                    constant(RuleEvent.Kind.class, string(facts, "what")),
                                    text(entry, "subject"),
                                    text(entry, "detail")));
            case "answered" ->
                    new SupervisionEvent.Answered(
                            id,
                            at,
                            constant(CallStatus.class, string(facts, "status")),
                            text(entry, "answer"));
            case "starred" ->
                    new SupervisionEvent.Starred(id, at, facts.path("starred").asBoolean());
            case "noted" -> new SupervisionEvent.Noted(id, at, text(entry, "note"));
            case "deleted" ->
                    new SupervisionEvent.Deleted(
                            id,
                            at,
                            constant(Deletion.class, string(facts, "what")),
                            constant(DeletionCause.class, string(facts, "cause")));
            default -> throw new IllegalArgumentException("unknown event '" + kind + "'");
        };
    }

    /// The event as it reads when all its texts were deleted.
    static SupervisionEvent withoutTexts(SupervisionEvent event) {
        JournalEntry entry = encode(event);
        Map<String, String> texts = new HashMap<>();
        entry.texts().keySet().forEach(name -> texts.put(name, DELETED));
        return decode(new JournalEntry(entry.facts(), texts));
    }

    private static void encodeCall(ToolCall call, ObjectNode facts, Map<String, String> texts) {
        AgentSession session = call.session();
        facts.put("event", "received");
        ObjectNode agent = facts.putObject("agent");
        agent.put("session", session.id().value());
        agent.put("name", session.name());
        agent.put("version", session.version());
        session.pid().ifPresent(pid -> agent.put("pid", pid));
        agent.put("connectedAt", session.connectedAt().toString());
        ArrayNode roots = agent.putArray("roots");
        session.workspace().roots().forEach(root -> roots.add(root.toString()));
        agent.put("directory", session.workspace().directory().toString());
        facts.put("directory", call.directory().toString());
        facts.put("mode", call.mode().wireName());
        facts.put("timeoutMs", call.timeout().toMillis());
        facts.put("onTimeout", call.onTimeout().wireName());
        facts.put("truncate", call.truncation().wireName());
        facts.put("mergeOutput", call.mergeOutput());
        facts.put("pty", call.pseudoTerminal());
        facts.put("dryRun", call.dryRun());
        call.sandbox().ifPresent(sandbox -> facts.put("sandbox", word(sandbox)));
        call.otherShell().ifPresent(shell -> facts.put("otherShell", shell.toString()));
        call.flaggedDangerous().ifPresent(flag -> facts.put("isDangerous", flag));
        texts.put("command", call.command().text());
        call.summary().ifPresent(summary -> texts.put("summary", summary));
        if (!call.addedEnvironment().isEmpty()) {
            texts.put("env", JSON.writeValueAsString(call.addedEnvironment()));
        }
    }

    private static ToolCall decodeCall(ToolCallId id, Instant at, JournalEntry entry) {
        ObjectNode facts = entry.facts();
        JsonNode agent = facts.path("agent");
        List<Path> roots = new ArrayList<>();
        agent.path("roots").forEach(root -> roots.add(Path.of(root.asString())));
        AgentSession session =
                new AgentSession(
                        new AgentSessionId(string(agent, "session")),
                        string(agent, "name"),
                        string(agent, "version"),
                        agent.has("pid")
                                ? OptionalLong.of(number(agent, "pid"))
                                : OptionalLong.empty(),
                        new Workspace(roots, Path.of(string(agent, "directory"))),
                        Instant.parse(string(agent, "connectedAt")));
        return new ToolCall(
                id,
                session,
                new CommandText(text(entry, "command")),
                optionalText(entry, "summary"),
                facts.has("isDangerous")
                        ? Optional.of(facts.path("isDangerous").asBoolean())
                        : Optional.empty(),
                constant(ExecutionMode.class, string(facts, "mode")),
                Duration.ofMillis(number(facts, "timeoutMs")),
                constant(TimeoutAction.class, string(facts, "onTimeout")),
                Path.of(string(facts, "directory")),
                environment(entry),
                constant(OutputTruncation.class, string(facts, "truncate")),
                facts.path("mergeOutput").asBoolean(),
                facts.path("pty").asBoolean(),
                facts.path("dryRun").asBoolean(),
                at,
                decodeSandbox(facts),
                optionalString(facts, "otherShell").map(Path::of));
    }

    private static void encodeStarted(SupervisionEvent.Started event, ObjectNode facts) {
        RunDetails details = event.details();
        facts.put("event", "started").put("pid", event.pid());
        facts.put("marker", details.marker()).put("leaderStart", details.leaderStart());
        facts.put("shell", details.shell());
        facts.put("pty", details.conditions().pseudoTerminal());
        details.conditions().sandbox().ifPresent(sandbox -> facts.put("sandbox", word(sandbox)));
    }

    private static RunDetails decodeDetails(ObjectNode facts) {
        if (!facts.has("marker")) {
            return RunDetails.UNKNOWN;
        }
        return new RunDetails(
                string(facts, "marker"),
                number(facts, "leaderStart"),
                string(facts, "shell"),
                new RunConditions(facts.path("pty").asBoolean(), decodeSandbox(facts)));
    }

    private static String word(Sandbox sandbox) {
        return sandbox.network() ? "network" : "closed";
    }

    private static Optional<Sandbox> decodeSandbox(ObjectNode facts) {
        return optionalString(facts, "sandbox")
                .map(word ->
                        switch (word) {
                            case "network" -> new Sandbox(true);
                            case "closed" -> new Sandbox(false);
                            default ->
                                    throw new IllegalArgumentException(
                                            "unknown sandbox '" + word + "'");
                        });
    }

    private static Map<String, String> environment(JournalEntry entry) {
        Map<String, String> variables = new LinkedHashMap<>();
        if (!entry.texts().containsKey("env")) {
            return variables;
        }
        detail(entry, "env")
                .properties()
                .forEach(variable ->
                        variables.put(variable.getKey(), variable.getValue().asString()));
        return variables;
    }

    private static void encodeAssessed(
            SupervisionEvent.Assessed event, ObjectNode facts, Map<String, String> texts) {
        RiskAssessment assessment = event.assessment();
        PolicyVerdict verdict = event.verdict();
        facts.put("event", "assessed");
        facts.put("level", assessment.level().wireName());
        facts.put("readOnly", assessment.readOnly());
        facts.put("known", assessment.known());
        ArrayNode findings = facts.putArray("findings");
        assessment.findings().forEach(finding -> findings.add(finding.id()));
        facts.put("verdict", verdict.verdict().wireName());
        verdict.rule().ifPresent(rule -> encodeRule(rule, facts.putObject("rule")));
        texts.put("assessment", JSON.writeValueAsString(detail(assessment)));
        texts.put("verdict", JSON.writeValueAsString(detail(verdict)));
    }

    /// An edited command is judged as a new one is, so it is kept as one is.
    private static void encodeEdited(
            SupervisionEvent.Edited event, ObjectNode facts, Map<String, String> texts) {
        encodeAssessed(
                new SupervisionEvent.Assessed(
                        event.id(), event.at(), event.assessment(), event.verdict()),
                facts,
                texts);
        facts.put("event", "edited");
        texts.put("command", event.command().text());
        event.note().ifPresent(note -> texts.put("note", note));
    }

    private static SupervisionEvent.Edited decodeEdited(
            ToolCallId id, Instant at, JournalEntry entry) {
        SupervisionEvent.Assessed assessed = decodeAssessed(id, at, entry);
        return new SupervisionEvent.Edited(
                id,
                at,
                new CommandText(text(entry, "command")),
                assessed.assessment(),
                assessed.verdict(),
                optionalText(entry, "note"));
    }

    private static ObjectNode detail(RiskAssessment assessment) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        assessment.headline().ifPresent(headline -> node.put("headline", headline));
        node.put("display", assessment.display());
        ArrayNode findings = node.putArray("findings");
        for (Finding finding : assessment.findings()) {
            ObjectNode one = findings.addObject();
            one.put("id", finding.id());
            one.put("level", finding.level().wireName());
            one.put("message", finding.message());
            one.put("start", finding.start());
            one.put("end", finding.end());
            finding.alternative().ifPresent(other -> one.put("alternative", other));
        }
        ArrayNode parts = node.putArray("parts");
        for (PartAssessment part : assessment.parts()) {
            ObjectNode one = parts.addObject();
            one.put("text", part.text());
            one.put("start", part.start());
            one.put("end", part.end());
            one.put("known", part.known());
            ArrayNode effects = one.putArray("effects");
            for (Effect effect : part.effects()) {
                effects.addObject()
                        .put("kind", effect.kind().wireName())
                        .put("target", effect.target());
            }
        }
        return node;
    }

    private static ObjectNode detail(PolicyVerdict verdict) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("reason", verdict.reason());
        ArrayNode parts = node.putArray("parts");
        for (PartVerdict part : verdict.parts()) {
            ObjectNode one = parts.addObject();
            one.put("text", part.text());
            one.put("start", part.start());
            one.put("end", part.end());
            one.put("verdict", part.verdict().wireName());
            part.rule().ifPresent(rule -> encodeRule(rule, one.putObject("rule")));
            one.put("reason", part.reason());
        }
        return node;
    }

    private static SupervisionEvent.Assessed decodeAssessed(
            ToolCallId id, Instant at, JournalEntry entry) {
        ObjectNode facts = entry.facts();
        JsonNode assessment = detail(entry, "assessment");
        JsonNode verdict = detail(entry, "verdict");
        return new SupervisionEvent.Assessed(
                id,
                at,
                new RiskAssessment(
                        constant(RiskLevel.class, string(facts, "level")),
                        facts.path("readOnly").asBoolean(),
                        facts.path("known").asBoolean(),
                        optionalString(assessment, "headline"),
                        findings(assessment),
                        parts(assessment),
                        assessment.path("display").asString(DELETED)),
                new PolicyVerdict(
                        constant(Verdict.class, string(facts, "verdict")),
                        decodeRule(facts),
                        verdict.path("reason").asString(DELETED),
                        verdicts(verdict)));
    }

    private static List<Finding> findings(JsonNode assessment) {
        List<Finding> findings = new ArrayList<>();
        for (JsonNode one : assessment.path("findings")) {
            findings.add(
                    new Finding(
                            string(one, "id"),
                            constant(RiskLevel.class, string(one, "level")),
                            string(one, "message"),
                            (int) number(one, "start"),
                            (int) number(one, "end"),
                            optionalString(one, "alternative")));
        }
        return findings;
    }

    private static List<PartAssessment> parts(JsonNode assessment) {
        List<PartAssessment> parts = new ArrayList<>();
        for (JsonNode one : assessment.path("parts")) {
            List<Effect> effects = new ArrayList<>();
            for (JsonNode effect : one.path("effects")) {
                effects.add(
                        new Effect(
                                constant(EffectKind.class, string(effect, "kind")),
                                string(effect, "target")));
            }
            parts.add(
                    new PartAssessment(
                            string(one, "text"),
                            (int) number(one, "start"),
                            (int) number(one, "end"),
                            one.path("known").asBoolean(),
                            effects));
        }
        return parts;
    }

    private static List<PartVerdict> verdicts(JsonNode verdict) {
        List<PartVerdict> verdicts = new ArrayList<>();
        for (JsonNode one : verdict.path("parts")) {
            verdicts.add(
                    new PartVerdict(
                            string(one, "text"),
                            (int) number(one, "start"),
                            (int) number(one, "end"),
                            constant(Verdict.class, string(one, "verdict")),
                            decodeRule(one),
                            string(one, "reason")));
        }
        return verdicts;
    }

    /// The JSON that a text holds; an empty object where a person deleted it.
    private static JsonNode detail(JournalEntry entry, String name) {
        String json = text(entry, name);
        return json.equals(DELETED) ? JsonNodeFactory.instance.objectNode() : JSON.readTree(json);
    }

    private static void encodeRule(RuleReference rule, ObjectNode node) {
        if (rule.kind() != RuleReference.Kind.RULE) {
            node.put("kind", lower(rule.kind()));
        }
        node.put("id", rule.id());
        node.put("source", rule.source());
        rule.why().ifPresent(why -> node.put("why", why));
        rule.instead().ifPresent(instead -> node.put("instead", instead));
    }

    private static Optional<RuleReference> decodeRule(JsonNode holder) {
        JsonNode rule = holder.path("rule");
        if (!rule.isObject()) {
            return Optional.empty();
        }
        return Optional.of(
                new RuleReference(
                        constant(RuleReference.Kind.class, rule.path("kind").asString("rule")),
                        string(rule, "id"),
                        string(rule, "source"),
                        optionalString(rule, "why"),
                        optionalString(rule, "instead")));
    }

    private static void encodeDecision(
            Decision decision, ObjectNode facts, Map<String, String> texts) {
        facts.put("event", "decided");
        switch (decision) {
            case Decision.Approved(Decider by, ApprovalScope scope) -> {
                facts.put("decision", "approved").put("scope", lower(scope));
                encodeDecider(by, facts);
            }
            case Decision.Denied(Decider by, Optional<String> reason) -> {
                facts.put("decision", "denied");
                encodeDecider(by, facts);
                reason.ifPresent(words -> texts.put("reason", words));
            }
            case Decision.Expired(Duration after) ->
                    facts.put("decision", "expired").put("afterMs", after.toMillis());
            case Decision.Withdrawn(String reason) -> {
                facts.put("decision", "withdrawn");
                texts.put("reason", reason);
            }
        }
    }

    private static void encodeDecider(Decider by, ObjectNode facts) {
        switch (by) {
            case Decider.Human _ -> facts.put("by", "human");
            case Decider.Rule(RuleReference rule) -> {
                facts.put("by", "rule");
                encodeRule(rule, facts.putObject("rule"));
            }
            case Decider.Guard(RuleReference guard) -> {
                facts.put("by", "guard");
                encodeRule(guard, facts.putObject("rule"));
            }
            case Decider.Grant(RuleReference grant) -> {
                facts.put("by", "grant");
                encodeRule(grant, facts.putObject("rule"));
            }
        }
    }

    private static Decision decodeDecision(JournalEntry entry) {
        ObjectNode facts = entry.facts();
        String kind = string(facts, "decision");
        return switch (kind) {
            case "approved" ->
                    new Decision.Approved(
                            decodeDecider(facts),
                            constant(ApprovalScope.class, string(facts, "scope")));
            case "denied" ->
                    new Decision.Denied(decodeDecider(facts), optionalText(entry, "reason"));
            case "expired" -> new Decision.Expired(Duration.ofMillis(number(facts, "afterMs")));
            case "withdrawn" -> new Decision.Withdrawn(text(entry, "reason"));
            default -> throw new IllegalArgumentException("unknown decision '" + kind + "'");
        };
    }

    private static Decider decodeDecider(ObjectNode facts) {
        String by = string(facts, "by");
        return switch (by) {
            case "human" -> new Decider.Human();
            case "rule" -> new Decider.Rule(requireRule(facts));
            case "guard" -> new Decider.Guard(requireRule(facts));
            case "grant" -> new Decider.Grant(requireRule(facts));
            default -> throw new IllegalArgumentException("unknown decider '" + by + "'");
        };
    }

    private static RuleReference requireRule(ObjectNode facts) {
        return decodeRule(facts)
                .orElseThrow(() -> new IllegalArgumentException("decision by rule names no rule"));
    }

    private static void encodeFinished(SupervisionEvent.Finished event, ObjectNode facts) {
        facts.put("event", "finished");
        switch (event.outcome()) {
            case Outcome.Exited(int code) -> facts.put("outcome", "exited").put("exitCode", code);
            case Outcome.Signalled(String signal) ->
                    facts.put("outcome", "signalled").put("signal", signal);
            case Outcome.TimedOut(Duration after) ->
                    facts.put("outcome", "timedOut").put("afterMs", after.toMillis());
            case Outcome.Stopped(StopCause by, String signal) ->
                    facts.put("outcome", "stopped")
                            .put("stoppedBy", lower(by))
                            .put("signal", signal);
            case Outcome.FailedToStart(StartFailure failure, String message) ->
                    facts.put("outcome", "failedToStart")
                            .put("failure", lower(failure))
                            .put("message", message);
            case Outcome.Lost _ -> facts.put("outcome", "lost");
        }
        facts.put("outputBytes", event.outputBytes());
        facts.put("outputLines", event.outputLines());
    }

    private static void encodeRehearsal(SupervisionEvent.RehearsalEnded event, ObjectNode facts) {
        encodeFinished(
                new SupervisionEvent.Finished(
                        event.id(),
                        event.at(),
                        event.outcome(),
                        event.outputBytes(),
                        event.outputLines()),
                facts);
        facts.put("event", "rehearsalEnded");
        event.result().ifPresent(result -> facts.put("result", result.sha256()));
        facts.put("added", event.added());
        facts.put("changed", event.changed());
        facts.put("removed", event.removed());
    }

    private static SupervisionEvent.RehearsalEnded decodeRehearsal(
            ToolCallId id, Instant at, ObjectNode facts) {
        return new SupervisionEvent.RehearsalEnded(
                id,
                at,
                decodeOutcome(facts),
                number(facts, "outputBytes"),
                number(facts, "outputLines"),
                optionalString(facts, "result").map(ResultDigest::new),
                number(facts, "added"),
                number(facts, "changed"),
                number(facts, "removed"));
    }

    private static Outcome decodeOutcome(ObjectNode facts) {
        String kind = string(facts, "outcome");
        return switch (kind) {
            case "exited" -> new Outcome.Exited((int) number(facts, "exitCode"));
            case "signalled" -> new Outcome.Signalled(string(facts, "signal"));
            case "timedOut" -> new Outcome.TimedOut(Duration.ofMillis(number(facts, "afterMs")));
            case "stopped" ->
                    new Outcome.Stopped(
                            constant(StopCause.class, string(facts, "stoppedBy")),
                            string(facts, "signal"));
            case "failedToStart" ->
                    new Outcome.FailedToStart(
                            constant(StartFailure.class, string(facts, "failure")),
                            string(facts, "message"));
            case "lost" -> new Outcome.Lost();
            default -> throw new IllegalArgumentException("unknown outcome '" + kind + "'");
        };
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String name) {
        return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
    }

    private static String text(JournalEntry entry, String name) {
        return entry.texts().getOrDefault(name, DELETED);
    }

    private static Optional<String> optionalText(JournalEntry entry, String name) {
        return Optional.ofNullable(entry.texts().get(name));
    }

    private static String string(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (!value.isString()) {
            throw new IllegalArgumentException("'" + name + "' is missing or no string");
        }
        return value.asString();
    }

    private static Optional<String> optionalString(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isString() ? Optional.of(value.asString()) : Optional.empty();
    }

    private static Optional<Duration> optionalMillis(JsonNode node, String name) {
        return node.has(name)
                ? Optional.of(Duration.ofMillis(number(node, name)))
                : Optional.empty();
    }

    private static long number(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (!value.isIntegralNumber()) {
            throw new IllegalArgumentException("'" + name + "' is missing or no whole number");
        }
        return value.asLong();
    }
}
