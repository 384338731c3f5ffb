//! The candidates that a form of the ranking selects: the ticked candidates, all of the view, or a part of it.

use std::collections::HashSet;

use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    Candidate, CandidateId, InvalidValue, Job, ListProblem, MAX_BULK_CANDIDATES, NumberProblem,
    OrderedQuery, PageFormProblem, PageRequest, Principal, Score,
};

use super::mails::MAIL_OF;
use super::{REJECT, SELECTED};
use crate::form::Fields;
use crate::ranking::address::Address;
use crate::ranking::definitions::Definitions;
use crate::ranking::select;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The field of all candidates of the view.
pub(super) const ALL: &str = "all";
/// The field of the first position.
pub(super) const FIRST: &str = "firstPosition";
/// The field of the last position.
pub(super) const LAST: &str = "lastPosition";
/// The field of the score below which everybody is meant.
pub(super) const BELOW: &str = "belowScore";

/// The candidates that a form is about.
pub(super) struct Chosen {
    pub(super) found: Vec<Candidate>,
    /// How many of them do not exist any more, or belong to another job now.
    pub(super) missing: usize,
}

/// Which candidates of a view a form means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    /// Those at these positions and between them, counted from 1 in the order of the view.
    Positions {
        first: u32,
        last: u32,
    },
    /// Those with a lower score.
    Below(Score),
}

impl Part {
    /// Reads which part of the view a form means; `None` if it names candidates.
    fn read(fields: &Fields) -> Result<Option<Self>, InvalidValue> {
        let is_all = fields.has(ALL);
        let has_positions = fields.some(FIRST).or(fields.some(LAST)).is_some();
        let below = fields.some(BELOW);
        // With a tick on each row, all of the view are still meant.
        let has_ticks = !is_all && !selected(fields).is_empty();
        let ways = [is_all, has_positions, below.is_some(), has_ticks];
        if ways.into_iter().filter(|is_used| *is_used).count() > 1 {
            let problem = PageFormProblem::SeveralSelections;
            return Err(InvalidValue::new("candidates", problem));
        }
        if is_all {
            return Ok(Some(Self::All));
        }
        if has_positions {
            return Self::positions(fields).map(Some);
        }
        below.map(Self::below).transpose()
    }

    fn positions(fields: &Fields) -> Result<Self, InvalidValue> {
        let position = |name: &str| {
            let position = fields.get(name).parse::<u32>().ok();
            position.filter(|position| *position > 0)
        };
        let both = position(FIRST).zip(position(LAST));
        let Some((first, last)) = both.filter(|(first, last)| first <= last) else {
            let problem = PageFormProblem::NoPositions;
            return Err(InvalidValue::new("candidates", problem));
        };
        let more = usize::try_from(last.saturating_sub(first));
        if more.is_ok_and(|more| more < MAX_BULK_CANDIDATES) {
            Ok(Self::Positions { first, last })
        } else {
            Err(too_many())
        }
    }

    fn below(text: &str) -> Result<Self, InvalidValue> {
        let number = text.replace(',', ".").parse::<f64>().ok();
        let number = number.ok_or_else(|| InvalidValue::new(BELOW, NumberProblem::NotNumber))?;
        Score::parse(BELOW, number).map(Self::Below)
    }

    /// Returns the identifiers of the candidates in this part of a view.
    fn ids(
        self,
        app: &App,
        principal: &Principal,
        query: OrderedQuery,
    ) -> Result<Vec<CandidateId>, AppError> {
        let ids = match self {
            Self::All => all_of(app, principal, query)?,
            Self::Positions { first, last } => at_positions(app, principal, query, first..=last)?,
            Self::Below(score) => below(app, principal, query, score)?,
        };
        if ids.is_empty() && self != Self::All {
            let problem = PageFormProblem::NobodyThere;
            return Err(InvalidValue::new("candidates", problem).into());
        }
        Ok(ids)
    }
}

fn too_many() -> InvalidValue {
    let problem = ListProblem::TooManyChanged(MAX_BULK_CANDIDATES);
    InvalidValue::new("candidates", problem)
}

/// Returns the identifiers that a form names, sorted.
pub(super) fn selected(fields: &Fields) -> Vec<String> {
    fields.names_after(SELECTED)
}

/// Returns the form without its confirmation if it means candidates by their positions or scores: no page has shown who they are. The
/// buttons that show a mail confirm nothing, either.
pub(super) fn without_unseen_confirmation(fields: Fields) -> Fields {
    let names = [FIRST, LAST, BELOW, MAIL_OF];
    if names.iter().any(|name| fields.some(name).is_some()) {
        fields.without(&["confirmed"])
    } else {
        fields
    }
}

/// Loads the candidates that the form is about. Only a rejection leaves out those who do not exist any more.
pub(super) async fn chosen(
    visit: &Visit,
    job: &Job,
    address: &Address,
    fields: &Fields,
) -> Result<Chosen, PageError> {
    let part = match Part::read(fields)? {
        Some(part) => Some((part, query_of_view(visit, job, address).await?)),
        None => None,
    };
    let (named, job) = (selected(fields), job.id.clone());
    let may_miss = fields.has(REJECT);
    let load = move |app: &App, principal: &Principal| -> Result<Chosen, AppError> {
        let ids: Vec<CandidateId> = match part {
            Some((part, query)) => part.ids(app, principal, query)?,
            None => {
                let parsed = named
                    .iter()
                    .map(|id| CandidateId::parse("candidateIds", id));
                parsed.collect::<Result<_, _>>()?
            }
        };
        if ids.is_empty() {
            return Err(InvalidValue::new("candidates", PageFormProblem::NobodyChosen).into());
        }
        let mut found = app.candidates().load_many(principal, &ids)?;
        // The viewer has access to this job, and perhaps to no other.
        found.retain(|_, candidate| candidate.job_id == job);
        let found: Vec<Candidate> = ids.iter().filter_map(|id| found.remove(id)).collect();
        let missing = ids.len().saturating_sub(found.len());
        if missing == 0 || (may_miss && !found.is_empty()) {
            Ok(Chosen { found, missing })
        } else {
            let problem = PageFormProblem::SomeGone;
            Err(InvalidValue::new("candidates", problem).into())
        }
    };
    visit.run(Operation::UpdateCandidates, load).await
}

