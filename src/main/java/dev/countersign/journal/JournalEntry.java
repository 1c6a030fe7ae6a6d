package dev.countersign.journal;

import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// An event in the form that it is kept in: facts for ever, and texts that a person may delete.
///
/// @param facts ids, times, kinds and figures; part of the chained line
/// @param texts by name; the line holds only salted digests of them
record JournalEntry(ObjectNode facts, Map<String, String> texts) {
    JournalEntry {
        texts = Map.copyOf(texts);
    }
}
