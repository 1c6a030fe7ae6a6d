package dev.countersign.settings;

/// A text that a person wrote is not understood: the reason, and where.
public final class ConfigurationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    public ConfigurationException(LocatedJson.Place place, String reason) {
        super(reason);
        this.line = place.line();
        this.column = place.column();
    }

    /// Where in the text.
    public LocatedJson.Place place() {
        return new LocatedJson.Place(line, column);
    }

    /// What is wrong, without the place.
    public String reason() {
        return String.valueOf(super.getMessage());
    }

    @Override
    public String getMessage() {
        return "line %d, column %d: %s".formatted(line, column, reason());
    }
}
