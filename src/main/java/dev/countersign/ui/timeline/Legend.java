package dev.countersign.ui.timeline;

import dev.countersign.ui.Swatches;
import dev.countersign.ui.Swatches.Role;
import dev.countersign.ui.Texts;
import javafx.geometry.Pos;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// What the colours and patterns of the lanes mean. Confined to the FX thread.
final class Legend extends HBox {
    private enum Sample {
        WAITING("waiting for you"),
        RUNNING("running"),
        DONE("done"),
        REFUSED("failed or denied");

        private final String words;

        Sample(String words) {
            this.words = words;
        }
    }

    Legend() {
        getStyleClass().add("legend");
        setAlignment(Pos.CENTER_LEFT);
        for (Sample sample : Sample.values()) {
            HBox one = new HBox(new Picture(sample), Texts.fixed(sample.words, "meta", "quiet"));
            one.getStyleClass().add("tight");
            one.setAlignment(Pos.CENTER_LEFT);
            getChildren().add(one);
        }
    }

    private static final class Picture extends Region {
        private final Canvas canvas = new Canvas(18, 12);
        private final Swatches swatches = new Swatches(this::requestLayout);
        private final Sample sample;

        Picture(Sample sample) {
            this.sample = sample;
            getChildren().addAll(canvas, swatches);
            setMinSize(18, 12);
            setMaxSize(18, 12);
        }

        @Override
        protected void layoutChildren() {
            GraphicsContext g = canvas.getGraphicsContext2D();
            g.clearRect(0, 0, 18, 12);
            switch (sample) {
                case WAITING -> LaneCanvas.hatch(g, swatches, 0, 0, 18, 12);
                case RUNNING -> box(g, Role.HIGHLIGHT, Role.ACCENT);
                case DONE -> box(g, Role.DONE_GROUND, Role.CHART);
                case REFUSED -> {
                    g.setStroke(swatches.color(Role.DANGER));
                    g.setLineWidth(2);
                    g.strokeLine(5, 2, 13, 10);
                    g.strokeLine(5, 10, 13, 2);
                }
            }
        }

        private void box(GraphicsContext g, Role fill, Role edge) {
            g.setFill(swatches.color(fill));
            g.fillRoundRect(0, 0, 18, 12, 5, 5);
            g.setStroke(swatches.color(edge));
            g.strokeRoundRect(0.5, 0.5, 17, 11, 5, 5);
        }
    }
}
