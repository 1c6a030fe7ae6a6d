package dev.countersign.settings;

import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// settings.json as text: `{"theme": "dark", "limits.foregroundTotal": 10}`.
///
/// Keys that the console does not know belong to the person, or to another version: they are kept.
record SettingsText(LocatedJson.Fields fields) {
    static SettingsText empty() {
        return new SettingsText(new LocatedJson.Fields(LocatedJson.Place.START, List.of()));
    }

    static SettingsText parse(String text) throws ConfigurationException {
        return new SettingsText(LocatedJson.parse(text).asFields("settings.json"));
    }

    SettingsSnapshot snapshot() throws ConfigurationException {
        SettingsSnapshot snapshot = SettingsSnapshot.standard();
        for (Setting<?> setting : Settings.ALL) {
            snapshot = withValueOf(setting, snapshot);
        }
        return snapshot;
    }

    private <T> SettingsSnapshot withValueOf(Setting<T> setting, SettingsSnapshot snapshot)
            throws ConfigurationException {
        Optional<LocatedJson> json = fields.value(setting.id());
        if (json.isEmpty()) {
            return snapshot;
        }
        try {
            return snapshot.with(setting, setting.kind().read(json.get()));
        } catch (ConfigurationException failure) {
            throw new ConfigurationException(
                    failure.place(), setting.id() + ": " + failure.reason());
        }
    }

    /// The text with the values of a snapshot in the place of those that are there.
    String with(SettingsSnapshot snapshot) {
        StringWriter text = new StringWriter();
        text.append("{");
        String separator = "\n";
        for (LocatedJson.Member member : fields.members()) {
            Optional<Setting<?>> setting = settingOf(member.name());
            if (setting.isEmpty() || snapshot.isChanged(setting.get())) {
                LocatedJson value =
                        setting.isPresent() ? valueOf(setting.get(), snapshot) : member.value();
                text.append(separator).append(line(member.name(), value));
                separator = ",\n";
            }
        }
        for (Setting<?> setting : Settings.ALL) {
            if (snapshot.isChanged(setting) && fields.value(setting.id()).isEmpty()) {
                text.append(separator).append(line(setting.id(), valueOf(setting, snapshot)));
                separator = ",\n";
            }
        }
        return text.append("\n}\n").toString();
    }

    private static Optional<Setting<?>> settingOf(String id) {
        for (Setting<?> setting : Settings.ALL) {
            if (setting.id().equals(id)) {
                return Optional.of(setting);
            }
        }
        return Optional.empty();
    }

    private static <T> LocatedJson valueOf(Setting<T> setting, SettingsSnapshot snapshot) {
        return setting.kind().write(snapshot.value(setting));
    }

    private static String line(String name, LocatedJson value) {
        return "  " + json(new LocatedJson.Text(value.place(), name)) + ": " + json(value);
    }

    private static String json(LocatedJson value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            write(value, generator);
        }
        return text.toString();
    }

    private static void write(LocatedJson value, JsonGenerator generator) {
        switch (value) {
            case LocatedJson.Fields fields -> {
                generator.writeStartObject();
                for (LocatedJson.Member member : fields.members()) {
                    generator.writeName(member.name());
                    write(member.value(), generator);
                }
                generator.writeEndObject();
            }
            case LocatedJson.Items items -> {
                generator.writeStartArray();
                items.items().forEach(item -> write(item, generator));
                generator.writeEndArray();
            }
            case LocatedJson.Text text -> generator.writeString(text.value());
            case LocatedJson.Figure figure -> generator.writeRawValue(figure.literal());
            case LocatedJson.Truth truth -> generator.writeBoolean(truth.value());
            case LocatedJson.Nothing _ -> generator.writeNull();
        }
    }
}
