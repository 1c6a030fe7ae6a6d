package dev.countersign.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CommandReaderTest {
    @Test
    void commandsAreFoundWhereverTheyStand() {
        assertEquals(List.of("ls", "cat", "rm -rf x"), commands("ls | cat && rm -rf x"));
        assertEquals(List.of("a", "b", "c", "d"), commands("a; b & c\nd"));
        assertEquals(List.of("echo ?", "id"), commands("echo $(id)"));
        assertEquals(List.of("echo ?", "id"), commands("echo \"a `id`\""));
        assertEquals(List.of("echo ?", "echo ?", "id"), commands("echo `echo \\`id\\``"));
        assertEquals(List.of("diff ? ?", "ls", "cat"), commands("diff <(ls) >(cat)"));
        assertEquals(List.of("echo ?", "id"), commands("echo $((1 + $(id)))"));
        assertEquals(List.of("echo ?", "id"), commands("echo $[`id`]"));
        assertEquals(List.of("echo ?", "id"), commands("echo ${x:-$(id)}"));
        assertEquals(List.of("echo ?", "id"), commands("echo ${a[$(id)]}"));
        assertEquals(List.of("echo ?", "id"), commands("echo \"${x:-'$(id)'}\""));
        assertEquals(List.of("id"), commands("(( $(id) ))"));
        assertEquals(List.of("id", "id"), commands("[[ $(id) == a && x =~ ($(id)|b) ]]"));
        assertEquals(List.of("id"), commands("x[$(id)]=1").subList(1, 2));
        assertEquals(List.of("", "id"), commands("x=(a $(id))"));
        assertEquals(List.of("cat", "id"), commands("cat <<E\na $(id)\nE"));
        assertEquals(List.of("cat"), commands("cat <<'E'\na $(id)\nE"));
        assertEquals(List.of("cat ?", "id"), commands("cat <<< x \"$(id)\""));
        assertEquals(List.of("rm", "f"), commands("f() { rm; }; f"));
        assertEquals(List.of("a", "b", "c"), commands("if a; then b; else c; fi"));
        assertEquals(List.of("", "id", "a"), commands("for x in $(id); do a; done"));
        assertEquals(List.of("id", "a", "b"), commands("case $(id) in x) a;; *) b;; esac"));
        assertEquals(List.of("a", "b"), commands("coproc N { a; }; time -p b"));
        assertEquals(List.of("a", "b"), commands("((a) && b)"));
        assertEquals(List.of("echo ?", "a", "b"), commands("echo $((a); b)"));
    }

    @Test
    void wordsAreUnquotedAndTheirKindIsTold() {
        assertEquals(Optional.of("rm"), first("r\\m").staticValue());
        assertEquals(Optional.of("rm"), first("'r'\"m\"").staticValue());
        assertEquals(Optional.of("rm"), first("$'\\x72\\155'").staticValue());
        assertEquals(Optional.of("rm"), first("r\\\nm").staticValue());
        assertEquals(Optional.of("a$b"), first("\"a\\$b\"").staticValue());
        assertEquals(Optional.of("a\\b"), first("\"a\\b\"").staticValue());
        assertEquals(Optional.of(""), first("''").staticValue());
        assertEquals(Optional.of("ls\r"), first("ls\r").staticValue());
        assertEquals(Optional.of("a\u00a0b"), first("a\u00a0b").staticValue());
        assertEquals(Optional.empty(), first("$x").staticValue());
        assertEquals(Optional.empty(), first("$\"rm\"").staticValue());
        assertEquals(Optional.empty(), first("{rm,-rf}").staticValue());
        assertTrue(first("{rm,-rf}").hasBraces());
        assertTrue(first("*.txt").isGlob());
        assertTrue(first("[ab]c").isGlob());
        assertTrue(first("~/x").startsWithTilde());
        assertTrue(first("a:~/x").hasInnerTilde());
        assertEquals(List.of(false, false), List.of(first("[").isGlob(), first("'*'").isGlob()));
        assertEquals(
                List.of(false, false),
                List.of(first("{}").hasBraces(), first("'{a,b}'").hasBraces()));
        assertEquals(false, first("'~'").startsWithTilde());
    }

    @Test
    void redirectsSayWhetherTheyWrite() {
        assertEquals(List.of(true), writes("a > f"));
        assertEquals(List.of(true, true, true), writes("a >> f 2>| g <> h"));
        assertEquals(List.of(true, true, true), writes("a &> f &>> g >& h"));
        assertEquals(List.of(false, false, false), writes("a > /dev/null 2>&1 >&-"));
        assertEquals(List.of(false, false, false), writes("a < f <<< g <&3-"));
        assertEquals(List.of(true), writes("a > \"$x\""));
        assertEquals(List.of(true), writes("a >& $x"));
        assertEquals(List.of(true), writes("{fd}> f"));
        assertEquals(List.of(false), writes("a 2> '/dev/null'"));
        CommandReading.Parts group = parts("{ a; } > f");
        assertEquals(CommandPart.Kind.REDIRECTS, group.parts().get(1).kind());
        assertTrue(group.parts().get(1).redirects().getFirst().writesFile());
    }

    @Test
    void assignmentsAndPipesAreTold() {
        CommandPart part = parts("A=1 B+=$(id) C[2]=x env | cat &").parts().getFirst();
        assertEquals(
                List.of("A", "B", "C"),
                part.assignments().stream().map(CommandAssignment::name).toList());
        assertTrue(part.assignments().get(1).append());
        assertTrue(part.assignments().get(2).element());
        assertEquals(Optional.of("1"), part.assignments().getFirst().value().staticValue());
        assertEquals(0, part.pipe().orElseThrow().stage());
        assertEquals(2, part.pipe().orElseThrow().stages());
        assertTrue(part.background());
        assertEquals(CommandPart.Kind.ASSIGNMENTS, parts("x=1").parts().getFirst().kind());
        assertEquals(
                "x",
                parts("for x in a; do b; done").parts().getFirst().assignments().getFirst().name());
    }

    @Test
    void emptyScriptsHaveNoParts() {
        assertEquals(List.of(), commands(""));
        assertEquals(List.of(), commands("  # only a comment\n\n"));
    }

    @Test
    void whatBashRefusesIsUnreadable() {
        for (String text :
                List.of(
                        "if",
                        "echo )",
                        "a | | b",
                        "'",
                        "$(",
                        "a; ; b",
                        "{ }",
                        "in x",
                        "a=(b;c)",
                        "echo a=(1)",
                        ">x <local b a=(1)",
                        "[[ ]]",
                        "for x { a; }",
                        "a\0b",
                        "case x in a) b esac",
                        "fi",
                        "&& a",
                        "a &; b",
                        "f() a")) {
            assertInstanceOf(CommandReading.Unreadable.class, CommandReader.read(text), text);
        }
    }

    @Test
    void whatIsNotModelledIsUnreadable() {
        for (String text :
                List.of(
                        "${ id; }",
                        "echo \\",
                        "echo ${x!}",
                        "`if`",
                        "\"${x:-$'\\x24(id)'}\"",
                        "$(cat <<E)",
                        "<<$x\n",
                        "$x() { a; }",
                        "echo $(x=(\\*))",
                        "[[ 'a[$(id)]' -eq 1 ]]",
                        "[[ -v 'a[$(id)]' ]]",
                        "cat <<E\n$(\nE",
                        "echo $((a) b)",
                        "((a # '\nb \\\n c # '\n); d)",
                        "cat <<E | ((a \nx\nE\n); d)",
                        "((a; b $(cat <<E\nE\n)); d)",
                        "for ((a\\;b;c)) do d; done",
                        "for (($${(id)+x+1; a;1<<2)) do d; done",
                        "for (($\\\n$\\\n{(id)+x+1; a;1<<2)) do d; done",
                        "for ((\"$$(a\";;)) do d; done",
                        "(( x # $( if ) \n))",
                        "((a b)\\\n); c",
                        "for x; do coproc { a=(x in) ; }; done",
                        "x=(1)b",
                        "a=1 >f b[1]=2 c")) {
            assertInstanceOf(CommandReading.Unreadable.class, CommandReader.read(text), text);
        }
    }

    @Test
    void hereDocumentsEndWhereBashEndsThem() {
        assertEquals(List.of("cat", "id"), commands("cat <<-E\n\tx\n\tE\nid"));
        assertEquals(List.of("cat"), commands("cat <<E\nx\\\nE\nid"));
        assertEquals(List.of("cat", "id"), commands("cat <<\"E F\"\nx\nE F\nid"));
        assertEquals(List.of("cat", "cat", "id"), commands("cat <<A; cat <<B\nA\nid\nB\nid"));
        assertEquals(List.of("echo ?", "cat"), commands("echo $(cat <<E\nx\nE)"));
        assertEquals(List.of("cat ?", "echo", "z"), commands("cat <<E $(echo\n); z\nid\nE"));
    }

    private static CommandReading.Parts parts(String command) {
        CommandReading reading = CommandReader.read(command);
        if (reading instanceof CommandReading.Parts parts) {
            return parts;
        }
        throw new AssertionError(command + ": " + reading);
    }

    private static List<String> commands(String command) {
        return parts(command).parts().stream()
                .map(part ->
                        String.join(
                                " ",
                                part.words().stream()
                                        .map(word -> word.staticValue().orElse("?"))
                                        .toList()))
                .toList();
    }

    private static CommandWord first(String command) {
        return parts(command).parts().getFirst().words().getFirst();
    }

    private static List<Boolean> writes(String command) {
        return parts(command).parts().getFirst().redirects().stream()
                .map(CommandRedirect::writesFile)
                .toList();
    }
}
