//! Hiring teams, and lists of what belongs to their jobs.

use shortlist_domain::{
    CandidateFilters, CandidateQuery, InterviewId, InterviewQuery, InterviewStatus, JobFilters,
    JobId, JobListQuery, NewInterview, NewJob, OrganizationId, PageRequest, Period,
    RecruiterAccess, RecruiterAccessChange, StatusFilter, UserId,
};
use shortlist_persistence::{Store, StoreError};

use crate::support::records::{Tenant, at, new_job, organization, unique, user};
use crate::support::writes::Writes as _;

on_both_databases!(
    a_team_always_contains_the_owner,
    a_job_is_hidden_only_if_the_organization_limits_recruiters,
    a_member_lists_only_what_belongs_to_the_teams,
);

fn members(store: &Store, here: &OrganizationId, job: &JobId) -> Vec<(String, bool)> {
    let mut teams = store.jobs().teams(here, std::slice::from_ref(job)).unwrap();
    let team = teams.remove(job).unwrap_or_default();
    team.into_iter()
        .map(|member| (member.user_id.to_string(), member.is_owner))
        .collect()
}

fn a_team_always_contains_the_owner(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, _) = (user(store, &here, "usr_ada"), user(store, &here, "usr_bob"));
    let nurse = new_job(&here, &ada, "Nurse");
    store.insert_job(&nurse).unwrap();
    let expected = |names: &[(&str, bool)]| -> Vec<(String, bool)> {
        names
            .iter()
            .map(|(name, owns)| ((*name).to_owned(), *owns))
            .collect()
    };
    let owner = expected(&[("usr_ada", true)]);
    assert_eq!(members(store, &here, &nurse.id), owner);
    let bob = UserId::parse("id", "usr_bob").unwrap();
    let set = |members: &[UserId]| {
        let operator = store.operator(&here);
        operator.jobs().set_team(&here, &nurse.id, members, at(700))
    };
    assert!(set(&[bob.clone(), bob]).unwrap());
    let both = expected(&[("usr_ada", true), ("usr_bob", false)]);
    assert_eq!(members(store, &here, &nurse.id), both);
    let job = store.jobs().find(&here, &nurse.id).unwrap().unwrap();
    assert_eq!(job.updated_at, at(700));
    assert!(set(&[]).unwrap());
    assert_eq!(members(store, &here, &nurse.id), owner);
    let nobody = UserId::parse("id", "usr_eve").unwrap();
    assert!(matches!(
        set(&[nobody]),
        Err(StoreError::MissingReference(_))
    ));
    let unknown = JobId::parse("id", "job_unknown").unwrap();
    let operator = store.operator(&here);
    assert!(
        !operator
            .jobs()
            .set_team(&here, &unknown, &[], at(0))
            .unwrap()
    );
}

/// Creates a job of the recruiter and one of Bob, each with a candidate and an interview.
fn two_teams(store: &Store) -> (Tenant, UserId, NewJob) {
    let tenant = Tenant::create(store, "org_1");
    let here = &tenant.organization;
    let bob = user(store, here, "usr_bob");
    let theirs = new_job(here, &bob, "Florist");
    store.insert_job(&theirs).unwrap();
    for (job, name) in [(&tenant.job, "Ann"), (&theirs.id, "Ben")] {
        let mut candidate = tenant.candidate(name, 500);
        candidate.job_id = job.clone();
        let interview = NewInterview {
            id: InterviewId::generate(at(0), unique()),
            organization_id: here.clone(),
            candidate_id: candidate.id.clone(),
            interviewer_id: bob.clone(),
            job_id: job.clone(),
            date_and_time: at(0),
            status: InterviewStatus::Scheduled,
            allow_overlap: true,
            created_at: at(0),
        };
        store.insert_candidates(&[candidate], &mut unique).unwrap();
        store.insert_interview(&interview).unwrap();
    }
    (tenant, bob, theirs)
}

