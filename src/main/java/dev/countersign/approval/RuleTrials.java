package dev.countersign.approval;

/// Puts drafts among the rules that are in force, to see what would change.
final class RuleTrials {
    private RuleTrials() {}

    /// The rules with the draft in the global file; unchanged when it cannot be written down.
    static RuleBook with(RuleBook book, RuleDraft draft) {
        RuleBook changed = book;
        try {
            for (PermissionRule rule :
                    RuleForms.of(draft, book.files().getFirst(), TriedCalls.DRAFT)) {
                changed = changed.with(rule);
            }
        } catch (PermissionsFile.EditRefused _) {
            return book;
        }
        return changed;
    }
}
