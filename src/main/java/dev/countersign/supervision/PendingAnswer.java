package dev.countersign.supervision;

import dev.countersign.journal.JournalException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// The caller's side of a call: waits for what there is to answer, tells progress meanwhile, and
/// hands the call over as a job when the client will not wait any longer.
final class PendingAnswer implements OpenCall {
    /// Makes the answer out of how the call stands.
    interface Answers {
        /// What the agent is told now; on its way into the journal when it is returned.
        CallReport answer(LiveCall life);

        /// The last line of output so far, fit to be shown.
        String lastLine(LiveCall life);
    }

    private final LiveCall life;
    private final CallObserver observer;
    private final Optional<Duration> patience;
    private final Duration progressEvery;
    private final InstantSource clock;
    private final Answers answers;
    private final AtomicBoolean answered = new AtomicBoolean();

    /// @param patience how long after the arrival the client must be answered; empty for never
    /// @param progressEvery how often a caller hears that its call still waits or runs
    PendingAnswer(
            LiveCall life,
            CallObserver observer,
            Optional<Duration> patience,
            Duration progressEvery,
            InstantSource clock,
            Answers answers) {
        this.life = life;
        this.observer = observer;
        this.patience = patience;
        this.progressEvery = progressEvery;
        this.clock = clock;
        this.answers = answers;
    }

    @Override
    public CallReport await() throws InterruptedException {
        Instant arrival = life.call().receivedAt();
        Instant nextProgress = arrival.plus(progressEvery);
        while (true) {
            Instant now = clock.instant();
            Instant wakeUp =
                    patience.map(arrival::plus).filter(nextProgress::isAfter).orElse(nextProgress);
            CallState state =
                    life.await(PendingAnswer::isAnswerable, Duration.between(now, wakeUp));
            now = clock.instant();
            if (isAnswerable(state) || isOutOfPatience(now)) {
                return answer();
            }
            if (!now.isBefore(nextProgress)) {
                tellProgress(state, Duration.between(arrival, now));
                nextProgress = nextProgress.plus(progressEvery);
            }
        }
    }

    private static boolean isAnswerable(CallState state) {
        return state.isOver() || (state.isRunning() && state.background());
    }

    private boolean isOutOfPatience(Instant now) {
        return patience.isPresent() && !now.isBefore(life.call().receivedAt().plus(patience.get()));
    }

    private CallReport answer() {
        answered.set(true);
        try {
            life.handOver();
        } catch (JournalException e) {
            return CallReport.refused(CallError.Type.UNKNOWN, e.sentence());
        }
        return answers.answer(life);
    }

    private void tellProgress(CallState state, Duration elapsed) {
        if (state.isRunning()) {
            observer.running(elapsed, answers.lastLine(life));
            return;
        }
        observer.waiting(elapsed);
    }

    @Override
    public void cancel() {
        if (!answered.get()) {
            life.cancel();
        }
    }
}
