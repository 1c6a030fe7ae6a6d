package dev.countersign.mcp;

import java.util.ArrayList;
import java.util.List;

/// The versions of the Model Context Protocol that are spoken here.
final class ProtocolVersion {
    private static final List<String> KNOWN =
            List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    /// The version without a handshake: every request says for itself which version it is of.
    static final String STATELESS = "2026-07-28";

    private ProtocolVersion() {}

    /// All of them, newest first.
    static List<String> all() {
        List<String> all = new ArrayList<>(KNOWN);
        all.add(STATELESS);
        return all.reversed();
    }

    static String latest() {
        return KNOWN.getLast();
    }

    /// What the client asks for where it is known, else our latest, as the protocol demands.
    static String agree(String asked) {
        return KNOWN.contains(asked) ? asked : latest();
    }
}
