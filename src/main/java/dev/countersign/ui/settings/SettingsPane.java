package dev.countersign.ui.settings;

import dev.countersign.settings.Setting;
import dev.countersign.settings.SettingGroup;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.settings.SettingsStore;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Everything that a person can set. Confined to the FX thread.
public final class SettingsPane implements ConsolePane, AutoCloseable {
    private final UiContext context;
    private final Consumer<Path> openFile;
    private final SettingChanges changes;
    private final BorderPane node = new BorderPane();
    private final TextField search = new TextField();
    private final VBox content = new VBox();
    private final ScrollPane scroll = new ScrollPane(content);
    private final VBox index = new VBox();
    private final HBox badFile = new HBox();
    private final Label badFileWords = Texts.wrapping("", "body");
    private final Label notChanged = Texts.wrapping("", "body", "danger-text");
    private final Label nothing = Texts.wrapping("", "quiet");
    private final Button undo;
    private final Button resetAll;
    private final List<Section> sections = new ArrayList<>();
    private final AdvancedFold advanced = new AdvancedFold(this::filter);
    private final Button advancedLink = link("Advanced");
    private final Runnable endOfSettings;

    /// A group as it stands in the pane.
    private record Section(SettingGroup group, VBox box, Button link, List<SettingRow<?>> rows) {
        boolean isAdvanced() {
            return group.advanced();
        }
    }

    /// A pane over the settings of the context.
    ///
    /// @param openFile opens a file in the person's editor
    public SettingsPane(UiContext context, Consumer<Path> openFile) {
        this.context = context;
        this.openFile = openFile;
        changes = new SettingChanges(context, this::told);
        undo = Buttons.action(Feather.CORNER_UP_LEFT, "Undo", Optional.of("U"), changes::undo);
        undo.setId("undo-setting");
        resetAll =
                Buttons.action(
                        Feather.ROTATE_CCW, "Set all back", Optional.empty(), this::resetAll);
        resetAll.setId("reset-all");
        resetAll.setAccessibleText("Set all settings back to what is usual");
        content.getStyleClass().add("settings");
        content.setId("settings");
        scroll.getStyleClass().add("card-scroll");
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setFocusTraversable(false);
        scroll.setAccessibleText("Settings");
        index.getStyleClass().add("settings-index");
        buildMessages();
        node.setTop(new VBox(head(), badFile, notChanged));
        node.setLeft(index);
        node.setCenter(scroll);
        node.setMinWidth(0);
        endOfSettings =
                context.settings().subscribe(state -> context.feed().execute(() -> show(state)));
        show(context.settings().state());
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        // Built when it is first looked at: few people look, and never at the start.
        if (sections.isEmpty()) {
            buildSections();
            filter();
        }
        search.requestFocus();
        show(context.settings().state());
    }

    @Override
    public void hidden() {
        // Leaving the field takes what stands in it.
        node.requestFocus();
    }

    @Override
    public void close() {
        endOfSettings.run();
    }

