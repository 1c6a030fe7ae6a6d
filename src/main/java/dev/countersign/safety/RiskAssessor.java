package dev.countersign.safety;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Says what a command would do and how bad that could be.
///
/// Immutable and safe on any thread. Answers any text; what it cannot read it calls not known.
public final class RiskAssessor {
    // The worst come first; nobody reads more.
    private static final int MOST_FINDINGS = 500;
    private static final int MOST_FINDINGS_OF_A_SCRIPT = 5;
    private static final int MOST_SCRIPTS = 10;
    private static final Pattern PROGRAM_FILE =
            Pattern.compile("\\.(py|js|mjs|cjs|ts|pl|rb|php|lua|ps1)$");
    private static final int DEEPEST_SCRIPTS = 3;
    private static final Set<String> DRY_RUN =
            Set.of("--dry-run", "--dryrun", "--dry-run=client", "--dry-run=server");

    private final CommandKnowledge knowledge;
    private final FileFacts files;

    /// Reads the knowledge of commands that comes with the console.
    ///
    /// @param files how it sees the disk
    public RiskAssessor(FileFacts files) {
        this(files, CommandKnowledge.builtIn());
    }

    /// @param knowledge what is known of commands
    /// @param files how it sees the disk
    public RiskAssessor(FileFacts files, CommandKnowledge knowledge) {
        this.knowledge = knowledge;
        this.files = files;
    }

    /// Assesses one command.
    public CommandAnalysis assess(AssessmentRequest request) {
        TargetPaths paths = new TargetPaths(request, files);
        ScriptFiles scripts = new ScriptFiles(paths, files);
        ScriptJudge judge = new ScriptJudge(knowledge, paths, scripts);
        judge.script(request.command());
        List<JudgedCommand> judged = judge.judged();
        CommandDisplay display = CommandDisplay.of(request.command());
        List<Danger> dangers = dangers(request, judge, paths);
        display.findings().forEach(finding -> dangers.add(hidden(finding)));
        List<ScriptFile> found = new ArrayList<>(scripts.found());
        inScripts(request, scripts, found, dangers, 0);
        inPrograms(request, judge, dangers);
        List<Finding> findings = distinct(dangers);

        boolean readable = judge.gaps().isEmpty();
        boolean known = readable && judged.stream().allMatch(JudgedCommand::known);
        RiskLevel level = readable ? RiskLevel.NONE : RiskLevel.MEDIUM;
        for (JudgedCommand one : judged) {
            level = level.or(one.level());
        }
        for (Finding finding : findings) {
            level = level.or(finding.level());
        }
        boolean readOnly =
                known
                        && level == RiskLevel.NONE
                        && judged.stream().allMatch(JudgedCommand::onlyReads);
        return new CommandAnalysis(
                new RiskAssessment(
                        level,
                        readOnly,
                        known,
                        headline(dangers),
                        findings,
                        judged.stream().map(JudgedCommand::part).toList(),
                        display.text()),
                judged.stream().map(JudgedCommand::step).toList(),
                found,
                readable);
    }

    /// What programs for interpreters give away.
    private void inPrograms(AssessmentRequest request, ScriptJudge judge, List<Danger> dangers) {
        for (ScriptWord program : judge.programs()) {
            inProgram(
                    program,
                    ProgramSigns.find(program.shown(), text -> asCommand(request, text)),
                    dangers);
        }
        for (JudgedCommand one : judge.judged()) {
            boolean windows =
                    one.is("powershell", "pwsh", "powershell.exe", "pwsh.exe", "cmd", "cmd.exe");
            if (windows && !one.rest().isEmpty()) {
                String words =
                        one.rest().stream()
                                .map(ScriptWord::shown)
                                .dropWhile(word -> word.matches("/[cCkKsSqQ]"))
                                .collect(Collectors.joining(" "));
                inProgram(
                        one.command().words().getFirst(),
                        ProgramSigns.findInPowerShell(words, text -> asCommand(request, text)),
                        dangers);
            }
        }
    }

    private static void inProgram(
            ScriptWord at, List<ProgramSigns.Found> signs, List<Danger> dangers) {
        signs.stream()
                .limit(MOST_FINDINGS_OF_A_SCRIPT)
                .forEach(one -> {
                    Danger danger = Danger.of(at, one.id(), one.level(), one.message());
                    dangers.add(
                            one.id().equals("code.deletes")
                                    ? danger.losing("What its program deletes would be lost.")
                                    : danger);
                });
    }

