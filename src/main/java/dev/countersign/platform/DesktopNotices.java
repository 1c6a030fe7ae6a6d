package dev.countersign.platform;

import java.util.Optional;

/// The desktop's own notifications. At most one of ours is there at a time: the next takes its
/// place.
///
/// Safe on any thread. Every method may block for some seconds; none throws when the desktop does
/// not answer, [#obstacle] says then why.
public interface DesktopNotices extends AutoCloseable {
    /// What is told.
    ///
    /// @param title plain text
    /// @param body plain text, lines apart; no part of it is obeyed
    /// @param urgent whether it stays until the person has looked
    /// @param click done when the person clicks on it; called on any thread
    record Notice(String title, String body, boolean urgent, Runnable click) {
        /// The longest title and body, in UTF-16 units; what is longer is cut.
        public static final int LONGEST_TITLE = 120;

        public static final int LONGEST_BODY = 1_000;

        public Notice {
            title = cut(title, LONGEST_TITLE);
            body = cut(body, LONGEST_BODY);
        }

        private static String cut(String text, int most) {
            if (text.length() <= most) {
                return text;
            }
            int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
            return text.substring(0, end) + "…";
        }
    }

    /// Shows a notice in the place of the one before.
    ///
    /// @return false when it could not be shown, see [#obstacle]
    boolean show(Notice notice);

    /// Takes the notice away that is there.
    void withdraw();

    /// Why nothing can be shown, a clause; empty where it can.
    Optional<String> obstacle();

    /// What shows them, for people: `dunst 1.9.0`; empty where nothing does.
    Optional<String> server();

    @Override
    void close();
}
