//! Blind review: nothing that the service sends to a viewer of a blind job says who a candidate is, until a reveal.

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_transport::RESOURCE_PATHS;

use crate::support::generated_calls::{Schema, is_identifier};
use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::resumes::docx_of;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    no_byte_says_who_a_candidate_is,
    a_reveal_is_for_one_user_and_one_candidate,
    a_reveal_needs_a_reason_and_is_recorded,
    a_search_by_name_finds_nothing,
    the_switch_is_fixed_once_there_are_candidates,
    a_changed_candidate_stays_masked_in_lists,
    reveals_end_with_the_candidate,
);

/// What no answer may contain, in lower case.
pub(crate) const SECRETS: [&str; 10] = [
    "quillon",
    "zephyrine",
    "555 0142",
    "5550142",
    "qzephyr",
    "vexholm",
    "ostrava road",
    "may 1990",
    // With the space, because identifiers and hashes have digits too.
    " 1990",
    "qz-4711",
];

/// Returns the lines of a resume that contain every secret.
pub(crate) fn lines() -> Vec<&'static str> {
    vec![
        "Quillon Zephyrine",
        "quillon.zephyrine@example.org, +44 20 555 0142, Ostrava Road 5",
        "linkedin.com/in/qzephyr",
        "Personal details",
        "Date of birth: 3 May 1990",
        "Experience",
        "Backend Engineer, Orchard Software",
        "January 2019 - December 2023",
        "Zephyrine built services in Rust on PostgreSQL and ran them on Kubernetes.",
        "Education",
        "Bachelor of Science in Computer Science, Vexholm University, 2018",
        "Skills",
        "Rust, PostgreSQL, Kubernetes, Docker",
    ]
}

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

/// A job with a candidate, and everything that colleagues can write about one.
pub(crate) struct BlindJob {
    job: String,
    pub(crate) candidate: String,
    pub(crate) code: String,
    ids: Vec<String>,
}

impl BlindJob {
    fn create(service: &Service) -> Self {
        Self::create_with(service, json!({ "blind": true }))
    }

    /// Creates it with other settings of the job.
    pub(crate) fn create_with(service: &Service, settings: Value) -> Self {
        let job = service.create_job("Backend Engineer", settings);
        let name = "Quillon Zephyrine resume.docx";
        let (status, body) =
            service.upload(&service.recruiter, &job, vec![(name, docx_of(&lines()))]);
        assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
        let code = body["candidates"][0]["candidate_unique_id"]
            .as_str()
            .unwrap();
        let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
        let found = service.data(&service.recruiter, query, ours(json!({ "search": code })));
        let candidate = found["candidate"][0]["_id"].as_str().unwrap().to_owned();
        let mut blind = Self {
            ids: vec![job.clone(), candidate.clone(), code.to_owned()],
            code: code.to_owned(),
            job,
            candidate,
        };
        blind.write_about(service);
        blind
    }

