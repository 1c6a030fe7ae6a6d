package dev.countersign.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which values a setting can have, and how they are written in settings.json.
public sealed interface SettingKind<T> {
    /// Reads a value; the refusal names what is possible.
    T read(LocatedJson json) throws ConfigurationException;

    /// The value as JSON.
    LocatedJson write(T value);

    /// What is wrong with a value, if something is.
    Optional<String> refusal(T value);

    /// Reads what a person typed: as in settings.json, without quotation marks; of several texts
    /// one a line; numbers may have their thousands apart.
    ///
    /// @throws ConfigurationException when it is none; the reason names what is possible
    default T typed(String text) throws ConfigurationException {
        LocatedJson.Place place = LocatedJson.Place.START;
        String stripped = text.strip();
        return read(
                switch (this) {
                    case Whole _ ->
                            new LocatedJson.Figure(place, stripped.replaceAll("[,_ ']", ""));
                    case Switch _ -> new LocatedJson.Truth(place, stripped.equals("true"));
                    case Lines _ ->
                            new LocatedJson.Items(
                                    place,
                                    stripped.lines()
                                            .map(String::strip)
                                            .filter(line -> !line.isEmpty())
                                            .map(SettingKind::text)
                                            .toList());
                    case Spans _ ->
                            new LocatedJson.Items(
                                    place,
                                    Stream.of(stripped.split(",", -1))
                                            .map(String::strip)
                                            .filter(one -> !one.isEmpty())
                                            .map(SettingKind::text)
                                            .toList());
                    case Span _, SpanOrNever _, Text _, Choice<?> _ ->
                            new LocatedJson.Text(place, stripped);
                });
    }

    /// A value as a person would type it, see [#typed].
    default String asTyped(T value) {
        return switch (write(value)) {
            case LocatedJson.Text text -> text.value();
            case LocatedJson.Figure figure -> grouped(figure.literal());
            case LocatedJson.Truth truth -> Boolean.toString(truth.value());
            case LocatedJson.Items items ->
                    items.items().stream()
                            .map(item ->
                                    item instanceof LocatedJson.Text line
                                            ? line.value()
                                            : item.kind())
                            .collect(Collectors.joining(this instanceof Spans ? ", " : "\n"));
            case LocatedJson.Fields fields -> fields.kind();
            case LocatedJson.Nothing nothing -> nothing.kind();
        };
    }

    /// What is possible, for people.
    String range();

    /// A time: `"50s"`, `"9m"`, `"24h"`, `"1d"`, `"500ms"`, or sums of these: `"1m 30s"`.
    record Span(Duration shortest, Duration longest) implements SettingKind<Duration> {
        @Override
        public Duration read(LocatedJson json) throws ConfigurationException {
            return readChecked(json, this, SettingDuration::parse);
        }

        @Override
        public LocatedJson write(Duration value) {
            return text(SettingDuration.format(value));
        }

        @Override
        public Optional<String> refusal(Duration value) {
            boolean inRange = value.compareTo(shortest) >= 0 && value.compareTo(longest) <= 0;
            return inRange ? Optional.empty() : Optional.of("must be " + range());
        }

        @Override
        public String range() {
            return "a time from %s to %s"
                    .formatted(SettingDuration.format(shortest), SettingDuration.format(longest));
        }
    }

    /// A time, or `"never"`.
    record SpanOrNever(Duration shortest, Duration longest)
            implements SettingKind<Optional<Duration>> {
        private static final String NEVER = "never";

        @Override
        public Optional<Duration> read(LocatedJson json) throws ConfigurationException {
            if (json instanceof LocatedJson.Text(LocatedJson.Place _, String text)
                    && text.equals(NEVER)) {
                return Optional.empty();
            }
            try {
                return Optional.of(new Span(shortest, longest).read(json));
            } catch (ConfigurationException _) {
                throw refused(json, this);
            }
        }

        @Override
        public LocatedJson write(Optional<Duration> value) {
            return text(value.map(SettingDuration::format).orElse(NEVER));
        }

        @Override
        public Optional<String> refusal(Optional<Duration> value) {
            boolean inRange =
                    value.isEmpty() || new Span(shortest, longest).refusal(value.get()).isEmpty();
            return inRange ? Optional.empty() : Optional.of("must be " + range());
        }

        @Override
        public String range() {
            return "\"never\" or " + new Span(shortest, longest).range();
        }
    }

