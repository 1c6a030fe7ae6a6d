package dev.countersign.approval;

import dev.countersign.safety.CommandKnowledge;
import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.ConfigurationFile;
import dev.countersign.settings.ConfigurationProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `commands.json` as it is in force. Read anew when it changes: what it no longer tells is
/// forgotten at once, what it tells more, by which a command may then be allowed, waits for the
/// person's word; a bad file leaves the last good one in force. Safe on any thread.
public final class OwnCommands {
    private static final Logger LOG = LoggerFactory.getLogger(OwnCommands.class);
    private static final int MOST_CHANGES = 100;

    private final Path file;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock, but that what is volatile is read without it.
    private String seen = "";
    private String bad = "";
    private String textInForce = "";
    private Optional<String> waiting = Optional.empty();
    // What comes with the console is long and is only read when it is asked for.
    private volatile Optional<CommandKnowledge> own = Optional.empty();
    private volatile Optional<ConfigurationProblem> problem = Optional.empty();
    private volatile Optional<PendingRules> pending = Optional.empty();

    /// Takes the file as it is. Blocks on the disk.
    OwnCommands(Path file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        look(true);
    }

    public Path file() {
        return file;
    }

    /// What is known of commands now.
    public CommandKnowledge knowledge() {
        return orBuiltIn(own);
    }

    private static CommandKnowledge orBuiltIn(Optional<CommandKnowledge> own) {
        return own.orElseGet(CommandKnowledge::builtIn);
    }

    /// Why its newest content is not in force.
    public Optional<ConfigurationProblem> problem() {
        return problem;
    }

    /// Its newest content, while that waits for the person's word.
    public Optional<PendingRules> pending() {
        return pending;
    }

    /// Looks at the file.
    ///
    /// @return whether anything is otherwise than before
    boolean reloadIfChanged() {
        return look(false);
    }

    private boolean look(boolean first) {
        lock.lock();
        try {
            String text;
            try {
                text = read();
            } catch (ConfigurationException wrong) {
                return failed(ConfigurationProblem.of(file, wrong));
            } catch (IOException failure) {
                return failed(ConfigurationProblem.of(file, failure));
            }
            if (!first && problem.isEmpty() && text.equals(seen)) {
                return false;
            }
            if (!first && problem.isPresent() && text.equals(bad)) {
                return false;
            }
            changed(text, first);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void changed(String text, boolean first) {
        seen = text;
        waiting = Optional.empty();
        pending = Optional.empty();
        problem = Optional.empty();
        try {
            Optional<CommandKnowledge> read = parse(text);
            if (first) {
                take(text, read);
                return;
            }
            List<RuleChange> changes = changes(orBuiltIn(read));
            if (changes.stream().noneMatch(RuleChange::loosens)) {
                take(text, read);
                return;
            }
            waiting = Optional.of(text);
            pending =
                    Optional.of(new PendingRules(ContentDigest.of(text), clock.instant(), changes));
        } catch (ConfigurationException wrong) {
            bad = text;
            failed(ConfigurationProblem.of(file, wrong));
        }
    }

    /// @return whether that is news
    private boolean failed(ConfigurationProblem now) {
        boolean news = !problem.equals(Optional.of(now));
        if (news) {
            LOG.warn("The last good one stays in force: {}", now.sentence());
            problem = Optional.of(now);
        }
        return news;
    }

    private String read() throws IOException, ConfigurationException {
        try {
            return ConfigurationFile.read(file);
        } catch (NoSuchFileException _) {
            return "";
        }
    }

    /// Empty where the file says nothing.
    private static Optional<CommandKnowledge> parse(String text) throws ConfigurationException {
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(CommandKnowledge.builtIn().with(text));
    }

    private void take(String text, Optional<CommandKnowledge> read) {
        own = read;
        textInForce = text;
    }

    private List<RuleChange> changes(CommandKnowledge read) {
        CommandKnowledge knowledge = knowledge();
        List<RuleChange> changes = new ArrayList<>();
        read.otherwiseThan(knowledge).stream()
                .limit(MOST_CHANGES)
                .forEach(name -> changes.add(new RuleChange(true, "tells what " + name + " does")));
        knowledge.missingIn(read).stream()
                .limit(MOST_CHANGES)
                .forEach(name ->
                        changes.add(
                                new RuleChange(false, "no longer tells what " + name + " does")));
        return changes;
    }

    /// Takes the content that waits into force.
    ///
    /// @return false when it is not what waits
    boolean confirm(String digest) {
        lock.lock();
        try {
            if (pending.isEmpty() || !pending.get().digest().equals(digest)) {
                return false;
            }
            String text = waiting.orElseThrow();
            take(text, parse(text));
            waiting = Optional.empty();
            pending = Optional.empty();
            return true;
        } catch (ConfigurationException wrong) {
            throw new IllegalStateException("it was read before", wrong);
        } finally {
            lock.unlock();
        }
    }

    /// Puts back the file as it is in force, and what waited beside it.
    ///
    /// @return false when it is not what waits
    boolean reject(String digest) throws IOException {
        lock.lock();
        try {
            if (pending.isEmpty() || !pending.get().digest().equals(digest)) {
                return false;
            }
            ConfigurationFile.write(
                    file.resolveSibling(file.getFileName() + ".rejected"), waiting.orElseThrow());
            if (textInForce.isEmpty()) {
                Files.deleteIfExists(file);
            } else {
                ConfigurationFile.write(file, textInForce);
            }
            seen = textInForce;
            waiting = Optional.empty();
            pending = Optional.empty();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