    fn write_about(&mut self, service: &Service) {
        let candidate = &self.candidate;
        let of = |more: Value| ours(joined(json!({ "candidateId": candidate }), &more));
        let call = |document: &str, input: Value| service.data(&service.recruiter, document, input);
        let note = "mutation($input: AddNoteInput!) { addNote(input: $input) { _id } }";
        let note = call(
            note,
            of(json!({ "text": "Zephyrine was at Vexholm University" })),
        );
        let define =
            "mutation($input: SetCustomFieldInput!) { setCustomField(input: $input) { key } }";
        let field = ours(json!({ "key": "profile", "label": "Profile", "type": "Text" }));
        service.data(&service.admin, define, field);
        let update =
            "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
        let values = json!([{ "key": "profile", "value": "See quillon.zephyrine@example.org" }]);
        let input = json!({ "tags": ["zephyrine"], "customFields": values, "status": "OnHold",
            "reason": "Quillon asked for time", "source": "Quillon's friend" });
        call(update, of(input));
        let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
        let input = json!({ "candidateId": candidate, "interviewerId": service.interviewer.user_id,
            "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
        let interview = call(assign, input)["result"]["_id"]
            .as_str()
            .unwrap()
            .to_owned();
        let report = "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { feedback } }";
        let input = json!({ "interviewId": interview, "feedback": "Quillon did well",
            "questions": [{ "question": "Who is Zephyrine?", "candidateAnswer": "I am Quillon" }],
            "transcription": { "status": "completed", "text": "Quillon spoke", "segments": [
                { "speaker": "Quillon", "startSeconds": 0.0, "text": "I am Zephyrine" }] } });
        call(report, input);
        let review =
            "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
        for caller in [&service.recruiter, &service.interviewer] {
            let input =
                json!({ "candidateId": candidate, "score": 70.0, "comment": "Zephyrine is good" });
            service.data(caller, review, input);
        }
        let letter = file(
            "Quillon Zephyrine letter.txt",
            b"I am Quillon Zephyrine".to_vec(),
        );
        let path = format!("/candidates/{candidate}/documents");
        let request = service.post(&service.recruiter, &path);
        let (status, document) = answer(
            request
                .multipart(Form::new().part("file", letter))
                .send()
                .unwrap(),
        );
        assert_eq!(status, 200, "{document}");
        self.ids.push(note["_id"].as_str().unwrap().to_owned());
        self.ids.push(interview);
        self.ids
            .push(document["documentId"].as_str().unwrap().to_owned());
    }

    pub(crate) fn reveal(&self, service: &Service, caller: &Caller, reason: &str) -> (u16, Value) {
        let reveal = "mutation($input: RevealCandidateInput!) { revealCandidate(input: $input) { fullName masked } }";
        let input = ours(json!({ "candidateId": self.candidate, "reason": reason }));
        service.graphql(caller, reveal, input)
    }

    /// Returns everything that the API sends to a caller, with what was asked.
    pub(crate) fn answers(&self, service: &Service, caller: &Caller) -> Vec<(String, String)> {
        let schema = Schema::of(service);
        let mut answers = Vec::new();
        let queries = schema.operations().into_iter();
        for operation in queries.filter(|operation| operation.kind == "query") {
            for id in &self.ids {
                let known = |name: &str| match name {
                    "organizationId" => Some(json!("org_ours")),
                    "recruiterId" => Some(json!(service.recruiter.user_id)),
                    "jobId" => Some(json!(self.job)),
                    "userId" | "interviewerId" | "thingId" | "personId" => Some(Value::Null),
                    _ if is_identifier(name) => Some(json!(id)),
                    _ => None,
                };
                let mut input = schema.input(&operation, &known);
                for (name, value) in input.as_object_mut().into_iter().flatten() {
                    let narrows = [
                        "search",
                        "status",
                        "filter",
                        "operation",
                        "from",
                        "to",
                        "after",
                        "pageSize",
                        "pageNumber",
                        "limit",
                    ];
                    if narrows.contains(&name.as_str()) {
                        *value = Value::Null;
                    }
                }
                let (_, _, text) = operation.call(service, caller, &input);
                answers.push((format!("{} {input}", operation.name), text));
            }
        }
        answers.extend(self.files(service, caller));
        answers
    }

    fn files(&self, service: &Service, caller: &Caller) -> Vec<(String, String)> {
        let mut answers = Vec::new();
        for (path, _) in RESOURCE_PATHS {
            for id in &self.ids {
                let path = path.replace("{candidate_id}", &self.candidate);
                let path: Vec<&str> = path
                    .split('/')
                    .map(|part| if part.starts_with('{') { id } else { part })
                    .collect();
                let path = path.join("/");
                let response = service.request(caller, Method::GET, &path).send().unwrap();
                let headers = format!("{:?}", response.headers());
                let body = String::from_utf8_lossy(&response.bytes().unwrap()).into_owned();
                answers.push((path, format!("{headers} {body}")));
            }
        }
        answers
    }
}

/// Returns the secrets that a text contains.
pub(crate) fn secrets_in(text: &str) -> Vec<&'static str> {
    let text = text.to_lowercase();
    let found = SECRETS.into_iter();
    found.filter(|secret| text.contains(secret)).collect()
}

fn no_byte_says_who_a_candidate_is(service: &Service) {
    let blind = BlindJob::create(service);
    for caller in [
        &service.admin,
        &service.recruiter,
        &service.colleague,
        &service.interviewer,
    ] {
        for (asked, text) in blind.answers(service, caller) {
            let found = secrets_in(&text);
            assert!(
                found.is_empty(),
                "{}: {asked}: {found:?} in {text}",
                caller.user_id
            );
        }
    }
    // The same walk shows the secrets after a reveal, so it would have found them.
    let (status, body) = blind.reveal(service, &service.admin, "The offer needs an address");
    assert_eq!(status, 200, "{body}");
    let seen = blind.answers(service, &service.admin);
    for secret in [
        "quillon",
        "zephyrine",
        "5550142",
        "vexholm",
        "qzephyr",
        "may 1990",
    ] {
        let plain = |text: &str| text.to_lowercase().replace("555 0142", "5550142");
        assert!(
            seen.iter().any(|(_, text)| plain(text).contains(secret)),
            "{secret}"
        );
    }
    for operation in [
        "getCandidates",
        "getCandidate",
        "getLeaderboard",
        "listReviews",
        "getAuditLog",
        "exportCandidate",
    ] {
        let mut of_operation = seen
            .iter()
            .filter(|(asked, _)| asked.starts_with(&format!("{operation} ")));
        assert!(
            of_operation.any(|(_, text)| !secrets_in(text).is_empty()),
            "{operation}"
        );
    }
}

fn name_of(service: &Service, caller: &Caller, candidate: &str) -> Value {
    let get =
        "query($input: GetCandidateInput!) { getCandidate(input: $input) { fullName masked } }";
    service.data(caller, get, ours(json!({ "candidateId": candidate })))
}

fn a_reveal_is_for_one_user_and_one_candidate(service: &Service) {
    let blind = BlindJob::create(service);
    let (other, _) = service.candidate(&blind.job, "Ada Example");
    let (status, body) = blind.reveal(service, &service.interviewer, "I meet the person today");
    assert_eq!(status, 200, "{body}");
    assert_eq!(
        body["data"]["revealCandidate"],
        json!({ "fullName": "Quillon Zephyrine", "masked": false })
    );
    let revealed = name_of(service, &service.interviewer, &blind.candidate);
    assert_eq!(
        revealed,
        json!({ "fullName": "Quillon Zephyrine", "masked": false })
    );
    for (caller, candidate) in [
        (&service.recruiter, &blind.candidate),
        (&service.admin, &blind.candidate),
        (&service.recruiter, &other),
    ] {
        let name = name_of(service, caller, candidate);
        assert_eq!(name["masked"], json!(true), "{name}");
        assert_ne!(name["fullName"], "Quillon Zephyrine");
        assert_ne!(name["fullName"], "Ada Example");
    }
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
    let guess =
        ours(json!({ "candidateId": other, "emailAddress": "quillon.zephyrine@example.org" }));
    assert_eq!(
        service.code(&service.recruiter, update, guess),
        "FORBIDDEN",
        "a guess gets no answer"
    );
    let path = format!("/candidates/{}/resume", blind.candidate);
    let file = |caller: &Caller| {
        service
            .request(caller, Method::GET, &path)
            .send()
            .unwrap()
            .status()
            .as_u16()
    };
    assert_eq!(
        (file(&service.recruiter), file(&service.interviewer)),
        (403, 200)
    );
}

fn a_reveal_needs_a_reason_and_is_recorded(service: &Service) {
    let blind = BlindJob::create(service);
    for reason in ["", "  ", &"x".repeat(301)] {
        let (_, body) = blind.reveal(service, &service.recruiter, reason);
        let message = body["errors"][0]["message"].as_str().unwrap();
        assert!(message.starts_with("reason"), "{message}");
    }
    blind.reveal(service, &service.admin, "To read the log");
    blind.reveal(service, &service.recruiter, "The offer needs an address");
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { userId candidateId changes { field after } } } }";
    let input = ours(json!({ "operation": "revealCandidate" }));
    let log = service.data(&service.admin, log, input);
    let entries = log["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2, "{log}");
    assert_eq!(entries[0]["userId"], json!(service.recruiter.user_id));
    assert_eq!(entries[0]["candidateId"], json!(blind.candidate));
    let change = json!([{ "field": "reveal", "after": "The offer needs an address" }]);
    assert_eq!(entries[0]["changes"], change);
}

