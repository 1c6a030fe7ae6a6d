package dev.countersign.mcp;

import dev.countersign.supervision.JobSummary;
import java.util.List;
import java.util.Locale;

/// The text of `list_shells`: one line for each job, and one in brackets that counts them.
final class JobTable {
    private JobTable() {}

    static String render(List<JobSummary> jobs) {
        if (jobs.isEmpty()) {
            return "[no jobs]";
        }
        StringBuilder text = new StringBuilder();
        text.append(row("id", "status", "pid", "age", "command"));
        for (JobSummary job : jobs) {
            text.append(
                    row(
                            job.id().shellName(),
                            job.status().wireName(),
                            job.pid().isPresent() ? Long.toString(job.pid().getAsLong()) : "-",
                            "%d s".formatted(job.age().toSeconds()),
                            ToolArguments.quote(job.command())));
        }
        return text.append(jobs.size() == 1 ? "[1 job]" : "[%d jobs]".formatted(jobs.size()))
                .toString();
    }

    private static String row(String id, String status, String pid, String age, String command) {
        return String.format(
                Locale.ROOT, "%-14s  %-16s  %8s  %9s  %s\n", id, status, pid, age, command);
    }
}