/// Returns the query of the view. Without an invalid filter, it would be about more candidates than meant.
async fn query_of_view(
    visit: &Visit,
    job: &Job,
    address: &Address,
) -> Result<OrderedQuery, PageError> {
    let definitions = Definitions::load(visit, job).await?;
    let selection = select(visit, job, &definitions, address);
    if selection.problems.is_empty() {
        return Ok(selection.query);
    }
    Err(InvalidValue::new("candidates", PageFormProblem::FilterNotApplied).into())
}

/// Returns the identifiers of all candidates of a view.
fn all_of(
    app: &App,
    principal: &Principal,
    mut query: OrderedQuery,
) -> Result<Vec<CandidateId>, AppError> {
    query.candidates.page = PageRequest::batch();
    query.after = None;
    let page = app.candidates().list_ordered(principal, &query)?;
    if page.has_next_page {
        return Err(too_many().into());
    }
    let candidates = page.candidates.into_iter();
    Ok(candidates.map(|(candidate, _)| candidate.id).collect())
}

/// Returns the identifiers of the candidates of a view with a lower score. The filters of the view count, too.
fn below(
    app: &App,
    principal: &Principal,
    mut query: OrderedQuery,
    score: Score,
) -> Result<Vec<CandidateId>, AppError> {
    let Some(tenths) = score.tenths().checked_sub(1) else {
        return Ok(Vec::new());
    };
    let highest = Score::from_tenths(i64::from(tenths));
    let filters = &mut query.candidates.filters;
    let given = filters.max_score.unwrap_or(highest);
    filters.max_score = Some(given.min(highest));
    all_of(app, principal, query)
}

/// Returns the identifiers of the candidates at some positions of a view.
///
/// At most [`MAX_BULK_CANDIDATES`] are asked for, so they are in one batch, or in two that follow each other.
fn at_positions(
    app: &App,
    principal: &Principal,
    mut query: OrderedQuery,
    positions: std::ops::RangeInclusive<u32>,
) -> Result<Vec<CandidateId>, AppError> {
    let batch = PageRequest::batch();
    let before = positions.start().saturating_sub(1);
    let number = (before / batch.size()).saturating_add(1);
    let skipped = usize::try_from(before % batch.size()).unwrap_or(usize::MAX);
    let wanted = positions.end().saturating_sub(before);
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    query.candidates.page = batch.clone().numbered(number);
    query.after = None;
    let page = app.candidates().list_ordered(principal, &query)?;
    let found = page.candidates.into_iter().skip(skipped);
    let mut ids: Vec<CandidateId> = found.map(|(candidate, _)| candidate.id).collect();
    if ids.len() < wanted && page.has_next_page {
        query.candidates.page = batch;
        query.after = page.end;
        let page = app.candidates().list_ordered(principal, &query)?;
        ids.extend(
            page.candidates
                .into_iter()
                .map(|(candidate, _)| candidate.id),
        );
    }
    // A candidate who moves between the two reads may be in both.
    let mut seen = HashSet::new();
    ids.retain(|id| seen.insert(id.clone()));
    ids.truncate(wanted);
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn read(fields: &[(&str, &str)]) -> Result<Option<Part>, String> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let fields: HashMap<String, String> = fields.iter().map(owned).collect();
        Part::read(&Fields::new(fields)).map_err(|invalid| invalid.problem.to_string())
    }

    #[test]
    fn a_form_means_ticks_or_one_part_of_the_view() {
        assert_eq!(
            read(&[("c.cnd_1", "1"), (FIRST, " "), (BELOW, "")]),
            Ok(None)
        );
        assert_eq!(read(&[("c.cnd_1", "1"), (ALL, "1")]), Ok(Some(Part::All)));
        let positions = Part::Positions {
            first: 11,
            last: 20,
        };
        assert_eq!(read(&[(FIRST, "11"), (LAST, " 20 ")]), Ok(Some(positions)));
        let score = Score::from_tenths(405);
        assert_eq!(read(&[(BELOW, "40,5")]), Ok(Some(Part::Below(score))));
        for several in [
            [("c.cnd_1", "1"), (BELOW, "40")],
            [(FIRST, "1"), (BELOW, "40")],
            [(ALL, "1"), (LAST, "3")],
        ] {
            let problem = read(&several).unwrap_err();
            assert!(problem.starts_with("choose one way"), "{problem}");
        }
    }

    #[test]
    fn positions_and_scores_have_limits() {
        for (first, last) in [("", "20"), ("0", "3"), ("20", "11"), ("-1", "x")] {
            let problem = read(&[(FIRST, first), (LAST, last)]).unwrap_err();
            assert!(problem.contains("11 to 20"), "{first} {last}: {problem}");
        }
        let most = MAX_BULK_CANDIDATES.to_string();
        assert!(read(&[(FIRST, "1"), (LAST, &most)]).is_ok());
        let more = (MAX_BULK_CANDIDATES + 1).to_string();
        let problem = read(&[(FIRST, "1"), (LAST, &more)]).unwrap_err();
        assert!(problem.contains("at most"), "{problem}");
        for score in ["many", "101", "-1", "NaN"] {
            assert!(read(&[(BELOW, score)]).is_err(), "{score}");
        }
    }
}
