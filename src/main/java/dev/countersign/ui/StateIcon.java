package dev.countersign.ui;

import dev.countersign.toolcall.CallStatus;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// How the state of a call looks and what it is called.
public final class StateIcon {
    private StateIcon() {}

    public static FontIcon of(CallStatus status) {
        return switch (status) {
            case PENDING_APPROVAL -> Icons.styled(Feather.CLOCK, "waiting");
            case RUNNING -> Icons.styled(Feather.PLAY, "running");
            case COMPLETED -> Icons.styled(Feather.CHECK_CIRCLE, "done");
            case FAILED -> Icons.styled(Feather.X_CIRCLE, "failed");
            case TIMEOUT -> Icons.styled(Feather.CLOCK, "failed");
            case KILLED -> Icons.styled(Feather.STOP_CIRCLE, "failed");
            case DENIED -> Icons.styled(Feather.X, "failed");
            case WITHDRAWN, EXPIRED -> Icons.styled(Feather.CIRCLE, "quiet");
            case DRY_RUN -> Icons.styled(Feather.EYE, "quiet");
            case HANDED_OVER -> Icons.styled(Feather.SHARE, "quiet");
            case LOST -> Icons.styled(Feather.HELP_CIRCLE, "waiting");
        };
    }

    public static String word(CallStatus status) {
        return switch (status) {
            case PENDING_APPROVAL -> "Waiting";
            case RUNNING -> "Running";
            case COMPLETED -> "Completed";
            case FAILED -> "Failed";
            case TIMEOUT -> "Timed out";
            case KILLED -> "Stopped";
            case DENIED -> "Denied";
            case WITHDRAWN -> "Withdrawn";
            case EXPIRED -> "Expired";
            case DRY_RUN -> "Dry run";
            case HANDED_OVER -> "Handed over";
            case LOST -> "Lost";
        };
    }
}
