package dev.countersign.ui.output;

import dev.countersign.ui.LinkOpener;
import dev.countersign.ui.Words;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/// What can be done with a link of an output: its target is shown whole, then opened or copied as
/// the person chooses. Confined to the FX thread.
///
/// @param directory where the run was, for relative paths
/// @param background looks whether a file is there
/// @param notice hears what went wrong
record LinkMenu(
        LinkOpener opener,
        Supplier<Optional<Path>> directory,
        Executor background,
        Consumer<Runnable> toFxThread,
        Consumer<String> notice) {
    private static final int SHOWN = 160;

    /// The items for one link, the target first.
    List<MenuItem> items(LinkTarget target) {
        List<MenuItem> items = new ArrayList<>();
        MenuItem head = new MenuItem(shown(target.text()));
        head.setDisable(true);
        head.getStyleClass().add("link-target");
        head.setMnemonicParsing(false);
        items.add(head);
        switch (target) {
            case LinkTarget.Address(String text) ->
                    items.add(item("Open in the browser", () -> openAddress(text)));
            case LinkTarget.Place place ->
                    items.add(item("Open in the editor", () -> openPlace(place)));
            case LinkTarget.Other _ -> {}
        }
        items.add(item("Copy it", () -> copy(target.text())));
        return items;
    }

    /// A menu for each of several links.
    List<MenuItem> menus(List<Accent> links) {
        List<MenuItem> menus = new ArrayList<>();
        for (Accent link : links) {
            link.target()
                    .ifPresent(target -> {
                        Menu menu = new Menu(shown(target.text()));
                        menu.setMnemonicParsing(false);
                        menu.getItems().setAll(items(target));
                        menus.add(menu);
                    });
        }
        return menus;
    }

    private static String shown(String text) {
        String exact = Words.oneLine(text);
        return exact.length() <= SHOWN
                ? exact
                : exact.substring(0, SHOWN) + "… (" + text.length() + " characters)";
    }

    private static MenuItem item(String words, Runnable action) {
        MenuItem item = new MenuItem(words);
        item.setOnAction(_ -> action.run());
        return item;
    }

    private void openAddress(String address) {
        try {
            opener.openAddress(address);
        } catch (IllegalArgumentException _) {
            notice.accept("This is no address that a browser can open.");
        }
    }

    private void openPlace(LinkTarget.Place place) {
        Optional<Path> file = resolve(place.path());
        if (file.isEmpty()) {
            notice.accept("This is no path of this computer.");
            return;
        }
        background.execute(() -> {
            if (Files.isRegularFile(file.get())) {
                opener.openPlace(file.get(), Math.max(1, place.line()));
            } else {
                toFxThread.accept(() ->
                        notice.accept(
                                Words.oneLine(file.get().toString())
                                        + " is not there (any more)."));
            }
        });
    }

    private Optional<Path> resolve(String text) {
        try {
            String home = System.getProperty("user.home");
            Path path = Path.of(text.startsWith("~/") ? home + text.substring(1) : text);
            if (path.isAbsolute()) {
                return Optional.of(path.normalize());
            }
            return directory.get().map(base -> base.resolve(path).normalize());
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    private static void copy(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }
}
