package dev.countersign.approval;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.ConfigurationFile;
import dev.countersign.settings.ConfigurationProblem;
import dev.countersign.settings.WatchedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One permissions.json: the rules that a person wrote, taken anew whenever the file changes.
///
/// A file is taken whole or not at all. While it is not understood the last good rules stay in
/// force. A change that was not made here and that loosens waits for [#confirm]; what was in force
/// before stays so meanwhile, also over a restart, since a copy of it is kept beside. Only at the
/// very first start, when there is no copy yet, is the file taken as it is.
///
/// Guarded by lock; listeners are called outside it, on the thread that noticed the change. What
/// looks at the disk blocks.
public final class PermissionsFile {
    private static final Logger LOGGER = LoggerFactory.getLogger(PermissionsFile.class);

    private final Path file;
    private final Path copy;
    private final Nature nature;
    private final InstantSource clock;
    private final WatchedFile watched;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    // All written under the lock.
    private Content inForce = Content.NONE;
    private Optional<Content> waiting = Optional.empty();
    private volatile RulesInForce current;

    /// What sort of file it is.
    ///
    /// @param source what its rules are called after, for people
    /// @param mayBeAbsent whether no file means no rules, and is no problem
    /// @param counted what of its rules counts when a change is looked at
    /// @param broken what is in force while nothing that can be read ever was
    /// @param remembers whether what is in force is kept for the next start
    record Nature(
            String source,
            boolean mayBeAbsent,
            UnaryOperator<PermissionRules> counted,
            PermissionRules broken,
            boolean remembers) {
        static final Nature GLOBAL =
                new Nature(
                        PermissionRules.FILE_NAME,
                        false,
                        UnaryOperator.identity(),
                        PermissionRules.none(),
                        true);

        Nature remembering(boolean kept) {
            return new Nature(source, mayBeAbsent, counted, broken, kept);
        }
    }

    /// A content that can be taken.
    private record Content(String text, String digest, PermissionRules rules) {
        static final Content NONE = new Content("", ContentDigest.of(""), PermissionRules.none());
    }

    /// Reads the person's own file. Where there is none, nothing is allowed.
    ///
    /// @param copy where the content that is in force is kept, for the next start
    public PermissionsFile(Path file, Path copy, InstantSource clock) {
        this(file, copy, clock, Nature.GLOBAL);
    }

    PermissionsFile(Path file, Path copy, InstantSource clock, Nature nature) {
        this.file = file;
        this.copy = copy;
        this.nature = nature;
        this.clock = clock;
        this.watched = new WatchedFile(file, clock);
        this.current =
                new RulesInForce(
                        nature.broken(), Content.NONE.digest(), Optional.empty(), Optional.empty());
        boolean known = readCopy();
        watched.mayHaveChanged();
        current = known ? changed() : first();
    }

    /// Writes the starter rules where there is no file, for the owner alone.
    ///
    /// @return whether there was none
    public static boolean writeStarterIfAbsent(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        ConfigurationFile.write(file, StarterRules.TEXT);
        return true;
    }

    public Path file() {
        return file;
    }

    /// What decides now.
    public RulesInForce current() {
        return current;
    }

