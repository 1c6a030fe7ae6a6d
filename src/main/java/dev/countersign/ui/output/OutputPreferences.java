package dev.countersign.ui.output;

import dev.countersign.settings.Setting;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.ui.UiFeed;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.Property;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleIntegerProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How a person likes to see outputs, the same in all of them, kept in the settings. Confined to
/// the FX thread.
public final class OutputPreferences implements AutoCloseable {
    static final int LEAST_ZOOM = 50;
    static final int MOST_ZOOM = 300;
    private static final int ZOOM_STEP = 10;
    private static final Logger LOG = LoggerFactory.getLogger(OutputPreferences.class);

    private final BooleanProperty wrap = new SimpleBooleanProperty();
    private final BooleanProperty highlight = new SimpleBooleanProperty();
    private final BooleanProperty lineNumbers = new SimpleBooleanProperty();
    private final BooleanProperty times = new SimpleBooleanProperty();
    private final IntegerProperty zoom = new SimpleIntegerProperty();
    private final ReadOnlyObjectWrapper<Duration> idleLimit;
    private final Runnable endOfSettings;

    /// Follows the settings and writes changes into them.
    ///
    /// @param background writes, which blocks
    public OutputPreferences(SettingsStore settings, UiFeed feed, Executor background) {
        bind(wrap, Settings.OUTPUT_WRAP, settings, background);
        bind(highlight, Settings.OUTPUT_HIGHLIGHT, settings, background);
        bind(lineNumbers, Settings.OUTPUT_LINE_NUMBERS, settings, background);
        bind(times, Settings.OUTPUT_TIMES, settings, background);
        bind(zoom, Settings.OUTPUT_ZOOM, settings, background);
        idleLimit = new ReadOnlyObjectWrapper<>(settings.value(Settings.REPLAY_IDLE_LIMIT));
        endOfSettings =
                settings.subscribe(now ->
                        feed.execute(() -> {
                            wrap.set(now.settings().value(Settings.OUTPUT_WRAP));
                            highlight.set(now.settings().value(Settings.OUTPUT_HIGHLIGHT));
                            lineNumbers.set(now.settings().value(Settings.OUTPUT_LINE_NUMBERS));
                            times.set(now.settings().value(Settings.OUTPUT_TIMES));
                            zoom.set(now.settings().value(Settings.OUTPUT_ZOOM));
                            idleLimit.set(now.settings().value(Settings.REPLAY_IDLE_LIMIT));
                        }));
    }

    private static <T> void bind(
            Property<? super T> property,
            Setting<T> setting,
            SettingsStore settings,
            Executor background) {
        property.setValue(settings.value(setting));
        // Writers may overtake each other; each writes what was chosen last.
        AtomicReference<T> newest = new AtomicReference<>(settings.value(setting));
        property.addListener((_, _, _) -> {
            @SuppressWarnings("unchecked") // set from values of the same type alone
            T value = (T) property.getValue();
            newest.set(value);
            background.execute(() -> keep(settings, setting, newest.get()));
        });
    }

    private static <T> void keep(SettingsStore settings, Setting<T> setting, T value) {
        if (settings.value(setting).equals(value)) {
            return;
        }
        try {
            settings.change(setting, value);
        } catch (IOException e) {
            LOG.warn(
                    "{} could not be written to settings.json; the choice holds until the console"
                            + " ends",
                    setting.id(),
                    e);
        }
    }

    /// Whether long lines go on in the next row.
    BooleanProperty wrapProperty() {
        return wrap;
    }

    /// Whether plain output gets ink of the eye's own.
    BooleanProperty highlightProperty() {
        return highlight;
    }

    BooleanProperty lineNumbersProperty() {
        return lineNumbers;
    }

    /// Whether the time of each line stands before it.
    BooleanProperty timesProperty() {
        return times;
    }

    /// How much of an idle time a replay shows where it cuts them.
    ReadOnlyObjectProperty<Duration> idleLimitProperty() {
        return idleLimit.getReadOnlyProperty();
    }

    /// The size of the letters in percent.
    IntegerProperty zoomProperty() {
        return zoom;
    }

    void zoomBy(int steps) {
        zoom.set(Math.clamp(zoom.get() + (long) steps * ZOOM_STEP, LEAST_ZOOM, MOST_ZOOM));
    }

    void resetZoom() {
        zoom.set(Settings.OUTPUT_ZOOM.standard());
    }

    @Override
    public void close() {
        endOfSettings.run();
    }
}
