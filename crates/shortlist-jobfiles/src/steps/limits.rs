//! Compares cells with the limits of a condition, as amounts or as dates.

use chrono::NaiveDate;

use crate::amounts::amount;
use crate::condition::{Limit, Limits};
use crate::instruction::{ClauseProblem, DateOrder};
use crate::periods::{Period, period, shown_order};

/// The limits of a condition with their values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BoundLimits {
    Amounts {
        low: Option<(i128, bool)>,
        high: Option<(i128, bool)>,
    },
    Dates {
        low: Option<(Period, bool)>,
        high: Option<(Period, bool)>,
        order: Option<DateOrder>,
    },
}

/// The reason why cells cannot be compared with limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NotComparable {
    /// No cell is an amount or a date like the limit.
    NothingToCompare(String),
    /// The dates can be day-first and month-first.
    UnknownOrder,
}

impl NotComparable {
    /// Returns the problem of the column with this name.
    pub(super) fn in_column(self, name: &str) -> ClauseProblem {
        let column = name.to_owned();
        match self {
            Self::NothingToCompare(limit) => ClauseProblem::NotComparable { column, limit },
            Self::UnknownOrder => ClauseProblem::UnknownDateOrder { column },
        }
    }
}

impl BoundLimits {
    /// Binds limits to cells, which decide whether they are amounts or dates.
    ///
    /// # Errors
    /// Returns the reason why no cell can be compared with the limits.
    pub(super) fn bind<'c, Cells: Iterator<Item = &'c str>>(
        limits: &Limits,
        cells: impl Fn() -> Cells,
        order: Option<DateOrder>,
    ) -> Result<Self, NotComparable> {
        let amounts = Self::as_amounts(limits);
        if let Some(bound) = amounts.filter(|_| cells().any(|cell| amount(cell).is_some())) {
            return Ok(bound);
        }
        let order = order_of(&cells).or(order);
        let known = |order: Option<DateOrder>| {
            Self::as_dates(limits, order).filter(|_| cells_fit(cells(), order))
        };
        if let Some(bound) = known(order) {
            return Ok(bound);
        }
        if known(Some(DateOrder::DayMonthYear)).is_some() {
            return Err(NotComparable::UnknownOrder);
        }
        let limit = limits.texts().next().unwrap_or_default().to_owned();
        Err(NotComparable::NothingToCompare(limit))
    }

    fn as_amounts(limits: &Limits) -> Option<Self> {
        let read = |limit: &Limit| Some((amount(&limit.text)?, limit.inclusive));
        Some(Self::Amounts {
            low: bind_limit(&limits.low, read)?,
            high: bind_limit(&limits.high, read)?,
        })
    }

    fn as_dates(limits: &Limits, order: Option<DateOrder>) -> Option<Self> {
        let read = |limit: &Limit| Some((period(&limit.text, order)?, limit.inclusive));
        Some(Self::Dates {
            low: bind_limit(&limits.low, read)?,
            high: bind_limit(&limits.high, read)?,
            order,
        })
    }

    /// Returns whether a cell is within the limits. A cell that is no amount or date is not.
    pub(super) fn allow(&self, cell: &str) -> bool {
        match self {
            Self::Amounts { low, high } => amount(cell).is_some_and(|found| {
                low.is_none_or(|(low, inclusive)| found > low || (inclusive && found == low))
                    && high.is_none_or(|(high, inclusive)| {
                        found < high || (inclusive && found == high)
                    })
            }),
            Self::Dates { low, high, order } => period(cell, *order).is_some_and(|found| {
                low.is_none_or(|(low, inclusive)| found.first > start(low, inclusive))
                    && high.is_none_or(|(high, inclusive)| found.last < end(high, inclusive))
            }),
        }
    }
}

/// Returns the day before the first allowed day.
fn start(limit: Period, inclusive: bool) -> NaiveDate {
    if inclusive {
        limit.first.pred_opt().unwrap_or(limit.first)
    } else {
        limit.last
    }
}

/// Returns the day after the last allowed day.
fn end(limit: Period, inclusive: bool) -> NaiveDate {
    if inclusive {
        limit.last.succ_opt().unwrap_or(limit.last)
    } else {
        limit.first
    }
}

/// Binds a limit if there is one. The outer option is `None` if it cannot be read.
fn bind_limit<T>(limit: &Option<Limit>, read: impl Fn(&Limit) -> Option<T>) -> Option<Option<T>> {
    match limit {
        Some(limit) => read(limit).map(Some),
        None => Some(None),
    }
}

/// Returns whether a cell is a date in this order.
fn cells_fit<'c>(mut cells: impl Iterator<Item = &'c str>, order: Option<DateOrder>) -> bool {
    cells.any(|cell| period(cell, order).is_some())
}

/// Returns the order that the cells show: 31/12/2026 is day-first.
fn order_of<'c, Cells: Iterator<Item = &'c str>>(cells: impl Fn() -> Cells) -> Option<DateOrder> {
    let shows = |order| cells().any(|cell| shown_order(cell) == Some(order));
    match (
        shows(DateOrder::DayMonthYear),
        shows(DateOrder::MonthDayYear),
    ) {
        (true, false) => Some(DateOrder::DayMonthYear),
        (false, true) => Some(DateOrder::MonthDayYear),
        _ => None,
    }
}
