package dev.countersign.mcp;

import java.util.List;

/// The versions of the Model Context Protocol that are spoken here.
final class ProtocolVersion {
    private static final List<String> KNOWN =
            List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    private ProtocolVersion() {}

    static String latest() {
        return KNOWN.getLast();
    }

    /// What the client asks for where it is known, else our latest, as the protocol demands.
    static String agree(String asked) {
        return KNOWN.contains(asked) ? asked : latest();
    }
}
