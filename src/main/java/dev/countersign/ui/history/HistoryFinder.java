package dev.countersign.ui.history;

import dev.countersign.journal.CallStory;
import dev.countersign.journal.History;
import dev.countersign.journal.HistoryChoices;
import dev.countersign.journal.HistoryPage;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.journal.JournalException;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.UiContext;
import java.util.Optional;
import java.util.function.Consumer;

/// Asks history on the background executor and answers on the FX thread. Confined to the FX thread.
///
/// Of two searches only the newer one is answered.
final class HistoryFinder {
    private final UiContext context;
    private final Consumer<String> failed;
    private long asked;
    private long counted;

    /// @param failed takes a sentence for the person
    HistoryFinder(UiContext context, Consumer<String> failed) {
        this.context = context;
        this.failed = failed;
    }

    /// A question that blocks.
    private interface Question<T> {
        T ask(History history) throws JournalException;
    }

    /// Searches from the newest on, or from where a page ended.
    void search(
            HistoryQuery query, Optional<Long> before, int limit, Consumer<HistoryPage> answer) {
        long number = ++asked;
        ask(
                history -> history.search(query, before, limit),
                found -> {
                    if (number == asked) {
                        answer.accept(found);
                    }
                });
    }

    /// How many calls a query finds: on its own, since counting takes longer than a page.
    void count(HistoryQuery query, Consumer<Long> answer) {
        long number = ++counted;
        ask(
                history -> history.count(query),
                found -> {
                    if (number == counted) {
                        answer.accept(found);
                    }
                });
    }

    void choices(Consumer<HistoryChoices> answer) {
        ask(History::choices, answer);
    }

    void story(ToolCallId id, Consumer<Optional<CallStory>> answer) {
        ask(history -> history.story(id), answer);
    }

    private <T> void ask(Question<T> question, Consumer<T> answer) {
        context.background()
                .execute(() -> {
                    try {
                        T value = question.ask(context.model().desk().keeping().history());
                        context.feed().execute(() -> answer.accept(value));
                    } catch (JournalException e) {
                        context.feed().execute(() -> failed.accept(e.sentence()));
                    }
                });
    }
}
