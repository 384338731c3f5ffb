//! getCandidates, getCandidate, updateCandidate.

use chrono::Duration;
use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    candidates_are_listed_newest_first,
    pages_and_their_bounds,
    search_finds_name_email_phone_code_and_skill,
    search_ignores_accents_and_the_order_of_words,
    an_unknown_status_finds_nothing_and_says_so,
    a_candidate_is_named_by_id_or_by_code,
    a_conflict_names_the_other_candidate,
    status_filters_without_case_and_active_finds_null,
    a_candidate_is_read_with_resume_and_receipt,
    an_update_changes_what_is_given_and_clears_what_is_null,
);

const LIST: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
    candidate { _id uId fullName emailAddress phoneNumber resumeScore skillsFound status createdAt jobId }
    totalCount pageInfo { pageNumber pageSize hasNextPage } } }";

fn list(service: &Service, more: Value) -> Value {
    let input = joined(json!({ "organizationId": "org_ours" }), &more);
    service.data(&service.recruiter, LIST, input)
}

fn names(list: &Value) -> Vec<&str> {
    list["candidate"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["fullName"].as_str().unwrap())
        .collect()
}

fn candidates_are_listed_newest_first(service: &Service) {
    let (job, other) = (
        service.create_job("Backend Engineer", json!({})),
        service.create_job("Cook", json!({})),
    );
    for name in ["Ada Example", "Ben Example", "Cleo Example"] {
        service.candidate(&job, name);
        service.clock.advance(Duration::seconds(1));
    }
    service.candidate(&other, "Ada Example");
    assert_eq!(
        names(&list(service, json!({ "jobId": job }))),
        ["Cleo Example", "Ben Example", "Ada Example"]
    );
    let all = list(service, json!({}));
    assert_eq!(
        all["totalCount"], 4,
        "a person has one candidate for each job"
    );
    let first = &all["candidate"][1];
    assert_eq!(first["emailAddress"], "cleo.example@example.org");
    assert_eq!(
        (&first["status"], &first["jobId"]),
        (&Value::Null, &json!(job))
    );
    assert!(first["uId"].as_str().unwrap().starts_with("CAN-"));
    assert!(
        first["resumeScore"]
            .as_f64()
            .is_some_and(|score| (0.0..=100.0).contains(&score))
    );
    assert!(
        first["skillsFound"]
            .as_array()
            .unwrap()
            .contains(&json!("Rust")),
        "{first}"
    );
    assert!(first["createdAt"].as_str().unwrap().ends_with('Z'));
    let unknown = json!({ "organizationId": "org_ours", "jobId": "job_x" });
    assert_eq!(service.code(&service.recruiter, LIST, unknown), "NOT_FOUND");
}

fn pages_and_their_bounds(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    for n in 0..12 {
        service.candidate(&job, &format!("Person{} Example", char::from(b'A' + n)));
    }
    let first = list(service, json!({}));
    assert_eq!(
        first["pageInfo"],
        json!({ "pageNumber": 1, "pageSize": 10, "hasNextPage": true })
    );
    let second = list(service, json!({ "pageNumber": 2 }));
    assert_eq!((names(&first).len(), names(&second).len()), (10, 2));
    assert_eq!(second["pageInfo"]["hasNextPage"], false);
    for (number, size) in [(0, 10), (1, 0), (1, 101)] {
        let input = json!({ "organizationId": "org_ours", "pageNumber": number, "pageSize": size });
        assert_eq!(
            service.code(&service.recruiter, LIST, input),
            "BAD_USER_INPUT"
        );
    }
}

fn search_finds_name_email_phone_code_and_skill(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (id, code) = service.candidate(&job, "Ada Example");
    service.candidate(&job, "Ben Sample");
    let phone = json!({ "organizationId": "org_ours", "candidateId": id, "phoneNumber": "+49 30 23125 017" });
    service.data(&service.recruiter, UPDATE, phone);
    let found = |term: &str| names(&list(service, json!({ "search": term }))).len();
    assert_eq!(found("aDA ex"), 1);
    assert_eq!(found("ben.sample@EXAMPLE"), 1);
    assert_eq!(found("23125"), 1);
    assert_eq!(found(&code.to_lowercase()), 1);
    assert_eq!(found("kubernet"), 2);
    assert_eq!(found("%"), 0);
    assert_eq!(found(""), 2);
}

fn search_ignores_accents_and_the_order_of_words(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (id, _) = service.candidate(&job, "Ada Example");
    service.candidate(&job, "Ben Sample");
    rename(service, &id, "José Łukasz Müller");
    let found = |term: &str| names(&list(service, json!({ "search": term }))).len();
    for term in [
        "jose",
        "JOSÉ",
        "Müller José",
        "muller jos",
        "lukasz müller",
        "müll ada.example@",
        "josé kubernetes",
    ] {
        assert_eq!(found(term), 1, "{term}");
    }
    assert_eq!(found("josé sample"), 0, "every word must be found");
    assert_eq!(found("example.org"), 2);
}

