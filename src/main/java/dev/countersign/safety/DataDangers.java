package dev.countersign.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// What databases and clouds would lose.
final class DataDangers {
    static final Set<String> DATABASES =
            Set.of(
                    "psql",
                    "mysql",
                    "mariadb",
                    "sqlite3",
                    "sqlite",
                    "duckdb",
                    "clickhouse-client",
                    "sqlcmd",
                    "sqlplus",
                    "cqlsh",
                    "snowsql",
                    "bq",
                    "pgcli",
                    "mycli",
                    "litecli",
                    "usql",
                    "hive",
                    "beeline",
                    "spark-sql",
                    "trino",
                    "presto",
                    "isql",
                    "db2",
                    "impala-shell",
                    "cockroach",
                    "mssql-cli");
    private static final Set<String> CLOUDS =
            Set.of(
                    "aws",
                    "awslocal",
                    "gcloud",
                    "az",
                    "oci",
                    "flyctl",
                    "fly",
                    "doctl",
                    "hcloud",
                    "scw",
                    "linode-cli",
                    "vultr-cli",
                    "openstack",
                    "ibmcloud",
                    "cf",
                    "eb",
                    "exo",
                    "civo",
                    "aliyun",
                    "heroku",
                    "exoscale",
                    "nova",
                    "cinder",
                    "upctl",
                    "ionosctl",
                    "yc");
    private static final Pattern REMOVES =
            Pattern.compile(
                    "(delete|terminate|destroy|purge|remove|deregister|release|revoke|drop|empty|rb|rm|schedule-key-deletion|disable|deactivate|evict|wipe|nuke|forget)(-.*)?");
    private static final Pattern CHANGES =
            Pattern.compile(
                    "(create|put|update|modify|set|add|attach|detach|start|stop|reboot|run|deploy|import|reset|restore|associate|disassociate|authorize|enable|register|invoke|send|publish|apply|promote|migrate|rotate|tag|untag|scale|resize|ssh|enable|replace|patch|assign|unassign|grant|upload|execute|activate|reactivate|change|initiate|rebuild|restart|failover|switchover|upgrade|rename|accept|bind|unbind|install|uninstall|drain|abort|force|allocate|config-zip)(-.*)?|admin-(?!get|list).*");
    private static final Pattern MONGO =
            Pattern.compile(
                    "dropDatabase|\\.drop\\(|deleteMany\\(\\s*\\{\\s*\\}|\\.remove\\(\\s*\\{\\s*\\}");

    // What they change lies on this machine, or is said elsewhere.
    private static final Set<String> OWN_SETTINGS =
            Set.of(
                    "config",
                    "configure",
                    "auth",
                    "auths",
                    "login",
                    "init",
                    "components",
                    "extension",
                    "plugins",
                    "s3",
                    "storage",
                    "local",
                    "emulators",
                    "run:local",
                    "update",
                    "version",
                    "completion",
                    "profile",
                    "context",
                    "kubeconfig",
                    "cloud-shell",
                    "open",
                    "logs");

    private static final Pattern OPTION = Pattern.compile("^--[a-z-]+=");

    private DataDangers() {}

    static void find(JudgedCommand command, List<JudgedCommand> all, List<Danger> found) {
        if (DATABASES.contains(command.name())) {
            statements(command, all).forEach(text -> statements(command, text, found));
        }
        boolean mongo =
                command.is("mongosh", "mongo")
                        && command.rest().stream()
                                .anyMatch(word -> MONGO.matcher(word.shown()).find());
        if (mongo) {
            found.add(dropped(command));
        }
        boolean project =
                (command.is("php")
                                && command.has("artisan")
                                && anyMatches(command, "migrate:(fresh|reset|refresh)|db:wipe"))
                        || (command.is("python", "python3")
                                && anyMatches(command, "(.*/)?manage\\.py")
                                && anyMatches(command, "flush|reset_db"))
                        || (command.is("alembic") && command.has("downgrade"));
        if (project) {
            found.add(dropped(command));
        }
        boolean key =
                command.is("aws", "awslocal")
                        && command.has("configure")
                        && anyMatches(command, "(.*\\.)?aws_(secret_access_key|session_token)");
        if (key) {
            found.add(
                    Danger.of(
                            command,
                            "secret.told",
                            RiskLevel.HIGH,
                            "Shows a password, key or token as plain text."));
        }
        boolean secret =
                command.is("kubectl", "oc", "k")
                        && command.has("get")
                        && command.rest().stream()
                                .anyMatch(word -> word.prefix().matches("secrets?(/.*)?"))
                        && command.rest().stream()
                                .anyMatch(word -> word.prefix().matches("(-o|--output).*"));
        if (secret) {
            found.add(
                    Danger.of(
                            command,
                            "secret.told",
                            RiskLevel.HIGH,
                            "Shows a password, key or token as plain text."));
        }
        if (CLOUDS.contains(command.name())) {
            cloud(command, found);
        }
    }

