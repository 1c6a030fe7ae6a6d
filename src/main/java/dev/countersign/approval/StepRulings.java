package dev.countersign.approval;

import dev.countersign.safety.CommandAnalysis;
import dev.countersign.safety.CommandStep;
import dev.countersign.safety.EffectKind;
import dev.countersign.safety.Finding;
import dev.countersign.safety.PathUse;
import dev.countersign.safety.RiskLevel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the rules of all forms and files say about the simple commands of one call: of each the
/// strictest ruling. Confined to one judgement.
final class StepRulings {
    // They look at a folder without going down into it.
    private static final Set<String> NOT_DESCENDING =
            Set.of(
                    "cd",
                    "stat",
                    "test",
                    "[",
                    "file",
                    "realpath",
                    "readlink",
                    "basename",
                    "dirname");

    private final CommandAnalysis analysis;
    private final Circumstances around;
    private final RuleBook book;
    private final Set<Guard> guards;

    StepRulings(CommandAnalysis analysis, Circumstances around, RuleBook book) {
        this.analysis = analysis;
        this.around = around;
        this.book = book;
        this.guards = book.guards();
    }

    /// What a rule says about one simple command.
    ///
    /// @param rule empty when none is about it
    /// @param everything the rule is `*` alone
    /// @param reason a phrase: 'denied by the rule rm*'
    record Ruling(
            Verdict verdict, Optional<RuleReference> rule, boolean everything, String reason) {
        static final Ruling UNRULED =
                new Ruling(Verdict.ASK, Optional.empty(), false, "no rule allows it");
    }

    Ruling of(CommandStep step) {
        List<Ruling> rulings = new ArrayList<>();
        guards(step, rulings);
        for (PermissionRules file : book.files()) {
            pattern(step, file).ifPresent(rulings::add);
            for (PermissionRule rule : file.rules()) {
                ruling(rule, step, file).ifPresent(rulings::add);
            }
        }
        return strictest(rulings).orElse(Ruling.UNRULED);
    }

    /// Of several that are as strict the first.
    private static Optional<Ruling> strictest(List<Ruling> rulings) {
        Optional<Ruling> strictest = Optional.empty();
        for (Ruling ruling : rulings) {
            boolean stricter =
                    strictest.isEmpty()
                            || ruling.verdict().compareTo(strictest.get().verdict()) > 0;
            strictest = stricter ? Optional.of(ruling) : strictest;
        }
        return strictest;
    }

    // ---- guards

    private void guards(CommandStep step, List<Ruling> rulings) {
        if (step.kind() != CommandStep.Kind.COMMAND) {
            return;
        }
        EnumSet<Guard> stop = EnumSet.noneOf(Guard.class);
        for (Finding finding : analysis.assessment().findings()) {
            if (overlaps(finding, step)) {
                guardOf(finding, step).ifPresent(stop::add);
            }
        }
        stop.retainAll(guards);
        for (Guard guard : stop) {
            rulings.add(
                    new Ruling(
                            Verdict.DENY,
                            Optional.of(
                                    new RuleReference(
                                            RuleReference.Kind.GUARD,
                                            guard.key(),
                                            "built in",
                                            Optional.empty(),
                                            Optional.of(guard.instead()))),
                            false,
                            "denied by the guard " + guard.key()));
        }
    }

    private static Optional<Guard> guardOf(Finding finding, CommandStep step) {
        boolean git = base(step).equalsIgnoreCase("git");
        if (finding.id().equals("git.add-all") && git) {
            return Optional.of(Guard.BLIND_GIT_ADD);
        }
        if (finding.id().equals("git.force-push") && git) {
            return Optional.of(Guard.FORCE_PUSH);
        }
        boolean removal =
                finding.id().startsWith("delete.") && finding.level() == RiskLevel.CRITICAL;
        return removal ? Optional.of(Guard.CRITICAL_REMOVAL) : Optional.empty();
    }

    static boolean overlaps(Finding finding, CommandStep step) {
        return finding.start() < step.part().end() && step.part().start() < finding.end();
    }

