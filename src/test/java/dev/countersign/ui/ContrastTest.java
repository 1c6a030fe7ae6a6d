package dev.countersign.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import atlantafx.base.theme.Theme;
import dev.countersign.ui.StyleSheet.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every text can be read: 4.5 : 1 at least against every ground that the style sheets put it on,
/// in light and in dark. Computed from the sheets, no picture is drawn.
class ContrastTest {
    private static final double LEAST = 4.5;

    /// Where text stands whose ground no rule names.
    private static final List<String> GROUNDS =
            List.of("-color-bg-default", "-color-bg-subtle", "-color-bg-overlay", "-cs-chosen");

    private static final List<String> TEXT = List.of("-fx-text-fill", "-color-button-fg");

    private final StyleSheet own = sheet("console.css");

    private static StyleSheet sheet(String resource) {
        try {
            return StyleSheet.read(resource);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, String> lookups(boolean dark) {
        Theme theme = dark ? new PrimerDark() : new PrimerLight();
        String resource = theme.getUserAgentStylesheet();
        Map<String, String> names =
                new HashMap<>(
                        StyleSheet.lookups(
                                sheet(resource.startsWith("/") ? resource : "/" + resource).rules(),
                                ".root"));
        assertTrue(names.size() > 50, "the theme's own colours are found: " + names.size());
        names.putAll(StyleSheet.lookups(own.rules(), ".console"));
        if (dark) {
            names.putAll(StyleSheet.lookups(own.rules(), ".console:dark"));
        }
        return names;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyTextCanBeReadOnItsGround(boolean dark) {
        Map<String, String> names = lookups(dark);
        TreeSet<String> weak = new TreeSet<>();
        int pairs = 0;
        for (Rule rule : own.rules()) {
            if (rule.selector().contains(":dark") && !dark) {
                continue;
            }
            for (String property : TEXT) {
                Optional<Color> text =
                        rule.value(property).flatMap(value -> StyleSheet.color(value, names));
                if (text.isEmpty()) {
                    continue;
                }
                for (Color ground : groundsOf(rule, names, dark)) {
                    pairs++;
                    note(rule.selector(), text.get(), ground, weak);
                }
            }
        }
        assertTrue(pairs > 150, "pairs are found: " + pairs);
        assertEquals("", String.join("\n", weak));
    }

    /// A ground that a rule gives to a box whose text has the usual colours.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void usualTextCanBeReadOnEveryTintedBox(boolean dark) {
        Map<String, String> names = lookups(dark);
        Color base = StyleSheet.color("-color-bg-default", names).orElseThrow();
        Color usual = StyleSheet.color("-color-fg-default", names).orElseThrow();
        TreeSet<String> weak = new TreeSet<>();
        for (String tint :
                List.of(
                        "-color-bg-default",
                        "-color-bg-subtle",
                        "-color-bg-inset",
                        "-color-bg-overlay",
                        "-cs-chosen",
                        "-color-neutral-muted",
                        "-color-danger-subtle",
                        "-color-warning-subtle",
                        "-color-success-subtle",
                        "-color-accent-subtle",
                        "-color-warning-muted",
                        "-cs-high-ground")) {
            Color ground = StyleSheet.over(StyleSheet.color(tint, names).orElseThrow(), base);
            note(tint, usual, ground, weak);
        }
        assertEquals("", String.join("\n", weak));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsDrawnOnACanvasCanBeReadToo(boolean dark) {
        Map<String, String> names = lookups(dark);
        Color base = StyleSheet.color("-color-bg-default", names).orElseThrow();
        TreeSet<String> weak = new TreeSet<>();
        for (String role :
                List.of(
                        "text",
                        "strong",
                        "muted",
                        "danger",
                        "warning-text",
                        "accent",
                        "string",
                        "variable",
                        "operator",
                        "comment",
                        "success")) {
            note(role, swatch(role, names, dark), base, weak);
        }
        for (int ansi = 0; ansi < 16; ansi++) {
            // The two that programs use as a ground rather than as ink are as the terminal has
            // them.
            if (ansi != (dark ? 0 : 15)) {
                note("ansi-" + ansi, swatch("ansi-" + ansi, names, dark), base, weak);
            }
        }
        note("hit", swatch("hit-text", names, dark), swatch("hit-current", names, dark), weak);
        assertEquals("", String.join("\n", weak));
    }

    private Color swatch(String role, Map<String, String> names, boolean dark) {
        String found = "";
        for (Rule rule : own.rules()) {
            boolean meant =
                    rule.selector().equals(".swatch-" + role)
                            || (dark && rule.selector().equals(".console:dark .swatch-" + role));
            if (meant) {
                found = rule.value("-fx-background-color").orElse(found);
            }
        }
        return StyleSheet.color(found, names).orElseThrow();
    }

    /// Its own, else that of the nearest box around it that has one, else all usual ones.
    private List<Color> groundsOf(Rule rule, Map<String, String> names, boolean dark) {
        Color base = StyleSheet.color("-color-bg-default", names).orElseThrow();
        Optional<Color> ground = ground(rule, names);
        List<String> compounds = rule.compounds();
        for (int i = compounds.size() - 1; i >= 0 && ground.isEmpty(); i--) {
            ground = groundOf(compounds.get(i), names, dark);
        }
        if (ground.isPresent()) {
            return List.of(StyleSheet.over(ground.get(), base));
        }
        List<Color> usual = new ArrayList<>();
        GROUNDS.forEach(name ->
                usual.add(StyleSheet.over(StyleSheet.color(name, names).orElseThrow(), base)));
        return usual;
    }

    private Optional<Color> groundOf(String compound, Map<String, String> names, boolean dark) {
        Optional<Color> found = Optional.empty();
        if (compound.startsWith(".console")) {
            return found;
        }
        for (Rule rule : own.rules()) {
            boolean same = rule.compounds().getLast().equals(compound);
            if (same && (dark || !rule.selector().contains(":dark"))) {
                Optional<Color> here = ground(rule, names);
                found = here.isPresent() ? here : found;
            }
        }
        return found;
    }

    private static Optional<Color> ground(Rule rule, Map<String, String> names) {
        return rule.value("-color-button-bg")
                .or(() -> rule.value("-fx-background-color"))
                .map(StyleSheet::topLayer)
                .flatMap(value -> StyleSheet.color(value, names));
    }

    private static void note(String where, Color text, Color ground, Set<String> weak) {
        double contrast = StyleSheet.contrast(StyleSheet.over(text, ground), ground);
        if (contrast < LEAST) {
            weak.add(
                    String.format(
                            Locale.ROOT, "%s: %s on %s is %.2f", where, text, ground, contrast));
        }
    }

    /// A test that cannot fail guards nothing.
    @Test
    void weakTextIsFound() {
        assertEquals(21, StyleSheet.contrast(Color.BLACK, Color.WHITE), 0.01);
        assertEquals(1, StyleSheet.contrast(Color.RED, Color.RED), 0.01);
        TreeSet<String> weak = new TreeSet<>();
        note("planted", Color.web("#8c959f"), Color.WHITE, weak);
        assertFalse(weak.isEmpty());
        assertEquals(
                "b", StyleSheet.topLayer("rgba(1, 2, 3, 0.4), a, b"), "the last layer is on top");
    }
}
