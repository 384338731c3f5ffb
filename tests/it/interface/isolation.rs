//! Calls every operation of the schema: no data of one organization reaches another, and no operation runs without its
//! permission. The schema is read from the running service, so new operations are covered automatically.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use shortlist_domain::Permission;
use shortlist_transport::RESOURCE_PATHS;

use crate::support::generated_calls::{Schema, is_identifier};
use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    no_data_reaches_another_organization,
    no_operation_runs_without_its_permission,
);

/// Operations that any key may call, because they only describe that key, or are about how the caller signs in and which mails they get.
const OPEN: [&str; 11] = [
    "apiKeyInfo",
    "changePassword",
    "listSessions",
    "endSession",
    "endOtherSessions",
    "listIdentities",
    "unlinkIdentity",
    "listPasskeys",
    "removePasskey",
    "getMailPreferences",
    "updateMailPreferences",
];

/// The objects of the first organization: their identifiers, and words that appear only there.
pub(super) struct TenantData {
    pub(super) ids: Vec<String>,
    pub(super) words: Vec<String>,
    pub(super) job: String,
}

const NAME: &str = "Quillon Zephyrine";
const TITLE: &str = "Vexillologist of Ostrava";
const FEEDBACK: &str = "Folds flags impeccably";
const LETTER: &str = "letter of the vexillologist.txt";

/// The first bytes of a video file.
pub(super) const FILM: &[u8] = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41";

/// Stores a recording of an interview, and returns its identifier.
fn record(service: &Service, interview: &str) -> String {
    let path = format!("/interviews/{interview}/recording");
    let film = service.request(&service.recruiter, Method::PUT, &path);
    let film = film.header("Content-Type", "video/mp4").body(FILM);
    let (status, recording) = answer(film.send().unwrap());
    assert_eq!(status, 201, "{recording}");
    recording["recordingId"].as_str().unwrap().to_owned()
}

/// Stores a document of a candidate, and returns its identifier.
fn add_document(service: &Service, candidate: &str) -> String {
    let path = format!("/candidates/{candidate}/documents");
    let letter = file(LETTER, b"I know every flag".to_vec());
    let form = reqwest::blocking::multipart::Form::new().part("file", letter);
    let request = service.post(&service.recruiter, &path);
    let (status, body) = answer(request.multipart(form).send().unwrap());
    assert_eq!(status, 200, "{body}");
    body["documentId"].as_str().unwrap().to_owned()
}

/// Returns the identifier of a candidate's person.
fn person_of(service: &Service, candidate: &str) -> String {
    let document =
        "query($input: GetCandidateInput!) { getCandidate(input: $input) { person { _id } } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    let found = service.data(&service.recruiter, document, input);
    found["person"]["_id"].as_str().unwrap().to_owned()
}

/// Stores an interview with its report, and a review. Returns the interview and the report.
fn interview(service: &Service, candidate: &str) -> (String, Value) {
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    let input = json!({ "candidateId": candidate, "interviewerId": service.interviewer.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    let assigned = service.data(&service.recruiter, assign, input);
    let interview = assigned["result"]["_id"].as_str().unwrap().to_owned();
    let report =
        "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) {
        questions { qId } transcription { id } } }";
    let input = json!({ "interviewId": interview, "feedback": FEEDBACK,
        "questions": [{ "question": "Which flag has five sides?", "candidateAnswer": "Ohio's" }],
        "transcription": { "status": "completed", "text": "We spoke of pennants" } });
    let submitted = service.data(&service.recruiter, report, input);
    let review = "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
    let input =
        json!({ "candidateId": candidate, "score": 83.0, "comment": "Pennants are understood" });
    service.data(&service.recruiter, review, input);
    (interview, submitted)
}

/// Adds a stage with a history, an offer and a custom field, and returns the stage.
fn add_records(service: &Service, job: &str, candidate: &str) -> String {
    let ours = |more: Value| joined(json!({ "organizationId": "org_ours" }), &more);
    let set =
        "mutation($input: SetJobStagesInput!) { setJobStages(input: $input) { stages { _id } } }";
    let stages = json!([{ "name": "Flag drill", "status": "Active" },
        { "_id": "Active", "name": "Applied", "status": "Active" }]);
    let input = ours(json!({ "jobId": job, "stages": stages }));
    let set = service.data(&service.recruiter, set, input);
    let stage = set["stages"][0]["_id"].as_str().unwrap().to_owned();
    let moving = "mutation($input: MoveCandidatesInput!) { moveCandidates(input: $input) { candidates { _id } } }";
    let reason = "Knows the semaphore";
    let input = ours(json!({ "candidateIds": [candidate], "stageId": stage, "reason": reason }));
    service.data(&service.recruiter, moving, input);
    let offer = "mutation($input: SetOfferInput!) { setOffer(input: $input) { state } }";
    let input = ours(json!({ "candidateId": candidate, "amount": "4242", "currency": "EUR" }));
    service.data(&service.recruiter, offer, input);
    let define = "mutation($input: SetCustomFieldInput!) { setCustomField(input: $input) { key } }";
    let input = ours(json!({ "key": "favourite", "label": "Favourite", "type": "Text" }));
    service.data(&service.admin, define, input);
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
    let values = json!([{ "key": "favourite", "value": "Signal mast" }]);
    let input = ours(json!({ "candidateId": candidate, "customFields": values }));
    service.data(&service.recruiter, update, input);
    stage
}

