//! The figures agree with the candidates after random changes, and with what the migrations compute.

use std::collections::{BTreeMap, BTreeSet};

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use shortlist_domain::{
    CandidateFilters, CandidateQuery, CandidateStatus, PageRequest, RecruitingFigures, StageId,
    StatusFilter, StayNumbers, score_band,
};
use shortlist_persistence::{DatabaseUrl, Store};

use super::{DAY, create, figures, set_status, week};
use crate::support::database;
use crate::support::numbers::Numbers;
use crate::support::records::{Tenant, at};
use crate::support::writes::Writes as _;

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

/// Returns the statements of the migration that compute figures of earlier candidates.
fn backfill(migration: &str) -> String {
    let plain: Vec<&str> = migration
        .lines()
        .filter(|line| !line.starts_with("--"))
        .collect();
    let plain = plain.join("\n");
    let statements = plain.split_inclusive(';').map(str::trim);
    let chosen = statements.filter(|one| one.starts_with("INSERT") || one.starts_with("UPDATE"));
    chosen.collect()
}

/// Asserts that figures agree with the candidates, and that the migration computes the same ones.
fn check_agreement(url: &DatabaseUrl, run: impl FnOnce(&str)) {
    let store = database::open(url.clone());
    let tenant = Tenant::create(&store, "org_1");
    change_at_random(&store, &tenant);
    let found = figures(&store, &week(&tenant));
    let (statuses, scores, stages) = recount(&store, &tenant);
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
    let migrations = match url {
        DatabaseUrl::Sqlite(_) => [
            include_str!("../../../../migrations/sqlite/0090_reports/up.sql"),
            include_str!("../../../../migrations/sqlite/0152_revisions/up.sql"),
            include_str!("../../../../migrations/sqlite/0166_decided_stages/up.sql"),
        ],
        DatabaseUrl::PostgreSql(_) => [
            include_str!("../../../../migrations/postgresql/0090_reports/up.sql"),
            include_str!("../../../../migrations/postgresql/0152_revisions/up.sql"),
            include_str!("../../../../migrations/postgresql/0166_decided_stages/up.sql"),
        ],
    };
    run(&format!(
        "DELETE FROM daily_counts; DELETE FROM counted_candidates; \
         UPDATE stage_steps SET job_id = '', from_status = 'Active', seconds = 0; {}",
        migrations.map(backfill).concat()
    ));
    assert_eq!(figures(&store, &week(&tenant)), of_earlier_versions(found));
}

/// Returns figures as earlier versions recorded them: with the stays of candidates without a decision among those of active ones, and
/// with all candidates who have a decision among those who reached the first stage by one.
fn of_earlier_versions(mut found: RecruitingFigures) -> RecruitingFigures {
    let active = StageId::of_status(CandidateStatus::Active);
    let new = found.statuses.of(None);
    let first = found.stages.iter_mut().find(|one| one.stage_id == active);
    if let Some(first) = first {
        first.decided = first.reached - new;
    }
    let Some(place) = found.stays.iter().position(|stay| stay.status.is_none()) else {
        return found;
    };
    let new = found.stays.remove(place);
    match found.stays.iter_mut().find(|stay| stay.stage_id == active) {
        Some(stay) => {
            stay.number += new.number;
            stay.seconds += new.seconds;
            stay.longest = stay.longest.max(new.longest);
            for (sum, number) in stay.bands.iter_mut().zip(new.bands) {
                *sum += number;
            }
        }
        None => found.stays.insert(
            0,
            StayNumbers {
                stage_id: active,
                status: Some(CandidateStatus::Active),
                ..new
            },
        ),
    }
    found
}

#[test]
fn figures_agree_with_the_candidates_on_sqlite() {
    database::on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("{url:?}");
        };
        check_agreement(url, |statements| {
            let mut conn = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
            conn.batch_execute(statements).unwrap();
        });
    });
}

#[test]
fn figures_agree_with_the_candidates_on_postgresql() {
    database::on_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        check_agreement(url, |statements| database::execute(address, &[statements]));
    });
}
