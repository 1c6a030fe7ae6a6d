package dev.countersign.ui.window;

import dev.countersign.settings.Theme;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.history.HistoryPane;
import dev.countersign.ui.inbox.GuidePane;
import dev.countersign.ui.inbox.InboxPane;
import dev.countersign.ui.jobs.JobsPane;
import dev.countersign.ui.output.OutputRoom;
import dev.countersign.ui.output.RunOutput;
import dev.countersign.ui.rules.RulesPane;
import dev.countersign.ui.settings.SettingsPane;
import dev.countersign.ui.timeline.TimelinePane;
import dev.countersign.ui.window.NavigationBar.Room;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import javafx.stage.Stage;

/// The panes, one for each room, and the outputs that stand in them. Confined to the FX thread.
final class RoomPanes implements AutoCloseable {
    private final OutputRoom outputs;
    private final RunOutput rehearsalOutput;
    private final RunOutput jobsOutput;
    private final RunOutput historyOutput;
    private final InboxPane inbox;
    private final Drawer drawer;
    private final JobsPane jobs;
    private final HistoryPane history;
    private final TimelinePane timeline;
    private final RulesPane rules;
    private final GuidePane guide;
    private final SettingsPane settings;
    private final BorderPane inboxAndDrawer = new BorderPane();

    /// @param stage what dialogs belong to
    /// @param openInHistory shows a past call in its room
    RoomPanes(
            UiContext context,
            ConsoleWindow.Surroundings surroundings,
            ObjectProperty<Theme> theme,
            Stage stage,
            Consumer<ToolCallId> openInHistory) {
        outputs = new OutputRoom(context, surroundings.settings(), surroundings.links(), theme);
        rehearsalOutput = new RunOutput(outputs, RunOutput.Place.BELOW_LIST);
        jobsOutput = new RunOutput(outputs, RunOutput.Place.BELOW_LIST);
        historyOutput = new RunOutput(outputs, RunOutput.Place.DETAIL);
        drawer = new Drawer(context, outputs);
        inbox =
                new InboxPane(
                        context,
                        new InboxPane.Events(
                                drawer::showApproved, openInHistory, surroundings.trial()),
                        surroundings.nanoClock(),
                        rehearsalOutput);
        jobs = new JobsPane(context, jobsOutput);
        history =
                new HistoryPane(
                        context,
                        historyOutput,
                        new HistoryPane.Links(
                                () -> outputs.chooseCasts(stage),
                                outputs::compare,
                                surroundings.openFile()));
        timeline = new TimelinePane(context, openInHistory);
        rules = new RulesPane(context, surroundings.openFile());
        guide = new GuidePane(context, surroundings.trial());
        settings = new SettingsPane(context, surroundings.openFile());
        inboxAndDrawer.setCenter(inbox.node());
        inboxAndDrawer.setBottom(drawer.node());
        inboxAndDrawer.setMinWidth(0);
        drawer.setFolded(false);
    }

    ConsolePane of(Room room) {
        return switch (room) {
            case INBOX -> inbox;
            case RUNNING -> jobs;
            case HISTORY -> history;
            case TIMELINE -> timeline;
            case RULES -> rules;
            case CONNECT -> guide;
            case SETTINGS -> settings;
        };
    }

    /// What fills the window in a room: of the Inbox, the drawer too.
    Node content(Room room) {
        return room == Room.INBOX ? inboxAndDrawer : of(room).node();
    }

    InboxPane inbox() {
        return inbox;
    }

    HistoryPane history() {
        return history;
    }

    Drawer drawer() {
        return drawer;
    }

    OutputRoom outputs() {
        return outputs;
    }

    /// Whether the Inbox stands in this window, or was lent to the narrow one.
    void keepInbox(boolean here) {
        inboxAndDrawer.setCenter(here ? inbox.node() : null);
    }

    @Override
    public void close() {
        settings.close();
        drawer.close();
        jobsOutput.close();
        historyOutput.close();
        rehearsalOutput.close();
        outputs.close();
        inbox.close();
    }
}