/// Creates a webhook, and returns its identifier.
fn webhook(service: &Service) -> String {
    let document = "mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { webhookId } } }";
    let input = json!({ "organizationId": "org_ours", "url": "https://example.org/hook" });
    let created = service.data(&service.admin, document, input);
    created["webhook"]["webhookId"].as_str().unwrap().to_owned()
}

impl TenantData {
    /// Creates one object of each kind, each with content.
    pub(super) fn create(service: &Service) -> Self {
        let job = service.create_job(TITLE, json!({ "jobCode": "VEX-2026-777" }));
        let (candidate, code) = service.candidate(&job, NAME);
        let (interview, submitted) = interview(service, &candidate);
        let recording = record(service, &interview);
        let stage = add_records(service, &job, &candidate);
        let document = add_document(service, &candidate);
        let webhook = webhook(service);
        let organization = shortlist_domain::OrganizationId::parse("o", "org_ours").unwrap();
        let keys = service.app.accounts().list_api_keys(&organization).unwrap();
        let mut ids = vec![
            "org_ours".to_owned(),
            job.clone(),
            person_of(service, &candidate),
            candidate,
            code,
            interview,
            recording,
            stage,
            document,
            webhook,
        ];
        ids.extend(keys.iter().map(|key| key.id.to_string()));
        for caller in [
            &service.admin,
            &service.recruiter,
            &service.colleague,
            &service.interviewer,
        ] {
            ids.push(caller.user_id.clone());
        }
        for id in [
            &submitted["questions"][0]["qId"],
            &submitted["transcription"]["id"],
        ] {
            ids.push(id.as_str().unwrap().to_owned());
        }
        let words = [
            NAME,
            TITLE,
            FEEDBACK,
            LETTER,
            "VEX-2026-777",
            "five sides",
            "of pennants",
            "are understood",
            "Flag drill",
            "Knows the semaphore",
            "4242.00",
            "Signal mast",
            "Name of usr_",
        ];
        Self {
            ids,
            words: words.map(str::to_owned).into(),
            job,
        }
    }

    /// Returns a path with each identifier in all of its places, and with each as its last one only. The first element is
    /// the identifier.
    pub(super) fn filled_paths(&self, path: &str) -> Vec<(String, String)> {
        let candidate = self.ids.iter().find(|id| id.starts_with("cnd_")).unwrap();
        let fill = |first: &str, last: &str| {
            let parts: Vec<&str> = path.split('/').collect();
            let places = parts.iter().filter(|part| part.starts_with('{')).count();
            let mut place = 0;
            let filled = parts.iter().map(|part| {
                if part.starts_with('{') {
                    place += 1;
                    if place == places { last } else { first }
                } else {
                    *part
                }
            });
            filled.collect::<Vec<_>>().join("/")
        };
        let mut paths: Vec<_> = self
            .ids
            .iter()
            .flat_map(|id| {
                [
                    (id.clone(), fill(id, id)),
                    (id.clone(), fill(candidate, id)),
                ]
            })
            .collect();
        paths.dedup();
        paths
    }

    /// Asserts that a response contains none of the words, and no identifier except the one that was sent.
    pub(super) fn assert_no_leak(&self, text: &str, sent: &str, context: &str) {
        // The other organization's user has a name that begins like the others.
        let text = text.replace("Name of usr_stranger", "");
        for word in &self.words {
            assert!(!text.contains(word), "{context}: {word} in {text}");
        }
        for id in self.ids.iter().filter(|id| *id != sent) {
            assert!(!text.contains(id.as_str()), "{context}: {id} in {text}");
        }
    }
}