fn a_job_is_hidden_only_if_the_organization_limits_recruiters(store: &Store) {
    let (tenant, bob, theirs) = two_teams(store);
    let here = &tenant.organization;
    let access = || store.organizations().recruiter_access(here).unwrap();
    let hidden = |job: &JobId, user: &UserId| store.jobs().is_hidden_from(here, job, user).unwrap();
    assert_eq!(access(), RecruiterAccess::AllJobs);
    assert!(!hidden(&theirs.id, &tenant.recruiter));
    let operator = store.operator(here);
    let organizations = operator.organizations();
    let limited = RecruiterAccess::TeamJobs.into();
    organizations.set_recruiter_access(here, limited).unwrap();
    assert_eq!(access(), RecruiterAccess::TeamJobs);
    assert!(hidden(&theirs.id, &tenant.recruiter) && hidden(&tenant.job, &bob));
    assert!(!hidden(&theirs.id, &bob) && !hidden(&tenant.job, &tenant.recruiter));
    let in_team = |job: &JobId, user: &UserId| store.jobs().is_in_team(here, job, user).unwrap();
    assert!(in_team(&theirs.id, &bob) && !in_team(&theirs.id, &tenant.recruiter));
    let there = organization(store, "org_2");
    let decide = |of| store.organizations().hiring_managers_decide(of).unwrap();
    assert!(!decide(here));
    let both = RecruiterAccessChange {
        access: RecruiterAccess::AllJobs,
        hiring_managers_decide: Some(true),
    };
    organizations.set_recruiter_access(here, both).unwrap();
    assert!(decide(here) && !decide(&there));
    assert_eq!(access(), RecruiterAccess::AllJobs);
    organizations.set_recruiter_access(here, limited).unwrap();
    assert!(decide(here), "it is kept unless the change names it");
    assert_eq!(access(), RecruiterAccess::TeamJobs);
    let elsewhere = store.organizations().recruiter_access(&there).unwrap();
    assert_eq!(elsewhere, RecruiterAccess::AllJobs);
}

fn a_member_lists_only_what_belongs_to_the_teams(store: &Store) {
    let (tenant, bob, _) = two_teams(store);
    for (member, title, name) in [
        (&bob, "Florist", "Ben"),
        (&tenant.recruiter, "Gardener", "Ann"),
    ] {
        for (number, count) in [(1, 1), (2, 0)] {
            let page = PageRequest::parse(("n", number), ("s", 1)).unwrap();
            lists_of(store, &tenant.organization, member, &page).check(count, title, name);
        }
    }
}

/// The first items of the three lists, with the total counts.
struct Lists {
    jobs: (Vec<String>, Option<i64>),
    candidates: (Vec<String>, Option<i64>),
    interviews: (usize, Option<i64>),
}

impl Lists {
    fn check(&self, count: usize, title: &str, name: &str) {
        let expected = |text: &str| vec![text.to_owned(); count];
        assert_eq!(self.jobs, (expected(title), Some(1)));
        assert_eq!(self.candidates, (expected(name), Some(1)));
        assert_eq!(self.interviews, (count, Some(1)));
    }
}

fn lists_of(store: &Store, here: &OrganizationId, member: &UserId, page: &PageRequest) -> Lists {
    let jobs = JobListQuery {
        organization_id: here.clone(),
        filters: JobFilters::default(),
        page: page.clone(),
        count: true,
    };
    let candidates = CandidateQuery {
        organization_id: here.clone(),
        job_id: None,
        search: None,
        status: StatusFilter::Any,
        filters: CandidateFilters::default(),
        page: page.clone(),
        count: true,
    };
    let searched = CandidateQuery {
        search: Some("example".to_owned()),
        ..candidates.clone()
    };
    // The total of everybody's list is kept, and must not appear in the member's.
    let of_all = store.candidates().list(&searched).unwrap();
    assert!(of_all.total_count() > Some(1));
    let of_member = store.candidates().list_for(&searched, Some(member));
    assert_eq!(of_member.unwrap().total_count(), Some(1));
    let interviews = InterviewQuery {
        updated_since: None,
        organization_id: here.clone(),
        candidate_id: None,
        interviewer_id: None,
        job_id: None,
        status: None,
        period: Period::default(),
        page: page.clone(),
        count: true,
    };
    let jobs = store.jobs().list_all(&jobs, Some(member)).unwrap();
    let candidates = store.candidates().list_for(&candidates, Some(member));
    let candidates = candidates.unwrap();
    let interviews = store.interviews().list_for(&interviews, Some(member));
    let interviews = interviews.unwrap();
    let titles = jobs.items.into_iter().map(|job| job.title);
    let names = candidates.items.into_iter().map(|one| one.full_name);
    Lists {
        jobs: (titles.collect(), jobs.total.map(|total| total.count)),
        candidates: (names.collect(), candidates.total.map(|total| total.count)),
        interviews: (
            interviews.items.len(),
            interviews.total.map(|total| total.count),
        ),
    }
}
