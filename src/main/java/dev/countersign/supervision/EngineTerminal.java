package dev.countersign.supervision;

import dev.countersign.execution.TerminalControl;

/// An engine's terminal in the person's hands.
record EngineTerminal(TerminalControl control) implements PersonTerminal {
    @Override
    public void resize(int columns, int rows) {
        control.resize(columns, rows);
    }

    @Override
    public boolean type(byte[] bytes) {
        return control.type(bytes);
    }
}