    /// The command's name without its folder; empty where it is not known.
    static String base(CommandStep step) {
        return step.words().isEmpty()
                ? ""
                : CommandPattern.withoutFolder(step.words().getFirst().orElse(""));
    }

    // ---- rules about commands

    private static Optional<Ruling> pattern(CommandStep step, PermissionRules file) {
        if (step.words().isEmpty()) {
            return Optional.empty();
        }
        String words = CommandPattern.words(step.words());
        String plain = CommandPattern.words(step.plainWords());
        PatternRules.Match match =
                step.part().known()
                        ? file.patterns().match(words, plain)
                        : file.patterns().matchUnknown(words, plain);
        return match.rule().map(rule -> ruling(rule, match.verdict(), rule.isEverything()));
    }

    private Optional<Ruling> ruling(PermissionRule rule, CommandStep step, PermissionRules file) {
        return switch (rule) {
            case PermissionRule.Pattern _ -> Optional.empty();
            case PermissionRule.Prefix prefix ->
                    prefix.matches(step.words())
                                    || (prefix.decision() != Verdict.ALLOW
                                            && prefix.matches(step.plainWords()))
                            ? Optional.of(ruling(prefix, prefix.decision(), false))
                            : Optional.empty();
            case PermissionRule.Reading reading ->
                    onlyReads(step, reading.anywhere())
                            ? Optional.of(ruling(reading, reading.decision(), false))
                            : Optional.empty();
            case PermissionRule.Ordinary ordinary ->
                    isOrdinaryWork(step)
                            ? Optional.of(ruling(ordinary, Verdict.ALLOW, false))
                            : Optional.empty();
            case PermissionRule.Reach reach ->
                    reach.decision() == Verdict.ALLOW
                            ? allowed(reach, step, file)
                            : hindered(reach, step);
        };
    }

    private static Ruling ruling(PermissionRule rule, Verdict verdict, boolean everything) {
        String how =
                switch (verdict) {
                    case ALLOW -> "allowed";
                    case ASK -> "asked";
                    case DENY -> "denied";
                };
        return new Ruling(
                verdict,
                Optional.of(rule.reference()),
                everything,
                "%s by the rule %s%s"
                        .formatted(how, rule.id(), rule.why().map(why -> ": " + why).orElse("")));
    }

    private boolean onlyReads(CommandStep step, boolean anywhere) {
        return step.readOnly()
                && !step.words().isEmpty()
                && !isWorrying(step)
                && (anywhere || isInside(step));
    }

    /// What a build fetches belongs to it; asking a service elsewhere is no work in the workspace.
    private boolean isOrdinaryWork(CommandStep step) {
        boolean reaches = does(step, EffectKind.NETWORK);
        return step.part().known()
                && !step.words().isEmpty()
                && !step.level().atLeast(RiskLevel.MEDIUM)
                && !isWorrying(step)
                && isInside(step)
                && (!reaches || does(step, EffectKind.EXECUTE));
    }

    private boolean isWorrying(CommandStep step) {
        return analysis.assessment().findings().stream()
                .anyMatch(finding ->
                        finding.level().atLeast(RiskLevel.MEDIUM) && overlaps(finding, step));
    }

    private static boolean isInside(CommandStep step) {
        return step.paths().stream().allMatch(PathUse::inside);
    }

    private static boolean does(CommandStep step, EffectKind kind) {
        return step.part().effects().stream().anyMatch(effect -> effect.kind() == kind);
    }

    // ---- rules about paths

    /// A rule allows a command when all that this does is to reach places that rules of the same
    /// file allow it to reach, this one among them.
    private Optional<Ruling> allowed(
            PermissionRule.Reach rule, CommandStep step, PermissionRules file) {
        boolean onlyPaths =
                step.part().known()
                        && !step.paths().isEmpty()
                        && step.part().effects().stream()
                                .allMatch(effect -> access(effect.kind()).isPresent());
        if (!onlyPaths) {
            return Optional.empty();
        }
        boolean concerned = step.paths().stream().anyMatch(use -> allows(rule, use));
        boolean all =
                concerned
                        && step.paths().stream()
                                .allMatch(use ->
                                        file.rules().stream()
                                                .anyMatch(other -> allows(other, use)));
        return all ? Optional.of(ruling(rule, Verdict.ALLOW, false)) : Optional.empty();
    }

