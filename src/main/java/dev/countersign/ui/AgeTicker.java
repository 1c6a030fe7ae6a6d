package dev.countersign.ui;

import java.time.Instant;
import java.time.InstantSource;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.util.Duration;

/// The present, once a second, for ages that count up. Confined to the FX thread.
public final class AgeTicker {
    private final ReadOnlyObjectWrapper<Instant> now;
    private final Timeline timeline;

    public AgeTicker(InstantSource clock) {
        now = new ReadOnlyObjectWrapper<>(clock.instant());
        timeline = new Timeline(new KeyFrame(Duration.seconds(1), _ -> now.set(clock.instant())));
        timeline.setCycleCount(Animation.INDEFINITE);
        timeline.play();
    }

    public ReadOnlyObjectProperty<Instant> nowProperty() {
        return now.getReadOnlyProperty();
    }

    public Instant now() {
        return now.get();
    }

    public void stop() {
        timeline.stop();
    }
}
