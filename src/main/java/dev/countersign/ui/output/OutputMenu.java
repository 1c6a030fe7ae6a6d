package dev.countersign.ui.output;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputCopy.Form;
import dev.countersign.ui.output.ReaderTasks.Landmark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.BooleanProperty;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;

/// All that can be done with an output, by mouse or from the menu key; keys stand behind the words.
/// Confined to the FX thread.
///
/// @param find opens the search
/// @param shown the run that is shown
record OutputMenu(
        OutputRoom room,
        OutputView view,
        LinkMenu links,
        Runnable find,
        Supplier<Optional<ToolCallId>> shown) {
    private static final int MOST_TO_COMPARE = 12;
    private static final int MOST_WORDS = 60;

    ContextMenu open() {
        ContextMenu menu = new ContextMenu();
        MenuItem copy = item("Copy", "Ctrl C", () -> view.copying().copy(Form.PLAIN));
        MenuItem colours =
                item("Copy with colours", "Ctrl Shift C", () -> view.copying().copy(Form.COLOURS));
        MenuItem ansi = item("Copy as terminal text", "", () -> view.copying().copy(Form.ANSI));
        for (MenuItem each : List.of(copy, colours, ansi)) {
            each.setDisable(view.selecting().isEmpty());
        }
        menu.getItems()
                .addAll(
                        copy,
                        colours,
                        ansi,
                        item("Select all", "Ctrl A", view.selecting()::selectAll),
                        linksMenu(),
                        new SeparatorMenuItem(),
                        item("Find…", "Ctrl F", find),
                        item("Next error", "F8", () -> view.finder().jump(Landmark.ERROR, true)),
                        item(
                                "Previous error",
                                "Shift F8",
                                () -> view.finder().jump(Landmark.ERROR, false)),
                        item(
                                "Next of stderr",
                                "F7",
                                () -> view.finder().jump(Landmark.STDERR, true)),
                        item(
                                "Previous of stderr",
                                "Shift F7",
                                () -> view.finder().jump(Landmark.STDERR, false)),
                        new SeparatorMenuItem(),
                        check("Wrap long lines", "Alt Z", room.preferences().wrapProperty()),
                        check("Times", "Alt T", room.preferences().timesProperty()),
                        check("Line numbers", "Alt N", room.preferences().lineNumbersProperty()),
                        check("Highlighting", "Alt H", room.preferences().highlightProperty()),
                        item("Larger", "Ctrl +", () -> room.preferences().zoomBy(1)),
                        item("Smaller", "Ctrl −", () -> room.preferences().zoomBy(-1)),
                        item("Usual size", "Ctrl 0", room.preferences()::resetZoom),
                        new SeparatorMenuItem());
        shown.get()
                .ifPresent(run ->
                        menu.getItems()
                                .add(
                                        item(
                                                "Open in a window of its own",
                                                "",
                                                () -> room.openWindow(run))));
        menu.getItems().add(compareMenu());
        return menu;
    }

    /// Without what leads elsewhere, for a view that stands beside another one.
    ContextMenu openForCompare() {
        ContextMenu menu = open();
        menu.getItems().removeLast();
        menu.getItems()
                .removeIf(each -> each.getText() != null && each.getText().startsWith("Find"));
        return menu;
    }

    private Menu linksMenu() {
        Menu menu = new Menu("Links on the screen");
        menu.getItems().setAll(links.menus(view.visibleLinks()));
        menu.setDisable(menu.getItems().isEmpty());
        return menu;
    }

    /// Other runs, those of the same command first, then the newest.
    private Menu compareMenu() {
        Menu menu = new Menu("Compare with");
        Optional<CallRecord> here = shown.get().flatMap(room.context().model()::call);
        if (here.isPresent()) {
            others(here.get())
                    .forEach(other -> menu.getItems().add(compareItem(here.get(), other)));
        }
        menu.setDisable(menu.getItems().isEmpty());
        return menu;
    }

    private MenuItem compareItem(CallRecord here, CallRecord other) {
        String command = Words.oneLine(other.call().command().text());
        String cut =
                command.length() <= MOST_WORDS ? command : command.substring(0, MOST_WORDS) + "…";
        String time =
                Words.time(
                        other.call().receivedAt(),
                        room.context().clock().instant(),
                        room.context().zone());
        boolean earlier = other.call().receivedAt().isBefore(here.call().receivedAt());
        MenuItem item =
                item(
                        time + "  " + cut,
                        "",
                        () ->
                                room.compare(
                                        earlier ? other.id() : here.id(),
                                        earlier ? here.id() : other.id()));
        item.setMnemonicParsing(false);
        return item;
    }

    private List<CallRecord> others(CallRecord here) {
        List<CallRecord> others = new ArrayList<>();
        for (CallRecord each : room.context().model().calls()) {
            if (each.started().isPresent() && !each.id().equals(here.id())) {
                others.add(each);
            }
        }
        others.sort(
                Comparator.comparing((CallRecord each) ->
                                !each.call().command().equals(here.call().command()))
                        .thenComparing(
                                each -> each.call().receivedAt(), Comparator.reverseOrder()));
        return others.subList(0, Math.min(MOST_TO_COMPARE, others.size()));
    }

    private static MenuItem item(String words, String key, Runnable action) {
        MenuItem item = new MenuItem(words(words, key));
        item.setOnAction(_ -> action.run());
        return item;
    }

    private static MenuItem check(String words, String key, BooleanProperty property) {
        CheckMenuItem item = new CheckMenuItem(words(words, key));
        item.setSelected(property.get());
        item.setOnAction(_ -> property.set(item.isSelected()));
        return item;
    }

    /// The key is for reading alone: it is heard where the output has the focus.
    private static String words(String words, String key) {
        return key.isEmpty() ? words : words + "   (" + key + ")";
    }
}
