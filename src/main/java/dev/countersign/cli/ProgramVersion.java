package dev.countersign.cli;

import java.util.Objects;

/// Which version of the program this is, from the jar's manifest.
public final class ProgramVersion {
    private static final String UNRELEASED_SUFFIX = "-SNAPSHOT";

    private ProgramVersion() {}

    /// The number alone: `0.1.0`; `unreleased` where the program runs from loose classes.
    public static String number() {
        String version =
                Objects.requireNonNullElse(
                        ProgramVersion.class.getPackage().getImplementationVersion(), "unreleased");
        return version.endsWith(UNRELEASED_SUFFIX)
                ? version.substring(0, version.length() - UNRELEASED_SUFFIX.length())
                : version;
    }
}