/// Returns everything that the first organization's Admin can read.
fn visible_data(service: &Service, schema: &Schema) -> Vec<(String, Value)> {
    let queries = schema
        .operations()
        .into_iter()
        .filter(|operation| operation.kind == "query");
    // An export or a bias audit adds a row to the audit log, so it is excluded.
    let compared = queries.filter(|operation| {
        ![
            "getAuditLog",
            "verifyAuditLog",
            "getBiasAudit",
            "getCandidatePacket",
            "exportCandidate",
            "exportPerson",
            "apiKeyInfo",
        ]
        .contains(&operation.name.as_str())
    });
    compared
        .map(|operation| {
            let known = |name: &str| match name {
                "organizationId" => Some(json!("org_ours")),
                "recruiterId" => Some(json!(service.recruiter.user_id)),
                _ if is_identifier(name) => Some(Value::Null),
                _ => None,
            };
            let (_, mut body, _) =
                operation.call(service, &service.admin, &schema.input(&operation, &known));
            // The time when a key was last used may change.
            forget(&mut body, "lastUsedAt");
            // All tests share the processes that read documents.
            forget(&mut body, "waitingDocuments");
            (operation.name, body)
        })
        .collect()
}

fn forget(value: &mut Value, field: &str) {
    match value {
        Value::Object(object) => {
            object.remove(field);
            object.values_mut().for_each(|value| forget(value, field));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| forget(item, field)),
        _ => {}
    }
}

fn no_data_reaches_another_organization(service: &Service) {
    let ours = TenantData::create(service);
    let schema = Schema::of(service);
    let before = visible_data(service, &schema);
    let (stranger, mut calls, mut arguments) = (&service.stranger, 0, 0);
    for operation in schema.operations() {
        let ids = schema.id_arguments(&operation);
        arguments += ids.len();
        // Each identifier is sent as each argument alone, as all arguments at once, and with the organization that owns
        // it.
        for place in ids.iter().map(Some).chain([None]) {
            for id in &ours.ids {
                for organization in [&stranger.organization_id, "org_ours"] {
                    let known = |name: &str| match name {
                        "organizationId" => Some(json!(organization)),
                        _ if !is_identifier(name) => None,
                        _ if place.is_none_or(|place| place == name) => Some(json!(id)),
                        "recruiterId" | "interviewerId" | "userId" => Some(json!(stranger.user_id)),
                        _ => Some(json!("Walker")),
                    };
                    let input = schema.input(&operation, &known);
                    let (status, body, text) = operation.call(service, stranger, &input);
                    let context = format!("{} {input}", operation.name);
                    assert!([200, 403].contains(&status), "{context}: {status} {body}");
                    if organization == "org_ours" && input.get("organizationId").is_some() {
                        assert_eq!(status, 403, "{context}: {body}");
                    }
                    ours.assert_no_leak(&text, id, &context);
                    calls += 1;
                }
            }
        }
    }
    mixed_credentials_are_refused(service, &schema);
    calls += forms(service, &ours) + paths(service, &ours);
    assert_eq!(
        visible_data(service, &schema),
        before,
        "nothing was changed"
    );
    println!(
        "tenancy: {} operations, {arguments} identifying arguments, {} identifiers, {calls} calls",
        schema.operations().len(),
        ours.ids.len()
    );
    the_owner_gets_it(service, &schema, &ours);
}

/// The same calls return the words to their owner, so the calls above would have found them.
fn the_owner_gets_it(service: &Service, schema: &Schema, ours: &TenantData) {
    let mut seen = BTreeSet::new();
    for operation in schema
        .operations()
        .into_iter()
        .filter(|operation| operation.kind == "query")
    {
        for id in &ours.ids {
            let known = |name: &str| match name {
                "organizationId" => Some(json!("org_ours")),
                "recruiterId" => Some(json!(service.recruiter.user_id)),
                "jobId" => Some(json!(ours.job)),
                _ if is_identifier(name) => Some(json!(id)),
                _ => None,
            };
            let mut input = schema.input(&operation, &known);
            for (name, value) in input.as_object_mut().into_iter().flatten() {
                if is_hiding_filter(&operation.name, name, id) {
                    *value = Value::Null;
                }
            }
            let (status, _, text) = operation.call(service, &service.admin, &input);
            if status == 200 && ours.words.iter().any(|word| text.contains(word)) {
                seen.insert(operation.name.clone());
            }
        }
    }
    println!("tenancy: the same calls show these to their owner: {seen:?}");
    for read in [
        "getJobs",
        "getJob",
        "listJobs",
        "getCandidates",
        "getCandidate",
        "getLeaderboard",
        "getInterviews",
        "listReviews",
        "getAuditLog",
        "exportCandidate",
        "getPerson",
        "exportPerson",
    ] {
        assert!(seen.contains(read), "{read}: {seen:?}");
    }
}

/// Returns whether a filter of an operation would find nothing: an identifier of another kind of object, or an invented value.
fn is_hiding_filter(operation: &str, name: &str, id: &str) -> bool {
    let kinds = [
        ("interviewerId", "usr_"),
        ("uId", "CAN-"),
        ("userId", "usr_"),
        ("thingId", "job_"),
        ("candidateId", "cnd_"),
    ];
    let misplaced = |(field, kind): (&str, &str)| name == field && !id.starts_with(kind);
    let invented = [
        "department",
        "location",
        "jobCode",
        "attributes",
        "externalId",
    ];
    let invented = operation == "listJobs" && invented.contains(&name);
    kinds.into_iter().any(misplaced) || invented || name == "status"
}

