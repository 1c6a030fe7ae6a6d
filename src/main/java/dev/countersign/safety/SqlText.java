package dev.countersign.safety;

import java.util.Locale;
import java.util.regex.Pattern;

/// Statements for a database, judged by their verbs.
final class SqlText {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|--[^\\n]*");
    private static final Pattern DROPS =
            Pattern.compile(
                    "\\b(drop\\s+(database|schema|table|user|role|view|index|tablespace|keyspace|owned|materialized|column|collection)|truncate\\b|alter\\s+table\\s+\\S+\\s+(drop|delete)|drop\\s+(db|function|trigger|extension|schema|index)|purge\\s+(binary|master)|reset\\s+master|detach\\s+delete)");
    private static final Pattern WHERE =
            Pattern.compile("\\bwhere\\b(?!\\s*(1\\s*=\\s*1|true|1\\s*($|;)))");
    private static final Pattern RUNS =
            Pattern.compile(
                    "\\bcopy\\b[^;]*\\bto\\s+'|\\bto\\s+program\\b|\\bfrom\\s+program\\b|xp_cmdshell|\\\\!|\\binto\\s+(out|dump)file\\b|load_extension|\\bsystem\\s|\\.shell\\b|\\.system\\b|pg_read_file|lo_export|sys_exec");
    private static final Pattern GRANTS =
            Pattern.compile(
                    "\\b(grant|revoke|pg_terminate_backend|pg_cancel_backend|flush\\s+tables|shutdown\\b|alter\\s+system|set\\s+(global|persist)|(stop|reset)\\s+(slave|replica)|(create|alter)\\s+(user|role)|set\\s+password)\\b");

    private SqlText() {}

    /// Whether it deletes tables, databases or all rows of a table.
    static boolean drops(String text) {
        for (String statement : plain(text).split(";", -1)) {
            boolean all =
                    statement.strip().matches("(?s)(delete\\s+from|update)\\b.*")
                            && !WHERE.matcher(statement).find();
            if (all || DROPS.matcher(statement).find()) {
                return true;
            }
        }
        return false;
    }

    /// Whether it runs a program or writes a file of the machine.
    static boolean runsPrograms(String text) {
        return RUNS.matcher(plain(text)).find();
    }

    /// Whether it changes who may do what.
    static boolean changesRights(String text) {
        return GRANTS.matcher(plain(text)).find();
    }

    private static String plain(String text) {
        return COMMENT.matcher(text).replaceAll(" ").toLowerCase(Locale.ROOT);
    }
}
