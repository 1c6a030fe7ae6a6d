package dev.countersign.ui;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Opens nothing and remembers what was asked for.
public final class FakeLinks implements LinkOpener {
    private final List<String> opened = new CopyOnWriteArrayList<>();

    @Override
    public void openAddress(String address) {
        opened.add(address);
    }

    @Override
    public void openPlace(Path file, int line) {
        opened.add(file + ":" + line);
    }

    public List<String> opened() {
        return List.copyOf(opened);
    }
}
