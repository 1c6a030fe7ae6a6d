package dev.countersign.ui.inbox;

import dev.countersign.approval.PartVerdict;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.Finding;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which waiting calls differ so little that a person may decide them together. Pure.
///
/// Alike are calls of one agent session in one folder, judged the same, whose words are the same
/// but for a few; what the console or the agent finds dangerous is like nothing.
final class Alikeness {
    /// In how many words two commands may differ.
    private static final int MOST_DIFFERENT_WORDS = 2;

    /// Longer commands are looked at one by one.
    private static final int LONGEST = 400;

    private static final Pattern WORD = Pattern.compile("\\S+");

    private Alikeness() {}

    /// A word of a command.
    ///
    /// @param start UTF-16 offset into the command
    record Word(String text, int start) {
        int end() {
            return start + text.length();
        }
    }

    /// What calls that may be alike have in common; empty for a call that is decided by itself.
    static Optional<Object> kind(CallRecord record) {
        ToolCall call = record.call();
        Optional<SupervisionEvent.Assessed> assessed = record.assessed();
        String text = call.command().text();
        if (assessed.isEmpty()
                || text.length() > LONGEST
                || text.indexOf('\n') >= 0
                || call.agentSaysDangerous()
                || assessed.get().assessment().level().atLeast(RiskLevel.HIGH)) {
            return Optional.empty();
        }
        List<Word> words = words(text);
        return Optional.of(
                List.of(
                        call.session().id(),
                        call.directory(),
                        call.addedEnvironment(),
                        call.mode(),
                        call.pseudoTerminal(),
                        assessed.get().assessment().level(),
                        assessed.get().assessment().findings().stream().map(Finding::id).toList(),
                        assessed.get().verdict().parts().stream()
                                .map(PartVerdict::verdict)
                                .map(Verdict::wireName)
                                .toList(),
                        words.getFirst().text(),
                        words.size()));
    }

    /// Whether two calls of one kind are alike.
    static boolean alike(CallRecord one, CallRecord other) {
        List<Word> left = words(one.call().command().text());
        List<Word> right = words(other.call().command().text());
        return left.size() == right.size() && differing(left, right).size() <= MOST_DIFFERENT_WORDS;
    }

    /// The words of a command that are not the same in all of the others, which are like it.
    static List<Word> differing(String command, List<String> others) {
        List<Word> words = words(command);
        List<Word> found = new ArrayList<>();
        for (int at = 0; at < words.size(); at++) {
            for (String other : others) {
                List<Word> theirs = words(other);
                if (at >= theirs.size() || !theirs.get(at).text().equals(words.get(at).text())) {
                    found.add(words.get(at));
                    break;
                }
            }
        }
        return found;
    }

    private static List<Word> differing(List<Word> left, List<Word> right) {
        List<Word> found = new ArrayList<>();
        for (int at = 0; at < left.size(); at++) {
            if (!left.get(at).text().equals(right.get(at).text())) {
                found.add(left.get(at));
            }
        }
        return found;
    }

    private static List<Word> words(String text) {
        List<Word> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(new Word(matcher.group(), matcher.start()));
        }
        return words;
    }
}
