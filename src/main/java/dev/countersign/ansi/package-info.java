/// What commands print: bytes to text for agents and to styled lines for people.
///
/// Pure and bounded: no clock, no disk, no threads; never throws on any bytes; the same result
/// however the bytes are cut into chunks. Instances are confined to their caller. Uses nothing else
/// of ours.
@NullMarked
package dev.countersign.ansi;

import org.jspecify.annotations.NullMarked;
