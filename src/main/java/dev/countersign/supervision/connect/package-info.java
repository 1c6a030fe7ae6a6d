/// How agents are told of the console: the changes to their own configuration, and back.
///
/// Pure functions over texts, but for [AgentFiles], which reads and writes the agents' files and
/// blocks. Leaves everything in a file alone that is not ours, comments included.
@NullMarked
package dev.countersign.supervision.connect;

import org.jspecify.annotations.NullMarked;
