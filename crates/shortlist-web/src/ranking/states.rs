//! The tabs of the ranking: all candidates, and those who are new, in process or rejected, with their numbers.

use shortlist_app::Operation;
use shortlist_domain::{CandidateCounts, CandidateStatus, Job};
use shortlist_transport::UNDECIDED;

use super::address::{Address, STATUS};
use super::definitions::Definitions;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// A tab.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StateTab {
    pub(crate) name: &'static str,
    /// The number of candidates of the job, whatever the filters are.
    pub(crate) count: i64,
    pub(crate) link: String,
    pub(crate) is_current: bool,
}

/// The numbers of a job's candidates.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    counts: CandidateCounts,
    /// The candidates in a stage whose status is active or on hold, including those without a decision.
    under_way: i64,
    rejected: i64,
}

/// Loads the tabs of a job.
pub(super) async fn load(
    visit: &Visit,
    job: &Job,
    definitions: &Definitions,
    address: &Address,
) -> Result<Vec<StateTab>, PageError> {
    let id = job.id.clone();
    let statuses = definitions.stages.stages().iter();
    let statuses: Vec<_> = statuses
        .map(|stage| (stage.id.clone(), stage.status))
        .collect();
    let numbers = visit.run(Operation::GetJob, move |app, principal| {
        let organization = &principal.organization_id;
        let jobs = std::slice::from_ref(&id);
        let mut counts = app.jobs().candidate_counts(organization, jobs)?;
        let in_stages = app.jobs().stage_counts(organization, &id)?;
        let of = |wanted: &[CandidateStatus]| {
            let stages = statuses.iter();
            let stages = stages.filter(|(_, status)| wanted.contains(status));
            stages
                .filter_map(|(stage, _)| in_stages.get(stage))
                .sum::<i64>()
        };
        Ok(Numbers {
            counts: counts.remove(&id).unwrap_or_default(),
            under_way: of(&[CandidateStatus::Active, CandidateStatus::OnHold]),
            rejected: of(&[CandidateStatus::Rejected]),
        })
    });
    Ok(tabs(address, numbers.await?))
}

fn tabs(address: &Address, numbers: Numbers) -> Vec<StateTab> {
    let Numbers {
        counts,
        under_way,
        rejected,
    } = numbers;
    let (new, hold) = (UNDECIDED, CandidateStatus::OnHold.as_str());
    let active = CandidateStatus::Active.as_str();
    let tab = |name, count, statuses: &[&str]| StateTab {
        name,
        count,
        link: address.of_statuses(statuses),
        is_current: is_current(address, statuses),
    };
    vec![
        tab("All", counts.all, &[]),
        tab("New", counts.undecided, &[new]),
        tab(
            "In process",
            (under_way - counts.undecided).max(0),
            &[hold, active],
        ),
        tab("Rejected", rejected, &[CandidateStatus::Rejected.as_str()]),
    ]
}

/// Returns whether a view selects exactly these statuses.
fn is_current(address: &Address, statuses: &[&str]) -> bool {
    let mut filters = address.filters().into_iter();
    let is_same = filters.all(|(name, value)| {
        let is_listed = statuses.iter().any(|one| value.eq_ignore_ascii_case(one));
        name == STATUS && is_listed
    });
    is_same && address.all(STATUS).count() == statuses.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_keeps_the_order_and_no_other_filter() {
        let query = "status=active&status=OnHold&sort=name";
        let numbers = Numbers {
            counts: CandidateCounts {
                all: 9,
                undecided: 2,
            },
            under_way: 5,
            rejected: 3,
        };
        let address = Address::read("/j".to_owned(), query);
        let shown: Vec<_> = tabs(&address, numbers)
            .into_iter()
            .map(|tab| (tab.name, tab.count, tab.link, tab.is_current))
            .collect();
        let link = str::to_owned;
        assert_eq!(
            shown,
            [
                ("All", 9, link("/j?sort=name"), false),
                ("New", 2, link("/j?sort=name&status=New"), false),
                (
                    "In process",
                    3,
                    link("/j?sort=name&status=OnHold&status=Active"),
                    true
                ),
                ("Rejected", 3, link("/j?sort=name&status=Rejected"), false),
            ]
        );
        let filtered = Address::read("/j".to_owned(), "status=New&search=a");
        let mut current = tabs(&filtered, numbers).into_iter();
        assert!(!current.any(|tab| tab.is_current));
    }
}