    /// Several times, one after the other: `["1s", "3s", "5s"]`, typed `1s, 3s, 5s`.
    record Spans(int most, Duration shortest, Duration longest)
            implements SettingKind<List<Duration>> {
        @Override
        public List<Duration> read(LocatedJson json) throws ConfigurationException {
            if (json instanceof LocatedJson.Items(LocatedJson.Place _, List<LocatedJson> items)) {
                List<Duration> spans = new ArrayList<>();
                for (LocatedJson item : items) {
                    spans.add(one().read(item));
                }
                if (refusal(spans).isEmpty()) {
                    return List.copyOf(spans);
                }
            }
            throw refused(json, this);
        }

        @Override
        public LocatedJson write(List<Duration> value) {
            return new LocatedJson.Items(
                    LocatedJson.Place.START, value.stream().map(one()::write).toList());
        }

        @Override
        public Optional<String> refusal(List<Duration> value) {
            boolean fine =
                    value.size() <= most
                            && value.stream().allMatch(span -> one().refusal(span).isEmpty());
            return fine ? Optional.empty() : Optional.of("must be " + range());
        }

        @Override
        public String range() {
            return "at most %,d times with commas between, each %s; empty for none"
                    .formatted(most, one().range());
        }

        private Span one() {
            return new Span(shortest, longest);
        }
    }

    /// A whole number.
    ///
    /// @param unit what is counted: 'commands'
    record Whole(int smallest, int largest, String unit) implements SettingKind<Integer> {
        @Override
        public Integer read(LocatedJson json) throws ConfigurationException {
            if (json instanceof LocatedJson.Figure(LocatedJson.Place _, String literal)) {
                try {
                    int value = Integer.parseInt(literal);
                    if (refusal(value).isEmpty()) {
                        return value;
                    }
                } catch (NumberFormatException _) {
                    throw refused(json, this);
                }
            }
            throw refused(json, this);
        }

        @Override
        public LocatedJson write(Integer value) {
            return new LocatedJson.Figure(LocatedJson.Place.START, value.toString());
        }

        @Override
        public Optional<String> refusal(Integer value) {
            boolean inRange = value >= smallest && value <= largest;
            return inRange ? Optional.empty() : Optional.of("must be " + range());
        }

        @Override
        public String range() {
            return "a whole number from %,d to %,d (%s)".formatted(smallest, largest, unit);
        }
    }

    /// A text that looks as wanted; may be empty where the pattern allows it.
    ///
    /// @param words what is wanted, for people
    record Text(Pattern pattern, String words) implements SettingKind<String> {
        @Override
        public String read(LocatedJson json) throws ConfigurationException {
            return readChecked(json, this, Optional::of);
        }

        @Override
        public LocatedJson write(String value) {
            return text(value);
        }

        @Override
        public Optional<String> refusal(String value) {
            return pattern.matcher(value).matches()
                    ? Optional.empty()
                    : Optional.of("must be " + words);
        }

        @Override
        public String range() {
            return words;
        }
    }

    /// Several texts that look as wanted, in the person's order.
    ///
    /// @param words what is wanted of each, for people
    record Lines(int most, Pattern pattern, String words) implements SettingKind<List<String>> {
        @Override
        public List<String> read(LocatedJson json) throws ConfigurationException {
            if (json instanceof LocatedJson.Items(LocatedJson.Place _, List<LocatedJson> items)) {
                List<String> lines = new ArrayList<>();
                for (LocatedJson item : items) {
                    lines.add(new Text(pattern, words).read(item));
                }
                if (refusal(lines).isEmpty()) {
                    return List.copyOf(lines);
                }
            }
            throw refused(json, this);
        }

        @Override
        public LocatedJson write(List<String> value) {
            return new LocatedJson.Items(
                    LocatedJson.Place.START, value.stream().map(SettingKind::text).toList());
        }

