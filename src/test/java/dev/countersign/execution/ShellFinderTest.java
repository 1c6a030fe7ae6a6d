package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShellFinderTest {
    @Test
    void thePersonsOwnBashComesFirst() {
        assertEquals(found("/opt/bash"), find("/opt/bash", "/opt/bash", "/bin/bash"));
    }

    @Test
    void anotherShellIsNotTaken() {
        assertEquals(found("/bin/bash"), find("/bin/zsh", "/bin/zsh", "/bin/bash"));
        assertEquals(found("/bin/bash"), find("/opt/notbash", "/opt/notbash", "/bin/bash"));
    }

    @Test
    void aBashThatIsNotThereIsPassedOver() {
        assertEquals(found("/usr/bin/bash"), find("/opt/bash", "/usr/bin/bash"));
    }

    @Test
    void aRelativeOrBrokenNameIsPassedOver() {
        assertEquals(found("/bin/bash"), find("bash", "bash", "/bin/bash"));
        assertEquals(found("/bin/bash"), find("/x\0/bash", "/bin/bash"));
        assertEquals(found("/bin/bash"), find("", "/bin/bash"));
    }

    @Test
    void withoutAnyThereIsNone() {
        assertEquals(Optional.empty(), find("/bin/bash"));
    }

    private static Optional<Path> find(String shell, String... executables) {
        List<Path> there = List.of(executables).stream().map(Path::of).toList();
        return new ShellFinder(Map.of("SHELL", shell), there::contains).find();
    }

    private static Optional<Path> found(String path) {
        return Optional.of(Path.of(path));
    }
}
