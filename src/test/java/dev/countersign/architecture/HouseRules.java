package dev.countersign.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/// The rules for any house of this plan, so that a house with planted violations can be shown to
/// break every one of them.
final class HouseRules {
    /// What every room may use.
    private static final List<String> FOR_ALL =
            List.of("toolcall", "ansi", "settings", "redaction");

    /// What an agent starts, and waits for.
    private static final Set<String> PROCESSES_OF_AGENTS =
            Set.of("McpLaunch", "HookLaunch", "RunLaunch");

    /// What each room may use beside itself and what is for all.
    private static final Map<String, List<String>> MAY_USE = new LinkedHashMap<>();

    static {
        MAY_USE.put("shell", List.of());
        MAY_USE.put("safety", List.of("shell"));
        MAY_USE.put("approval", List.of("safety", "shell"));
        MAY_USE.put("recording", List.of());
        MAY_USE.put("execution", List.of("approval", "safety", "shell", "recording"));
        MAY_USE.put("journal", List.of("approval", "safety", "shell", "recording"));
        MAY_USE.put("platform", List.of());
        MAY_USE.put(
                "supervision",
                List.of(
                        "journal",
                        "recording",
                        "execution",
                        "approval",
                        "safety",
                        "shell",
                        "platform"));
        MAY_USE.put(
                "mcp",
                List.of(
                        "supervision",
                        "journal",
                        "recording",
                        "execution",
                        "approval",
                        "safety",
                        "shell",
                        "platform"));
        MAY_USE.put(
                "cli",
                List.of(
                        "supervision",
                        "journal",
                        "recording",
                        "approval",
                        "safety",
                        "shell",
                        "platform"));
        MAY_USE.put(
                "ui",
                List.of("supervision", "journal", "recording", "approval", "safety", "shell"));
    }

    private HouseRules() {}

    /// Every rule of a house, by a short name.
    ///
    /// @param house the package that the rooms are in
    static Map<String, ArchRule> of(String house) {
        Map<String, ArchRule> rules = new LinkedHashMap<>();
        FOR_ALL.forEach(room ->
                rules.put(room + " uses nothing of ours", usesOnly(house, room, List.of())));
        MAY_USE.forEach((room, others) -> rules.put(room + " uses", usesOnly(house, room, others)));
        rules.put(
                "no cycles",
                slices().matching(house + ".(*)..")
                        .should()
                        .beFreeOfCycles()
                        .because("a room must be understood without its users")
                        .allowEmptyShould(true));
        rules.put("no cycles inside a room", noCyclesBetweenPackages(house));
        rules.put("panes stand alone", panesStandAlone(house));
        rules.put("JavaFX in ui and launcher", javaFxInUi(house));
        rules.put("processes in execution and platform", processesInTwoRooms(house));
        rules.put("runLater in UiFeed", runLaterInUiFeed(house));
        rules.put("approved calls from approval", approvedCallsFromApproval(house));
        rules.put("no disk in safety and shell", noDisk(house));
        rules.put("no console output", noConsoleOutput(house));
        rules.put("bridge and hook are light", bridgeAndHookAreLight(house));
        rules.put("packages are null-marked", packagesAreNullMarked(house));
        return rules;
    }

