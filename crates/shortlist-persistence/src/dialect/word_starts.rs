//! The condition that a word of the candidates' texts begins with a short word.
//!
//! SQLite has only `LIKE`, with a pattern for each separator. PostgreSQL's index would be read once for each pattern, but only
//! once for a regular expression.

use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Bool, Text};

use super::MultiBackend;
use crate::schema::candidates;
use crate::text::{self, SearchWord};

/// The most regular expressions of one query. PostgreSQL keeps 32 compiled ones for each connection (`MAX_CACHED_RES`). With more,
/// it would compile them all again for each row.
const MAX_REGEXES: usize = 8;

/// The condition, for each database.
pub(crate) struct BeginsAWord {
    patterns: Vec<String>,
    regex: Option<String>,
}

impl BeginsAWord {
    /// `number` is the place of the word among those of the term.
    pub(crate) fn new(number: usize, word: &SearchWord) -> Self {
        let regex = || text::word_start_regex(&word.plain);
        Self {
            patterns: text::word_start_patterns(&word.plain).collect(),
            regex: (number < MAX_REGEXES).then(regex),
        }
    }
}

impl QueryFragment<MultiBackend> for BeginsAWord {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        if let (MultiBackend::Postgresql(_), Some(regex)) = (out.backend(), &self.regex) {
            out.push_sql("candidates.search_text ~ ");
            return out.push_bind_param::<Text, _>(regex);
        }
        for (number, pattern) in self.patterns.iter().enumerate() {
            out.push_sql(if number == 0 { "(" } else { " OR " });
            out.push_sql("candidates.search_text LIKE ");
            out.push_bind_param::<Text, _>(pattern)?;
            out.push_sql(" ESCAPE '\\'");
        }
        out.push_sql(")");
        Ok(())
    }
}

impl Expression for BeginsAWord {
    type SqlType = Bool;
}

impl QueryId for BeginsAWord {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl ValidGrouping<()> for BeginsAWord {
    type IsAggregate = is_aggregate::No;
}

impl AppearsOnTable<candidates::table> for BeginsAWord {}

impl SelectableExpression<candidates::table> for BeginsAWord {}