    @Override
    public void key(KeyEvent event) {
        if (event.getEventType() != KeyEvent.KEY_PRESSED) {
            return;
        }
        switch (event.getCode()) {
            case SLASH -> search.requestFocus();
            case U -> changes.undo();
            case PAGE_DOWN -> page(1);
            case PAGE_UP -> page(-1);
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void page(int direction) {
        double page = scroll.getViewportBounds().getHeight();
        double beyond = Math.max(1, content.getHeight() - page);
        scroll.setVvalue(
                Math.clamp(scroll.getVvalue() + direction * 0.9 * page / beyond, 0.0, 1.0));
    }

    private Node head() {
        search.setId("settings-search");
        search.setPromptText("Search");
        search.setAccessibleText("Search settings");
        search.textProperty().addListener((_, _, _) -> filter());
        search.setOnKeyPressed(this::searchKey);
        search.getStyleClass().add("settings-search");
        HBox.setHgrow(search, Priority.ALWAYS);
        Path file = context.settings().file();
        Button open =
                Buttons.action(
                        Feather.EXTERNAL_LINK,
                        "Open file",
                        Optional.empty(),
                        () -> openFile.accept(file));
        open.setId("open-settings-file");
        open.setAccessibleText("Open " + file);
        Label title = Texts.fixed("Settings", "headline");
        HBox head = new HBox(title, search, Texts.spring(), undo, resetAll, open);
        head.getStyleClass().add("settings-head");
        head.setAlignment(Pos.CENTER_LEFT);
        return head;
    }

    private void searchKey(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE && !search.getText().isEmpty()) {
            search.clear();
            event.consume();
        } else if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.DOWN) {
            sections.stream()
                    .flatMap(section -> section.rows().stream())
                    .filter(row -> row.node().isVisible())
                    .findFirst()
                    .ifPresent(SettingRow::focus);
            event.consume();
        }
    }

    private void buildSections() {
        SettingsSnapshot now = context.settings().current();
        for (SettingGroup group : Settings.GROUPS) {
            Section section = section(group, now);
            section.link().setOnAction(_ -> goTo(section));
            if (group.advanced() && sections.stream().noneMatch(Section::isAdvanced)) {
                content.getChildren().add(advanced.node());
                index.getChildren().add(advancedLink);
            }
            sections.add(section);
            content.getChildren().add(section.box());
            index.getChildren().add(section.link());
        }
        advanced.count(sections.stream().filter(Section::isAdvanced).map(Section::rows).toList());
        advancedLink.setOnAction(_ -> goToAdvanced());
        nothing.setId("no-setting");
        nothing.managedProperty().bind(nothing.visibleProperty());
        nothing.setVisible(false);
        content.getChildren().add(nothing);
        content.addEventFilter(
                KeyEvent.KEY_RELEASED,
                event -> {
                    if (event.getCode() == KeyCode.TAB && event.getTarget() instanceof Node at) {
                        bringIntoView(at);
                    }
                });
    }

    private Section section(SettingGroup group, SettingsSnapshot now) {
        List<SettingRow<?>> rows = new ArrayList<>();
        for (Setting<?> setting : group.settings()) {
            rows.add(new SettingRow<>(setting, group.title(), now, changes));
        }
        HBox heading = new HBox(Texts.fixed(group.title(), "strong"));
        heading.getStyleClass().add("section-heading");
        VBox box = new VBox(heading);
        rows.forEach(row -> box.getChildren().add(row.node()));
        Button link = link(group.title());
        link.managedProperty().bind(link.visibleProperty());
        return new Section(group, box, link, rows);
    }

    private static Button link(String title) {
        Button link = new Button(title);
        link.getStyleClass().addAll("flat", "settings-link");
        link.setMaxWidth(Double.MAX_VALUE);
        link.setAccessibleText("Go to " + title);
        link.setId("go-" + title.toLowerCase(Locale.ROOT).replace(' ', '-'));
        return link;
    }

    private void buildMessages() {
        Button open =
                Buttons.action(
                        Feather.EXTERNAL_LINK,
                        "Open file",
                        Optional.empty(),
                        () -> openFile.accept(context.settings().file()));
        open.setAccessibleText("Open the settings file to mend it");
        open.setId("open-bad-settings");
        HBox.setHgrow(badFileWords, Priority.ALWAYS);
        badFileWords.setMaxWidth(Double.MAX_VALUE);
        badFileWords.setId("settings-problem");
        badFile.getChildren()
                .addAll(Icons.styled(Feather.ALERT_TRIANGLE, "failed"), badFileWords, open);
        badFile.getStyleClass().add("problem");
        badFile.setAlignment(Pos.CENTER_LEFT);
        badFile.managedProperty().bind(badFile.visibleProperty());
        notChanged.setId("settings-not-changed");
        notChanged.getStyleClass().add("settings-note");
        notChanged.managedProperty().bind(notChanged.visibleProperty());
        notChanged.setVisible(false);
    }

