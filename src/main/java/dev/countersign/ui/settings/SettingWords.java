package dev.countersign.ui.settings;

import dev.countersign.settings.Setting;
import dev.countersign.settings.SettingKind;
import java.util.Locale;

/// How values of settings are put for people. Pure.
final class SettingWords {
    private SettingWords() {}

    /// A value on one line: `On`, `24h`, `2,000 lines`, `none`.
    static <T> String value(Setting<T> setting, T value) {
        String typed = setting.kind().asTyped(value);
        return switch (setting.kind()) {
            case SettingKind.Switch _ -> typed.equals("true") ? "On" : "Off";
            case SettingKind.Choice<?> _ -> choice(typed);
            case SettingKind.Whole whole -> typed + " " + whole.unit();
            case SettingKind.Text _ -> typed.isEmpty() ? "empty" : typed;
            case SettingKind.Lines _ ->
                    typed.isEmpty() ? "none" : typed.lines().count() + " in the list";
            case SettingKind.Spans _ -> typed.isEmpty() ? "none" : typed;
            case SettingKind.Span _, SettingKind.SpanOrNever _ -> typed;
        };
    }

    static <T> String standard(Setting<T> setting) {
        return value(setting, setting.standard());
    }

    /// The word of a choice as it stands in the list: `Desktop`.
    static String choice(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1).replace('_', ' ');
    }

    /// What may be typed, as a sentence; empty where the control shows it all.
    static String range(Setting<?> setting) {
        return switch (setting.kind()) {
            case SettingKind.Switch _, SettingKind.Choice<?> _ -> "";
            case SettingKind.Lines lines -> "One a line: " + lines.words() + ".";
            case SettingKind.Whole _,
                    SettingKind.Span _,
                    SettingKind.SpanOrNever _,
                    SettingKind.Spans _,
                    SettingKind.Text _ ->
                    setting.range().substring(0, 1).toUpperCase(Locale.ROOT)
                            + setting.range().substring(1)
                            + ".";
        };
    }

    /// Whether a setting is meant by what a person searches for: each word stands in its name, its
    /// description, its key or its group.
    static boolean matches(Setting<?> setting, String group, String search) {
        String all =
                String.join(" ", setting.title(), setting.description(), setting.id(), group)
                        .toLowerCase(Locale.ROOT);
        for (String word : search.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
            if (!all.contains(word)) {
                return false;
            }
        }
        return true;
    }
}
