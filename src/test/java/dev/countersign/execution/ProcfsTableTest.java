package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcfsTableTest {
    private static final String AFTER_NAME =
            " 12 34 56 0 -1 4194304 333 275 0 0 0 0 0 0 20 0 1 0 175186 4464640 795 184467";

    @Test
    void aNameMayHoldSpacesAndParentheses() {
        ProcessEntry entry = ProcfsTable.parse("4711 (a) S (b) Z" + AFTER_NAME);
        assertEquals(
                new ProcessEntry(
                        new ProcessIdentity(4711, 175_186, "a) S (b"),
                        12,
                        34,
                        56,
                        true,
                        entry.load()),
                entry);
        assertEquals(0, entry.load().processorMillis());
        assertEquals(0, entry.load().residentBytes() % (795 * 4_096L));
        assertFalse(ProcfsTable.parse("4711 (x) S" + AFTER_NAME).ended());
    }

    @Test
    void thisProcessIsSeen() {
        ProcfsTable table = new ProcfsTable();
        long self = ProcessHandle.current().pid();
        assertEquals(self, table.find(self).orElseThrow().pid());
        assertTrue(table.snapshot().stream().anyMatch(entry -> entry.pid() == self));
        assertEquals(Optional.empty(), table.find(0));
        assertEquals(Optional.empty(), table.find(Long.MAX_VALUE));
    }

    @Test
    void aVariableIsFoundByItsWholeName() {
        ProcfsTable table = new ProcfsTable();
        long self = ProcessHandle.current().pid();
        assertEquals(Optional.of(System.getenv("PATH")), table.variable(self, "PATH"));
        assertEquals(Optional.empty(), table.variable(self, "ATH"));
    }
}
