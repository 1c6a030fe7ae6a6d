package dev.countersign.safety;

/// A text that a shell is given, out of a file that holds more than that.
///
/// @param name of the piece, with its sort: 'recipe clean'; empty where it is the whole file
record ScriptPiece(String name, String text) {
    static ScriptPiece whole(String text) {
        return new ScriptPiece("", text);
    }

    boolean isWhole() {
        return name.isEmpty();
    }
}