    /// Hears every change from now on.
    ///
    /// @return ends the subscription when run
    public Runnable subscribe(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /// Takes a changed file. Blocks on the disk.
    public void reloadIfChanged() {
        update(() -> watched.mayHaveChanged() ? changed() : current);
    }

    // ---- the person's word

    /// Takes the content that waits into force.
    ///
    /// @param digest of the content that the person was shown
    /// @return false when that is not what waits any more
    public boolean confirm(String digest) {
        boolean[] done = {false};
        update(() -> {
            Optional<Content> shown = waiting.filter(one -> one.digest().equals(digest));
            done[0] = shown.isPresent();
            return shown.isPresent() ? take(shown.get()) : current;
        });
        return done[0];
    }

    /// Leaves the content that waits out of force: it is put aside, as a file that ends in
    /// `.rejected`, and the file is again what is in force.
    ///
    /// @return false when that is not what waits any more
    /// @throws IOException when the files cannot be written; then it still waits
    public boolean reject(String digest) throws IOException {
        lock.lock();
        try {
            Optional<Content> shown = waiting.filter(one -> one.digest().equals(digest));
            if (shown.isEmpty()) {
                return false;
            }
            ConfigurationFile.write(
                    file.resolveSibling(file.getFileName() + ".rejected"), shown.get().text());
            ConfigurationFile.write(file, inForce.text());
            watched.mayHaveChanged();
        } finally {
            lock.unlock();
        }
        update(this::changed);
        return true;
    }

    /// Changes the file by the person's own act, at once in force.
    ///
    /// @param edit makes the new text from the one in force
    /// @return the text before
    /// @throws EditRefused when the file on the disk is not what is in force, or the edit makes no
    ///   good file; then nothing has changed
    /// @throws IOException when it cannot be written; then nothing has changed
    String edit(Edit edit) throws EditRefused, IOException {
        String before;
        lock.lock();
        try {
            requireUndisputed();
            before = inForce.text();
            String after = edit.apply(before);
            Content content = parse(after);
            ConfigurationFile.write(file, after);
            keepCopy(content);
            inForce = content;
            watched.mayHaveChanged();
        } catch (ConfigurationException wrong) {
            throw new EditRefused("The rule cannot be written: " + wrong.getMessage());
        } finally {
            lock.unlock();
        }
        update(() -> good(inForce));
        return before;
    }

    private void requireUndisputed() throws EditRefused {
        if (waiting.isPresent()) {
            throw new EditRefused(
                    "%s was changed from outside; confirm or reject that first.".formatted(file));
        }
        try {
            Optional<String> now = read();
            if (!now.orElse("").equals(inForce.text())) {
                throw new EditRefused(
                        "%s is not what is in force; put it right first.".formatted(file));
            }
        } catch (ConfigurationException | IOException failure) {
            throw new EditRefused("%s cannot be read: %s".formatted(file, failure.getMessage()));
        }
    }

    /// Makes a new text of the file from the old one.
    @FunctionalInterface
    interface Edit {
        String apply(String text) throws ConfigurationException, EditRefused;
    }

    /// The file cannot be changed as wanted; the message is a sentence for the person.
    static final class EditRefused extends Exception {
        private static final long serialVersionUID = 1L;

        EditRefused(String sentence) {
            super(sentence);
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }

    // ---- taking a content, under the lock

    private void update(Supplier<RulesInForce> change) {
        RulesInForce before;
        RulesInForce now;
        lock.lock();
        try {
            before = current;
            now = change.get();
            current = now;
        } finally {
            lock.unlock();
        }
        if (now.equals(before)) {
            return;
        }
        now.problem()
                .ifPresent(problem ->
                        LOGGER.warn("The last good rules stay in force: {}", problem.sentence()));
        now.pending()
                .ifPresent(_ ->
                        LOGGER.warn("{} was changed and loosens: it waits to be confirmed", file));
        listeners.forEach(listener -> listener.changed(now));
    }

    /// What was in force when the console last ran.
    private boolean readCopy() {
        if (!Files.isRegularFile(copy)) {
            return false;
        }
        try {
            inForce = parse(ConfigurationFile.read(copy));
            current = good(inForce);
            return true;
        } catch (ConfigurationException | IOException failure) {
            LOGGER.warn("{} cannot be read, so the rules are taken as they are", copy, failure);
            return false;
        }
    }

    private RulesInForce first() {
        try {
            Optional<String> text = read();
            return text.isPresent() ? take(parse(text.get())) : good(Content.NONE);
        } catch (ConfigurationException failure) {
            return current.withProblem(ConfigurationProblem.of(file, failure));
        } catch (IOException failure) {
            return current.withProblem(ConfigurationProblem.of(file, failure));
        }
    }

    private RulesInForce changed() {
        Optional<String> text;
        Content content;
        try {
            text = read();
            content = text.isPresent() ? parse(text.get()) : Content.NONE;
        } catch (ConfigurationException failure) {
            waiting = Optional.empty();
            return current.withProblem(ConfigurationProblem.of(file, failure));
        } catch (IOException failure) {
            waiting = Optional.empty();
            return current.withProblem(ConfigurationProblem.of(file, failure));
        }
        List<RuleChange> changes =
                RuleChanges.between(
                        nature.counted().apply(inForce.rules()),
                        nature.counted().apply(content.rules()));
        if (!RuleChanges.loosens(changes)) {
            return take(content);
        }
        if (waiting.map(Content::digest).equals(Optional.of(content.digest()))) {
            return current;
        }
        waiting = Optional.of(content);
        return new RulesInForce(
                inForce.rules(),
                inForce.digest(),
                Optional.empty(),
                Optional.of(new PendingRules(content.digest(), clock.instant(), changes)));
    }

    private RulesInForce take(Content content) {
        if (!content.equals(inForce) || !Files.exists(copy)) {
            keepCopy(content);
        }
        inForce = content;
        waiting = Optional.empty();
        return good(content);
    }

    private static RulesInForce good(Content content) {
        return new RulesInForce(
                content.rules(), content.digest(), Optional.empty(), Optional.empty());
    }

    // Without a copy the next start takes the file as it is, which is no worse than a first start.
    private void keepCopy(Content content) {
        if (!nature.remembers()) {
            return;
        }
        try {
            ConfigurationFile.write(copy, content.text().isEmpty() ? "{}\n" : content.text());
        } catch (IOException failure) {
            LOGGER.warn(
                    "{} cannot be written, so a change while the console is closed would not wait",
                    copy,
                    failure);
        }
    }

    private Content parse(String text) throws ConfigurationException {
        return new Content(
                text, ContentDigest.of(text), PermissionRules.parse(text, nature.source()));
    }

    /// The text of the file; empty when there is none and may be none.
    private Optional<String> read() throws IOException, ConfigurationException {
        boolean exists = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (!exists && nature.mayBeAbsent()) {
            return Optional.empty();
        }
        if (!exists) {
            throw new NoSuchFileException(file.toString());
        }
        // Reading a pipe or a device that somebody put there would never end.
        if (!Files.isRegularFile(file)) {
            throw new IOException("it is no regular file");
        }
        return Optional.of(ConfigurationFile.read(file));
    }

    /// Hears of changes. Must not block for long.
    @FunctionalInterface
    public interface Listener {
        void changed(RulesInForce now);
    }
}
