package dev.countersign.supervision.connect;

import dev.countersign.settings.Launcher;
import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether an agent can run commands that nobody sees here, by its configuration.
///
/// What the agent's command line changes of it is not seen.
///
/// @param words a few sentences: what is so, and what of the agent the console never sees
/// @param remedy our command that mends it, for a shell; empty where there is nothing to mend
public record AgentExposure(State state, String words, Optional<String> remedy) {
    /// How the agent's own shell stands.
    public enum State {
        /// Its shell is switched off.
        OFF("shell off"),
        /// Its shell's commands come into the queue.
        HOOKED("shell hooked"),
        /// There is a hook, and the agent does not run it yet.
        NOT_TRUSTED("hook not trusted"),
        /// It was connected by another version of the console, or from another place.
        OUTDATED("connect anew"),
        /// What the project says for itself, or the person elsewhere, may open its shell again.
        MAY_BE_OPEN("may be open here"),
        /// What the project says for itself runs commands, whatever becomes of its shell.
        PROJECT_RUNS("project runs commands"),
        /// It can run commands unseen.
        OPEN("own shell open"),
        /// Nobody here knows this agent's files.
        UNKNOWN("shell not known");

        private final String label;

        State(String label) {
            this.label = label;
        }

        /// Two or three words.
        public String label() {
            return label;
        }

        /// Whether commands cannot pass us by.
        public boolean isClosed() {
            return this == OFF || this == HOOKED;
        }
    }

    /// By these settings hooks are not run at all.
    private static final List<ConfigurationEdit> HOOKS_OFF =
            List.of(
                    new ConfigurationEdit.Put(List.of("disableAllHooks"), "true"),
                    new ConfigurationEdit.Put(List.of("hooksConfig", "enabled"), "false"));

    /// Of an agent by the name that it told when it connected. Reads files, and blocks for that.
    ///
    /// @param project the folders of the project that it works in, see [#projectFolders]
    public static AgentExposure ofClient(
            String client, Launcher launcher, ConnectPlan.Places places, List<Path> project) {
        return AgentKind.ofClient(client)
                .map(agent -> of(agent, launcher, places, project))
                .orElseGet(() ->
                        new AgentExposure(
                                State.UNKNOWN,
                                "As long as it has a shell of its own, it can run commands that"
                                        + " nobody sees here.",
                                Optional.empty()));
    }

    /// The folder that an agent works in, and those above it up to the top of its project: each may
    /// hold configuration that goes before the person's.
    public static List<Path> projectFolders(Workspace workspace) {
        return ProjectSettings.folders(workspace.directory(), workspace.roots());
    }

    /// Of an agent whose files are known. Reads files, and blocks for that.
    ///
    /// @param project the folders of the project that it works in
    public static AgentExposure of(
            AgentKind agent, Launcher launcher, ConnectPlan.Places places, List<Path> project) {
        try {
            State state = state(agent, launcher, places);
            return inProject(agent, state, launcher, places, project)
                    .orElseGet(() -> told(agent, state, launcher));
        } catch (IOException | ConfigurationText.Unreadable failure) {
            return new AgentExposure(
                    State.UNKNOWN,
                    "Its configuration cannot be read: %s.".formatted(failure.getMessage()),
                    Optional.empty());
        }
    }

    /// What is closed by the person's configuration, and that the project's may open.
    private static Optional<AgentExposure> inProject(
            AgentKind agent,
            State state,
            Launcher launcher,
            ConnectPlan.Places places,
            List<Path> project) {
        if (!state.isClosed()) {
            return Optional.empty();
        }
        ShellUse use = state == State.HOOKED ? ShellUse.HOOKED : ShellUse.OFF;
        List<Path> own =
                plan(agent, use, launcher, places).files().stream().map(FilePlan::file).toList();
        return ProjectSettings.find(agent, use, project, places.furtherFolders(agent), own)
                .map(found -> ofProject(agent, use, found, project));
    }

    private static AgentExposure ofProject(
            AgentKind agent, ShellUse use, ProjectSettings.Finding found, List<Path> project) {
        boolean ofProject = project.stream().anyMatch(found.file()::startsWith);
        String what =
                "Its own shell is %s by your configuration, but %s%s %s"
                        .formatted(
                                use == ShellUse.HOOKED ? "hooked" : "off",
                                ofProject ? "in this project " : "",
                                found.file(),
                                found.says());
        String look = " Look at that file. " + agent.unseen();
        return switch (found.harm()) {
            case OPENS ->
                    new AgentExposure(
                            State.MAY_BE_OPEN,
                            what
                                    + ", and what is said there goes before: its own shell may be"
                                    + " open here."
                                    + look,
                            Optional.empty());
            case RUNS ->
                    new AgentExposure(
                            State.PROJECT_RUNS,
                            what
                                    + ": the agent runs such commands by itself, and nobody sees"
                                    + " them here."
                                    + look,
                            Optional.empty());
        };
    }

    /// The files that decide it: a change of one of them may change it.
    public static List<Path> files(
            String client, Launcher launcher, ConnectPlan.Places places, List<Path> project) {
        return AgentKind.ofClient(client).stream()
                .flatMap(agent -> files(agent, launcher, places, project))
                .distinct()
                .toList();
    }

