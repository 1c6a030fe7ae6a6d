package dev.countersign.ui.notify;

import java.util.List;

/// Where the person is told outside the window. Its methods may block for some seconds and never
/// throw.
public interface NoticeBoard {
    /// What is told.
    ///
    /// @param urgent whether it stays until the person has looked
    record Notice(String title, String body, boolean urgent) {}

    /// Shows a notice in the place of the one before. There is nothing in it but the text, and
    /// nothing that the person can do with it decides anything.
    ///
    /// @param click done when the person clicks on it; may be called on any thread
    void show(Notice notice, Runnable click);

    /// Takes the notice away.
    void withdraw();

    /// A short tone.
    void sound();

    /// Shows the count in the tray, where there is one.
    ///
    /// @param click done when the person clicks on it; may be called on any thread
    void badge(int waiting, String words, List<CountPicture> pictures, Runnable click);

    /// Takes the count out of the tray.
    void noBadge();

    /// A board that nobody sees.
    static NoticeBoard none() {
        return new NoticeBoard() {
            @Override
            public void show(Notice notice, Runnable click) {}

            @Override
            public void withdraw() {}

            @Override
            public void sound() {}

            @Override
            public void badge(
                    int waiting, String words, List<CountPicture> pictures, Runnable click) {}

            @Override
            public void noBadge() {}
        };
    }
}
