package dev.countersign.ui.inbox;

import dev.countersign.safety.FileContent;
import dev.countersign.safety.ScriptFile;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.CommandLayout;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.fxmisc.flowless.VirtualizedScrollPane;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.LineNumberFactory;
import org.kordamp.ikonli.feather.Feather;

/// The files that a command runs, with the hash by which a change between approval and start is
/// noticed. Confined to the FX thread.
final class ScriptsView {
    private static final double ROW = 22;
    private static final int MOST_ROWS = 12;
    private static final int SHORT_HASH = 12;

    private ScriptsView() {}

    /// Empty for a command that runs no file.
    static Optional<Node> of(UiContext context, List<ScriptFile> scripts) {
        if (scripts.isEmpty()) {
            return Optional.empty();
        }
        VBox box =
                new VBox(
                        Sections.heading(
                                "Runs",
                                scripts.size(),
                                "as it is now; a change before the start asks you again"));
        box.setId("scripts");
        scripts.forEach(script -> box.getChildren().add(script(context, script)));
        return Optional.of(box);
    }

    private static Node script(UiContext context, ScriptFile script) {
        String path = Words.exact(context.path(script.path()));
        HBox head = new HBox(Texts.fixed(Words.oneLine(script.named()), "mono", "strong"));
        head.getChildren().add(Texts.label(path, "meta", "quiet"));
        head.getStyleClass().add("script-head");
        head.setAlignment(Pos.CENTER_LEFT);
        VBox box = new VBox(head);
        box.getStyleClass().add("script");
        if (script.content().isEmpty()) {
            head.getChildren()
                    .add(
                            Texts.fixed(
                                    "not there, or cannot be read: what it would do is not known",
                                    "meta",
                                    "asks-text"));
            return box;
        }
        FileContent content = script.content().get();
        head.getChildren()
                .addAll(
                        Texts.spring(),
                        Texts.fixed(Words.bytes(content.size()), "meta", "quiet"),
                        Texts.fixed(
                                "SHA-256 " + content.sha256().substring(0, SHORT_HASH) + "…",
                                "mono",
                                "meta",
                                "quiet"),
                        Buttons.copy("the file's SHA-256", content::sha256));
        box.getChildren().add(text(path, content));
        int marks =
                CommandLayout.marks(CommandLayout.rows(content.text(), Integer.MAX_VALUE));
        if (marks > 0) {
            box.getChildren()
                    .add(
                            Texts.wrapping(
                                    Words.count(marks, "hidden or look-alike character")
                                            + " in it, spelled out in brackets",
                                    "meta",
                                    "danger-text"));
        }
        if (!content.isWhole()) {
            box.getChildren()
                    .add(
                            Texts.wrapping(
                                    "Only its beginning is shown; the hash is of all of it.",
                                    "meta",
                                    "asks-text"));
        }
        return box;
    }

    private static Node text(String path, FileContent content) {
        CodeArea area = new CodeArea(spelledOut(content.text()));
        area.setEditable(false);
        area.setParagraphGraphicFactory(LineNumberFactory.get(area));
        area.getStyleClass().addAll("command-editor", "script-text");
        area.setAccessibleRole(AccessibleRole.TEXT_AREA);
        area.setAccessibleText("Content of " + path);
        area.moveTo(0);
        VirtualizedScrollPane<CodeArea> scroll = new VirtualizedScrollPane<>(area);
        double height = Math.min(MOST_ROWS, area.getParagraphs().size()) * ROW + 20;
        scroll.setPrefHeight(height);
        scroll.setMinHeight(height);
        scroll.setMaxHeight(height);
        VBox frame = new VBox(scroll);
        frame.getStyleClass().add("command-box");
        return frame;
    }

    /// Line by line, so that only what cannot be seen is spelled out and no line end.
    private static String spelledOut(String text) {
        StringBuilder result = new StringBuilder(text.length());
        String[] lines = text.split("\n", -1);
        for (int at = 0; at < lines.length; at++) {
            result.append(at == 0 ? "" : "\n").append(Words.exact(lines[at].replace("\t", "    ")));
        }
        return result.toString();
    }
}
