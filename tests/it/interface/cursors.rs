//! Lists are paged to their end by number and by cursor, also while rows are added.

use serde_json::{Value, json};
use shortlist_domain::{
    CandidateId, InterviewId, InterviewStatus, JobId, NewCandidate, NewInterview, NewJob,
    OrganizationId, UserId,
};
use shortlist_persistence::OnDuplicate;

use crate::support::input::joined;
use crate::support::records::{Tenant, at, new_job, unique};
use crate::support::service::Service;
use crate::support::writes::Writes as _;

on_both_databases!(
    paging_by_cursor_and_by_number_returns_the_same,
    rows_added_in_front_do_not_move_a_page_after_a_cursor,
    a_leaderboard_continues_after_its_cursor_with_the_same_ranks,
    a_cursor_is_of_one_list_and_its_filters,
);

/// More rows than the store skips directly. The last pages are located by their identifiers first.
const CANDIDATES: i64 = 130;
const OTHERS: i64 = 45;
const SIZE: i64 = 20;

/// A list and the names of its query.
struct List {
    document: &'static str,
    items: &'static str,
    number: &'static str,
    size: &'static str,
    input: Value,
}

fn lists(job: &str) -> [List; 4] {
    let all = json!({ "organizationId": "org_ours" });
    [
        List {
            document: "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
                candidate { _id } pageInfo { pageNumber hasNextPage endCursor } } }",
            items: "candidate",
            number: "pageNumber",
            size: "pageSize",
            input: json!({ "organizationId": "org_ours", "jobId": job, "status": "Active" }),
        },
        List {
            document: "query($input: getJobsInput!) { getJobs(input: $input) {
                jobs { _id } pageInfo { pageNumber hasNextPage endCursor } } }",
            items: "jobs",
            number: "pageNum",
            size: "perPage",
            input: json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter", "userType": "Recruiter" }),
        },
        List {
            document: "query($input: GetInterviewsInput!) { getInterviews(input: $input) {
                interviews { _id } pageInfo { pageNumber hasNextPage endCursor } } }",
            items: "interviews",
            number: "pageNumber",
            size: "pageSize",
            input: all.clone(),
        },
        List {
            document: "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
                entries { _id: number } pageInfo { pageNumber hasNextPage endCursor } } }",
            items: "entries",
            number: "pageNumber",
            size: "pageSize",
            input: all,
        },
    ]
}

impl List {
    fn page(&self, service: &Service, more: &Value) -> Value {
        let mut input = self.input.clone();
        input[self.size] = json!(SIZE);
        service.data(&service.admin, self.document, joined(input, more))
    }

    fn by_number(&self, service: &Service) -> Vec<Value> {
        let mut found = Vec::new();
        for number in 1.. {
            let page = self.page(service, &json!({ self.number: number }));
            found.extend(ids(&page[self.items]));
            if page["pageInfo"]["hasNextPage"] == false {
                break;
            }
        }
        found
    }

    /// Pages from the start by cursor, and calls `between` after each page.
    fn by_cursor(&self, service: &Service, mut between: impl FnMut()) -> Vec<Value> {
        let mut page = self.page(service, &json!({}));
        let mut found = ids(&page[self.items]);
        for number in 2.. {
            let page_info = &page["pageInfo"];
            if page_info["hasNextPage"] == false {
                break;
            }
            between();
            page = self.page(service, &json!({ "after": page_info["endCursor"] }));
            assert_eq!(page["pageInfo"]["pageNumber"], number);
            found.extend(ids(&page[self.items]));
        }
        found
    }
}

fn ids(items: &Value) -> Vec<Value> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item["_id"].clone()).collect()
}

/// Fills all lists with three items for each time, so that pages end between items of the same time.
fn fill(service: &Service) -> (Tenant, Vec<NewCandidate>) {
    let tenant = Tenant {
        organization: OrganizationId::parse("o", "org_ours").unwrap(),
        recruiter: UserId::parse("u", "usr_recruiter").unwrap(),
        job: JobId::parse("j", &service.create_job("Gardener", json!({}))).unwrap(),
    };
    let new: Vec<_> = (0..CANDIDATES)
        .map(|number| candidate(&tenant, number))
        .collect();
    service
        .store()
        .insert_candidates(&new, &mut unique)
        .unwrap();
    let jobs: Vec<_> = (0..OTHERS).map(|number| job(&tenant, number)).collect();
    service
        .store()
        .insert_jobs(&tenant.organization, &jobs, OnDuplicate::Refuse)
        .unwrap();
    for (number, candidate) in (0..OTHERS).zip(&new) {
        add_interview(service, &tenant, &candidate.id, number);
    }
    (tenant, new)
}

fn candidate(tenant: &Tenant, number: i64) -> NewCandidate {
    let mut new = tenant.candidate(&format!("Person {number}"), number % 7 * 100);
    new.created_at = at(number / 3);
    let mut digest = [0; 32];
    digest[..8].copy_from_slice(&number.to_be_bytes());
    new.file.digest = shortlist_domain::FileDigest(digest);
    new
}

fn job(tenant: &Tenant, number: i64) -> NewJob {
    let mut new = new_job(
        &tenant.organization,
        &tenant.recruiter,
        &format!("Gardener {number}"),
    );
    new.created_at = at(number / 3);
    new
}

