package dev.countersign.approval;

import dev.countersign.safety.CommandKnowledge;
import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.ConfigurationFile;
import dev.countersign.settings.ConfigurationProblem;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// `commands.json`, by which a person tells the console of commands that it does not know.
///
/// @param knowledge what is known with the file; what comes with the console where there is no
///   file, or a bad one
/// @param problem why the file was refused
public record CommandsFile(CommandKnowledge knowledge, Optional<ConfigurationProblem> problem) {
    /// Reads the file once. Blocks on the disk.
    public static CommandsFile read(Path file) {
        CommandKnowledge builtIn = CommandKnowledge.builtIn();
        try {
            return new CommandsFile(builtIn.with(ConfigurationFile.read(file)), Optional.empty());
        } catch (NoSuchFileException _) {
            return new CommandsFile(builtIn, Optional.empty());
        } catch (ConfigurationException wrong) {
            return new CommandsFile(builtIn, Optional.of(ConfigurationProblem.of(file, wrong)));
        } catch (IOException failure) {
            return new CommandsFile(builtIn, Optional.of(ConfigurationProblem.of(file, failure)));
        }
    }
}
