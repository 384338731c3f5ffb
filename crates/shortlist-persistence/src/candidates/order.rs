//! The orders of a job's candidates, and the parts of a list in them. Each order has an index, which is walked in either direction.

use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDateTime};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text, Timestamp};
use shortlist_domain::{CandidateOrder, OrderPosition, OrderedQuery, SortKey};

use super::list::selected;
use crate::dialect::{DbConn, MultiBackend};
use crate::interviews::hidden_reviews::shown_to;
use crate::lists::search::SearchScope;
use crate::schema::candidates;
use crate::times::stored;

/// The years of a time that both databases can compare with.
const YEARS: RangeInclusive<i32> = 1..=9_999;

type Found<'a> = candidates::BoxedQuery<'a, MultiBackend>;

/// Restricts a query to the part of a list after a position.
pub(super) fn part<'a>(mut found: Found<'a>, query: &'a OrderedQuery) -> Found<'a> {
    if query.order.key == SortKey::Reviews {
        found = found.filter(candidates::manual_tenths.is_not_null());
        if let Some(user) = &query.hides_reviews_from {
            found = found.filter(shown_to(&query.candidates.organization_id, user));
        }
    }
    match &query.after {
        Some(after) => following(found, query.order, after),
        None => found,
    }
}

/// The first value that a list is ordered by.
pub(super) enum Place {
    Number(i64),
    Name(String),
    Time(NaiveDateTime),
}

/// Returns the place at which a list goes on after some rows, whether they match its search and filters or not.
pub(super) fn place_after(
    conn: &mut DbConn,
    query: &OrderedQuery,
    rows: i64,
) -> QueryResult<Option<Place>> {
    let part = part(selected(&query.candidates, &SearchScope::InOrder), query)
        .order(sql::<Text>(order_by(query.order)))
        .offset(rows);
    let value = value_of(query.order.key);
    Ok(match query.order.key {
        SortKey::Name => {
            let name = part.select(candidates::sort_name).first(conn);
            name.optional()?.map(Place::Name)
        }
        SortKey::Created => {
            let time = part.select(candidates::created_at).first(conn);
            time.optional()?.map(Place::Time)
        }
        SortKey::Score | SortKey::Experience | SortKey::Reviews => {
            let number = sql::<BigInt>(&format!("CAST({value} AS BIGINT)"));
            let number = part.select(number).first(conn);
            number.optional()?.map(Place::Number)
        }
    })
}

/// Restricts a list to the rows up to a place and those with the same value.
pub(super) fn up_to<'a>(found: Found<'a>, order: CandidateOrder, place: &'a Place) -> Found<'a> {
    let ascends = order.is_reversed != (order.key == SortKey::Name);
    let sign = if ascends { "<=" } else { ">=" };
    let condition = sql::<Bool>(&format!("{} {sign} ", value_of(order.key)));
    match place {
        Place::Number(number) => found.filter(condition.bind::<BigInt, _>(number)),
        Place::Name(name) => found.filter(condition.bind::<Text, _>(name)),
        Place::Time(time) => found.filter(condition.bind::<Timestamp, _>(time)),
    }
}

/// Returns the expression that an index orders by. Candidates without experience come after those with none.
fn value_of(key: SortKey) -> &'static str {
    match key {
        SortKey::Score => "candidates.score_tenths",
        SortKey::Name => "candidates.sort_name",
        SortKey::Experience => "COALESCE(candidates.months_worked, -1)",
        SortKey::Reviews => "candidates.manual_tenths",
        SortKey::Created => "candidates.created_at",
    }
}

pub(super) fn order_by(order: CandidateOrder) -> &'static str {
    match (order.key, order.is_reversed) {
        (SortKey::Score, false) => {
            "candidates.score_tenths DESC, candidates.sort_name, candidates.id"
        }
        (SortKey::Score, true) => {
            "candidates.score_tenths, candidates.sort_name DESC, candidates.id DESC"
        }
        (SortKey::Name, false) => "candidates.sort_name, candidates.id",
        (SortKey::Name, true) => "candidates.sort_name DESC, candidates.id DESC",
        (SortKey::Experience, false) => {
            "COALESCE(candidates.months_worked, -1) DESC, candidates.sort_name, candidates.id"
        }
        (SortKey::Experience, true) => {
            "COALESCE(candidates.months_worked, -1), candidates.sort_name DESC, candidates.id DESC"
        }
        (SortKey::Reviews, false) => {
            "candidates.manual_tenths DESC, candidates.sort_name, candidates.id"
        }
        (SortKey::Reviews, true) => {
            "candidates.manual_tenths, candidates.sort_name DESC, candidates.id DESC"
        }
        (SortKey::Created, false) => "candidates.created_at DESC, candidates.id",
        (SortKey::Created, true) => "candidates.created_at, candidates.id DESC",
    }
}

/// Leaves out the rows up to a position. An index can use the first of the two conditions.
fn following<'a>(found: Found<'a>, order: CandidateOrder, after: &'a OrderPosition) -> Found<'a> {
    let id = after.candidate_id.as_str();
    let name = after.sort_name.as_str();
    // Names and identifiers ascend where values descend. By name, values ascend too.
    let (later, earlier) = if order.is_reversed {
        ("<", ">")
    } else {
        (">", "<")
    };
    let value = value_of(order.key);
    let by_id = format!("candidates.id {later} ");
    if order.key == SortKey::Name {
        return found.filter(
            sql::<Bool>(&format!("({value} {later}= "))
                .bind::<Text, _>(name)
                .sql(&format!(" AND ({value} {later} "))
                .bind::<Text, _>(name)
                .sql(&format!(" OR {by_id}"))
                .bind::<Text, _>(id)
                .sql("))"),
        );
    }
    if order.key == SortKey::Created {
        let at = timestamp_of(after.value);
        return found.filter(
            sql::<Bool>(&format!("({value} {earlier}= "))
                .bind::<Timestamp, _>(at)
                .sql(&format!(" AND ({value} {earlier} "))
                .bind::<Timestamp, _>(at)
                .sql(&format!(" OR {by_id}"))
                .bind::<Text, _>(id)
                .sql("))"),
        );
    }
    found.filter(
        sql::<Bool>(&format!("({value} {earlier}= "))
            .bind::<BigInt, _>(after.value)
            .sql(&format!(" AND ({value} {earlier} "))
            .bind::<BigInt, _>(after.value)
            .sql(&format!(" OR candidates.sort_name {later} "))
            .bind::<Text, _>(name)
            .sql(" OR (candidates.sort_name = ")
            .bind::<Text, _>(name)
            .sql(&format!(" AND {by_id}"))
            .bind::<Text, _>(id)
            .sql(")))"),
    )
}

/// Returns a time that both databases can compare with.
fn timestamp_of(micros: i64) -> NaiveDateTime {
    let at = shortlist_domain::Timestamp::from_unix_micros(micros).map(stored);
    at.filter(|at| YEARS.contains(&at.year()))
        .unwrap_or_default()
}
