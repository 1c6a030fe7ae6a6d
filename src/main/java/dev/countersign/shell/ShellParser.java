package dev.countersign.shell;

import java.util.List;
import java.util.Optional;

/// The strict reader of bash text: what bash 5.2 refuses is refused, what is not modelled is
/// [Unparsed]. Any text gets an answer, in time and space linear in its length; nothing is thrown.
///
/// The text is read as `bash -c` reads it at its start: no aliases, `extglob` off, not in POSIX
/// mode. Commands in it that change these (`shopt -s extglob expand_aliases`, `set -o posix`)
/// change how bash reads the lines after them.
public final class ShellParser {
    /// UTF-16 units; a command has at most 131,071 bytes, a script file may have more.
    public static final int LENGTH_LIMIT = 1 << 20;

    private ShellParser() {}

    public static ParsedText parse(String text) {
        return parse(new Reading(text, false));
    }

    static ParsedText parse(Reading reading) {
        String text = reading.source;
        Span all = new Span(0, text.length());
        if (text.length() > LENGTH_LIMIT) {
            return unknown(reading, all, "Longer than " + LENGTH_LIMIT + " characters; not read.");
        }
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            return refused(reading, new Span(nul, nul + 1), "A command cannot hold a NUL.");
        }
        try {
            Script script = ScriptReader.whole(new Input(reading, text, null));
            return new ParsedText(script, reading.unparsed, Optional.empty(), reading.steps());
        } catch (Stop.Refused refused) {
            return refused(reading, refused.at(), refused.reason());
        } catch (Stop.TooDeep | Stop.Unknown unknown) {
            return unknown(reading, unknown.at(), unknown.reason());
        }
    }

    private static ParsedText refused(Reading reading, Span at, String reason) {
        ParseProblem problem = new ParseProblem(at, reason);
        return new ParsedText(
                opaque(reading, reason), reading.unparsed, Optional.of(problem), reading.steps());
    }

    private static ParsedText unknown(Reading reading, Span at, String reason) {
        reading.unparsed(at, reason);
        return new ParsedText(
                opaque(reading, reason), reading.unparsed, Optional.empty(), reading.steps());
    }

    private static Script opaque(Reading reading, String reason) {
        Span all = new Span(0, reading.source.length());
        Command whole = new Unparsed(all, reason);
        return new Script(all, new CommandList(all, List.of(new CommandList.Entry(whole, false))));
    }
}
