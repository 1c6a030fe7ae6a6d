package dev.countersign.ui;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import javafx.scene.text.Font;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The two type families of the window, from the font archives on the class path.
final class Fonts {
    /// The family of commands and output, as style sheets name it.
    static final String MONO = "JetBrains Mono";

    private static final Logger LOG = LoggerFactory.getLogger(Fonts.class);
    private static final String FOLDER = "/com/formdev/flatlaf/fonts/";
    private static final List<String> FILES =
            List.of(
                    "inter/Inter-Regular.otf",
                    "inter/Inter-SemiBold.otf",
                    "inter/Inter-Bold.otf",
                    "jetbrains_mono/JetBrainsMono-Regular.ttf",
                    "jetbrains_mono/JetBrainsMono-Bold.ttf",
                    "jetbrains_mono/JetBrainsMono-Italic.ttf");

    private Fonts() {}

    /// Loads them; without them the system's own fonts stand in.
    static void load() {
        FILES.forEach(Fonts::load);
    }

    private static void load(String file) {
        try (InputStream stream = Fonts.class.getResourceAsStream(FOLDER + file)) {
            if (stream == null || Font.loadFont(stream, 13) == null) {
                LOG.warn("font {} is missing; the system's own is used", file);
            }
        } catch (IOException e) {
            LOG.warn("font {} cannot be read; the system's own is used", file, e);
        }
    }
}
