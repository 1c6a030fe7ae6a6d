package dev.countersign.ui.output;

import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.output.ReaderTasks.Progress;
import dev.countersign.ui.output.SearchQuery.Refused;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;

/// The field that searches an output. What was searched for elsewhere is looked for without it; it
/// comes up once something is found. Confined to the FX thread.
final class FindBar {
    private final OutputView view;
    private final HBox node = new HBox();
    private final TextField field = new TextField();
    private final ToggleButton regex = option(".*", "Regular expression", "find-regex");
    private final ToggleButton exactCase = option("Aa", "Match upper and lower case", "find-case");
    private final Label count = Texts.fixed("", "meta", "quiet", "figures");

    /// The words from elsewhere that are looked for, or that the person did not want to see marked.
    private List<String> offered = List.of();

    /// Whether it was not the person who asked for what is looked for.
    private boolean isOffer;

    /// Whether its fields are being filled, which is no search of the person's.
    private boolean filling;

    FindBar(OutputView view) {
        this.view = view;
        field.setId("find");
        field.setPromptText("Find in this output");
        field.setAccessibleText("Find in this output");
        HBox.setHgrow(field, Priority.ALWAYS);
        field.setMaxWidth(420);
        count.setId("find-count");
        field.textProperty().addListener((_, _, _) -> search());
        regex.selectedProperty().addListener((_, _, _) -> search());
        exactCase.selectedProperty().addListener((_, _, _) -> search());
        field.setOnKeyPressed(this::key);
        Button previous =
                Buttons.icon(
                        Feather.CHEVRON_UP,
                        "Previous match (Shift Enter)",
                        () -> view.finder().step(false));
        previous.setId("find-previous");
        Button next =
                Buttons.icon(
                        Feather.CHEVRON_DOWN, "Next match (Enter)", () -> view.finder().step(true));
        next.setId("find-next");
        Button close = Buttons.icon(Feather.X, "End the search (Esc)", this::close);
        close.setId("find-close");
        node.getChildren()
                .addAll(
                        Icons.quiet(Feather.SEARCH),
                        field,
                        regex,
                        exactCase,
                        previous,
                        next,
                        count,
                        Texts.spring(),
                        close);
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("find-bar");
        node.setVisible(false);
        node.managedProperty().bind(node.visibleProperty());
        view.finder().progressProperty().addListener((_, _, _) -> showCount());
        view.finder().currentProperty().addListener((_, _, _) -> showCount());
    }

    Node node() {
        return node;
    }

    void open() {
        node.setVisible(true);
        field.requestFocus();
        field.selectAll();
        search();
    }

    /// Looks for words that were searched for elsewhere, and comes up where one is found. What the
    /// person looks for here stays; what the person closed does not come up again.
    void offer(List<String> words) {
        if (words.equals(offered) || (isOpen() && !isOffer)) {
            return;
        }
        if (isOffer) {
            hide();
        }
        offered = List.copyOf(words);
        Optional<SearchQuery> query = SearchQuery.ofWords(words);
        isOffer = query.isPresent();
        if (query.isPresent()) {
            filling = true;
            field.setText(query.get().text());
            regex.setSelected(words.size() > 1);
            exactCase.setSelected(false);
            filling = false;
            view.finder().offer(query.get());
        }
    }

    /// Another output is shown: what was offered for the one before ends with it.
    void withdraw() {
        if (isOffer) {
            hide();
            offered = List.of();
        }
    }

    boolean isOpen() {
        return node.isVisible();
    }

    void close() {
        hide();
        view.requestFocus();
    }

    private void hide() {
        isOffer = false;
        node.setVisible(false);
        view.finder().search(Optional.empty());
    }

    private void key(KeyEvent event) {
        switch (event.getCode()) {
            case ENTER, F3 -> view.finder().step(!event.isShiftDown());
            case ESCAPE -> close();
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void search() {
        if (!node.isVisible() || filling) {
            return;
        }
        isOffer = false;
        if (field.getText().isEmpty()) {
            view.finder().search(Optional.empty());
            count.setText("");
            return;
        }
        try {
            view.finder()
                    .search(
                            Optional.of(
                                    SearchQuery.of(
                                            field.getText(),
                                            regex.isSelected(),
                                            exactCase.isSelected())));
            showCount();
        } catch (Refused e) {
            view.finder().search(Optional.empty());
            count.setText("Not a pattern: " + e.getMessage());
        }
    }

    private void showCount() {
        Optional<Progress> progress = view.finder().progressProperty().get();
        if (progress.isEmpty()) {
            if (!field.getText().isEmpty() && !count.getText().startsWith("Not a")) {
                count.setText("");
            }
            return;
        }
        Progress now = progress.get();
        if (isOffer && now.hits().total() > 0) {
            node.setVisible(true);
        }
        count.setText(now.problem().orElseGet(() -> matches(now) + searching(now)));
    }

    private String matches(Progress now) {
        long total = now.hits().total();
        if (total == 0) {
            return now.done() ? "no matches" : "";
        }
        return view.finder()
                        .currentProperty()
                        .get()
                        .map(here ->
                                String.format(
                                        Locale.ENGLISH,
                                        "match %,d of %,d",
                                        now.hits().number(here),
                                        total))
                        .orElseGet(() ->
                                total == 1
                                        ? "1 match"
                                        : String.format(Locale.ENGLISH, "%,d matches", total))
                + (now.hits().isCut() ? ", the first million lines can be stepped through" : "");
    }

    private static String searching(Progress now) {
        if (now.done() || now.lineCount() == 0) {
            return "";
        }
        return String.format(
                Locale.ENGLISH, "  searching… %d %%", 100 * now.searched() / now.lineCount());
    }

    private static ToggleButton option(String word, String words, String id) {
        ToggleButton button = new ToggleButton(word);
        button.setId(id);
        button.getStyleClass().addAll("find-option", "mono");
        button.setAccessibleText(words);
        button.setTooltip(new Tooltip(words));
        return button;
    }
}
