package dev.countersign.ui.inbox;

import dev.countersign.supervision.rehearsal.FileChange;
import dev.countersign.supervision.rehearsal.FileVersion;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// What a rehearsal would add, change and remove, as a tree of folders. Confined to the FX thread.
final class ChangesTree {
    /// More are counted, not listed: nobody looks over so many rows.
    static final int MOST_ROWS = 2_000;

    private static final int OPEN_UP_TO = 300;

    /// A row: a folder on the way, or something that changed.
    ///
    /// @param name of the last part, or of several where a folder holds but one
    record Row(String name, Optional<FileChange> change) {}

    private final TreeView<Row> tree = new TreeView<>();

    /// @param chosen hears which change is to be shown
    ChangesTree(Consumer<FileChange> chosen) {
        tree.setId("changes");
        tree.setShowRoot(false);
        tree.setAccessibleText("Files that the rehearsal changed");
        tree.getStyleClass().add("changes-tree");
        tree.setCellFactory(_ -> new Cell());
        tree.getSelectionModel()
                .selectedItemProperty()
                .addListener((_, _, item) ->
                        Optional.ofNullable(item)
                                .flatMap(now -> now.getValue().change())
                                .ifPresent(chosen));
    }

    TreeView<Row> node() {
        return tree;
    }

    /// Shows a result, with the first file chosen.
    void show(RehearsalResult result) {
        TreeItem<Row> root = new TreeItem<>(new Row("", Optional.empty()));
        root.setExpanded(true);
        Map<Path, TreeItem<Row>> folders = new LinkedHashMap<>();
        boolean open = result.changes().size() <= OPEN_UP_TO;
        result.changes().stream()
                .limit(MOST_ROWS)
                .forEach(change -> add(root, folders, place(result, change), change, open));
        tree.setRoot(root);
        firstFile(root).ifPresent(item -> tree.getSelectionModel().select(item));
    }

    void clear() {
        tree.setRoot(new TreeItem<>(new Row("", Optional.empty())));
    }

    /// Below the root's own name where there are several roots.
    private static Path place(RehearsalResult result, FileChange change) {
        if (result.roots().size() == 1) {
            return change.path();
        }
        Path root = result.roots().get(change.root());
        Path name = Optional.ofNullable(root.getFileName()).orElse(root);
        return name.resolve(change.path());
    }

    private static void add(
            TreeItem<Row> root,
            Map<Path, TreeItem<Row>> folders,
            Path path,
            FileChange change,
            boolean open) {
        TreeItem<Row> parent = folder(root, folders, path.getParent(), open);
        TreeItem<Row> item =
                new TreeItem<>(new Row(String.valueOf(path.getFileName()), Optional.of(change)));
        item.setExpanded(open && change.kind() != FileChange.Kind.REMOVED);
        TreeItem<Row> known = folders.get(path);
        if (known != null) {
            known.setValue(item.getValue());
            return;
        }
        parent.getChildren().add(item);
        folders.put(path, item);
    }

    private static TreeItem<Row> folder(
            TreeItem<Row> root,
            Map<Path, TreeItem<Row>> folders,
            @Nullable Path path,
            boolean open) {
        if (path == null || path.toString().isEmpty()) {
            return root;
        }
        TreeItem<Row> known = folders.get(path);
        if (known != null) {
            return known;
        }
        TreeItem<Row> item =
                new TreeItem<>(new Row(String.valueOf(path.getFileName()), Optional.empty()));
        item.setExpanded(open);
        folder(root, folders, path.getParent(), open).getChildren().add(item);
        folders.put(path, item);
        return item;
    }

