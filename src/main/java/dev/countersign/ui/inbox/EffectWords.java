package dev.countersign.ui.inbox;

import dev.countersign.safety.Effect;
import dev.countersign.safety.EffectKind;
import dev.countersign.toolcall.Workspace;
import dev.countersign.ui.Words;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.kordamp.ikonli.feather.Feather;

/// How an effect of a command is put and drawn. Pure.
final class EffectWords {
    private EffectWords() {}

    /// `writes build/out`, `reaches example.org`.
    static String of(Effect effect) {
        String target = effect.target();
        return verb(effect.kind()) + (target.isBlank() ? "" : " " + Words.oneLine(target));
    }

    private static String verb(EffectKind kind) {
        return switch (kind) {
            case READ -> "reads";
            case WRITE -> "writes";
            case DELETE -> "deletes";
            case EXECUTE -> "runs";
            case NETWORK -> "reaches";
            case PRIVILEGE -> "takes rights of";
            case PROCESS -> "acts on process";
            case UNKNOWN -> "unknown:";
        };
    }

    static Feather icon(Effect effect) {
        return switch (effect.kind()) {
            case READ -> Feather.EYE;
            case WRITE -> Feather.EDIT_2;
            case DELETE -> Feather.TRASH_2;
            case EXECUTE -> Feather.PLAY;
            case NETWORK -> Feather.GLOBE;
            case PRIVILEGE -> Feather.KEY;
            case PROCESS -> Feather.CPU;
            case UNKNOWN -> Feather.HELP_CIRCLE;
        };
    }

    /// Whether it names a file outside the workspace, as far as its text tells: links are the
    /// assessment's to follow.
    static boolean isOutside(Effect effect, Path directory, Workspace workspace, Path home) {
        boolean aboutFiles =
                switch (effect.kind()) {
                    case READ, WRITE, DELETE -> true;
                    case EXECUTE, NETWORK, PRIVILEGE, PROCESS, UNKNOWN -> false;
                };
        String target = effect.target();
        if (!aboutFiles || target.isBlank() || target.startsWith("/dev/")) {
            return false;
        }
        try {
            Path path =
                    target.equals("~") || target.startsWith("~/")
                            ? home.resolve(target.substring(Math.min(2, target.length())))
                            : directory.resolve(target);
            return !workspace.contains(path.normalize(), home);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