fn rename(service: &Service, id: &str, name: &str) {
    let input = json!({ "organizationId": "org_ours", "candidateId": id, "fullName": name });
    service.data(&service.recruiter, UPDATE, input);
}

fn an_unknown_status_finds_nothing_and_says_so(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    service.candidate(&job, "Ada Example");
    let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount pageInfo { warnings } } }";
    let ask = |status: &str| {
        let input = json!({ "organizationId": "org_ours", "status": status });
        service.data(&service.recruiter, query, input)
    };
    assert_eq!(
        ask("Rejcted"),
        json!({ "totalCount": 0, "pageInfo": { "warnings":
            ["status: nothing has the value \"Rejcted\"; did you mean Rejected?"] } })
    );
    assert_eq!(
        ask("active"),
        json!({ "totalCount": 1, "pageInfo": { "warnings": [] } })
    );
}

fn a_candidate_is_named_by_id_or_by_code(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (id, code) = service.candidate(&job, "Ada Example");
    let input = json!({ "organizationId": "org_ours", "candidateId": code.to_lowercase(), "status": "Hired" });
    let updated = service.data(&service.recruiter, UPDATE, input);
    assert_eq!(updated["status"], "Hired");
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }";
    let input = json!({ "candidateId": code, "interviewerId": "usr_interviewer",
        "dateAndTime": "2026-03-05T08:15:00Z", "status": "Scheduled" });
    service.data(&service.recruiter, assign, input);
    let one = json!({ "organizationId": "org_ours", "candidateId": code });
    for (document, field) in [
        (
            "query($input: GetCandidateInput!) { getCandidate(input: $input) { _id } }",
            "_id",
        ),
        (
            "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { candidateId } }",
            "candidateId",
        ),
    ] {
        let found = service.data(&service.admin, document, one.clone());
        assert_eq!(found[field], json!(id));
    }
    for document in [
        "query($input: GetInterviewsInput!) { getInterviews(input: $input) { totalCount } }",
        "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { totalCount } }",
    ] {
        let found = service.data(&service.admin, document, one.clone());
        assert!(found["totalCount"].as_i64().unwrap() > 0, "{document}");
    }
    let unknown = json!({ "organizationId": "org_ours", "candidateId": "CAN-000000" });
    assert_eq!(
        service.code(&service.recruiter, UPDATE, unknown),
        "NOT_FOUND"
    );
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    let input =
        json!({ "organizationId": "org_ours", "candidateId": code, "reason": "asked for it" });
    assert_eq!(
        service.data(&service.admin, erase, input)["candidateId"],
        json!(id)
    );
}

fn a_conflict_names_the_other_candidate(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (id, code) = service.candidate(&job, "Ada Example");
    let (other, _) = service.candidate(&job, "Ben Example");
    let input = json!({ "organizationId": "org_ours", "candidateId": other,
        "emailAddress": "ADA.example@example.org" });
    let (_, body) = service.graphql(&service.recruiter, UPDATE, input);
    assert_eq!(
        body["errors"][0]["message"],
        format!("candidate {code} ({id}) of this job has this e-mail address or phone number")
    );
}

fn status_filters_without_case_and_active_finds_null(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (held, _) = service.candidate(&job, "Ada Example");
    service.candidate(&job, "Ben Example");
    let (active, _) = service.candidate(&job, "Cleo Example");
    for (id, status) in [(&held, "onhold"), (&active, "Active")] {
        service.data(
            &service.recruiter,
            UPDATE,
            json!({ "organizationId": "org_ours", "candidateId": id, "status": status }),
        );
    }
    let count = |status: &str| names(&list(service, json!({ "status": status }))).len();
    assert_eq!(count("OnHold"), 1);
    assert_eq!(
        count("ACTIVE"),
        2,
        "Active also finds those without a status"
    );
    assert_eq!(count("Hired"), 0);
    assert_eq!(count("unheard of"), 0);
    assert_eq!(count(""), 3);
}

fn a_candidate_is_read_with_resume_and_receipt(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({
        "skills": ["Rust", "Kafka"], "jobDescription": "At least 3 years of experience. Bachelor's degree." }));
    let (id, _) = service.candidate(&job, "Ada Example");
    let document = "query($input: GetCandidateInput!) { getCandidate(input: $input) { resumeScore
        scoreReceipt { score engineVersion asOf digest integrityFindings { kind quote page }
            occupations { job { code name share } jobSource positions { title page start end occupations { code name share }
                similarity likeness relevance freshness } }
            criteria { criterion weight value contribution hasData summary evidence { requirement found quote page start end } } }
        resume { fileName mediaType pages text totalYears languages links
            experience { title organization start end current } education { degree field institution level end } } } }";
    let found = service.data(
        &service.recruiter,
        document,
        json!({ "organizationId": "org_ours", "candidateId": id }),
    );
    let (receipt, resume) = (&found["scoreReceipt"], &found["resume"]);
    assert_eq!(receipt["score"], found["resumeScore"]);
    assert_eq!(receipt["asOf"], "2026-03-05");
    assert_eq!(receipt["digest"].as_str().unwrap().len(), 64);
    let criteria = receipt["criteria"].as_array().unwrap();
    assert_adds_up(criteria, &receipt["score"]);
    let text = resume["text"].as_str().unwrap();
    assert_occupations(&receipt["occupations"], text);
    let quotes = assert_quotes_in_text(criteria, text);
    assert!(quotes >= 3, "{criteria:#?}");
    assert_eq!(
        (&resume["fileName"], &resume["pages"]),
        (&json!("cv.docx"), &Value::Null)
    );
    assert_eq!(resume["totalYears"], 5.0);
    assert_eq!(resume["experience"][0]["start"], "2019-01");
    assert_eq!(resume["education"][0]["level"], "bachelor");
    assert_eq!(
        service.code(
            &service.recruiter,
            document,
            json!({ "organizationId": "org_ours", "candidateId": "cnd_x" })
        ),
        "NOT_FOUND"
    );
}

