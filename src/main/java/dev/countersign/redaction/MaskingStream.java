package dev.countersign.redaction;

/// Masks a text that arrives in pieces, so that no secret is seen because it was cut in two. What
/// may be the beginning of a secret is kept back until more is known. As long in all as the text
/// was.
///
/// Memory is bounded. Confined to its caller.
public final class MaskingStream {
    /// Characters of the line so far that what follows is judged by.
    private static final int CONTEXT = 2_048;

    /// More than this is never kept back, in characters.
    private static final int MOST_HELD = 20_000;

    private static final String KEY_HEADER = "-----BEGIN PRIVATE KEY-----\n";

    private final SecretMasker masker;
    private final char sign;
    private String context = "";
    private final StringBuilder held = new StringBuilder();

    /// @param sign stands for each character of a secret
    public MaskingStream(SecretMasker masker, char sign) {
        this.masker = masker;
        this.sign = sign;
    }

    /// Takes a piece and returns what can be shown now.
    public String accept(CharSequence piece) {
        held.append(piece);
        String text = context + held;
        int until = masker.unfinishedFrom(text);
        boolean tooMuch = text.length() - until > MOST_HELD;
        return release(text, tooMuch ? text.length() : Math.max(until, context.length()));
    }

    /// Returns what was kept back: nothing more comes.
    public String finish() {
        String text = context + held;
        return release(text, text.length());
    }

    private String release(String text, int until) {
        String shown = masker.mask(text, sign).substring(context.length(), until);
        held.setLength(0);
        held.append(text, until, text.length());
        context = contextOf(text.substring(0, until));
        return shown;
    }

    private static String contextOf(String past) {
        int begin = past.lastIndexOf("-----BEGIN ");
        boolean inKey =
                begin >= 0
                        && PrivateKeyText.BEGIN
                                .matcher(past)
                                .region(begin, past.length())
                                .lookingAt()
                        && past.indexOf("-----END ", begin) < 0;
        int line = past.lastIndexOf('\n') + 1;
        String last = past.substring(Math.max(line, past.length() - CONTEXT));
        return inKey && line > begin ? KEY_HEADER + last : inKey ? past.substring(begin) : last;
    }
}
