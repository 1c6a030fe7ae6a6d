package dev.countersign.supervision;

import dev.countersign.ansi.TruncationLimits;
import dev.countersign.ansi.TruncationPolicy;
import dev.countersign.journal.CallRecord;
import dev.countersign.recording.AgentOutput;
import dev.countersign.recording.AgentReader;
import dev.countersign.recording.ReadPosition;
import dev.countersign.recording.Recording;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.settings.AdvancedSettings;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What each agent has read of each call's output, so that every read gives only what is new.
///
/// Safe on any thread; two reads of one agent of the same call follow one another. Reading blocks
/// on the disk.
final class OutputReads {
    private static final Logger LOG = LoggerFactory.getLogger(OutputReads.class);

    private record Key(AgentSessionId agent, ToolCallId call) {}

    private final SettingsStore settings;
    private final SecretMasker masker;
    private final Map<Key, Reader> readers = new ConcurrentHashMap<>();

    /// @param masker hides secrets in what is read
    OutputReads(SettingsStore settings, SecretMasker masker) {
        this.settings = settings;
        this.masker = masker;
    }

    /// Reads on. What is truncated or filtered out counts as read.
    CallReports.Output read(
            AgentSessionId agent, CallRecord record, Path folder, Optional<Pattern> filter)
            throws IOException {
        Reader reader =
                readers.computeIfAbsent(new Key(agent, record.id()), _ -> new Reader(masker));
        AgentOutput output =
                reader.read(folder, !record.isRunning(), policy(record), limits(), filter);
        return new CallReports.Output(
                output.stdout(), output.stderr(), Optional.of(folder.resolve("output")));
    }

    /// Waits until there is something that the agent has not read, or the call is over, or goes
    /// from waiting to running.
    void awaitNews(AgentSessionId agent, LiveCall life, Duration wait) throws InterruptedException {
        Reader reader = readers.get(new Key(agent, life.id()));
        long bytesRead = reader == null ? 0 : reader.bytesRead();
        CallState.Stage before = life.state().stage();
        life.awaitNews(
                state ->
                        state.isOver()
                                || state.stage() != before
                                || state.output()
                                        .filter(output -> output.totals().bytes() > bytesRead)
                                        .isPresent(),
                wait);
    }

    /// The agent is gone and reads no more.
    void forget(AgentSessionId agent) {
        List<Key> keys = new ArrayList<>(readers.keySet());
        for (Key key : keys) {
            if (key.agent().equals(agent)) {
                Optional.ofNullable(readers.remove(key)).ifPresent(Reader::close);
            }
        }
    }

    private static TruncationPolicy policy(CallRecord record) {
        OutputTruncation wanted = record.call().truncation();
        return switch (wanted) {
            case TAIL -> TruncationPolicy.TAIL;
            case MIDDLE -> TruncationPolicy.MIDDLE;
            case HEAD -> TruncationPolicy.HEAD;
        };
    }

    private TruncationLimits limits() {
        SettingsSnapshot now = settings.current();
        int middle = now.value(AdvancedSettings.OUTPUT_MIDDLE_BYTES);
        return new TruncationLimits(
                now.value(Settings.OUTPUT_TAIL_LINES),
                now.value(Settings.OUTPUT_TAIL_BYTES),
                middle,
                Math.min(now.value(AdvancedSettings.OUTPUT_MIDDLE_ENDS), middle / 2),
                now.value(AdvancedSettings.OUTPUT_HEAD_CHARACTERS));
    }

    /// One agent's reading of one call. Holds files open only while it reads. Guarded by its own
    /// lock.
    private static final class Reader {
        private final SecretMasker masker;
        private Optional<Recording> recording = Optional.empty();
        private Optional<AgentReader> open = Optional.empty();
        private ReadPosition position = ReadPosition.START;
        private long bytesRead;

        Reader(SecretMasker masker) {
            this.masker = masker;
        }

        synchronized AgentOutput read(
                Path folder,
                boolean ended,
                TruncationPolicy policy,
                TruncationLimits limits,
                Optional<Pattern> filter)
                throws IOException {
            AgentReader reader = reader(folder, ended);
            AgentOutput output =
                    filter.isPresent()
                            ? reader.read(policy, limits, new LineFilter(filter.get()))
                            : reader.read(policy, limits);
            position = reader.position();
            bytesRead = recording.map(files -> files.totals().bytes()).orElse(bytesRead);
            if (ended) {
                close();
            } else if (recording.isPresent()) {
                // Most jobs are looked at rarely, and some never again.
                recording.get().rest();
            }
            return output;
        }

        private AgentReader reader(Path folder, boolean ended) throws IOException {
            if (open.isPresent()) {
                return open.get();
            }
            Recording files = ended ? Recording.recover(folder) : Recording.open(folder);
            AgentReader reader = new AgentReader(files, position, masker);
            recording = Optional.of(files);
            open = Optional.of(reader);
            return reader;
        }

        synchronized long bytesRead() {
            return bytesRead;
        }

        synchronized void close() {
            try {
                if (recording.isPresent()) {
                    recording.get().close();
                }
            } catch (IOException e) {
                LOG.warn("a recording could not be closed: {}", e.toString());
            }
            recording = Optional.empty();
            open = Optional.empty();
        }
    }
}