    private static Optional<TreeItem<Row>> firstFile(TreeItem<Row> item) {
        boolean file =
                item.getValue()
                        .change()
                        .filter(change -> change.version().kind() == FileVersion.Kind.FILE)
                        .isPresent();
        if (file) {
            return Optional.of(item);
        }
        return item.getChildren().stream()
                .map(ChangesTree::firstFile)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// `1.2 kB → 900 bytes`, `mode rw-r--r-- → rwxr-xr-x`, `→ docs`.
    static String detail(FileChange change) {
        FileVersion now = change.version();
        String mode = mode(change);
        return switch (now.kind()) {
            case FOLDER -> mode.isEmpty() ? "folder" : "folder" + mode;
            case LINK -> "link to " + Words.oneLine(now.content()) + mode;
            case OTHER -> "pipe, socket or device";
            case FILE -> size(change) + mode;
        };
    }

    private static String size(FileChange change) {
        String now = Words.bytes(change.version().size());
        boolean resized =
                change.before().isPresent()
                        && change.after().isPresent()
                        && change.before().get().size() != change.after().get().size();
        if (!resized) {
            return now;
        }
        String was = Words.bytes(change.before().get().size());
        return was.equals(now)
                ? "%,d → %,d bytes".formatted(change.before().get().size(), change.version().size())
                : was + " → " + now;
    }

    private static String mode(FileChange change) {
        if (change.before().isEmpty() || change.after().isEmpty()) {
            return "";
        }
        if (change.before().get().kind() != change.after().get().kind()) {
            return ", was " + word(change.before().get().kind());
        }
        int was = change.before().get().mode();
        int is = change.after().get().mode();
        return was == is ? "" : ", mode %s → %s".formatted(written(was), written(is));
    }

    private static String word(FileVersion.Kind kind) {
        return switch (kind) {
            case FILE -> "a file";
            case FOLDER -> "a folder";
            case LINK -> "a link";
            case OTHER -> "a pipe, socket or device";
        };
    }

    private static String written(int mode) {
        Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] all = PosixFilePermission.values();
        for (int bit = 0; bit < all.length; bit++) {
            if ((mode & (0400 >> bit)) != 0) {
                set.add(all[bit]);
            }
        }
        return PosixFilePermissions.toString(set);
    }

    /// One row: what became of it by sign and word, its name, its size.
    private static final class Cell extends TreeCell<Row> {
        /// Where there is little room, what is said of a file is cut before its name is.
        private static final double LETTER = 7.5;

        private static final double LONGEST_UNCUT_NAME = 150;

        Cell() {
            // As wide as there is room: what does not fit is cut, and told under the pointer.
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable Row row, boolean empty) {
            super.updateItem(row, empty);
            setText(null);
            if (empty || row == null) {
                setGraphic(null);
                setTooltip(null);
                setAccessibleText(null);
                return;
            }
            HBox line = new HBox();
            line.getStyleClass().add("tight");
            line.setAlignment(Pos.CENTER_LEFT);
            String name = Words.oneLine(row.name());
            if (row.change().isEmpty()) {
                line.getChildren().addAll(Icons.quiet(Feather.FOLDER), Texts.label(name, "mono"));
                setTooltip(new Tooltip(name));
                setAccessibleText("folder " + name);
            } else {
                FileChange change = row.change().get();
                Label label = Texts.label(name, "mono");
                label.setMinWidth(Math.min(name.length() * LETTER, LONGEST_UNCUT_NAME));
                line.getChildren()
                        .addAll(
                                sign(change.kind()),
                                label,
                                Texts.label(detail(change), "meta", "quiet", "figures"));
                setTooltip(new Tooltip(name + ", " + detail(change)));
                setAccessibleText(
                        "%s, %s, %s".formatted(name, said(change.kind()), detail(change)));
            }
            setGraphic(line);
        }

        private static FontIcon sign(FileChange.Kind kind) {
            return switch (kind) {
                case ADDED -> Icons.styled(Feather.PLUS, "done");
                case CHANGED -> Icons.styled(Feather.EDIT_2, "waiting");
                case REMOVED -> Icons.styled(Feather.MINUS, "failed");
            };
        }

        private static String said(FileChange.Kind kind) {
            return switch (kind) {
                case ADDED -> "added";
                case CHANGED -> "changed";
                case REMOVED -> "removed";
            };
        }
    }
}
