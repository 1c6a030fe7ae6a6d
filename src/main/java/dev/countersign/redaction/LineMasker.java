package dev.countersign.redaction;

/// Masks the lines of a text one after the other: those of a private key are known by the ones
/// before them. Begun in the middle of a key it hides nothing of that, so lines before the first
/// one that is shown are to be given too, as many as [#CONTEXT_LINES]. Confined to its caller.
public final class LineMasker {
    /// Longer than the text of all private keys that are usual.
    public static final int CONTEXT_LINES = 200;

    private final SecretMasker masker;
    private boolean inKey;
    private int keyLines;

    public LineMasker(SecretMasker masker) {
        this.masker = masker;
    }

    /// The next line, each character of a secret replaced by one; without its newline.
    public String mask(String line) {
        boolean wasInKey = inKey && keyLines < PrivateKeyText.MOST_LINES;
        boolean begins = line.contains("-----BEGIN ") && PrivateKeyText.BEGIN.matcher(line).find();
        boolean ends = line.contains("-----END ") && PrivateKeyText.END.matcher(line).find();
        boolean hidden =
                wasInKey && !begins && !ends && PrivateKeyText.KEY_LINE.matcher(line).matches();
        inKey = begins ? !ends : hidden;
        keyLines = begins ? 0 : keyLines + 1;
        return hidden ? dots(line) : masker.mask(line);
    }

    private static String dots(String line) {
        StringBuilder hidden = new StringBuilder(line);
        for (int at = 0; at < line.length(); at++) {
            if (!Character.isWhitespace(line.charAt(at))) {
                hidden.setCharAt(at, SecretMasker.DOT);
            }
        }
        return hidden.toString();
    }
}
