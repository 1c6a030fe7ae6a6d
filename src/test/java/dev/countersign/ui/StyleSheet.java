package dev.countersign.ui;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.scene.paint.Color;

/// As much of a style sheet as colours need: rules in order, looked-up colours resolved as a scene
/// would.
final class StyleSheet {
    private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^{}]*)}");
    private static final Pattern LAYER = Pattern.compile(",(?![^(]*\\))");

    /// One selector with what it declares.
    record Rule(String selector, Map<String, String> declarations) {
        Optional<String> value(String property) {
            return Optional.ofNullable(declarations.get(property));
        }

        /// The parts of the selector from the outermost to the innermost.
        List<String> compounds() {
            return Arrays.stream(selector.replace(">", " ").trim().split("\\s+", -1)).toList();
        }
    }

    private final List<Rule> rules = new ArrayList<>();

    static StyleSheet read(String resource) throws IOException {
        try (InputStream stream = StyleSheet.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IOException("no such style sheet: " + resource);
            }
            return of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    static StyleSheet of(String text) {
        StyleSheet sheet = new StyleSheet();
        Matcher rule = RULE.matcher(text.replaceAll("(?s)/\\*.*?\\*/", ""));
        while (rule.find()) {
            Map<String, String> declarations = new LinkedHashMap<>();
            for (String declaration : rule.group(2).split(";", -1)) {
                int colon = declaration.indexOf(':');
                if (colon > 0) {
                    declarations.put(
                            declaration.substring(0, colon).trim(),
                            declaration.substring(colon + 1).trim());
                }
            }
            for (String selector : LAYER.split(rule.group(1), -1)) {
                sheet.rules.add(new Rule(selector.trim(), declarations));
            }
        }
        return sheet;
    }

    List<Rule> rules() {
        return rules;
    }

    /// The colours that a sheet names at the top, and what others are called.
    static Map<String, String> lookups(List<Rule> rules, String... selectors) {
        Map<String, String> found = new HashMap<>();
        for (String selector : selectors) {
            for (Rule rule : rules) {
                if (rule.selector().equals(selector)) {
                    rule.declarations()
                            .forEach((name, value) -> {
                                if (name.startsWith("-color-") || name.startsWith("-cs-")) {
                                    found.put(name, value);
                                }
                            });
                }
            }
        }
        return found;
    }

    /// The innermost of several layers of a background.
    static String topLayer(String value) {
        String[] layers = LAYER.split(value, -1);
        return layers[layers.length - 1].trim();
    }

    /// A colour; empty for what is none: `transparent`, a gradient, a name that nobody gave.
    static Optional<Color> color(String value, Map<String, String> lookups) {
        String name = value.trim();
        for (int step = 0; step < 20 && lookups.containsKey(name); step++) {
            name = lookups.get(name).trim();
        }
        if (name.equals("transparent") || name.startsWith("-") || name.contains("gradient")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Color.web(name));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// What is seen of a colour that lets something through.
    static Color over(Color above, Color below) {
        double a = above.getOpacity();
        return Color.color(
                above.getRed() * a + below.getRed() * (1 - a),
                above.getGreen() * a + below.getGreen() * (1 - a),
                above.getBlue() * a + below.getBlue() * (1 - a));
    }

    /// As WCAG 2.2 defines it: from 1 to 21.
    static double contrast(Color one, Color other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(Color color) {
        return 0.2126 * linear(color.getRed())
                + 0.7152 * linear(color.getGreen())
                + 0.0722 * linear(color.getBlue());
    }

    private static double linear(double part) {
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }
}
