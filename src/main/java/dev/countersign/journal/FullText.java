package dev.countersign.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Searching texts by words: the one thing that each database does in its own way. All other SQL
/// here is what they have in common.
interface FullText {
    /// The statements that make its tables.
    List<String> schema();

    /// Keeps or replaces the texts of a call.
    void put(Connection connection, long number, CallTexts texts) throws SQLException;

    /// The texts of a call, empty where there are none.
    Optional<CallTexts> texts(Connection connection, long number) throws SQLException;

    /// What calls are selected from when words are wanted, in place of the table `call` alone.
    String source();

    /// The column of [#source] that orders calls as their numbers do.
    String order();

    /// The condition on it with one parameter, see [#wanted].
    String condition();

    /// A condition on `call.number` with one parameter, see [#unwanted]: none of its words.
    String exclusion();

    /// The parameter of [#condition]; at least one word is wanted.
    String wanted(SearchWords words);

    /// The parameter of [#exclusion]; at least one word is unwanted.
    String unwanted(SearchWords words);
}
