package dev.countersign.safety;

import dev.countersign.shell.CommandPart;
import dev.countersign.shell.CommandReader;
import dev.countersign.shell.CommandReading;
import dev.countersign.shell.CommandWord;
import dev.countersign.shell.Span;
import dev.countersign.shell.WordPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A command as it can be shown honestly: everything that draws nothing, moves text, or looks like
/// something else stands in `text` as a mark such as `⟦ZWSP U+200B⟧`. Nothing is left out, and a
/// `⟦` of the command's own is a mark too, so that no mark can be forged. Pure; answers any text.
///
/// @param text what to draw; besides the line feed it holds no control, format, private or
///   unassigned character and no space but U+0020
/// @param marks every mark, in source order
/// @param findings what a person must be told
public record CommandDisplay(String text, List<Mark> marks, List<Finding> findings) {
    /// Findings of one command; more would only repeat themselves. Marks are not limited.
    public static final int FINDING_LIMIT = 200;

    private static final String HOST_ENDS = " \t\r\n/@:'\"<>|;&()=?#`$\\";
    private static final Pattern TOKEN = Pattern.compile("[\\p{L}\\p{M}\\p{Nd}]+");

    public CommandDisplay {
        marks = List.copyOf(marks);
        findings = List.copyOf(findings);
    }

    /// How bad it is.
    public enum Level {
        /// Drawn as a mark, but ordinary where it stands: a tab, a joiner in an emoji.
        NONE,
        /// Not what it looks like.
        HIGH,
        /// Nothing but a wish to deceive puts it there.
        CRITICAL
    }

    /// A place of the source that is drawn as a mark.
    ///
    /// @param span in the command
    /// @param codePoint the character, of a run of blanks its first
    /// @param name as on the mark
    public record Mark(Span span, int codePoint, String name, Level level) {}

    /// What a person must be told, in plain words.
    public record Finding(String id, String message, Span span, Level level) {}

    public static CommandDisplay of(String command) {
        List<Mark> marks = new ArrayList<>(CommandDisplayMarks.find(command));
        List<Finding> findings = new ArrayList<>(CommandDisplayMarks.findings(marks));
        findings.addAll(lookAlikes(command));
        Set<Integer> marked = new HashSet<>();
        marks.forEach(mark -> marked.add(mark.span().start()));
        for (Finding finding : findings) {
            markLookAlikes(command, finding, marks, marked);
        }
        marks.sort((a, b) -> Integer.compare(a.span().start(), b.span().start()));
        findings.sort((a, b) -> Integer.compare(a.span().start(), b.span().start()));
        List<Finding> kept =
                findings.size() > FINDING_LIMIT ? findings.subList(0, FINDING_LIMIT) : findings;
        return new CommandDisplay(draw(command, marks), marks, kept);
    }

    private static String draw(String command, List<Mark> marks) {
        StringBuilder drawn = new StringBuilder(command.length() + marks.size() * 16);
        int from = 0;
        for (Mark mark : marks) {
            drawn.append(command, from, mark.span().start());
            drawn.append('⟦').append(mark.name()).append('⟧');
            from = mark.span().end();
        }
        return drawn.append(command, from, command.length()).toString();
    }

    /// Inside a finding about look-alikes each of them gets its mark.
    private static void markLookAlikes(
            String command, Finding finding, List<Mark> marks, Set<Integer> marked) {
        if (!finding.id().equals("look-alike")) {
            return;
        }
        for (int i = finding.span().start(); i < finding.span().end(); ) {
            int c = command.codePointAt(i);
            int end = i + Character.charCount(c);
            if (CommandDisplayLookAlikes.of(c).isPresent() && marked.add(i)) {
                String name =
                        new String(Character.toChars(c))
                                + " U+%04X, not %s"
                                        .formatted(c, CommandDisplayLookAlikes.of(c).get());
                marks.add(new Mark(new Span(i, end), c, name, finding.level()));
            }
            i = end;
        }
    }

