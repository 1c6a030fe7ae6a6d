package dev.countersign.platform.bus;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// A session bus in a folder of the test's own, by the real `dbus-daemon`; ended with the test.
public final class PrivateBus implements AutoCloseable {
    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/bin/dbus-daemon"), Path.of("/bin/dbus-daemon"));

    private final Process daemon;
    private final String address;

    private PrivateBus(Process daemon, String address) {
        this.daemon = daemon;
        this.address = address;
    }

    /// Starts one, or skips the test where there is no `dbus-daemon`.
    public static PrivateBus start(Path folder) throws IOException {
        Optional<Path> program = PROGRAMS.stream().filter(Files::isExecutable).findFirst();
        Assumptions.assumeTrue(
                program.isPresent(),
                "dbus-daemon is missing; packaging/test installs it (Debian: dbus)");
        Path configuration = folder.resolve("bus.conf");
        Files.writeString(
                configuration,
                """
                <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
                 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
                <busconfig>
                  <type>session</type>
                  <listen>unix:path=%s</listen>
                  <auth>EXTERNAL</auth>
                  <policy context="default">
                    <allow send_destination="*" eavesdrop="true"/>
                    <allow eavesdrop="true"/>
                    <allow own="*"/>
                  </policy>
                </busconfig>
                """
                        .formatted(folder.resolve("bus")));
        Process daemon =
                new ProcessBuilder(
                                program.get().toString(),
                                "--config-file=" + configuration,
                                "--nofork",
                                "--print-address=1")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        BufferedReader output = daemon.inputReader(StandardCharsets.UTF_8);
        String address = output.readLine();
        if (address == null) {
            throw new IOException("dbus-daemon ended with " + daemon.onExit().join().exitValue());
        }
        return new PrivateBus(daemon, address);
    }

    public String address() {
        return address;
    }

    /// What the desktop would tell a program of it.
    public Map<String, String> environment() {
        return Map.of("DBUS_SESSION_BUS_ADDRESS", address);
    }

    @Override
    public void close() {
        daemon.destroy();
        try {
            if (!daemon.waitFor(10, TimeUnit.SECONDS)) {
                daemon.destroyForcibly();
            }
        } catch (InterruptedException e) {
            daemon.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
