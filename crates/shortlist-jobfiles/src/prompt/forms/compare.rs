//! Forms that compare amounts and dates.

use super::super::super::amounts::amount;
use super::super::super::condition::{Limit, Limits};
use super::super::super::fields::Field;
use super::super::super::instruction::{Condition, DateOrder, Test};
use super::super::super::periods::period;
use super::super::lexicon::Class;
use super::super::names::{field_named, unquote};
use super::super::numbers::number;
use super::super::pattern::ClauseMatch;
use super::rows::on;

/// Handles "where Headcount is greater than 1" and "where Start is 2026 or later".
pub(super) fn compare(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let text = limit_text(matched.text('v'))?;
    let limit = |inclusive| {
        Some(Limit {
            text: text.clone(),
            inclusive,
        })
    };
    let is = |class| matched.has(class);
    let (low, high) = if is(Class::ORMORE) || is(Class::ATLEAST) {
        (limit(true), None)
    } else if is(Class::ORLESS) || is(Class::ATMOST) {
        (None, limit(true))
    } else if is(Class::GREATER) {
        (limit(false), None)
    } else {
        (None, limit(false))
    };
    let limits = if matched.has(Class::NOT) {
        Limits {
            low: high.map(turned),
            high: low.map(turned),
        }
    } else {
        Limits { low, high }
    };
    on(matched, Test::Within(limits))
}

/// Returns the limit of the opposite: "not greater than 5" includes 5.
fn turned(limit: Limit) -> Limit {
    Limit {
        inclusive: !limit.inclusive,
        ..limit
    }
}

/// Handles "with more than 3 openings", where the last words name a field of amounts.
pub(super) fn compare_before_column(matched: &ClauseMatch<'_>) -> Option<Condition> {
    let is_amount = field_named(matched.text('c'))
        .is_some_and(|field| matches!(field, Field::Openings | Field::Salary));
    (is_amount || matched.is_quoted('c')).then(|| compare(matched))?
}

/// Handles "where Headcount is between 2 and 4". Both limits are allowed.
pub(super) fn between(matched: &ClauseMatch<'_>) -> Option<Condition> {
    if matched.has(Class::NOT) {
        return None;
    }
    let limit = |name| {
        Some(Limit {
            text: limit_text(matched.text(name))?,
            inclusive: true,
        })
    };
    let limits = Limits {
        low: Some(limit('v')?),
        high: Some(limit('w')?),
    };
    on(matched, Test::Within(limits))
}

/// Returns a limit if it is an amount or a date. Words for numbers become digits.
fn limit_text(text: &str) -> Option<String> {
    let text = unquote(text);
    let text = number(&text.to_lowercase()).map_or(text, |number| number.to_string());
    let is_date = || period(&text, Some(DateOrder::DayMonthYear)).is_some();
    let is_us_date = || period(&text, Some(DateOrder::MonthDayYear)).is_some();
    (amount(&text).is_some() || is_date() || is_us_date()).then_some(text)
}
