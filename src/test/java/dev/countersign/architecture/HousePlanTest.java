package dev.countersign.architecture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

final class HousePlanTest {
    private static final String HOUSE = "dev.countersign";
    private static final String PLANTED = "dev.countersign.architecture.planted";

    @TestFactory
    Stream<DynamicTest> theHouseFollowsItsPlan() {
        JavaClasses classes =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(HOUSE);
        assertFalse(classes.isEmpty());
        return HouseRules.of(HOUSE).entrySet().stream()
                .map(rule ->
                        DynamicTest.dynamicTest(
                                rule.getKey(), () -> rule.getValue().check(classes)));
    }

    /// A rule that cannot fail guards nothing.
    @TestFactory
    Stream<DynamicTest> everyRuleIsBrokenByAPlantedViolation() {
        JavaClasses planted = new ClassFileImporter().importPackages(PLANTED);
        return HouseRules.of(PLANTED).entrySet().stream()
                .map(rule ->
                        DynamicTest.dynamicTest(
                                rule.getKey(), () -> assertBroken(rule.getValue(), planted)));
    }

    private static void assertBroken(ArchRule rule, JavaClasses planted) {
        assertTrue(
                rule.evaluate(planted).hasViolation(),
                () -> "nothing planted breaks: " + rule.getDescription());
    }
}
