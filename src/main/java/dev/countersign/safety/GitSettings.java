package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// What the command line of git sets before the subcommand: programs (`-c alias.x='!command'`) and
/// other repositories. Pure.
final class GitSettings {
    private static final Pattern PROGRAM =
            Pattern.compile(
                    "core\\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)"
                        + "|sequence\\.editor|pager\\..*|diff\\.external|diff\\..*\\.(command|textconv)"
                        + "|(diff|merge)tool\\..*\\.cmd|merge\\..*\\.driver"
                        + "|filter\\..*\\.(clean|smudge|process)|gpg\\.(.*\\.)?program"
                        + "|interactive\\.difffilter|uploadpack\\.packobjectshook"
                        + "|trailer\\..*\\.(command|cmd)|sendemail\\..*cmd|browser\\..*\\.cmd");

    private static final Set<String> OTHER_REPOSITORY = Set.of("-C", "--git-dir", "--work-tree");
    private static final Pattern OF_REPOSITORY = Pattern.compile("--(git-dir|work-tree)=.*");

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

    /// The repositories that options before the subcommand name: `git -C ../other log`.
    ///
    /// @param words those behind `git`
    static List<ScriptWord> repositories(List<ScriptWord> words) {
        List<ScriptWord> named = new ArrayList<>();
        for (int i = 0; i < words.size() && words.get(i).prefix().startsWith("-"); i++) {
            ScriptWord option = words.get(i);
            if (OTHER_REPOSITORY.contains(option.shown()) && i + 1 < words.size()) {
                named.add(words.get(++i));
            } else if (option.isKnown() && OF_REPOSITORY.matcher(option.shown()).matches()) {
                named.add(option.after(option.shown().indexOf('=') + 1));
            } else {
                i += option.is("-c") ? 1 : 0;
            }
        }
        return named;
    }
}