fn a_search_by_name_finds_nothing(service: &Service) {
    let blind = BlindJob::create(service);
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
    let count = |search: &str, job: &Value| {
        let input = ours(json!({ "search": search, "jobId": job }));
        service.data(&service.recruiter, list, input)["totalCount"].clone()
    };
    for job in [json!(blind.job), Value::Null] {
        for name in [
            "zephyrine",
            "quillon",
            "quillon.zephyrine@",
            "5550142",
            "555 0142",
        ] {
            assert_eq!(count(name, &job), 0, "{name}");
        }
        assert_eq!(count(&blind.code, &job), 1);
        assert_eq!(count("kubernetes", &job), 1);
    }
}

fn the_switch_is_fixed_once_there_are_candidates(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { blind } }";
    let switch = |blind: bool| ours(json!({ "jobId": job, "blind": blind }));
    for blind in [true, false, true] {
        let updated = service.data(&service.recruiter, update, switch(blind));
        assert_eq!(updated["blind"], json!(blind));
    }
    let (candidate, code) = service.candidate(&job, "Ada Example");
    assert_eq!(
        service.code(&service.recruiter, update, switch(false)),
        "CONFLICT"
    );
    assert_eq!(
        service.data(&service.recruiter, update, switch(true))["blind"],
        json!(true)
    );
    let name = name_of(service, &service.recruiter, &candidate);
    assert_eq!(name["masked"], json!(true), "{name}");
    let board =
        "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { name } } }";
    let input = ours(json!({ "jobId": job, "leaderboardtype": "ai" }));
    let board = service.data(&service.recruiter, board, input);
    assert_eq!(board["rows"], json!([{ "name": code }]));
}

