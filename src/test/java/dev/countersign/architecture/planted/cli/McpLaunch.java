package dev.countersign.architecture.planted.cli;

/// A bridge that loads a toolkit, by way of another class.
public final class McpLaunch {
    private McpLaunch() {}

    public static boolean launch() {
        return Heavy.isHere();
    }
}