/// Asserts that the receipt has the occupation of the job, and that every position that earned points is quoted with its amounts.
fn assert_occupations(occupations: &Value, text: &str) {
    assert_eq!(occupations["jobSource"], "title");
    assert_eq!(occupations["job"][0]["code"], "15-1252.00");
    assert_eq!(occupations["job"][0]["name"], "Software Developers");
    let positions = occupations["positions"].as_array().unwrap();
    assert!(!positions.is_empty());
    for position in positions {
        let place = (&position["start"], &position["end"]);
        let (start, end) = (place.0.as_u64().unwrap(), place.1.as_u64().unwrap());
        let place = usize::try_from(start).unwrap()..usize::try_from(end).unwrap();
        let quoted: String = text.chars().collect::<Vec<_>>()[place].iter().collect();
        assert_eq!(position["title"], quoted);
        for amount in ["likeness", "relevance", "freshness"] {
            let amount = position[amount].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&amount), "{position}");
        }
    }
}

/// Asserts that the contributions add up to the score, and the weights to one, as integers of millionths.
fn assert_adds_up(criteria: &[Value], score: &Value) {
    let micro = |value: &Value| {
        #[expect(clippy::as_conversions, reason = "a test's rounding")]
        let millionths = (value.as_f64().unwrap() * 1e6).round() as i64;
        millionths
    };
    let sum: i64 = criteria
        .iter()
        .map(|criterion| micro(&criterion["contribution"]))
        .sum();
    assert_eq!(
        (sum + 50_000) / 100_000,
        micro(score) / 100_000,
        "the contributions add up"
    );
    assert_eq!(
        criteria
            .iter()
            .map(|criterion| micro(&criterion["weight"]))
            .sum::<i64>(),
        1_000_000
    );
}

/// Asserts that the text contains every quote at its position, and returns how many quotes there are.
fn assert_quotes_in_text(criteria: &[Value], text: &str) -> usize {
    let text: Vec<char> = text.chars().collect();
    let mut quotes = 0;
    for evidence in criteria
        .iter()
        .flat_map(|criterion| criterion["evidence"].as_array().unwrap())
    {
        if let Some(start) = evidence["start"].as_u64() {
            let end = evidence["end"].as_u64().unwrap();
            let place = usize::try_from(start).unwrap()..usize::try_from(end).unwrap();
            assert_eq!(
                text[place].iter().collect::<String>(),
                evidence["quote"].as_str().unwrap()
            );
            quotes += 1;
        }
    }
    quotes
}

const UPDATE: &str = "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) {
    fullName emailAddress phoneNumber status } }";

fn an_update_changes_what_is_given_and_clears_what_is_null(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (id, _) = service.candidate(&job, "Ada Example");
    service.candidate(&job, "Ben Example");
    let input = |more: Value| {
        joined(
            json!({ "organizationId": "org_ours", "candidateId": id }),
            &more,
        )
    };
    let update = |more| service.data(&service.recruiter, UPDATE, input(more));
    let changed = update(
        json!({ "status": "HIRED", "fullName": "Ada B. Example", "phoneNumber": "+1 202 555 0143" }),
    );
    assert_eq!(
        changed,
        json!({ "fullName": "Ada B. Example", "emailAddress": "ada.example@example.org",
        "phoneNumber": "+1 202 555 0143", "status": "Hired" })
    );
    let cleared = update(json!({ "status": null, "phoneNumber": null }));
    assert_eq!(
        (&cleared["status"], &cleared["phoneNumber"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(update(json!({})), cleared, "an absent field stays");
    let code = |more| service.code(&service.recruiter, UPDATE, input(more));
    assert_eq!(code(json!({ "status": "Dreaming" })), "BAD_USER_INPUT");
    assert_eq!(code(json!({ "emailAddress": "nobody" })), "BAD_USER_INPUT");
    assert_eq!(code(json!({ "fullName": null })), "BAD_USER_INPUT");
    assert_eq!(
        code(json!({ "emailAddress": "BEN.example@example.org" })),
        "CONFLICT"
    );
    let unknown = json!({ "organizationId": "org_ours", "candidateId": "cnd_x" });
    assert_eq!(
        service.code(&service.recruiter, UPDATE, unknown),
        "NOT_FOUND"
    );
}
