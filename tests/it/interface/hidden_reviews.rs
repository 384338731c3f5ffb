//! Whoever interviews a candidate and has not reviewed them sees no review of others, whatever they ask for: neither in lists, orders,
//! numbers and exports, nor in the activity.

use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::Service;

on_both_databases!(
    no_list_shows_or_orders_by_a_hidden_review,
    reports_leave_hidden_reviews_out,
    exports_leave_hidden_reviews_out,
    the_activity_has_no_values_of_hidden_reviews,
    only_an_interview_that_is_not_cancelled_hides,
);

const BOARD: &str = "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) {
    rows { value rank candidateId } totalCount pageInfo { hasNextPage endCursor } } }";
const LIST: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id reviews { score } } } }";
const ACTIVITY: &str = "query($input: GetActivityInput!) { getActivity(input: $input) {
    entries { operation userId changes { field after } } } }";
const REPORT: &str =
    "query($input: GetRecruitingReportInput!) { getRecruitingReport(input: $input) {
    reviews { count pairs reviewers { userId count } } } }";
const SCHEDULE: &str = "mutation($input: ScheduleInterviewInput!) { scheduleInterview(input: $input) { interviews { _id } } }";

fn ours(more: &Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), more)
}

fn review(service: &Service, caller: &Caller, candidate: &str, score: f64) {
    let document = "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
    let comment = format!("Secret of {}", caller.user_id);
    let input = json!({ "candidateId": candidate, "score": score, "comment": comment });
    service.data(caller, document, input);
}

/// Two reviewed candidates of a job. The recruiter is on the panel of the better one, together with the colleague.
struct Panel {
    job: String,
    ada: String,
    ben: String,
    interview: String,
}

impl Panel {
    fn create(service: &Service) -> Self {
        let job = service.create_job("Backend Engineer", json!({}));
        let (ada, _) = service.candidate(&job, "Ada Example");
        let (ben, _) = service.candidate(&job, "Ben Example");
        let input = ours(
            &json!({ "candidateId": ada, "interviewerIds": ["usr_recruiter", "usr_colleague"],
            "dateAndTime": "2026-03-06T08:30:00Z" }),
        );
        let scheduled = service.data(&service.admin, SCHEDULE, input);
        review(service, &service.colleague, &ada, 91.5);
        review(service, &service.admin, &ada, 88.5);
        review(service, &service.colleague, &ben, 40.0);
        Self {
            job,
            ada,
            ben,
            interview: scheduled["interviews"][0]["_id"]
                .as_str()
                .unwrap()
                .to_owned(),
        }
    }

    fn of_job(&self, more: &Value) -> Value {
        ours(&joined(json!({ "jobId": self.job }), more))
    }

    fn board(&self, service: &Service, caller: &Caller) -> Value {
        let input = self.of_job(&json!({ "leaderboardtype": "manual", "limit": 1 }));
        let mut first = service.data(caller, BOARD, input);
        // The endpoints of a cursor contain the value of the row.
        first["pageInfo"]["endCursor"].take();
        first
    }

    /// Returns the candidates of the list by reviews.
    fn by_reviews(&self, service: &Service, caller: &Caller, sort: &str) -> Vec<String> {
        let input = self.of_job(&json!({ "sort": sort }));
        let list = service.data(caller, LIST, input);
        let all = list["candidate"].as_array().unwrap().iter();
        all.map(|one| one["_id"].as_str().unwrap().to_owned())
            .collect()
    }

    fn csv(&self, service: &Service, caller: &Caller, sort: &str) -> String {
        let path = format!("/jobs/{}/candidates.csv?sort={sort}", self.job);
        let response = service.request(caller, reqwest::Method::GET, &path).send();
        response.unwrap().text().unwrap()
    }
}

fn no_list_shows_or_orders_by_a_hidden_review(service: &Service) {
    let panel = Panel::create(service);
    let (member, other) = (&service.recruiter, &service.colleague);
    let row = |value: f64, candidate: &str| json!([{ "value": value, "rank": 1, "candidateId": candidate }]);
    let board = panel.board(service, member);
    assert_eq!(board["rows"], row(40.0, &panel.ben));
    assert_eq!(
        (&board["totalCount"], &board["pageInfo"]["hasNextPage"]),
        (&json!(1), &json!(false)),
        "neither the number nor a rank says that there is a better one: {board}"
    );
    let board = panel.board(service, other);
    assert_eq!(
        (&board["rows"], &board["totalCount"]),
        (&row(90.0, &panel.ada), &json!(2))
    );
    for (sort, all) in [
        ("reviews", [panel.ada.as_str(), &panel.ben]),
        ("lowestReviews", [panel.ben.as_str(), &panel.ada]),
    ] {
        assert_eq!(
            panel.by_reviews(service, member, sort),
            [panel.ben.as_str()]
        );
        assert_eq!(panel.by_reviews(service, other, sort), all);
        let text = panel.csv(service, member, sort);
        assert!(
            text.contains(",40.0,") && !text.contains("Ada Example"),
            "{text}"
        );
    }
    let text = panel.csv(service, member, "name");
    assert!(
        text.contains("Ada Example") && !text.contains(",90.0,"),
        "{text}"
    );
    assert!(panel.csv(service, other, "name").contains(",90.0,"));
    review(service, member, &panel.ada, 90.0);
    assert_eq!(panel.board(service, member), panel.board(service, other));
    assert_eq!(
        panel.by_reviews(service, member, "reviews"),
        [panel.ada.as_str(), panel.ben.as_str()]
    );
    assert!(panel.csv(service, member, "reviews").contains(",90.0,"));
}

