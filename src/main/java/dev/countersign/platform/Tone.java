package dev.countersign.platform;

import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.Clip;
import javax.sound.sampled.LineEvent;
import javax.sound.sampled.LineUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A short tone of two notes.
public final class Tone {
    private static final Logger LOG = LoggerFactory.getLogger(Tone.class);
    private static final float RATE = 44_100;
    private static final double LOW = 660;
    private static final double HIGH = 880;
    private static final double SECONDS_OF_A_NOTE = 0.12;
    private static final double LOUDNESS = 0.25;

    private Tone() {}

    /// Plays it and returns at once, for the most part; where there is no loudspeaker the log says
    /// so.
    public static void play() {
        byte[] samples = samples();
        try {
            Clip clip = AudioSystem.getClip();
            clip.addLineListener(event -> {
                if (event.getType().equals(LineEvent.Type.STOP)) {
                    clip.close();
                }
            });
            clip.open(new AudioFormat(RATE, 16, 1, true, true), samples, 0, samples.length);
            clip.start();
        } catch (LineUnavailableException | IllegalArgumentException | IllegalStateException e) {
            LOG.warn("no sound: {}", e.getMessage());
        }
    }

    /// Two sine notes that fade, 16 bits each sample, big-endian.
    static byte[] samples() {
        int note = (int) (RATE * SECONDS_OF_A_NOTE);
        byte[] samples = new byte[2 * 2 * note];
        for (int at = 0; at < 2 * note; at++) {
            double hertz = at < note ? LOW : HIGH;
            double within = (at % note) / (double) note;
            double value =
                    Math.sin(2 * Math.PI * hertz * at / RATE)
                            * LOUDNESS
                            * Math.sin(Math.PI * within);
            short sample = (short) (value * Short.MAX_VALUE);
            samples[2 * at] = (byte) (sample >> 8);
            samples[2 * at + 1] = (byte) sample;
        }
        return samples;
    }
}