        @Override
        public Optional<String> refusal(List<String> value) {
            boolean fine =
                    value.size() <= most
                            && value.stream().allMatch(line -> pattern.matcher(line).matches());
            return fine ? Optional.empty() : Optional.of("must be " + range());
        }

        @Override
        public String range() {
            return "a list of at most %,d, each %s".formatted(most, words);
        }
    }

    /// On or off.
    record Switch() implements SettingKind<Boolean> {
        @Override
        public Boolean read(LocatedJson json) throws ConfigurationException {
            if (json instanceof LocatedJson.Truth(LocatedJson.Place _, boolean value)) {
                return value;
            }
            throw refused(json, this);
        }

        @Override
        public LocatedJson write(Boolean value) {
            return new LocatedJson.Truth(LocatedJson.Place.START, value);
        }

        @Override
        public Optional<String> refusal(Boolean value) {
            return Optional.empty();
        }

        @Override
        public String range() {
            return "true or false";
        }
    }

    /// One of a few words, the constants in lower case.
    record Choice<E extends Enum<E>>(List<E> choices) implements SettingKind<E> {
        public Choice {
            choices = List.copyOf(choices);
        }

        @Override
        public E read(LocatedJson json) throws ConfigurationException {
            return readChecked(
                    json,
                    this,
                    value ->
                            choices.stream()
                                    .filter(choice -> word(choice).equals(value))
                                    .findAny());
        }

        @Override
        public LocatedJson write(E value) {
            return text(word(value));
        }

        @Override
        public Optional<String> refusal(E value) {
            return choices.contains(value) ? Optional.empty() : Optional.of("must be " + range());
        }

        @Override
        public String range() {
            return choices.stream()
                    .map(choice -> "\"" + word(choice) + "\"")
                    .collect(Collectors.joining(", ", "one of ", ""));
        }

        /// The choices as they are written.
        public List<String> words() {
            return choices.stream().map(Choice::word).toList();
        }

        private static String word(Enum<?> choice) {
            return choice.name().toLowerCase(Locale.ROOT);
        }
    }

    private static <T> T readChecked(
            LocatedJson json, SettingKind<T> kind, Function<String, Optional<T>> reading)
            throws ConfigurationException {
        if (json instanceof LocatedJson.Text(LocatedJson.Place _, String text)) {
            Optional<T> value = reading.apply(text);
            if (value.isPresent() && kind.refusal(value.get()).isEmpty()) {
                return value.get();
            }
        }
        throw refused(json, kind);
    }

    private static ConfigurationException refused(LocatedJson json, SettingKind<?> kind) {
        return new ConfigurationException(json.place(), "the value must be " + kind.range());
    }

    private static String grouped(String literal) {
        return String.format(Locale.ROOT, "%,d", Long.parseLong(literal));
    }

    private static LocatedJson text(String value) {
        return new LocatedJson.Text(LocatedJson.Place.START, value);
    }

    /// Times as people write them.
    final class SettingDuration {
        private static final Pattern TERM = Pattern.compile("\\s*(\\d{1,9})\\s*(ms|s|m|h|d)\\s*");

        private SettingDuration() {}

        static Optional<Duration> parse(String text) {
            Matcher term = TERM.matcher(text);
            Duration sum = Duration.ZERO;
            int end = 0;
            while (end < text.length() && term.find(end) && term.start() == end) {
                sum = sum.plus(duration(Long.parseLong(term.group(1)), term.group(2)));
                end = term.end();
            }
            return end == text.length() && end > 0 ? Optional.of(sum) : Optional.empty();
        }

        private static Duration duration(long amount, String unit) {
            return switch (unit) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
        }

        static String format(Duration value) {
            if (value.isZero()) {
                return "0s";
            }
            StringBuilder text = new StringBuilder();
            append(text, value.toHours(), "h");
            append(text, value.toMinutesPart(), "m");
            append(text, value.toSecondsPart(), "s");
            append(text, value.toMillisPart(), "ms");
            return text.toString();
        }

        private static void append(StringBuilder text, long amount, String unit) {
            if (amount == 0) {
                return;
            }
            if (!text.isEmpty()) {
                text.append(' ');
            }
            text.append(amount).append(unit);
        }
    }
}