    private void inProgramFile(AssessmentRequest request, ScriptFile file, List<Danger> dangers) {
        String text = file.content().map(FileContent::text).orElse("");
        for (ProgramSigns.Found one : ProgramSigns.find(text, line -> asCommand(request, line))) {
            if (!one.level().atLeast(RiskLevel.HIGH)) {
                continue;
            }
            long line = 1 + text.substring(0, one.at()).chars().filter(c -> c == '\n').count();
            dangers.add(
                    Danger.of(
                            file.start(),
                            file.end(),
                            one.id(),
                            one.level(),
                            "In %s, line %d: %s".formatted(file.named(), line, one.message())));
        }
    }

    /// What would be worst about a text if it were a command.
    private Optional<Finding> asCommand(AssessmentRequest request, String text) {
        AssessmentRequest inside = request.ofScript(text);
        TargetPaths paths = new TargetPaths(inside, files);
        ScriptJudge judge =
                new ScriptJudge(knowledge, paths, new ScriptFiles(paths, FileFacts.none()));
        judge.script(text);
        return dangers(inside, judge, paths).stream()
                .map(Danger::finding)
                .filter(finding -> finding.level().atLeast(RiskLevel.HIGH))
                .max(Comparator.comparing(Finding::level));
    }

    /// What is worst in the scripts that are run, and the scripts that these run.
    private void inScripts(
            AssessmentRequest request,
            ScriptFiles scripts,
            List<ScriptFile> found,
            List<Danger> dangers,
            int depth) {
        int judged = 0;
        for (ScriptFile file : scripts.found()) {
            if (++judged > MOST_SCRIPTS || depth >= DEEPEST_SCRIPTS) {
                continue;
            }
            List<ScriptPiece> pieces = scripts.shellTexts(file);
            if (pieces.isEmpty() && isProgram(file)) {
                inProgramFile(request, file, dangers);
            }
            for (ScriptPiece piece : pieces) {
                inPiece(request, file, piece, found, dangers, depth);
            }
        }
    }

    private void inPiece(
            AssessmentRequest request,
            ScriptFile file,
            ScriptPiece piece,
            List<ScriptFile> found,
            List<Danger> dangers,
            int depth) {
        AssessmentRequest inside = request.ofScript(piece.text());
        TargetPaths paths = new TargetPaths(inside, files);
        ScriptFiles further = new ScriptFiles(paths, files);
        ScriptJudge judge = new ScriptJudge(knowledge, paths, further);
        judge.script(piece.text());
        dangers(inside, judge, paths).stream()
                .filter(danger -> danger.finding().level().atLeast(RiskLevel.HIGH))
                .sorted(
                        Comparator.comparing((Danger danger) -> danger.finding().level())
                                .reversed())
                .limit(MOST_FINDINGS_OF_A_SCRIPT)
                .forEach(danger -> dangers.add(danger.inScript(file, piece)));
        for (ScriptFile one : further.found()) {
            boolean listed = found.stream().anyMatch(other -> other.path().equals(one.path()));
            if (!listed && found.size() < ScriptFiles.MOST_FILES) {
                found.add(one.at(file.start(), file.end()));
            }
        }
        inScripts(inside, further.at(file), found, dangers, depth + 1);
    }

    private static boolean isProgram(ScriptFile file) {
        return PROGRAM_FILE.matcher(file.named()).find();
    }

    private static Danger hidden(CommandDisplay.Finding finding) {
        RiskLevel level =
                switch (finding.level()) {
                    case NONE -> RiskLevel.NONE;
                    case HIGH -> RiskLevel.HIGH;
                    case CRITICAL -> RiskLevel.CRITICAL;
                };
        return Danger.of(
                finding.span().start(),
                finding.span().end(),
                "display." + finding.id(),
                level,
                finding.message());
    }

