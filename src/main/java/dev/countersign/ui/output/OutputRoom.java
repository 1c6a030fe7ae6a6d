package dev.countersign.ui.output;

import dev.countersign.settings.SettingsStore;
import dev.countersign.settings.Theme;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.LinkOpener;
import dev.countersign.ui.UiContext;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/// What all views of outputs share, and the windows of their own that some of them have. Confined
/// to the FX thread; [#close] closes those windows.
public final class OutputRoom implements AutoCloseable {
    /// More files than these are not opened by one choice.
    static final int MOST_CASTS = 8;

    private final UiContext context;
    private final LinkOpener links;
    private final ObjectProperty<Theme> theme;
    private final OutputPreferences preferences;
    private final List<OutputWindow> windows = new ArrayList<>();
    private Function<Window, List<Path>> castChooser = OutputRoom::systemChooser;

    /// @param links opens what the person chose to open
    /// @param theme the colours that the person chose, which windows of their own follow
    public OutputRoom(
            UiContext context,
            SettingsStore settings,
            LinkOpener links,
            ObjectProperty<Theme> theme) {
        this.context = context;
        this.links = links;
        this.theme = theme;
        preferences = new OutputPreferences(settings, context.feed(), context.background());
    }

    UiContext context() {
        return context;
    }

    OutputPreferences preferences() {
        return preferences;
    }

    LinkOpener links() {
        return links;
    }

    ObjectProperty<Theme> theme() {
        return theme;
    }

    /// Shows a run in a window of its own.
    public void openWindow(ToolCallId id) {
        RunOutput output = new RunOutput(this, RunOutput.Place.WINDOW);
        output.show(Optional.of(id));
        open(new OutputWindow(this, output.title(), output.node(), output::dispose));
    }

    /// Shows two runs side by side with their differences, in a window of its own.
    ///
    /// @param left mostly the earlier one
    public void compare(ToolCallId left, ToolCallId right) {
        CompareView compare = new CompareView(this, left, right);
        open(new OutputWindow(this, "Compare two runs", compare.node(), compare));
    }

    /// Asks for asciicasts and opens them.
    ///
    /// @param owner the window that asks
    public void chooseCasts(Window owner) {
        openCasts(castChooser.apply(owner));
    }

    /// Who asks for files, when it is not the system's own dialogue.
    public void chooseCastsBy(Function<Window, List<Path>> chooser) {
        castChooser = chooser;
    }

    /// Shows asciicasts from files, each in a window of its own that also says what is wrong with
    /// it; no more than [#MOST_CASTS] at once. Nothing that they hold is obeyed.
    public void openCasts(List<Path> files) {
        for (Path file : files.subList(0, Math.min(MOST_CASTS, files.size()))) {
            CastOutput cast = new CastOutput(this, file);
            open(new OutputWindow(this, cast.title(), cast.node(), cast));
        }
    }

    private static List<Path> systemChooser(Window owner) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Open an asciicast");
        chooser.getExtensionFilters()
                .setAll(
                        new FileChooser.ExtensionFilter("Asciicasts", "*.cast", "*.json"),
                        new FileChooser.ExtensionFilter("All files", "*"));
        List<File> chosen = chooser.showOpenMultipleDialog(owner);
        return chosen == null ? List.of() : chosen.stream().map(File::toPath).toList();
    }

    private void open(OutputWindow window) {
        windows.add(window);
        window.onClosed(() -> windows.remove(window));
        window.show();
    }

    @Override
    public void close() {
        List.copyOf(windows).forEach(OutputWindow::close);
        preferences.close();
    }
}
