package dev.countersign.ui;

import dev.countersign.toolcall.CallStatus;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// How the state of a call looks and what it is called.
public final class StateIcon {
    private StateIcon() {}

    public static FontIcon of(CallStatus status) {
        return Icons.of(sign(status));
    }

    public static Icons.Sign sign(CallStatus status) {
        return switch (status) {
            case PENDING_APPROVAL -> new Icons.Sign(Feather.CLOCK, "waiting");
            case RUNNING -> new Icons.Sign(Feather.PLAY, "running");
            case COMPLETED -> new Icons.Sign(Feather.CHECK_CIRCLE, "done");
            case FAILED -> new Icons.Sign(Feather.X_CIRCLE, "failed");
            case TIMEOUT -> new Icons.Sign(Feather.CLOCK, "failed");
            case KILLED -> new Icons.Sign(Feather.STOP_CIRCLE, "failed");
            case DENIED -> new Icons.Sign(Feather.X, "failed");
            case WITHDRAWN, EXPIRED -> new Icons.Sign(Feather.CIRCLE, "quiet");
            case DRY_RUN -> new Icons.Sign(Feather.EYE, "quiet");
            case HANDED_OVER -> new Icons.Sign(Feather.SHARE, "quiet");
            case LOST -> new Icons.Sign(Feather.HELP_CIRCLE, "waiting");
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