    private static boolean anyMatches(JudgedCommand command, String pattern) {
        return command.rest().stream().anyMatch(word -> word.shown().matches(pattern));
    }

    /// The texts that a client of a database is given, in its words, by a pipe or a document.
    private static List<String> statements(JudgedCommand command, List<JudgedCommand> all) {
        List<String> texts = new ArrayList<>();
        command.rest().forEach(word -> texts.add(word.shown()));
        command.command().redirects().forEach(redirect -> redirect.content().ifPresent(texts::add));
        for (JudgedCommand other : all) {
            boolean feeds =
                    other.is("echo", "printf", "cat")
                            && other.command().pipeline() >= 0
                            && other.command().pipeline() == command.command().pipeline()
                            && other.command().stage() < command.command().stage();
            if (feeds) {
                other.rest().forEach(word -> texts.add(word.shown()));
                other.command()
                        .redirects()
                        .forEach(redirect -> redirect.content().ifPresent(texts::add));
            }
        }
        return texts;
    }

    private static void statements(JudgedCommand command, String given, List<Danger> found) {
        // Else `--command=` would begin a comment.
        String text = OPTION.matcher(given).replaceFirst("");
        if (SqlText.drops(text)) {
            found.add(dropped(command));
        }
        if (SqlText.runsPrograms(text)) {
            found.add(
                    Danger.of(
                            command,
                            "database.program",
                            RiskLevel.HIGH,
                            "Has the database run a program or write a file."));
        }
        if (SqlText.changesRights(text)) {
            found.add(
                    Danger.of(
                            command,
                            "database.rights",
                            RiskLevel.HIGH,
                            "Changes who may do what in the database."));
        }
    }

    private static Danger dropped(JudgedCommand command) {
        return Danger.of(
                        command,
                        "database.dropped",
                        RiskLevel.HIGH,
                        "Deletes tables or databases, or all that a table holds.")
                .losing("What the tables hold would be deleted.")
                .instead("a dump of them first");
    }

    private static void cloud(JudgedCommand command, List<Danger> found) {
        boolean dry = command.has("--dry-run") || command.has("--dryrun") || command.has("help");
        if (dry) {
            return;
        }
        List<ScriptWord> words = command.operands();
        for (int i = 1; i < Math.min(words.size(), 5); i++) {
            String verb = words.get(i).shown().toLowerCase(Locale.ROOT);
            if (REMOVES.matcher(verb).matches()) {
                found.add(
                        Danger.of(
                                        command,
                                        "cloud.deleted",
                                        RiskLevel.HIGH,
                                        "Deletes something in the cloud.")
                                .losing("What it names in the cloud would be deleted."));
                return;
            }
            if (CHANGES.matcher(verb).matches()) {
                boolean rights = words.getFirst().shown().matches("iam|sts|ad|role|kms|projects");
                boolean own = OWN_SETTINGS.contains(words.getFirst().shown());
                found.add(
                        Danger.of(
                                command,
                                rights ? "cloud.rights" : "cloud.changed",
                                own ? RiskLevel.MEDIUM : RiskLevel.HIGH,
                                rights
                                        ? "Changes who may do what in the cloud."
                                        : "Changes what runs in the cloud."));
                return;
            }
        }
    }
}
