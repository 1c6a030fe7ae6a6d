package dev.countersign.ui.window;

import dev.countersign.settings.Theme;
import dev.countersign.ui.ConsoleTheme;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiFeed;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;

/// What a person sees when a start takes long: where a long journal is read again from its start
/// that this is done, and how far it has come. Confined to the FX thread but for [Progress].
public final class OpeningNote {
    private static final double WIDTH = 440;
    private static final double HEIGHT = 150;

    /// How far the reading has come. Told on the thread that reads, heard on the FX thread; what
    /// was not heard yet gives way to what is newer.
    public static final class Progress {
        private record State(long done, long all) {}

        private final UiFeed feed;
        private final AtomicReference<State> newest = new AtomicReference<>(new State(0, 0));
        private Runnable listener = () -> {};

        public Progress(UiFeed feed) {
            this.feed = feed;
        }

        /// Safe on any thread.
        ///
        /// @param done events that were read
        /// @param all events there are
        public void at(long done, long all) {
            newest.set(new State(done, all));
            feed.execute(() -> listener.run());
        }

        private void onChange(Runnable heard) {
            listener = heard;
            heard.run();
        }
    }

    private final Stage stage = new Stage();
    private final Label reason =
            Texts.wrapping(
                    "The journal is read and checked once from its start, since what is remembered"
                            + " of it is missing or does not fit.",
                    "quiet");
    private final Label count = Texts.label("Opening…", "figures", "quiet");
    private final ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
    private final ConsoleTheme theme;
    private final Progress progress;

    /// @param given called when the person does not want to wait
    public OpeningNote(Progress progress, Runnable given) {
        this.progress = progress;
        count.setId("opening-count");
        bar.setId("opening-bar");
        reason.setVisible(false);
        bar.setMaxWidth(Double.MAX_VALUE);
        bar.setAccessibleText("How much of the journal has been read");
        VBox root =
                new VBox(
                        12,
                        Texts.label("Countersign is opening", "headline"),
                        reason,
                        bar,
                        count);
        root.getStyleClass().addAll("console", "opening");
        Scene scene = new Scene(root, WIDTH, HEIGHT);
        theme = new ConsoleTheme(scene, Theme.SYSTEM);
        stage.setScene(scene);
        stage.setTitle("Countersign");
        stage.setOnCloseRequest(_ -> given.run());
    }

    public void show() {
        progress.onChange(this::heard);
        stage.show();
    }

    private void heard() {
        Progress.State now = progress.newest.get();
        if (now.all() == 0) {
            return;
        }
        reason.setVisible(true);
        bar.setProgress((double) now.done() / now.all());
        count.setText(
                String.format(Locale.ROOT, "%,d of %,d events", now.done(), now.all()));
    }

    public void close() {
        progress.onChange(() -> {});
        stage.setOnCloseRequest(_ -> {});
        stage.close();
        theme.close();
    }
}