    private static List<Finding> lookAlikes(String command) {
        if (isAscii(command)) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        hosts(command, findings);
        if (CommandReader.read(command) instanceof CommandReading.Parts parts) {
            for (CommandPart part : parts.parts()) {
                words(part, command, findings);
            }
        }
        mixedWords(command, findings);
        return findings;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /// Whatever stands after `//` or `@` or ends in a dot and letters is taken for a host.
    private static void hosts(String command, List<Finding> findings) {
        int start = 0;
        for (int i = 0; i <= command.length(); i++) {
            boolean ends = i == command.length() || HOST_ENDS.indexOf(command.charAt(i)) >= 0;
            if (!ends) {
                continue;
            }
            boolean named =
                    start > 0
                            && (command.charAt(start - 1) == '@'
                                    || command.startsWith("//", Math.max(0, start - 2)));
            String host = command.substring(start, i);
            if ((named || endsInDomain(host)) && labelDisguised(host)) {
                add(
                        findings,
                        "The host name is written with letters that look like others.",
                        new Span(start, i),
                        Level.CRITICAL);
            }
            start = i + 1;
        }
    }

    private static boolean endsInDomain(String word) {
        int dot = word.lastIndexOf('.');
        return dot > 0
                && word.length() - dot > 2
                && word.substring(dot + 1).chars().allMatch(CommandDisplay::isLatin);
    }

    private static boolean isLatin(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean labelDisguised(String host) {
        for (String label : host.split("\\.", -1)) {
            if (disguised(label)) {
                return true;
            }
        }
        return false;
    }

    /// Some letter is a look-alike, and no letter shows that the word is of another script.
    private static boolean disguised(String word) {
        boolean alike = false;
        for (int c : word.codePoints().toArray()) {
            Optional<String> looks = CommandDisplayLookAlikes.of(c);
            alike |= looks.isPresent();
            if (c >= 0x80 && looks.isEmpty()) {
                return false;
            }
        }
        return alike;
    }

    private static void words(CommandPart part, String command, List<Finding> findings) {
        boolean first = true;
        for (CommandWord word : part.words()) {
            if (first && disguised(word.text())) {
                add(
                        findings,
                        "The name of the command is written with letters that look like others.",
                        word.span(),
                        Level.CRITICAL);
            } else if (!first) {
                punctuation(word, command, findings);
            }
            first = false;
        }
    }

    /// Unquoted signs that look like the ones that mean something to the shell or begin an option.
    private static void punctuation(CommandWord word, String command, List<Finding> findings) {
        for (WordPart part : word.parts()) {
            if (!(part instanceof WordPart.Literal)) {
                continue;
            }
            String text = part.span().of(command);
            if (holdsSign(text, part.span().start() == word.span().start())) {
                add(
                        findings,
                        "A sign looks like one that the shell or the command would understand.",
                        part.span(),
                        Level.HIGH);
            }
        }
    }

    /// A dash counts only where it would begin an option.
    private static boolean holdsSign(String text, boolean beginsWord) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            Optional<String> looks = CommandDisplayLookAlikes.of(c);
            boolean sign = !Character.isLetterOrDigit(c) && looks.isPresent();
            boolean dash = looks.filter("-"::equals).isPresent();
            if (sign && (!dash || (i == 0 && beginsWord && text.length() > 1))) {
                return true;
            }
        }
        return false;
    }

    private static void mixedWords(String command, List<Finding> findings) {
        Matcher matcher = TOKEN.matcher(command);
        while (matcher.find()) {
            String token = matcher.group();
            if (token.chars().anyMatch(CommandDisplay::isLatin) && disguised(token)) {
                add(
                        findings,
                        "A word mixes letters of two scripts that look alike.",
                        new Span(matcher.start(), matcher.end()),
                        Level.HIGH);
            }
        }
    }

    private static void add(List<Finding> findings, String message, Span span, Level level) {
        boolean known =
                findings.stream()
                        .limit(FINDING_LIMIT)
                        .anyMatch(finding ->
                                finding.span().start() <= span.start()
                                        && finding.span().end() >= span.end());
        if (!known && findings.size() <= FINDING_LIMIT) {
            findings.add(new Finding("look-alike", message, span, level));
        }
    }
}