    private static ArchRule usesOnly(String house, String room, List<String> others) {
        List<String> forbidden =
                Stream.concat(MAY_USE.keySet().stream(), Stream.of("launcher"))
                        .filter(other -> !other.equals(room) && !others.contains(other))
                        .map(other -> house + "." + other + "..")
                        .toList();
        List<String> all = new ArrayList<>(forbidden);
        if (FOR_ALL.contains(room)) {
            FOR_ALL.stream()
                    .filter(other -> !other.equals(room))
                    .forEach(other -> all.add(house + "." + other + ".."));
        }
        return noClasses()
                .that()
                .resideInAPackage(house + "." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(all.toArray(String[]::new))
                .because("the house plan has no such arrow from " + room)
                .allowEmptyShould(true);
    }

    /// So that a pane uses `ui` and `ui` none of its panes, and likewise elsewhere.
    private static ArchRule noCyclesBetweenPackages(String house) {
        return slices().assignedFrom(packagesOf(house))
                .should()
                .beFreeOfCycles()
                .because("what is below is understood without what is above, in a room too")
                .allowEmptyShould(true);
    }

    private static SliceAssignment packagesOf(String house) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return name.startsWith(house + ".")
                        ? SliceIdentifier.of(name)
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "the packages of the house";
            }
        };
    }

    private static ArchRule bridgeAndHookAreLight(String house) {
        return noClasses()
                .that()
                .resideInAPackage(house + ".cli..")
                .and(
                        DescribedPredicate.describe(
                                "start a process of an agent's",
                                type -> PROCESSES_OF_AGENTS.contains(type.getSimpleName())))
                .should()
                .transitivelyDependOnClassesThat()
                .resideInAnyPackage("javafx..", "org.sqlite..", house + ".ui..")
                .because("an agent waits for the bridge and the hook at each start")
                .allowEmptyShould(true);
    }

    private static ArchRule packagesAreNullMarked(String house) {
        return noClasses()
                .that(
                        DescribedPredicate.describe(
                                "live in a package without @NullMarked",
                                type -> !type.getPackage().isAnnotatedWith(NullMarked.class)))
                .should()
                .resideInAPackage(house + "..")
                .because("where nothing is marked nothing is checked")
                .allowEmptyShould(true);
    }

    private static ArchRule panesStandAlone(String house) {
        return slices().matching(house + ".ui.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(
                        resideInAPackage(house + ".ui.window.."), DescribedPredicate.alwaysTrue())
                .because(
                        "a pane is understood, tested and replaced by itself; only the window knows"
                                + " all of them")
                .allowEmptyShould(true);
    }

    private static ArchRule javaFxInUi(String house) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(house + ".ui..", house + ".launcher..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("javafx..")
                .because("all but the window must start and run without a toolkit")
                .allowEmptyShould(true);
    }

    private static ArchRule processesInTwoRooms(String house) {
        DescribedPredicate<JavaAccess<?>> starts =
                DescribedPredicate.describe(
                        "starts a process",
                        access ->
                                access.getTargetOwner().isEquivalentTo(ProcessBuilder.class)
                                        || (access.getTargetOwner().isEquivalentTo(Runtime.class)
                                                && access.getName().equals("exec"))
                                        || access.getTargetOwner()
                                                .getPackageName()
                                                .startsWith("com.pty4j"));
        return noClasses()
                .that()
                .resideOutsideOfPackages(house + ".execution..", house + ".platform..")
                .should()
                .accessTargetWhere(starts)
                .because(
                        "agents' commands start in execution alone, our own fixed ones in platform")
                .allowEmptyShould(true);
    }

    private static ArchRule runLaterInUiFeed(String house) {
        return noClasses()
                .that(DescribedPredicate.not(simpleName("UiFeed")))
                .and(resideInAPackage(house + ".."))
                .should()
                .accessTargetWhere(
                        JavaAccess.Predicates.target(
                                        owner(
                                                DescribedPredicate.describe(
                                                        "Platform",
                                                        (JavaClass type) ->
                                                                type.getName()
                                                                        .equals(
                                                                                "javafx.application.Platform"))))
                                .and(
                                        JavaAccess.Predicates.target(
                                                HasName.Predicates.name("runLater"))))
                .because("the border to the FX thread is crossed in one place")
                .allowEmptyShould(true);
    }

    private static ArchRule approvedCallsFromApproval(String house) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(house + ".approval..")
                .should()
                .accessTargetWhere(
                        DescribedPredicate.describe(
                                "makes an ApprovedCall or ApprovedRehearsal",
                                access ->
                                        List.of("ApprovedCall", "ApprovedRehearsal")
                                                        .contains(
                                                                access.getTargetOwner()
                                                                        .getSimpleName())
                                                && access.getName().equals("<init>")))
                .because("nothing may run that was not decided")
                .allowEmptyShould(true);
    }

    private static ArchRule noDisk(String house) {
        return noClasses()
                .that(resideInAnyPackage(house + ".safety..", house + ".shell.."))
                .should()
                .dependOnClassesThat(
                        DescribedPredicate.describe(
                                "touch the disk",
                                (JavaClass type) ->
                                        type.isEquivalentTo(java.nio.file.Files.class)
                                                || type.isEquivalentTo(java.io.File.class)
                                                || type.getPackageName()
                                                        .equals("java.nio.channels")))
                .because("a judgement must follow from what it is given")
                .allowEmptyShould(true);
    }

    private static ArchRule noConsoleOutput(String house) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(house + ".cli..", house + ".launcher..")
                .should()
                .accessTargetWhere(
                        DescribedPredicate.describe(
                                "is System.out or System.err",
                                access ->
                                        access.getTargetOwner().isEquivalentTo(System.class)
                                                && (access.getName().equals("out")
                                                        || access.getName().equals("err"))))
                .because("standard output belongs to protocols; everything else is logged")
                .allowEmptyShould(true);
    }
}
