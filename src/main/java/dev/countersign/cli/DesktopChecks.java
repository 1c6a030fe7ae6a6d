package dev.countersign.cli;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `doctor` looks at of the desktop: whether a window can be opened.
final class DesktopChecks {
    /// `:0`, `:0.0`, `unix:0`: a screen of this machine.
    private static final Pattern LOCAL_DISPLAY =
            Pattern.compile("(?:unix)?:([0-9]{1,5})(?:\\.[0-9]+)?");

    private static final Path X11_SOCKETS = Path.of("/tmp/.X11-unix");
    private static final String WITHOUT =
            "; without a screen it opens with COUNTERSIGN_JAVA_OPTS='-Dglass.platform=Headless"
                    + " -Dprism.order=sw'";
    private static final List<Path> LIBRARY_FOLDERS =
            List.of(
                    Path.of("/lib"),
                    Path.of("/usr/lib"),
                    Path.of("/lib64"),
                    Path.of("/usr/lib64"),
                    Path.of("/usr/local/lib"));

    private final Map<String, String> environment;
    private final boolean linux = System.getProperty("os.name").startsWith("Linux");

    DesktopChecks(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /// JavaFX speaks X11 alone; under Wayland it needs Xwayland, which sets DISPLAY.
    DoctorCheck display() {
        if (!linux) {
            return DoctorCheck.ok("display", "of the system");
        }
        String display = environment.getOrDefault("DISPLAY", "");
        if (display.isEmpty()) {
            boolean wayland = !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
            return DoctorCheck.warning(
                    "display",
                    (wayland
                                    ? "WAYLAND_DISPLAY is set and DISPLAY is not: the window needs"
                                            + " Xwayland"
                                    : "DISPLAY is not set: the window needs a desktop session")
                            + WITHOUT);
        }
        Matcher local = LOCAL_DISPLAY.matcher(display);
        if (!local.matches()) {
            return DoctorCheck.ok("display", "DISPLAY=%s (elsewhere; not tried)".formatted(display));
        }
        return answers(local.group(1))
                ? DoctorCheck.ok("display", "DISPLAY=%s answers".formatted(display))
                : DoctorCheck.warning(
                        "display", "DISPLAY=%s does not answer".formatted(display) + WITHOUT);
    }

    /// An X server listens on a socket of the file system, of the abstract namespace, or both; the
    /// second is only listed.
    private static boolean answers(String number) {
        Path socket = X11_SOCKETS.resolve("X" + number);
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException _) {
            return isListed("@" + socket);
        }
    }

    private static boolean isListed(String name) {
        try {
            return Files.readAllLines(Path.of("/proc/net/unix")).stream()
                    .anyMatch(line -> line.endsWith(" " + name));
        } catch (IOException _) {
            return false;
        }
    }

    /// What JavaFX loads of the system.
    DoctorCheck libraries() {
        if (!linux) {
            return DoctorCheck.ok("libraries", "of the system");
        }
        List<String> missing = new ArrayList<>();
        if (find("libgtk-3.so.0").isEmpty()) {
            missing.add("libgtk-3.so.0 (GTK 3; Debian: libgtk-3-0), so no window opens on a screen");
        }
        if (find("libpangoft2-1.0.so.0").isEmpty()) {
            missing.add("libpangoft2-1.0.so.0 (Debian: libpangoft2-1.0-0), so no text is drawn");
        }
        return missing.isEmpty()
                ? DoctorCheck.ok("libraries", "GTK 3 and Pango are there")
                : DoctorCheck.warning(
                        "libraries", "not in the usual folders: " + String.join("; ", missing));
    }

    private static Optional<Path> find(String library) {
        List<Path> folders = new ArrayList<>(LIBRARY_FOLDERS);
        for (Path folder : LIBRARY_FOLDERS) {
            folders.addAll(below(folder));
        }
        return folders.stream()
                .map(folder -> folder.resolve(library))
                .filter(Files::exists)
                .findFirst();
    }

    /// Debian and its kin keep them in a folder for each processor.
    private static List<Path> below(Path folder) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, "*-linux-gnu*")) {
            folders.forEach(found::add);
        } catch (IOException _) {
            return found;
        }
        return found;
    }
}
