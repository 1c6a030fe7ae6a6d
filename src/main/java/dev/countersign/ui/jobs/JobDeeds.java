package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.JobDesk;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What can be done to jobs, at the desk and behind the FX thread; what came of it is told in a
/// sentence. Confined to the FX thread.
final class JobDeeds {
    private final UiContext context;
    private final Consumer<String> told;
    private final Set<ToolCallId> restartWhenOver = new HashSet<>();

    /// @param told takes a sentence for the person, on the FX thread
    JobDeeds(UiContext context, Consumer<String> told) {
        this.context = context;
        this.told = told;
    }

    private JobDesk desk() {
        return context.model().desk().jobs();
    }

    private void behind(Runnable deed) {
        context.background().execute(deed);
    }

    private void say(String sentence) {
        context.feed().execute(() -> told.accept(sentence));
    }

    void stop(JobRow.OfJob job) {
        behind(() -> desk().stop(job.id()));
    }

    void kill(JobRow.OfJob job) {
        behind(() -> desk().kill(job.id()));
    }

    /// Those of one agent, or of all.
    void stopAll(Optional<AgentSessionId> agent) {
        behind(() -> {
            int count = desk().stopAll(agent);
            say(count == 0 ? "Nothing was running." : Words.count(count, "job") + " stopping.");
        });
    }

    void pauseOrResume(JobRow.OfJob job) {
        behind(() -> {
            if (job.view().filter(JobView::overLimit).isPresent()) {
                desk().raiseOutputLimit(job.id());
            } else if (job.state() == JobState.PAUSED) {
                desk().resume(job.id());
            } else if (!desk().pause(job.id())) {
                say("It cannot be paused: it has ended, or the system does not allow it.");
            }
        });
    }

    void raiseOutputLimit(JobRow.OfJob job) {
        behind(() -> desk().raiseOutputLimit(job.id()));
    }

    /// Takes care of what an earlier console left running.
    void adopt(JobRow.OfJob job) {
        behind(() -> desk().adopt(job.id()));
    }

    void note(JobRow.OfJob job, String note) {
        behind(() -> desk().note(job.id(), note));
    }

    /// One that still runs is stopped first; its end starts it again.
    void restart(JobRow.OfJob job) {
        if (job.state().isOpen() && !job.isOrphan()) {
            restartWhenOver.add(job.id());
            stop(job);
        } else {
            runAgain(job.id());
        }
    }

    /// Starts again what was stopped for it.
    void restartThoseOver(Collection<CallRecord> changed) {
        for (CallRecord record : changed) {
            if (record.status().isFinal() && restartWhenOver.remove(record.id())) {
                runAgain(record.id());
            }
        }
    }

    private void runAgain(ToolCallId id) {
        behind(() ->
                say(
                        desk().runAgain(id).isPresent()
                                ? "A new call was made of it; where no rule allows it, it waits in"
                                        + " the Inbox."
                                : "It cannot be started again now."));
    }
}
