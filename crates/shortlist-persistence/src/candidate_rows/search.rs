//! Filters that several lists of candidates share.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use shortlist_domain::{CandidateStatus, StatusFilter};

use crate::dialect::{BeginsAWord, MultiBackend};
use crate::schema::candidates;
use crate::text::{self, SearchWord};

/// Restricts a query to the candidates with a status.
pub(crate) fn with_status<'a>(
    found: candidates::BoxedQuery<'a, MultiBackend>,
    status: StatusFilter,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    let StatusFilter::Is(status) = status else {
        return found;
    };
    let has_status = candidates::status.eq(status.as_str());
    match status {
        CandidateStatus::Active => found.filter(candidates::status.is_null().or(has_status)),
        _ => found.filter(has_status),
    }
}

/// Restricts a query to the candidates whose texts contain a search term.
pub(crate) fn containing<'a>(
    found: candidates::BoxedQuery<'a, MultiBackend>,
    search: &'a str,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    if let Some(digits) = text::phone_digits(search) {
        let written = candidates::search_text
            .like(text::like_pattern(search))
            .escape('\\');
        return found.filter(written.or(candidates::search_text.like(text::like_pattern(&digits))));
    }
    text::search_words(search)
        .iter()
        .enumerate()
        .fold(found, |found, (number, word)| {
            containing_word(found, number, word)
        })
}

fn containing_word<'a>(
    found: candidates::BoxedQuery<'a, MultiBackend>,
    number: usize,
    word: &SearchWord,
) -> candidates::BoxedQuery<'a, MultiBackend> {
    if word.is_short() {
        return found.filter(BeginsAWord::new(number, word));
    }
    let pattern = |text: &str| {
        candidates::search_text
            .like(text::like_pattern(text))
            .escape('\\')
    };
    let parts = text::selective_parts(&word.plain);
    let found = parts
        .iter()
        .fold(found, |found, part| found.filter(pattern(part)));
    if parts == [word.plain.as_str()] {
        return found;
    }
    // No index contains this expression, so that the trigram index is not searched for the whole word.
    found.filter(
        sql::<Bool>("candidates.search_text || '' LIKE ")
            .bind::<Text, _>(text::like_pattern(&word.plain))
            .sql(" ESCAPE '\\'"),
    )
}