/// Returns the names of a job's candidates in the list and on the leaderboard.
fn listed_names(service: &Service, caller: &Caller, job: &str) -> (Value, Value) {
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { fullName } } }";
    let board =
        "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { name } } }";
    let of_job = |more: Value| ours(joined(json!({ "jobId": job }), &more));
    let list = service.data(caller, list, of_job(json!({})));
    let board = service.data(caller, board, of_job(json!({ "leaderboardtype": "ai" })));
    (list["candidate"].clone(), board["rows"].clone())
}

fn a_changed_candidate_stays_masked_in_lists(service: &Service) {
    let blind = BlindJob::create(service);
    blind.reveal(service, &service.admin, "The name is misspelled");
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { fullName } }";
    let name = json!({ "candidateId": blind.candidate, "fullName": "Quillon Zephyrin" });
    service.data(&service.admin, update, ours(name));
    let replace = Service::upload_form(&service.admin, &blind.job)
        .text("onDuplicate", "replace")
        .part(
            "files",
            file(
                "newer.docx",
                docx_of(&[lines(), vec!["Go, Kafka"]].concat()),
            ),
        );
    let request = service.post(&service.admin, "/bulk-upload-resumes");
    let (status, body) = answer(request.multipart(replace).send().unwrap());
    assert_eq!((status, &body["replaced"]), (200, &json!(1)), "{body}");
    let named = |key: &str, name: &str| json!([{ key: name }]);
    assert_eq!(
        listed_names(service, &service.recruiter, &blind.job),
        (named("fullName", ""), named("name", &blind.code))
    );
    let known = "Quillon Zephyrin";
    assert_eq!(
        listed_names(service, &service.admin, &blind.job),
        (named("fullName", known), named("name", known))
    );
}

fn reveals_end_with_the_candidate(service: &Service) {
    let blind = BlindJob::create(service);
    blind.reveal(service, &service.admin, "An erasure was requested");
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
    let input = ours(json!({ "candidateId": blind.candidate, "reason": "requested" }));
    service.data(&service.admin, erase, input);
    let organization = shortlist_domain::OrganizationId::parse("o", "org_ours").unwrap();
    let candidate = shortlist_domain::CandidateId::parse("c", &blind.candidate).unwrap();
    let reveals = service
        .store()
        .candidates()
        .list_reveals(&organization, &candidate);
    assert_eq!(reveals.unwrap(), []);
}
