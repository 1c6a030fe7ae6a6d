package dev.countersign.approval;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.ConfigurationFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The permissions.json of one workspace. It lies where an agent may write, so it can only tighten
/// until the person trusts what stands in it; another content has to be trusted anew.
///
/// Safe on any thread; looks at the disk.
public final class WorkspaceFile {
    /// Where it lies in a workspace.
    public static final String PLACE = ".countersign/permissions.json";

    private static final Logger LOGGER = LoggerFactory.getLogger(WorkspaceFile.class);

    private final Path root;
    private final PermissionsFile file;
    private final Path trustFile;
    private final boolean remembers;
    private volatile Optional<String> trusted;

    /// @param root of the workspace
    /// @param memory the folder in which is kept what was in force and what is trusted
    /// @param remembers whether that is written there
    WorkspaceFile(Path root, Path memory, InstantSource clock, boolean remembers) {
        this.root = root;
        this.remembers = remembers;
        String key = ContentDigest.of(root.toString()).substring(0, 32);
        this.trustFile = memory.resolve(key + ".trusted");
        this.trusted = readTrust();
        PermissionRules askAll =
                new PermissionRules(
                        List.of(
                                new PermissionRule.Pattern(
                                        "*", Verdict.ASK, new RuleOrigin(PLACE, 1))),
                        Map.of());
        this.file =
                new PermissionsFile(
                        root.resolve(PLACE),
                        memory.resolve(key + ".json"),
                        clock,
                        new PermissionsFile.Nature(
                                PLACE, true, PermissionRules::tighteningOnly, askAll, remembers));
    }

    /// The root of the workspace.
    public Path root() {
        return root;
    }

    /// The file itself.
    public PermissionsFile file() {
        return file;
    }

    /// What of it counts now, after a look at the disk.
    PermissionRules effective() {
        file.reloadIfChanged();
        RulesInForce now = file.current();
        if (isTrusted(now)) {
            return now.rules();
        }
        forgetOtherContent(now);
        return now.rules().tighteningOnly();
    }

    boolean isTrusted() {
        return isTrusted(file.current());
    }

    private boolean isTrusted(RulesInForce now) {
        return now.problem().isEmpty()
                && now.pending().isEmpty()
                && trusted.equals(Optional.of(now.digest()));
    }

    // Trust in a content ends with it: when the same comes back, an agent may have brought it.
    private void forgetOtherContent(RulesInForce now) {
        boolean settled = now.problem().isEmpty() && now.pending().isEmpty();
        if (settled && trusted.isPresent()) {
            distrust();
        }
    }

    /// Has what it allows count, as long as it stays as it is.
    ///
    /// @param digest of the content that the person was shown
    /// @return false when it is another content by now
    synchronized boolean trust(String digest) throws IOException {
        file.reloadIfChanged();
        RulesInForce now = file.current();
        boolean same =
                now.digest().equals(digest) && now.problem().isEmpty() && now.pending().isEmpty();
        if (!same) {
            return false;
        }
        ConfigurationFile.write(trustFile, digest + "\n" + root + "\n");
        trusted = Optional.of(digest);
        return true;
    }

    /// Ends the trust.
    ///
    /// @return whether there was any
    synchronized boolean distrust() {
        boolean was = trusted.isPresent();
        trusted = Optional.empty();
        if (!remembers) {
            return was;
        }
        try {
            Files.deleteIfExists(trustFile);
        } catch (IOException failure) {
            LOGGER.error("{} cannot be removed", trustFile, failure);
        }
        return was;
    }

    private Optional<String> readTrust() {
        if (!Files.isRegularFile(trustFile)) {
            return Optional.empty();
        }
        try {
            return ConfigurationFile.read(trustFile).lines().findFirst();
        } catch (IOException | ConfigurationException failure) {
            LOGGER.warn("{} cannot be read, so nothing is trusted", trustFile, failure);
            return Optional.empty();
        }
    }
}
