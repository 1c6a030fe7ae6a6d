package dev.countersign.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/// Which version of the program this is, from the jar's manifest.
public final class ProgramVersion implements IVersionProvider {
    private static final String UNRELEASED_SUFFIX = "-SNAPSHOT";

    /// The number alone: `0.1.0`; `unreleased` where the program runs from loose classes.
    public static String number() {
        String version =
                Objects.requireNonNullElse(
                        ProgramVersion.class.getPackage().getImplementationVersion(), "unreleased");
        return version.endsWith(UNRELEASED_SUFFIX)
                ? version.substring(0, version.length() - UNRELEASED_SUFFIX.length())
                : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"countersign " + number()};
    }
}
