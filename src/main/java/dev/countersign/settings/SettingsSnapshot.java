package dev.countersign.settings;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// The values of all settings at one moment. Immutable.
public final class SettingsSnapshot {
    private final Map<Setting<?>, Object> changed;

    private SettingsSnapshot(Map<Setting<?>, Object> changed) {
        this.changed = Map.copyOf(changed);
    }

    /// Every setting as it is until a person changes one.
    public static SettingsSnapshot standard() {
        return new SettingsSnapshot(Map.of());
    }

    /// The value of one setting.
    // The map is filled by `with` alone, which pairs each setting with a value of its own type.
    @SuppressWarnings("unchecked")
    public <T> T value(Setting<T> setting) {
        Object value = changed.get(setting);
        return value == null ? setting.standard() : (T) value;
    }

    /// Whether a person set it.
    public boolean isChanged(Setting<?> setting) {
        return changed.containsKey(setting);
    }

    /// The same with another value for one setting.
    public <T> SettingsSnapshot with(Setting<T> setting, T value) {
        setting.kind()
                .refusal(value)
                .ifPresent(reason -> {
                    throw new IllegalArgumentException(setting.id() + " " + reason);
                });
        Map<Setting<?>, Object> copy = new HashMap<>(changed);
        copy.put(setting, value);
        return new SettingsSnapshot(copy);
    }

    /// The same with one setting as it was at first.
    public SettingsSnapshot without(Setting<?> setting) {
        Map<Setting<?>, Object> copy = new HashMap<>(changed);
        copy.remove(setting);
        return new SettingsSnapshot(copy);
    }

    /// The same with some settings as they are in another snapshot.
    public SettingsSnapshot withThoseOf(SettingsSnapshot other, Collection<Setting<?>> settings) {
        Map<Setting<?>, Object> copy = new HashMap<>(changed);
        for (Setting<?> setting : settings) {
            Object value = other.changed.get(setting);
            if (value == null) {
                copy.remove(setting);
            } else {
                copy.put(setting, value);
            }
        }
        return new SettingsSnapshot(copy);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SettingsSnapshot that && changed.equals(that.changed);
    }

    @Override
    public int hashCode() {
        return changed.hashCode();
    }
}