fn reports_leave_hidden_reviews_out(service: &Service) {
    let panel = Panel::create(service);
    for job in [json!({ "jobId": panel.job }), json!({})] {
        let of = |caller: &Caller| {
            let reviews = service.data(caller, REPORT, ours(&job))["reviews"].clone();
            (reviews["count"].clone(), reviews["pairs"].clone())
        };
        assert_eq!(of(&service.recruiter), (json!(1), json!(0)));
        assert_eq!(of(&service.colleague), (json!(3), json!(1)));
    }
    review(service, &service.recruiter, &panel.ada, 90.0);
    let all = service.data(&service.recruiter, REPORT, ours(&json!({})));
    assert_eq!(all["reviews"]["count"], 4);
}

/// Returns the part with the service's own data of the export of a candidate, and of the person.
fn exports(service: &Service, caller: &Caller, candidate: &str) -> [Value; 2] {
    let read = |exported: &Value| -> Value {
        serde_json::from_str(exported["json"].as_str().unwrap()).unwrap()
    };
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let one = service.data(caller, export, ours(&json!({ "candidateId": candidate })));
    let one = read(&one)["shortlist"].clone();
    let export = "query($input: ExportPersonInput!) { exportPerson(input: $input) { json } }";
    let person = ours(&json!({ "personId": one["personId"] }));
    let person = read(&service.data(caller, export, person));
    [one, person["applications"][0]["shortlist"].clone()]
}

fn exports_leave_hidden_reviews_out(service: &Service) {
    let panel = Panel::create(service);
    for own in exports(service, &service.recruiter, &panel.ada) {
        assert_eq!(
            (&own["reviews"], &own["reviewsHidden"]),
            (&json!([]), &json!(true))
        );
        assert!(!own.to_string().contains("Secret of"), "{own}");
        assert!(own["candidate"]["fullName"].is_string());
    }
    for own in exports(service, &service.recruiter, &panel.ben) {
        assert_eq!(own["reviews"][0]["score"], 40.0);
        assert_eq!(own["reviewsHidden"], false);
    }
    for own in exports(service, &service.colleague, &panel.ada) {
        assert_eq!(own["reviews"].as_array().unwrap().len(), 2);
        assert_eq!(own["reviewsHidden"], false);
    }
    review(service, &service.recruiter, &panel.ada, 90.0);
    for own in exports(service, &service.recruiter, &panel.ada) {
        assert_eq!(own["reviews"].as_array().unwrap().len(), 3);
        assert_eq!(own["reviewsHidden"], false);
    }
}

fn the_activity_has_no_values_of_hidden_reviews(service: &Service) {
    let panel = Panel::create(service);
    let reviews = |caller: &Caller, of: &Value| -> Vec<Value> {
        let entries = service.data(caller, ACTIVITY, ours(of))["entries"].clone();
        let entries = entries.as_array().unwrap().clone().into_iter();
        let of_reviews = entries.filter(|entry| entry["operation"] == "submitReview");
        of_reviews.map(|entry| entry["changes"].clone()).collect()
    };
    let of_ada = json!({ "candidateId": panel.ada });
    assert_eq!(
        reviews(&service.recruiter, &of_ada),
        [json!([]), json!([])],
        "that somebody reviewed is no secret"
    );
    let ben = reviews(&service.recruiter, &json!({ "candidateId": panel.ben }));
    assert_eq!(ben[0][0], json!({ "field": "score", "after": "40" }));
    let seen = reviews(&service.colleague, &of_ada);
    assert_eq!(seen[1][0], json!({ "field": "score", "after": "91.5" }));
    review(service, &service.recruiter, &panel.ada, 90.0);
    let own = reviews(&service.recruiter, &of_ada);
    assert_eq!((own.len(), own[1..].to_vec()), (3, seen));
}

fn only_an_interview_that_is_not_cancelled_hides(service: &Service) {
    let panel = Panel::create(service);
    let cancel =
        "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status } }";
    let input =
        ours(&json!({ "interviewId": panel.interview, "status": "Cancelled", "onlyThis": true }));
    assert_eq!(panel.board(service, &service.recruiter)["totalCount"], 1);
    service.data(&service.admin, cancel, input);
    assert_eq!(
        panel.board(service, &service.recruiter),
        panel.board(service, &service.admin)
    );
    let [own, _] = exports(service, &service.recruiter, &panel.ada);
    assert_eq!(own["reviews"].as_array().unwrap().len(), 2);
    // An interview for another job hides nothing of this one.
    let job = service.create_job("Cook", json!({}));
    let (cleo, _) = service.candidate(&job, "Cleo Example");
    let input = ours(
        &json!({ "candidateId": cleo, "interviewerIds": ["usr_recruiter"], "dateAndTime": "2026-03-09T08:30:00Z" }),
    );
    service.data(&service.admin, SCHEDULE, input);
    assert_eq!(panel.board(service, &service.recruiter)["totalCount"], 2);
}
