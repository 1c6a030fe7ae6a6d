package dev.countersign.supervision.rehearsal;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.execution.RehearsalPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts the result of a rehearsal into the workspace: exactly that, or nothing where the workspace
/// is no longer what was rehearsed on.
///
/// First everything new is copied into a folder of its own beside its places, which can fail and
/// then has changed nothing; then files are removed and moved into their places, each at once.
/// Every step can be done again, so what a killed console left half done is finished by the next.
/// Confined to one thread; blocks on the disk.
public final class ResultCommit {
    private static final Logger LOG = LoggerFactory.getLogger(ResultCommit.class);

    private final RehearsalPlace place;
    private final CommitPlan plan;
    private final String name;
    private final Set<Path> knownBefore;
    private final Set<Path> knownFolders = new HashSet<>();
    private final Map<Path, Integer> modesToRestore = new LinkedHashMap<>();
    private final Map<Path, FileTime> timesToRestore = new LinkedHashMap<>();

    private ResultCommit(RehearsalPlace place, CommitPlan plan, String name) {
        this.place = place;
        this.plan = plan;
        this.name = name;
        this.knownBefore =
                plan.changes().stream()
                        .filter(change -> change.before().isPresent())
                        .map(plan::target)
                        .collect(Collectors.toUnmodifiableSet());
    }

    /// Prepares the commit of a result that a person has seen: nothing is in the workspace yet.
    ///
    /// @param name for the folder that is in the workspace for a moment
    /// @return empty where the workspace is as it was, else why nothing can be committed, a
    ///   sentence
    public static Optional<String> prepare(
            RehearsalPlace place, RehearsalResult result, String name) throws IOException {
        ResultCommit commit = new ResultCommit(place, CommitPlan.of(result), name);
        Optional<String> drift = commit.drift();
        if (drift.isEmpty()) {
            commit.plan.write(place.folder());
        }
        return drift;
    }

    /// What came of a commit.
    public sealed interface Done {
        /// All of it is in the workspace.
        record All() implements Done {}

        /// Nothing of it is.
        ///
        /// @param reason a sentence
        record Nothing(String reason) implements Done {}

        /// It went wrong in the midst of it.
        ///
        /// @param reason a sentence
        record Part(String reason) implements Done {}
    }

    /// Puts in place what was prepared and approved.
    public static Done apply(RehearsalPlace place, ApprovedCall approved, String name) {
        Optional<ResultDigest> wanted = approved.rehearsed();
        try {
            Optional<CommitPlan> plan = CommitPlan.read(place.folder());
            if (wanted.isEmpty() || plan.isEmpty() || !plan.get().digest().equals(wanted.get())) {
                return new Done.Nothing("What was approved is not what the rehearsal left.");
            }
            ResultCommit commit = new ResultCommit(place, plan.get(), name);
            Optional<String> drift = commit.drift();
            return drift.<Done>map(Done.Nothing::new).orElseGet(commit::apply);
        } catch (IOException e) {
            return new Done.Nothing("The result could not be read: " + e.getMessage());
        }
    }

    /// Finishes what a killed console had begun; empty where nothing had been prepared.
    ///
    /// @param wanted what had been approved
    public static Optional<Done> finish(RehearsalPlace place, ResultDigest wanted, String name) {
        try {
            Optional<CommitPlan> plan = CommitPlan.read(place.folder());
            if (plan.isEmpty() || !plan.get().digest().equals(wanted)) {
                return Optional.empty();
            }
            ResultCommit commit = new ResultCommit(place, plan.get(), name);
            for (FileChange change : plan.get().changes()) {
                if (commit.linkOnTheWay(change).isPresent() || !commit.isOnItsWay(change)) {
                    commit.removeStaging();
                    return Optional.of(
                            new Done.Part(
                                    "The console ended in the midst of the commit, and %s changed since."
                                            .formatted(change.path())));
                }
            }
            return Optional.of(commit.apply());
        } catch (IOException e) {
            return Optional.of(new Done.Part("A commit could not be finished: " + e.getMessage()));
        }
    }

    /// Why the workspace is no longer what was rehearsed on, a sentence.
    private Optional<String> drift() throws IOException {
        for (FileChange change : plan.changes()) {
            Optional<Path> link = linkOnTheWay(change);
            if (link.isPresent()) {
                return Optional.of(drifted(link.get()));
            }
            Optional<FileVersion> now = FileVersion.of(plan.target(change));
            boolean still =
                    change.before().isEmpty()
                            ? now.isEmpty()
                            : now.filter(change.before().get()::isStill).isPresent();
            if (!still) {
                return Optional.of(drifted(change.path()));
            }
            Optional<String> more = newcomer(change);
            if (more.isPresent()) {
                return more;
            }
        }
        return Optional.empty();
    }