    private boolean allows(PermissionRule rule, PathUse use) {
        return rule instanceof PermissionRule.Reach reach
                && reach.decision() == Verdict.ALLOW
                && access(use.kind()).equals(Optional.of(reach.access()))
                && !use.places().isEmpty()
                && use.places().stream()
                        .allMatch(place ->
                                reach.path().matches(place, around.home(), around.workspace()));
    }

    private static Optional<PathAccess> access(EffectKind kind) {
        return switch (kind) {
            case READ -> Optional.of(PathAccess.READ);
            case WRITE -> Optional.of(PathAccess.WRITE);
            case DELETE -> Optional.of(PathAccess.DELETE);
            case EXECUTE, NETWORK, PRIVILEGE, PROCESS, UNKNOWN -> Optional.empty();
        };
    }

    /// A rule that asks or denies holds for what certainly reaches its places; what may reach them
    /// is asked.
    private Optional<Ruling> hindered(PermissionRule.Reach rule, CommandStep step) {
        Optional<Ruling> strictest = Optional.empty();
        for (PathUse use : step.paths()) {
            Reaching reaching = reaching(rule, use, step);
            if (reaching == Reaching.CERTAIN) {
                return Optional.of(ruling(rule, rule.decision(), false));
            }
            if (reaching == Reaching.POSSIBLE) {
                strictest =
                        Optional.of(
                                new Ruling(
                                        Verdict.ASK,
                                        Optional.of(rule.reference()),
                                        false,
                                        "by %s it may reach what the rule %s is about"
                                                .formatted(use.text(), rule.id())));
            }
        }
        return strictest;
    }

    private enum Reaching {
        NO,
        POSSIBLE,
        CERTAIN
    }

    private Reaching reaching(PermissionRule.Reach rule, PathUse use, CommandStep step) {
        if (!concerns(rule.access(), use.kind())) {
            return Reaching.NO;
        }
        if (use.places().isEmpty()) {
            return Reaching.POSSIBLE;
        }
        boolean sure = use.kind() != EffectKind.UNKNOWN && !use.pattern();
        boolean descends = use.kind() != EffectKind.READ || use.pattern() || !looksOnly(step);
        Reaching reaching = Reaching.NO;
        for (Path place : use.places()) {
            boolean hit = rule.path().matches(place, around.home(), around.workspace());
            boolean below =
                    descends && rule.path().mayLieBelow(place, around.home(), around.workspace());
            boolean takesAll =
                    use.kind() == EffectKind.DELETE
                            && rule.path()
                                    .surelyLiesBelow(place, around.home(), around.workspace());
            if ((hit || takesAll) && sure) {
                return Reaching.CERTAIN;
            }
            if (hit || below) {
                reaching = Reaching.POSSIBLE;
            }
        }
        return reaching;
    }

    /// To delete is to write, and to run is to read.
    private static boolean concerns(PathAccess access, EffectKind kind) {
        return switch (kind) {
            case READ, EXECUTE -> access == PathAccess.READ;
            case WRITE -> access == PathAccess.WRITE;
            case DELETE -> access != PathAccess.READ;
            case UNKNOWN -> true;
            case NETWORK, PRIVILEGE, PROCESS -> false;
        };
    }

    private static boolean looksOnly(CommandStep step) {
        String name = base(step);
        boolean flatList =
                name.equals("ls")
                        && step.words().stream()
                                .skip(1)
                                .allMatch(word ->
                                        word.isPresent()
                                                && !word.get().matches("-[^-]*R.*|--rec.*"));
        return flatList || NOT_DESCENDING.contains(name);
    }
}
