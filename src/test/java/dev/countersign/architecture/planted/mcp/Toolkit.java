package dev.countersign.architecture.planted.mcp;

import java.io.IOException;
import javafx.scene.Node;

/// Needs a toolkit, starts a process and prints.
public record Toolkit(Node node) {
    public static void start() throws IOException {
        System.out.println(new ProcessBuilder("true").start().pid());
    }
}