/// A key of one organization with a token of another is refused.
fn mixed_credentials_are_refused(service: &Service, schema: &Schema) {
    let (ours, theirs) = (&service.admin, &service.stranger);
    let mixed = [
        Caller {
            key: theirs.key.clone(),
            ..ours.clone()
        },
        Caller {
            token: theirs.token.clone(),
            ..ours.clone()
        },
    ];
    for operation in schema.operations() {
        let input = schema.input(&operation, &|_| None);
        for caller in &mixed {
            assert_eq!(
                operation.call(service, caller, &input).0,
                401,
                "{}",
                operation.name
            );
        }
    }
}

/// Sends both upload forms with each identifier in each of their fields.
fn forms(service: &Service, ours: &TenantData) -> usize {
    let stranger = &service.stranger;
    let mut calls = 0;
    for (path, files, fields) in [
        (
            "/bulk-upload-resumes",
            "files",
            &["jobId", "recruiterId", "organizationId"][..],
        ),
        (
            "/addJobByFile",
            "recfiles",
            &["recruiterId", "organizationId"][..],
        ),
    ] {
        for place in fields {
            for id in &ours.ids {
                let mut form = reqwest::blocking::multipart::Form::new()
                    .text("userType", "Admin")
                    .text("resumeScoreBreakdown", r#"{"skills": 1}"#)
                    .part(
                        files,
                        file("cv.docx", crate::support::resumes::docx("Walker Example")),
                    );
                for field in fields {
                    let own = match *field {
                        "jobId" => ours.job.clone(),
                        "recruiterId" => stranger.user_id.clone(),
                        _ => stranger.organization_id.clone(),
                    };
                    form = form.text(*field, if field == place { id.clone() } else { own });
                }
                let response = service.post(stranger, path).multipart(form).send().unwrap();
                let (status, body) = answer(response);
                assert!(
                    [400, 403, 404].contains(&status),
                    "{path} {place}={id}: {status} {body}"
                );
                ours.assert_no_leak(&body.to_string(), id, path);
                calls += 1;
            }
        }
    }
    calls
}

/// Calls every path with an identifier, with each identifier and each method.
fn paths(service: &Service, ours: &TenantData) -> usize {
    let kept = service.kept_recordings();
    let mut calls = 0;
    for (path, methods) in RESOURCE_PATHS {
        for (id, path) in ours.filled_paths(path) {
            for method in methods.split(", ") {
                let method = Method::from_bytes(method.as_bytes()).unwrap();
                let context = format!("{method} {path}");
                let request = service.request(&service.stranger, method, &path);
                let request = request.header("Content-Type", "video/mp4").body(FILM);
                let response = request.send().unwrap();
                let status = response.status().as_u16();
                let text = response.text().unwrap();
                assert!(
                    [400, 403, 404].contains(&status),
                    "{context}: {status} {text}"
                );
                ours.assert_no_leak(&text, &id, &context);
                calls += 1;
            }
        }
    }
    assert_eq!(service.kept_recordings(), kept);
    assert_eq!(service.kept_documents(), 1);
    calls
}

fn no_operation_runs_without_its_permission(service: &Service) {
    let schema = Schema::of(service);
    let all = Permission::ALL;
    let without = all.map(|left_out| {
        let rest: Vec<_> = all.into_iter().filter(|one| *one != left_out).collect();
        (left_out, service.with_permissions(&service.admin, &rest))
    });
    let alone = all.map(|only| service.with_permissions(&service.admin, &[only]));
    let operations = schema.operations();
    for operation in &operations {
        let known = |name: &str| (name == "organizationId").then(|| json!("org_ours"));
        let input = schema.input(operation, &known);
        let refused = |caller: &Caller| {
            let (status, body, _) = operation.call(service, caller, &input);
            if status == 403 {
                assert_eq!(body.as_object().unwrap().len(), 1, "{body}");
            }
            status == 403
        };
        let needed: Vec<_> = without
            .iter()
            .filter(|(_, caller)| refused(caller))
            .collect();
        let open = OPEN.contains(&operation.name.as_str());
        assert_eq!(needed.len(), usize::from(!open), "{}", operation.name);
        for (place, caller) in alone.iter().enumerate() {
            let enough = open
                || needed
                    .iter()
                    .any(|(permission, _)| *permission == all[place]);
            assert_eq!(
                refused(caller),
                !enough,
                "{} with {} alone",
                operation.name,
                all[place]
            );
        }
    }
    println!(
        "permissions: {} operations, {} permissions left out, {} alone, {} calls",
        operations.len(),
        without.len(),
        alone.len(),
        operations.len() * (without.len() + alone.len())
    );
}