    private static Stream<Path> files(
            AgentKind agent, Launcher launcher, ConnectPlan.Places places, List<Path> project) {
        List<ShellUse> uses = uses(agent);
        Stream<Path> own =
                uses.stream()
                        .flatMap(use -> plan(agent, use, launcher, places).files().stream())
                        .map(FilePlan::file);
        List<Path> further = places.furtherFolders(agent);
        return Stream.concat(own, ProjectSettings.files(agent, uses, project, further).stream());
    }

    private static List<ShellUse> uses(AgentKind agent) {
        return agent.canBeHooked() ? List.of(ShellUse.OFF, ShellUse.HOOKED) : List.of(ShellUse.OFF);
    }

    private static ConnectPlan plan(
            AgentKind agent, ShellUse use, Launcher launcher, ConnectPlan.Places places) {
        return ConnectPlan.of(agent, Optional.of(use), launcher, places);
    }

    private static AgentExposure told(AgentKind agent, State state, Launcher launcher) {
        String name = agent.agent();
        String words =
                switch (state) {
                    case OFF -> "Its own shell is off.";
                    case HOOKED -> "Its own shell goes through the queue.";
                    case NOT_TRUSTED ->
                            "It has our hook and does not run it yet: start %s and trust the hook there. Until then its own shell can run commands that nobody sees here."
                                    .formatted(name);
                    case OUTDATED ->
                            "Its configuration is not as this console writes it, so it may wait too"
                                    + " briefly or pass us by: connect it anew.";
                    case OPEN ->
                            "Its own shell is open: it can run commands that nobody sees here.";
                    case MAY_BE_OPEN, PROJECT_RUNS, UNKNOWN -> "";
                };
        Optional<String> remedy =
                switch (state) {
                    case OUTDATED, OPEN ->
                            Optional.of(launcher.shellLine("connect", name, "--write"));
                    case OFF, HOOKED, NOT_TRUSTED, MAY_BE_OPEN, PROJECT_RUNS, UNKNOWN ->
                            Optional.empty();
                };
        return new AgentExposure(state, words + " " + agent.unseen(), remedy);
    }

    private static State state(AgentKind agent, Launcher launcher, ConnectPlan.Places places)
            throws IOException {
        ConnectPlan open = plan(agent, ShellUse.OPEN, launcher, places);
        boolean current = missing(open, Set.of()).isEmpty();
        for (ShellUse use : uses(agent)) {
            ConnectPlan plan = plan(agent, use, launcher, places);
            Set<ConfigurationEdit> base = edits(open);
            Set<ConfigurationEdit> own = edits(plan);
            own.removeAll(base);
            List<ConfigurationEdit> missing = missing(plan, base);
            if (missing.isEmpty() && current) {
                return use == ShellUse.OFF ? State.OFF : hooked(agent, plan, launcher);
            }
            if (missing.size() < own.size()) {
                return State.OUTDATED;
            }
        }
        return AgentFiles.mentionUs(open) && !current ? State.OUTDATED : State.OPEN;
    }

    private static Set<ConfigurationEdit> edits(ConnectPlan plan) {
        return plan.files().stream()
                .flatMap(file -> file.edits().stream())
                .collect(Collectors.toSet());
    }

    /// What of a plan does not stand in its files, without what is left out.
    private static List<ConfigurationEdit> missing(ConnectPlan plan, Set<ConfigurationEdit> leftOut)
            throws IOException {
        List<ConfigurationEdit> missing = new ArrayList<>();
        for (FilePlan file : plan.files()) {
            String text = AgentFiles.read(file.file()).orElse("");
            for (ConfigurationEdit edit : file.edits()) {
                if (!leftOut.contains(edit) && !file.standsIn(text, edit)) {
                    missing.add(edit);
                }
            }
        }
        return missing;
    }

    private static State hooked(AgentKind agent, ConnectPlan plan, Launcher launcher)
            throws IOException {
        for (FilePlan file : plan.files()) {
            String text = AgentFiles.read(file.file()).orElse("");
            if (HOOKS_OFF.stream().anyMatch(off -> file.standsIn(text, off))) {
                return State.OPEN;
            }
        }
        return agent == AgentKind.CODEX && !isTrusted(plan, launcher)
                ? State.NOT_TRUSTED
                : State.HOOKED;
    }

    /// Codex keeps what hooks it was told to trust by file, event and place in the list.
    private static boolean isTrusted(ConnectPlan plan, Launcher launcher) throws IOException {
        Path hooks = plan.files().getLast().file();
        String state = AgentFiles.read(plan.files().getFirst().file()).orElse("");
        Path real = Files.exists(hooks) ? hooks.toRealPath() : hooks;
        int place =
                JsoncText.of(AgentFiles.read(hooks).orElse(""))
                        .place(
                                List.of("hooks", "PreToolUse"),
                                JsoncText.quoted(ConnectPlan.hookLine(AgentKind.CODEX, launcher)));
        return isTrusted(state, hooks, place) || isTrusted(state, real, place);
    }

    private static boolean isTrusted(String state, Path hooks, int place) {
        String table = "[hooks.state.\"%s:pre_tool_use:%d:0\"]".formatted(hooks, place);
        return Pattern.compile(Pattern.quote(table) + "\\s*\\R[^\\[]*trusted_hash\\s*=\\s*\"[^\"]")
                .matcher(state)
                .find();
    }
}