    private void goTo(Section section) {
        search.clear();
        if (section.isAdvanced()) {
            advanced.open();
        }
        filter();
        node.layout();
        double beyond = content.getHeight() - scroll.getViewportBounds().getHeight();
        if (beyond > 0) {
            scroll.setVvalue(Math.min(1, section.box().getBoundsInParent().getMinY() / beyond));
        }
        section.rows().getFirst().focus();
    }

    private void goToAdvanced() {
        sections.stream().filter(Section::isAdvanced).findFirst().ifPresent(this::goTo);
    }

    /// What has the focus can be seen.
    private void bringIntoView(Node at) {
        Bounds place = content.sceneToLocal(at.localToScene(at.getLayoutBounds()));
        double height = scroll.getViewportBounds().getHeight();
        double beyond = content.getHeight() - height;
        if (beyond <= 0) {
            return;
        }
        double top = scroll.getVvalue() * beyond;
        if (place.getMinY() < top + 40) {
            scroll.setVvalue(Math.clamp((place.getMinY() - 60) / beyond, 0.0, 1.0));
        } else if (place.getMaxY() > top + height - 20) {
            scroll.setVvalue(Math.clamp((place.getMaxY() - height + 60) / beyond, 0.0, 1.0));
        }
    }

    private void filter() {
        boolean searching = !search.getText().isBlank();
        boolean any = false;
        boolean anyAdvanced = false;
        for (Section section : sections) {
            boolean folded = section.isAdvanced() && !searching && !advanced.isOpen();
            boolean anyHere = false;
            for (SettingRow<?> row : section.rows()) {
                boolean shown = !folded && row.matches(search.getText());
                row.setShown(shown);
                anyHere |= shown;
            }
            section.box().setVisible(anyHere);
            section.box().setManaged(anyHere);
            section.link().setDisable(!anyHere);
            section.link().setVisible(!section.isAdvanced() || anyHere);
            any |= anyHere;
            anyAdvanced |= section.isAdvanced() && anyHere;
        }
        advanced.show(searching, anyAdvanced);
        nothing.setText("No setting has “" + Words.oneLine(search.getText()) + "” in it.");
        nothing.setVisible(!any);
        scroll.setVvalue(0);
    }

    private void resetAll() {
        SettingsSnapshot now = context.settings().current();
        List<Setting<?>> changed = Settings.ALL.stream().filter(now::isChanged).toList();
        if (!changed.isEmpty()) {
            changes.resetAll(changed);
        }
    }

    private void told(SettingChanges.Result result) {
        notChanged.setText(result.problem().map(Words::oneLine).orElse(""));
        notChanged.setVisible(result.problem().isPresent());
        show(context.settings().state());
    }

    private void show(SettingsStore.State state) {
        state.problem()
                .ifPresent(problem ->
                        badFileWords.setText(
                                Words.oneLine(problem.sentence())
                                        + ". The last good settings stay in force, and nothing is"
                                        + " written until the file is put right."));
        badFile.setVisible(state.problem().isPresent());
        sections.forEach(section -> section.rows().forEach(row -> row.show(state.settings())));
        advanced.show(state.settings());
        Optional<String> last = changes.undoable();
        Buttons.offer(
                undo,
                last.map(words -> "Undo: " + words).orElse(""),
                last.isPresent() ? Optional.empty() : Optional.of("Nothing was changed here yet."));
        undo.setAccessibleText(last.map(words -> "Undo: " + words).orElse("Nothing to undo"));
        Buttons.offer(
                resetAll,
                resetAll.getAccessibleText(),
                Settings.ALL.stream().anyMatch(state.settings()::isChanged)
                        ? Optional.empty()
                        : Optional.of("Everything is as usual."));
    }
}