    private List<Danger> dangers(AssessmentRequest request, ScriptJudge judge, TargetPaths paths) {
        List<Danger> found = new ArrayList<>();
        for (UnreadText gap : judge.gaps()) {
            found.add(
                    Danger.of(
                            gap.start(),
                            gap.end(),
                            "unreadable",
                            RiskLevel.MEDIUM,
                            "This could not be read, so nobody can say what it does: "
                                    + gap.reason()));
        }
        request.addedEnvironment()
                .forEach((name, value) -> {
                    if (DangerousVariables.isDangerous(name, Optional.of(value))) {
                        found.add(
                                Danger.of(
                                        0,
                                        0,
                                        "environment.added",
                                        RiskLevel.HIGH,
                                        "The call sets %s, by which commands can be made to run something else."
                                                .formatted(name)));
                    }
                });
        DeletionDangers deletion = new DeletionDangers(paths);
        SystemDangers system = new SystemDangers(paths);
        TraceDangers traces = new TraceDangers(paths);
        List<JudgedCommand> all = judge.judged();
        for (JudgedCommand one : all) {
            environment(one, found);
            GitDangers.find(one, paths, found);
            deletion.find(one, found);
            traces.find(one, found);
            DataDangers.find(one, all, found);
            NetworkDangers.find(one, all, found);
            listed(one, found);
            system.find(one, found);
        }
        NetworkDangers.findRuns(all, found);
        ExecutionDangers.find(request.command(), judge, found);
        return found;
    }

    /// What the knowledge of commands says is to be said.
    private void listed(JudgedCommand one, List<Danger> found) {
        if (saysDryRun(one)) {
            return;
        }
        List<String> dangers = one.arguments().map(Arguments::dangers).orElse(List.of());
        dangers.stream().distinct().forEach(id -> found.add(knowledge.danger(id).at(one)));
        if (isInert(one)) {
            return;
        }
        used(one, one.name(), one.rest(), found);
        if (ExecutionDangers.INTERPRETERS.contains(one.name()) || one.is("java", "bash", "sh")) {
            usedScript(one, found);
        }
    }

    /// `--dry-run=client` changes nothing, whatever else is said; behind `--` it is an operand.
    private static boolean saysDryRun(JudgedCommand one) {
        return one.is("kubectl", "oc", "k", "helm", "aws", "rsync")
                && one.rest().stream()
                        .takeWhile(word -> !word.is("--"))
                        .anyMatch(word -> DRY_RUN.contains(word.shown()));
    }

    private static boolean isInert(JudgedCommand one) {
        return one.arguments()
                .map(read -> read.options().stream().anyMatch(read.facts().inert()::contains))
                .orElse(false);
    }

    private void used(JudgedCommand one, String name, List<ScriptWord> words, List<Danger> found) {
        String plain = name.endsWith(".exe") ? name.substring(0, name.length() - 4) : name;
        for (String danger : knowledge.uses(plain).dangersIn(words)) {
            found.add(knowledge.danger(danger).at(one));
        }
    }

    /// `python manage.py flush`: what the script is told says what it does.
    private void usedScript(JudgedCommand one, List<Danger> found) {
        List<ScriptWord> words = one.rest();
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).shown();
            if (!text.startsWith("-")) {
                used(one, Names.base(text), words.subList(i + 1, words.size()), found);
                return;
            }
        }
    }

    private static void environment(JudgedCommand one, List<Danger> found) {
        List<SimpleCommand.Assigned> all = new ArrayList<>(one.command().assignments());
        for (Arguments.Argument argument :
                one.arguments().map(Arguments::arguments).orElse(List.of())) {
            boolean sets =
                    argument.kind() == ArgumentKind.NAME
                            || argument.kind() == ArgumentKind.ASSIGNMENT;
            if (sets) {
                Assignments.of(argument.word(), argument.kind()).ifPresent(all::add);
            }
        }
        for (SimpleCommand.Assigned assigned : all) {
            if (DangerousVariables.isDangerous(one.command(), assigned)) {
                RiskLevel level =
                        DangerousVariables.runsCode(assigned.name(), assigned.value())
                                ? RiskLevel.HIGH
                                : RiskLevel.MEDIUM;
                found.add(
                        Danger.of(
                                assigned.start(),
                                assigned.end(),
                                "environment.set",
                                level,
                                "Sets %s, by which commands can be made to run something else."
                                        .formatted(assigned.name())));
            }
        }
    }

    private static List<Finding> distinct(List<Danger> dangers) {
        Set<Finding> seen = new HashSet<>();
        return dangers.stream()
                .map(Danger::finding)
                .filter(seen::add)
                .sorted(
                        Comparator.comparing(Finding::level)
                                .reversed()
                                .thenComparingInt(Finding::start))
                .limit(MOST_FINDINGS)
                .toList();
    }

    private static Optional<String> headline(List<Danger> dangers) {
        return dangers.stream()
                .filter(danger -> danger.loss().isPresent())
                .max(Comparator.comparing(danger -> danger.finding().level()))
                .flatMap(Danger::loss);
    }
}
