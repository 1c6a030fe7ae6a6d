package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Settings of git that name programs, given on its command line: `-c alias.x='!command'`. Pure.
final class GitSettings {
    private static final Pattern PROGRAM =
            Pattern.compile(
                    "core\\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)"
                        + "|sequence\\.editor|pager\\..*|diff\\.external|diff\\..*\\.(command|textconv)"
                        + "|(diff|merge)tool\\..*\\.cmd|merge\\..*\\.driver"
                        + "|filter\\..*\\.(clean|smudge|process)|gpg\\.(.*\\.)?program"
                        + "|interactive\\.difffilter|uploadpack\\.packobjectshook"
                        + "|trailer\\..*\\.(command|cmd)|sendemail\\..*cmd|browser\\..*\\.cmd");

    private GitSettings() {}

    /// The texts that a shell would run.
    static List<ScriptWord> programs(List<ScriptWord> words) {
        List<ScriptWord> programs = new ArrayList<>();
        for (int i = 0; i + 1 < words.size(); i++) {
            ScriptWord setting = words.get(i + 1);
            int equals = setting.prefix().indexOf('=');
            if (!words.get(i).is("-c") || equals < 0) {
                continue;
            }
            String key = setting.prefix().substring(0, equals).toLowerCase(Locale.ROOT);
            boolean shell = setting.prefix().startsWith("!", equals + 1);
            boolean asShell = shell && (key.startsWith("alias.") || key.startsWith("credential."));
            if (asShell || PROGRAM.matcher(key).matches()) {
                programs.add(
                        setting.isKnown()
                                ? setting.after(equals + 1 + (shell ? 1 : 0))
                                : ScriptWord.unknown(
                                        setting.text(), setting.start(), setting.end()));
            }
        }
        return programs;
    }
}
