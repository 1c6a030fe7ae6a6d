package dev.countersign.ansi;

/// All that a line inherits from the lines before it: the style and the open hyperlink.
///
/// Sequences never cross a line end (see [StyledLineParser]), so nothing else needs to be carried.
///
/// @param style packed as in [Style]
/// @param link the target of the open hyperlink, empty where there is none
public record ParserState(long style, String link) {

    /// The state at the start of a stream.
    public static final ParserState INITIAL = new ParserState(Style.DEFAULT, "");
}
