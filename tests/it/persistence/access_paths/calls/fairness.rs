//! Calls of the queries of bias audits.

use shortlist_domain::{RaceEthnicity, SelfIdentification, Sex};
use shortlist_persistence::{CandidateRange, Coverage, Store, StoredWithin};

use super::{Names, at, writer};

pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let given = SelfIdentification {
        sex: Some(Sex::Female),
        race_ethnicity: Some(RaceEthnicity::Asian),
    };
    let writer = writer(store);
    let set = writer.candidates().set_self_identifications(
        organization,
        &[(names.candidate.clone(), given)],
        at(0),
    );
    set.unwrap();
    let fairness = store.fairness();
    let range = CandidateRange {
        first: "cnd_1",
        last: "cnd_1",
    };
    let within = StoredWithin {
        from: Some(at(0)),
        until: Some(at(1)),
    };
    let jobs = [names.job.clone()];
    for (jobs, within) in [(&jobs[..0], StoredWithin::default()), (&jobs, within)] {
        let coverage = Coverage { jobs, within };
        fairness.list_scored(organization, coverage, range).unwrap();
    }
    for job in [None, Some(&names.job)] {
        fairness.next_range(organization, job, "", 10).unwrap();
        for within in [StoredWithin::default(), within] {
            let scores = fairness.list_scores(organization, job, within, range);
            scores.unwrap();
        }
    }
    fairness.self_identifications(organization, range).unwrap();
    fairness.list_forward_moves(organization, range).unwrap();
    fairness.stage_lists(organization).unwrap();
}
