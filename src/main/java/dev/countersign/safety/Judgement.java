package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What has been found out about one command so far: what it does, to what, and how far that can be
/// said. Whatever is found only raises its level and takes away from what is known.
final class Judgement {
    // Programs that read files fetch what is named so; `|command` some of them run.
    private static final Pattern REMOTE = Pattern.compile("(?!file:)[A-Za-z][A-Za-z0-9+.-]*://");

    private final SimpleCommand command;
    private final TargetPaths paths;
    private final List<Effect> effects = new ArrayList<>();
    private final List<PathUse> uses = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private final List<Arguments.Argument> further = new ArrayList<>();
    private Optional<Arguments> arguments = Optional.empty();
    private CommandStep.Kind kind = CommandStep.Kind.COMMAND;
    private RiskLevel level = RiskLevel.NONE;
    private boolean known = true;
    private boolean readsScript;

    Judgement(SimpleCommand command, TargetPaths paths) {
        this.command = command;
        this.paths = paths;
    }

    JudgedCommand result() {
        return new JudgedCommand(
                command.name().orElse(""),
                command,
                kind,
                further.isEmpty() ? arguments : arguments.map(read -> read.and(further)),
                known,
                readsScript,
                effects,
                uses,
                level,
                doubts);
    }

    Optional<Arguments> arguments() {
        return arguments;
    }

    CommandStep.Kind kind() {
        return kind;
    }

    boolean isKnown() {
        return known;
    }

    boolean isCertain() {
        return known && doubts.isEmpty();
    }

    void is(CommandStep.Kind what) {
        kind = what;
    }

    void hasRead(Arguments read) {
        arguments = Optional.of(read);
    }

    /// What its program names, beside its arguments.
    void alsoNames(ArgumentKind how, ScriptWord word) {
        further.add(new Arguments.Argument(how, word, true));
    }

    /// It is a shell that runs what comes in by its standard input.
    void readsItsScript() {
        readsScript = true;
    }

    void doubt(String reason) {
        doubts.add(reason);
    }

    void names(EffectKind how, ScriptWord word) {
        uses.add(paths.use(how, word));
    }

    void sets(SimpleCommand.Assigned assigned) {
        if (DangerousVariables.isDangerous(command, assigned)) {
            doubt("it sets %s".formatted(assigned.name()));
            atLeast(RiskLevel.MEDIUM);
        }
    }

    void redirects(SimpleCommand.Redirected redirect) {
        if (redirect.target().isEmpty()) {
            return;
        }
        ScriptWord target = redirect.target().get();
        if (redirect.readsFile()) {
            reads(target);
        }
        if (redirect.writesFile()) {
            changes(EffectKind.WRITE, target, " by a redirect");
        }
    }

    void reads(ScriptWord word) {
        if (REMOTE.matcher(word.prefix()).lookingAt()) {
            add(new Effect(EffectKind.NETWORK, word.shown()), RiskLevel.MEDIUM);
            return;
        }
        if (word.prefix().startsWith("|")) {
            add(new Effect(EffectKind.EXECUTE, word.shown()), RiskLevel.MEDIUM);
            return;
        }
        effects.add(new Effect(EffectKind.READ, word.shown()));
        names(EffectKind.READ, word);
    }

    void executes(ScriptWord word) {
        names(EffectKind.EXECUTE, word);
        boolean inside = paths.place(word) == TargetPaths.Place.INSIDE;
        add(
                new Effect(EffectKind.EXECUTE, word.shown()),
                inside ? RiskLevel.LOW : RiskLevel.MEDIUM);
        if (!word.isKnown()) {
            doubt("which file it runs is only known when it runs");
            atLeast(RiskLevel.MEDIUM);
        }
    }

    /// @param how empty when the command is expected to write; then a rule may allow it
    void changes(EffectKind effect, ScriptWord word, String how) {
        TargetPaths.Place place = paths.place(word);
        if (place == TargetPaths.Place.NOWHERE) {
            return;
        }
        names(effect, word);
        boolean inside = place == TargetPaths.Place.INSIDE;
        add(new Effect(effect, word.shown()), inside ? RiskLevel.LOW : RiskLevel.MEDIUM);
        String verb = effect == EffectKind.DELETE ? "removes" : "writes";
        if (place == TargetPaths.Place.UNKNOWN) {
            doubt("what it %s%s is only known when it runs".formatted(verb, how));
        } else if (!inside) {
            doubt("it %s %s%s, outside the workspace".formatted(verb, word.shown(), how));
        } else if (!how.isEmpty()) {
            doubt("it %s %s%s".formatted(verb, word.shown(), how));
        }
        if (how.equals(" by an option")) {
            atLeast(RiskLevel.MEDIUM);
        }
    }

    void becomeUnknown(Effect effect) {
        known = false;
        add(effect, RiskLevel.MEDIUM);
    }

    void add(Effect effect, RiskLevel atLeast) {
        effects.add(effect);
        atLeast(atLeast);
    }

    void atLeast(RiskLevel other) {
        level = level.or(other);
    }
}
