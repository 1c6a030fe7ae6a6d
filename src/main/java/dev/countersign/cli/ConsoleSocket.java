package dev.countersign.cli;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/// How the subcommands reach the console: only one of the same user is believed. Whoever else
/// listens there would read commands, and could say of a hook's that it was approved.
public final class ConsoleSocket {
    /// It is another user who listens.
    public static final class Foreign extends IOException {
        private static final long serialVersionUID = 1L;

        private Foreign(Path socket, UserPrincipal user) {
            super(
                    "%s is listened on by another user (%s), who is not believed"
                            .formatted(socket, user.getName()));
        }
    }

    private static final Path SELF = Path.of("/proc/self");

    private ConsoleSocket() {}

    /// Connects to the console of this user.
    ///
    /// @throws Foreign when it is another user's
    /// @throws IOException when nobody listens there
    public static SocketChannel connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        boolean ours = false;
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            check(socket, channel);
            ours = true;
            return channel;
        } catch (IllegalArgumentException unusable) {
            throw new IOException(unusable.getMessage(), unusable);
        } finally {
            if (!ours) {
                channel.close();
            }
        }
    }

    private static void check(Path socket, SocketChannel channel) throws IOException {
        UserPrincipal user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        if (!user.equals(currentUser())) {
            throw new Foreign(socket, user);
        }
    }

    private static UserPrincipal currentUser() throws IOException {
        return Files.getOwner(
                Files.exists(SELF) ? SELF : Path.of(System.getProperty("user.home")));
    }
}
