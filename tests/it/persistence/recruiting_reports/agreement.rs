//! The figures agree with the candidates after random changes.

use std::collections::{BTreeMap, BTreeSet};

use shortlist_domain::{
    CandidateFilters, CandidateQuery, CandidateStatus, PageRequest, StatusFilter, score_band,
};
use shortlist_persistence::Store;

use super::{DAY, create, figures, set_status, week};
use crate::support::numbers::Numbers;
use crate::support::records::{Tenant, at};
use crate::support::writes::Writes as _;

on_both_databases!(figures_agree_with_the_candidates);

/// Changes candidates at random: new ones, statuses, and erasures.
fn change_at_random(store: &Store, tenant: &Tenant) {
    let (mut numbers, mut ids) = (Numbers(7), Vec::new());
    let writer = store.operator(&tenant.organization);
    for step in 0..120 {
        let place = numbers.below(1_000);
        match (numbers.below(5), ids.get(place % ids.len().max(1)).cloned()) {
            (0 | 1, _) | (_, None) => {
                let name = format!("Example {step}");
                let mut number = |most| i64::try_from(numbers.below(most)).unwrap();
                let made = (name.as_str(), number(1_001), number(5));
                ids.push(create(store, tenant, made));
            }
            (2 | 3, Some(id)) => {
                let status = *numbers.one_of(&CandidateStatus::ALL);
                set_status(store, tenant, &id, status, at(6 * DAY + i64::from(step)));
            }
            (_, Some(id)) => {
                ids.retain(|other| *other != id);
                let erased =
                    writer
                        .candidates()
                        .erase(&tenant.organization, &id, "asked", at(6 * DAY));
                erased.unwrap();
            }
        }
    }
    assert!(ids.len() > 10, "{}", ids.len());
}

/// Candidates by status, by band, and by stage: in it now, ever, and ever by a decision.
type Recount = (
    BTreeMap<&'static str, i64>,
    [i64; 10],
    Vec<(String, [i64; 3])>,
);

/// Counts the stored candidates of a tenant, without the counts for reports.
fn recount(store: &Store, tenant: &Tenant) -> Recount {
    let query = CandidateQuery {
        organization_id: tenant.organization.clone(),
        job_id: Some(tenant.job.clone()),
        search: None,
        status: StatusFilter::Any,
        filters: CandidateFilters::default(),
        page: PageRequest::batch(),
        count: false,
    };
    let (mut statuses, mut scores) = (BTreeMap::new(), [0; 10]);
    let mut stages: BTreeMap<String, [i64; 3]> = BTreeMap::new();
    for candidate in store.candidates().list(&query).unwrap().items {
        let status = candidate.status.map_or("New", CandidateStatus::as_str);
        *statuses.entry(status).or_default() += 1;
        let tenths = i16::try_from(candidate.score.unwrap().tenths()).unwrap();
        scores[usize::try_from(score_band(tenths)).unwrap()] += 1;
        let history = store
            .candidates()
            .stage_history(&tenant.organization, &candidate.id);
        let now = (candidate.stage_id.to_string(), candidate.status.is_some());
        stages.entry(now.0.clone()).or_default()[0] += 1;
        let mut reached = BTreeSet::from([now]);
        for step in history.unwrap() {
            let ends = [(step.from.0, step.from.1), (step.to.id, step.to.name)];
            // Whoever is new is in the first stage without a decision.
            reached.extend(ends.map(|(id, name)| (id.to_string(), name != "New")));
        }
        let places: BTreeSet<&String> = reached.iter().map(|(stage, _)| stage).collect();
        for stage in places {
            let [_, ever, decided] = stages.entry(stage.clone()).or_default();
            *ever += 1;
            *decided += i64::from(reached.contains(&(stage.clone(), true)));
        }
    }
    (statuses, scores, stages.into_iter().collect())
}

/// Asserts that figures agree with the candidates.
fn figures_agree_with_the_candidates(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    change_at_random(store, &tenant);
    let found = figures(store, &week(&tenant));
    let (statuses, scores, stages) = recount(store, &tenant);
    let counted = found.statuses.iter().filter(|(_, number)| *number > 0);
    let counted: BTreeMap<_, _> = counted
        .map(|(status, number)| (status.map_or("New", CandidateStatus::as_str), number))
        .collect();
    assert_eq!((counted, found.scores), (statuses, scores));
    let listed = found.stages.iter();
    let listed: Vec<_> = listed
        .map(|stage| {
            let numbers = [stage.now, stage.reached, stage.decided];
            (stage.stage_id.to_string(), numbers)
        })
        .collect();
    assert_eq!(listed, stages);
    assert!(found.stays.len() > 3, "{:?}", found.stays);
}