fn add_interview(service: &Service, tenant: &Tenant, candidate: &CandidateId, number: i64) {
    let new = NewInterview {
        id: InterviewId::generate(at(0), unique()),
        organization_id: tenant.organization.clone(),
        candidate_id: candidate.clone(),
        interviewer_id: tenant.recruiter.clone(),
        job_id: tenant.job.clone(),
        date_and_time: at(number / 3),
        status: InterviewStatus::Scheduled,
        allow_overlap: true,
        created_at: at(0),
    };
    service.store().insert_interview(&new).unwrap();
}

fn paging_by_cursor_and_by_number_returns_the_same(service: &Service) {
    let (tenant, _) = fill(service);
    let expected = [CANDIDATES, OTHERS + 1, OTHERS];
    for (place, list) in lists(tenant.job.as_str()).iter().enumerate() {
        let by_number = list.by_number(service);
        if let Some(count) = expected.get(place) {
            let found = i64::try_from(by_number.len()).unwrap();
            assert_eq!(found, *count, "{}", list.document);
        }
        assert_eq!(list.by_cursor(service, || ()), by_number, "{}", list.items);
    }
}

fn rows_added_in_front_do_not_move_a_page_after_a_cursor(service: &Service) {
    let (tenant, people) = fill(service);
    let mut number = 1_000;
    for list in lists(tenant.job.as_str()) {
        let before = list.by_number(service);
        let walked = list.by_cursor(service, || {
            number += 3;
            let (store, new) = (service.store(), candidate(&tenant, number));
            store.insert_candidates(&[new], &mut unique).unwrap();
            store.insert_job(&job(&tenant, number)).unwrap();
            add_interview(service, &tenant, &people[0].id, number);
        });
        assert_eq!(walked, before, "{}", list.items);
        assert!(list.by_number(service).len() > before.len());
    }
}

fn a_leaderboard_continues_after_its_cursor_with_the_same_ranks(service: &Service) {
    let (tenant, _) = fill(service);
    let document = "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) {
        rows { rank value name candidateId } totalCount pageInfo { pageNumber pageSize hasNextPage endCursor } } }";
    let part = |more: Value| {
        let input = joined(
            json!({ "organizationId": "org_ours", "jobId": tenant.job.as_str(), "leaderboardtype": "ai" }),
            &more,
        );
        service.data(&service.admin, document, input)
    };
    let whole = part(json!({}));
    let rows = whole["rows"].as_array().unwrap();
    assert_eq!(whole["totalCount"], CANDIDATES);
    assert_eq!(whole["pageInfo"]["hasNextPage"], false);
    let (mut by_offset, mut by_cursor, mut after) = (Vec::new(), Vec::new(), Value::Null);
    for number in 0..7 {
        let found = part(json!({ "limit": SIZE, "offset": number * SIZE }));
        by_offset.extend(found["rows"].as_array().unwrap().clone());
        let followed = part(json!({ "limit": SIZE, "after": after }));
        by_cursor.extend(followed["rows"].as_array().unwrap().clone());
        assert_eq!(followed["pageInfo"], found["pageInfo"]);
        assert_eq!(followed["pageInfo"]["pageNumber"], number + 1);
        assert_eq!(followed["pageInfo"]["hasNextPage"], number < 6);
        after = followed["pageInfo"]["endCursor"].clone();
    }
    assert_eq!(&by_offset, rows);
    assert_eq!(&by_cursor, rows);
    let beyond = part(json!({ "after": after }));
    assert_eq!(
        (&beyond["rows"], &beyond["pageInfo"]["endCursor"]),
        (&json!([]), &Value::Null)
    );
    let above = tenant.candidate("Ada Quince", 1_000);
    let middle = part(json!({ "limit": 50 }))["pageInfo"]["endCursor"].clone();
    service
        .store()
        .insert_candidates(&[above], &mut unique)
        .unwrap();
    let rest = part(json!({ "after": middle }));
    assert_eq!(rest["rows"].as_array().unwrap()[..], rows[50..]);
}

fn a_cursor_is_of_one_list_and_its_filters(service: &Service) {
    let (tenant, _) = fill(service);
    let all = lists(tenant.job.as_str());
    let cursor = |list: &List| list.page(service, &json!({}))["pageInfo"]["endCursor"].clone();
    let refused = |list: &List, more: Value| {
        let input = joined(list.input.clone(), &more);
        let (_, body) = service.graphql(&service.admin, list.document, input);
        assert_eq!(
            body["errors"][0]["extensions"]["code"], "BAD_USER_INPUT",
            "{body}"
        );
        let message = body["errors"][0]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("after"), "{message}");
        message
    };
    for (place, list) in all.iter().enumerate() {
        let own = cursor(list);
        let other = cursor(&all[(place + 1) % all.len()]);
        assert!(refused(list, json!({ "after": other })).contains("endCursor"));
        refused(list, json!({ "after": "no cursor" }));
        refused(list, json!({ "after": own, list.number: 2 }));
        // The page size is not part of the list.
        let page = list.page(service, &json!({ "after": own, list.size: 3 }));
        assert_eq!(ids(&page[list.items]).len(), 3);
    }
    let own = cursor(&all[0]);
    refused(&all[0], json!({ "after": own, "search": "person" }));
    refused(&all[0], json!({ "after": own, "jobId": null }));
}
