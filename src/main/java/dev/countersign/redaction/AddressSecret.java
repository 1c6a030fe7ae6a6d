package dev.countersign.redaction;

import java.util.Optional;

/// Finds passwords in addresses: `scheme://user:password@host`. The user, the host and the path are
/// none. Stateless.
final class AddressSecret {
    private static final int LONGEST_AUTHORITY = 1_000;
    private static final int SHORTEST_TOKEN = 16;

    private AddressSecret() {}

    /// Looks at the `://` that begins at a place.
    static Optional<SecretSpan> at(CharSequence text, int place) {
        int start = place + "://".length();
        int at = -1;
        int colon = -1;
        int last = Math.min(text.length(), start + LONGEST_AUTHORITY);
        for (int i = start; i < last; i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) || "/\"'<>?#`\\".indexOf(c) >= 0) {
                break;
            }
            at = c == '@' ? i : at;
            colon = (c == ':' && colon < 0 && at < 0) ? i : colon;
        }
        if (at < 0) {
            return Optional.empty();
        }
        int secret = colon < 0 ? start : colon + 1;
        String value = text.subSequence(secret, at).toString();
        boolean reference = value.isEmpty() || "$<{%*".indexOf(value.charAt(0)) >= 0;
        boolean token =
                colon >= 0
                        || (value.length() >= SHORTEST_TOKEN && AssignedSecret.looksRandom(value));
        return reference || !token ? Optional.empty() : Optional.of(new SecretSpan(secret, at));
    }
}
