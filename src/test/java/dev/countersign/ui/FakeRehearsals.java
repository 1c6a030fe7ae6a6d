package dev.countersign.ui;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.supervision.RehearsalDesk;
import dev.countersign.supervision.RehearsalView;
import dev.countersign.supervision.rehearsal.FileChange;
import dev.countersign.supervision.rehearsal.FileDifference;
import dev.countersign.supervision.rehearsal.FileVersion;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Rehearsals by hand: tests say when one ends and with what. Guarded by its monitor.
public final class FakeRehearsals implements RehearsalDesk {
    public static final ResultDigest DIGEST = new ResultDigest("ab".repeat(32));

    private final FakeDesk desk;
    private final Map<ToolCallId, RehearsalView> views = new LinkedHashMap<>();
    private final List<String> deeds = new ArrayList<>();
    private Optional<String> obstacle = Optional.empty();
    private Optional<String> refusal = Optional.empty();
    private FileDifference difference = new FileDifference(List.of(), Optional.empty());

    FakeRehearsals(FakeDesk desk) {
        this.desk = desk;
    }

    /// What the person did: `start 1a2b3c01`, `commit …`, `discard …`.
    public synchronized List<String> deeds() {
        return List.copyOf(deeds);
    }

    public synchronized void obstacle(String reason) {
        obstacle = Optional.of(reason);
    }

    /// Every commit is refused from now on.
    public synchronized void refuse(String reason) {
        refusal = Optional.of(reason);
    }

    public synchronized void difference(FileDifference shown) {
        difference = shown;
    }

    @Override
    public synchronized Optional<String> obstacle(ToolCallId id) {
        return obstacle;
    }

    @Override
    public Optional<String> start(ToolCallId id) {
        return start(id, "", Optional.empty());
    }

    @Override
    public Optional<String> startEdited(EditedCall edit) {
        CommandText command = edit.assessed().call().command();
        return start(edit.assessed().id(), " " + command.text(), Optional.of(command));
    }

    private Optional<String> start(ToolCallId id, String words, Optional<CommandText> edited) {
        synchronized (this) {
            deeds.add("start " + id.digits() + words);
            CommandText command = edited.orElseGet(() -> desk.require(id).call().command());
            views.put(id, RehearsalView.beginning(id, command));
        }
        desk.tell(
                new SupervisionEvent.RehearsalStarted(
                        id, desk.now(), 4712, RunDetails.UNKNOWN, edited));
        return Optional.empty();
    }

    /// Its command is over.
    public void end(ToolCallId id, Outcome outcome, FileChange... changes) {
        end(id, outcome, Optional.empty(), changes);
    }

    public void end(ToolCallId id, Outcome outcome, Optional<String> unfit, FileChange... changes) {
        RehearsalResult result =
                new RehearsalResult(
                        List.of(FakeDesk.HOME.resolve("shop")), List.of(changes), unfit, DIGEST);
        synchronized (this) {
            views.put(
                    id,
                    new RehearsalView(
                            id,
                            Objects.requireNonNull(views.get(id)).command(),
                            Optional.of(outcome),
                            Optional.of(Duration.ofMillis(1_200)),
                            Optional.of(result)));
        }
        desk.tell(
                new SupervisionEvent.RehearsalEnded(
                        id,
                        desk.now(),
                        outcome,
                        42,
                        3,
                        Optional.of(DIGEST),
                        result.count(FileChange.Kind.ADDED),
                        result.count(FileChange.Kind.CHANGED),
                        result.count(FileChange.Kind.REMOVED)));
    }

    public static FileChange added(String path, long size) {
        return new FileChange(0, Path.of(path), Optional.empty(), Optional.of(file(size, 0644)));
    }

    public static FileChange changed(String path, long before, long after) {
        return new FileChange(
                0, Path.of(path), Optional.of(file(before, 0644)), Optional.of(file(after, 0644)));
    }

    public static FileChange mode(String path, int before, int after) {
        return new FileChange(
                0, Path.of(path), Optional.of(file(12, before)), Optional.of(file(12, after)));
    }

    public static FileChange removed(String path, long size) {
        return new FileChange(0, Path.of(path), Optional.of(file(size, 0644)), Optional.empty());
    }

    public static FileChange folder(String path, boolean gone) {
        Optional<FileVersion> folder = Optional.of(version(FileVersion.Kind.FOLDER, 0, 0755, ""));
        return new FileChange(
                0,
                Path.of(path),
                gone ? folder : Optional.empty(),
                gone ? Optional.empty() : folder);
    }

    public static FileChange link(String path, String target) {
        return new FileChange(
                0,
                Path.of(path),
                Optional.empty(),
                Optional.of(version(FileVersion.Kind.LINK, 0, 0777, target)));
    }

    private static FileVersion file(long size, int mode) {
        return version(FileVersion.Kind.FILE, size, mode, "00");
    }

    private static FileVersion version(FileVersion.Kind kind, long size, int mode, String content) {
        return new FileVersion(kind, size, mode, 1, Instant.EPOCH, Instant.EPOCH, 1000, content);
    }

    @Override
    public synchronized Optional<RehearsalView> find(ToolCallId id) {
        return Optional.ofNullable(views.get(id));
    }

    @Override
    public synchronized FileDifference difference(ToolCallId id, FileChange change) {
        return difference;
    }

    @Override
    public boolean discard(ToolCallId id) {
        synchronized (this) {
            deeds.add("discard " + id.digits());
            if (views.remove(id) == null) {
                return false;
            }
        }
        desk.tell(
                new SupervisionEvent.RehearsalDiscarded(id, desk.now(), "the person discarded it"));
        return true;
    }

    @Override
    public CommitReply commit(ToolCallId id, ResultDigest result, Optional<EditedCall> edit) {
        synchronized (this) {
            deeds.add(
                    "commit "
                            + id.digits()
                            + edit.map(made -> " " + made.assessed().call().command().text())
                                    .orElse(""));
            if (refusal.isPresent()) {
                return new CommitReply.Refused(refusal.get());
            }
            views.remove(id);
        }
        desk.tell(
                new SupervisionEvent.Decided(
                        id,
                        desk.now(),
                        new Decision.Approved(new Decider.Human(), ApprovalScope.REHEARSED)));
        return new CommitReply.Committed();
    }
}
