package dev.countersign.platform;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notifications of macOS by `osascript` and of Windows by PowerShell. They cannot be clicked on
/// and cannot be taken away. Nobody has tried them yet.
///
/// No text of an agent ever stands in a script: on macOS it comes as arguments, on Windows as
/// Base64.
public final class ScriptNotices implements DesktopNotices {
    private static final Logger LOG = LoggerFactory.getLogger(ScriptNotices.class);
    private static final Path OSASCRIPT = Path.of("/usr/bin/osascript");

    private final boolean mac;

    /// @param systemName as the system property `os.name` has it
    public ScriptNotices(String systemName) {
        mac = systemName.toLowerCase(Locale.ROOT).startsWith("mac");
    }

    @Override
    public boolean show(Notice notice) {
        try {
            new ProcessBuilder(command(notice))
                    .redirectInput(
                            ProcessBuilder.Redirect.from(new File(mac ? "/dev/null" : "NUL")))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            LOG.warn("no desktop notifications: {}", e.getMessage());
            return false;
        }
    }

    List<String> command(Notice notice) {
        if (mac) {
            return List.of(
                    OSASCRIPT.toString(),
                    "-e",
                    "on run {told, heading}",
                    "-e",
                    "display notification told with title heading",
                    "-e",
                    "end run",
                    "--",
                    notice.body(),
                    notice.title());
        }
        String script =
                """
                function Plain($text) { [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($text)) }
                [void][Windows.UI.Notifications.ToastNotificationManager,Windows.UI.Notifications,ContentType=WindowsRuntime]
                $toast = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)
                $texts = $toast.GetElementsByTagName('text')
                [void]$texts.Item(0).AppendChild($toast.CreateTextNode((Plain '%s')))
                [void]$texts.Item(1).AppendChild($toast.CreateTextNode((Plain '%s')))
                [Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('Countersign').Show([Windows.UI.Notifications.ToastNotification]::new($toast))
                """
                        .formatted(base64(notice.title()), base64(notice.body()));
        return List.of(
                "powershell.exe",
                "-NoProfile",
                "-NonInteractive",
                "-EncodedCommand",
                Base64.getEncoder().encodeToString(script.getBytes(StandardCharsets.UTF_16LE)));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void withdraw() {
        // Neither program can.
    }

    @Override
    public Optional<String> obstacle() {
        return mac && !Files.isExecutable(OSASCRIPT)
                ? Optional.of(OSASCRIPT + " is missing")
                : Optional.empty();
    }

    @Override
    public Optional<String> server() {
        return Optional.of(mac ? "osascript (not tried yet)" : "PowerShell (not tried yet)");
    }

    @Override
    public void close() {
        // Nothing is kept open.
    }
}