    /// A folder on the way to a path that is no folder any more, but leads elsewhere: nothing is
    /// written through it. Empty also where the folder itself is among the changes.
    private Optional<Path> linkOnTheWay(FileChange change) {
        Path root = plan.roots().get(change.root());
        for (Path at = plan.target(change).getParent();
                at != null && at.startsWith(root) && knownFolders.add(at);
                at = at.getParent()) {
            if (Files.isSymbolicLink(at) && !knownBefore.contains(at)) {
                knownFolders.remove(at);
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    private static String drifted(Path path) {
        return "The workspace changed since it was rehearsed (%s). Rehearse it again, or decide the call as it is."
                .formatted(path);
    }

    /// A folder goes away only with what it held then.
    private Optional<String> newcomer(FileChange change) throws IOException {
        boolean folderGoes =
                change.needsRemoval()
                        && change.before().orElseThrow().kind() == FileVersion.Kind.FOLDER;
        if (!folderGoes) {
            return Optional.empty();
        }
        Path folder = plan.target(change);
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.toList()) {
                if (!knownBefore.contains(entry)) {
                    return Optional.of(drifted(plan.roots().get(change.root()).relativize(entry)));
                }
            }
        }
        return Optional.empty();
    }

    /// Whether a path is as it was, as it is to be, or gone to make room.
    private boolean isOnItsWay(FileChange change) throws IOException {
        Path target = plan.target(change);
        Optional<FileVersion> now = FileVersion.of(target);
        if (now.isEmpty()) {
            return change.before().isEmpty() || change.needsRemoval();
        }
        Optional<FileVersion> whole = FileVersion.whole(target);
        return change.after().filter(wanted -> wanted.isLike(whole.orElse(now.get()))).isPresent()
                || change.before().filter(was -> was.isStill(now.get())).isPresent()
                || (change.after().isPresent()
                        && now.get().kind() == FileVersion.Kind.FOLDER
                        && change.after().get().kind() == FileVersion.Kind.FOLDER);
    }

    private Done apply() {
        try {
            stage();
        } catch (IOException | RuntimeException e) {
            removeStaging();
            return new Done.Nothing(
                    "The result could not be copied, so nothing was changed: " + e.getMessage());
        }
        try {
            clear();
            fill();
            return restoreModes().<Done>map(Done.Part::new).orElseGet(Done.All::new);
        } catch (IOException | RuntimeException e) {
            boolean _ = restoreModes().isPresent();
            return new Done.Part(
                    "The result could be put in place only in part: " + e.getMessage());
        } finally {
            removeStaging();
        }
    }

    private Path staging(int root) {
        return plan.roots().get(root).resolve(".countersign-" + name);
    }

    private Path staged(int index, FileChange change) {
        return staging(change.root()).resolve(Integer.toString(index));
    }

    /// Copies all new content next to its places.
    private void stage() throws IOException {
        removeStaging();
        Map<Long, Path> linked = new HashMap<>();
        for (int index = 0; index < plan.changes().size(); index++) {
            FileChange change = plan.changes().get(index);
            Optional<FileVersion> wanted = change.after();
            if (wanted.isEmpty() || wanted.get().kind() == FileVersion.Kind.FOLDER) {
                continue;
            }
            Files.createDirectories(staging(change.root()));
            Path from = place.upper(change.root()).resolve(change.path());
            Path to = staged(index, change);
            if (wanted.get().kind() == FileVersion.Kind.LINK) {
                Files.createSymbolicLink(to, Files.readSymbolicLink(from));
                carryTimeOfLink(to, wanted.get());
            } else if (linked.containsKey(wanted.get().inode())) {
                Files.createLink(to, linked.get(wanted.get().inode()));
            } else {
                copy(from, to, wanted.get());
                linked.put(wanted.get().inode(), to);
            }
        }
    }

    private static void copy(Path from, Path to, FileVersion wanted) throws IOException {
        Files.copy(from, to, LinkOption.NOFOLLOW_LINKS);
        if (!FileVersion.digest(to).equals(wanted.content())) {
            throw new IOException("%s is not what was rehearsed".formatted(from.getFileName()));
        }
        copyUserAttributes(from, to);
        if (!Files.getAttribute(to, "unix:gid").equals(wanted.group())) {
            Files.setAttribute(to, "unix:gid", wanted.group());
        }
        Files.setAttribute(to, "unix:mode", wanted.mode());
        setModified(to, FileTime.from(wanted.modified()));
    }

    /// Where the system can: not each one lets a link have a time of its own.
    private static void carryTimeOfLink(Path link, FileVersion wanted) {
        try {
            setModified(link, FileTime.from(wanted.modified()));
        } catch (IOException e) {
            LOG.debug("the time of {} could not be set: {}", link, e.getMessage());
        }
    }

    private static void copyUserAttributes(Path from, Path to) throws IOException {
        UserDefinedFileAttributeView source =
                Files.getFileAttributeView(from, UserDefinedFileAttributeView.class);
        UserDefinedFileAttributeView target =
                Files.getFileAttributeView(to, UserDefinedFileAttributeView.class);
        for (String attribute : source.list()) {
            if (!attribute.startsWith("overlay.")) {
                ByteBuffer value = ByteBuffer.allocate(source.size(attribute));
                source.read(attribute, value);
                target.write(attribute, value.flip());
            }
        }
    }

    /// Takes away what is to be gone, what is in a folder before the folder.
    private void clear() throws IOException {
        List<FileChange> backwards = plan.changes().reversed();
        for (FileChange change : backwards) {
            if (!change.needsRemoval()) {
                continue;
            }
            Path target = plan.target(change);
            Optional<FileVersion> now = FileVersion.of(target);
            boolean isOld =
                    now.filter(one -> one.kind() == change.before().orElseThrow().kind())
                            .isPresent();
            if (isOld) {
                openParent(target);
                Files.delete(target);
            }
        }
    }

    /// Puts in place what is new, folders before what is in them; folders get their modes last.
    private void fill() throws IOException {
        for (int index = 0; index < plan.changes().size(); index++) {
            FileChange change = plan.changes().get(index);
            if (change.after().isEmpty()) {
                continue;
            }
            FileVersion wanted = change.after().get();
            Path target = plan.target(change);
            if (wanted.kind() == FileVersion.Kind.FOLDER) {
                openParent(target);
                createFolder(target);
                modesToRestore.put(target, wanted.mode());
                dressFolder(change, target);
            } else {
                Path from = staged(index, change);
                if (Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
                    openParent(target);
                    Files.move(
                            from,
                            target,
                            StandardCopyOption.ATOMIC_MOVE,
                            StandardCopyOption.REPLACE_EXISTING);
                    // The same file under both names: nothing was moved then.
                    Files.deleteIfExists(from);
                }
            }
        }
    }

    /// A folder gets what the rehearsal gave it beside its mode; a new one also its time, once all
    /// that is in it is in place.
    private void dressFolder(FileChange change, Path folder) throws IOException {
        if (!Files.isWritable(folder)) {
            Files.setAttribute(folder, "unix:mode", change.version().mode() | 0700);
        }
        copyUserAttributes(place.upper(change.root()).resolve(change.path()), folder);
        if (change.kind() == FileChange.Kind.ADDED) {
            timesToRestore.put(folder, FileTime.from(change.version().modified()));
        }
    }

    private static void createFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    /// A folder that nothing may be written in is opened until all is in place.
    private void openParent(Path target) throws IOException {
        Path parent = target.getParent();
        if (parent == null || Files.isWritable(parent)) {
            return;
        }
        int mode = (Integer) Files.getAttribute(parent, "unix:mode") & 07777;
        modesToRestore.putIfAbsent(parent, mode);
        Files.setAttribute(parent, "unix:mode", mode | 0700);
    }

    /// @return what went wrong with it, a sentence
    private Optional<String> restoreModes() {
        Optional<String> failure = Optional.empty();
        restoreTimes();
        for (Map.Entry<Path, Integer> folder :
                new ArrayList<>(modesToRestore.entrySet()).reversed()) {
            try {
                if (Files.isDirectory(folder.getKey(), LinkOption.NOFOLLOW_LINKS)) {
                    Files.setAttribute(folder.getKey(), "unix:mode", folder.getValue());
                }
            } catch (IOException e) {
                failure =
                        Optional.of(
                                "All is in place, but the mode of a folder could not be set: "
                                        + e.getMessage());
            }
        }
        return failure;
    }

    /// Of folders that nothing is put into any more. A time is worth no failure.
    private void restoreTimes() {
        for (Map.Entry<Path, FileTime> folder : timesToRestore.entrySet()) {
            try {
                setModified(folder.getKey(), folder.getValue());
            } catch (IOException e) {
                LOG.debug("the time of {} could not be set: {}", folder.getKey(), e.getMessage());
            }
        }
    }

    private static void setModified(Path path, FileTime time) throws IOException {
        Files.getFileAttributeView(
                        path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .setTimes(time, null, null);
    }

    private void removeStaging() {
        for (int root = 0; root < plan.roots().size(); root++) {
            try {
                RehearsalPlace.remove(staging(root));
            } catch (IOException e) {
                LOG.warn("{} could not be removed: {}", staging(root), e.getMessage());
            }
        }
    }
}
