//! Questions that guess who the masked candidate is: every operation, and every file.

use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};
use shortlist_transport::RESOURCE_PATHS;

use super::NOT_ASKED;
use super::worlds::{KNOWN, World};
use crate::support::generated_calls::{Operation, Schema, is_identifier};

/// What a question is about.
#[derive(Clone, Copy)]
enum Subject {
    Masked,
    Known,
}

/// Returns the value of a field for a question about somebody, who is guessed to be the known person.
fn guess(world: &World, subject: Subject, field: &str) -> Option<Value> {
    let (candidate, job) = match subject {
        Subject::Masked => (&world.masked, &world.blind_job),
        Subject::Known => (&world.known, &world.open_job),
    };
    let person = format!("per_{}", candidate.trim_start_matches("cnd_"));
    Some(match field {
        "organizationId" => json!("org_ours"),
        "candidateId" | "candidateIds" | "thingId" => json!(candidate),
        "uId" => json!(world.code),
        "personId" => json!(person),
        "otherPersonId" => json!(format!("per_{}", world.known.trim_start_matches("cnd_"))),
        "jobId" | "jobIds" => json!(job),
        "recruiterId" | "userId" => json!(world.service.recruiter.user_id),
        "interviewerId" | "interviewerIds" => json!(world.service.interviewer.user_id),
        "interviewId" => json!(world.interview),
        "noteId" => json!(world.note),
        "externalId" => json!(KNOWN.external_id),
        "email" | "emailAddress" => json!(KNOWN.email),
        "phone" | "phoneNumber" => json!(KNOWN.phone),
        "fullName" | "search" => json!(KNOWN.name),
        "tags" | "addTags" | "removeTags" | "tag" => json!(KNOWN.tag),
        "source" => json!(KNOWN.source),
        "key" => json!("profile"),
        "value" => json!(KNOWN.field),
        "place" => json!(KNOWN.place),
        "text" | "reason" | "comment" | "feedback" | "question" | "candidateAnswer" => {
            json!(format!("Is it {} of {}?", KNOWN.name, KNOWN.school))
        }
        "resumeScoreBreakdown" => json!(r#"{"skills": 1, "Zephyrine": 1, "Vexholm": 1}"#),
        "status" => json!("Active"),
        _ => return None,
    })
}

fn is_about_candidates(schema: &Schema, operation: &Operation) -> bool {
    let ids = schema.id_arguments(operation);
    let names = [
        "candidateId",
        "candidateIds",
        "personId",
        "interviewId",
        "noteId",
    ];
    ids.iter().any(|id| names.contains(&id.as_str()))
}

/// Asks an operation about the masked candidate and about the known one. Returns the questions with their answers.
fn ask(
    schema: &Schema,
    operation: &Operation,
    world: &World,
    caller: &str,
    answers: &mut Vec<(String, String)>,
) {
    let subjects: &[Subject] = if is_about_candidates(schema, operation) {
        &[Subject::Masked, Subject::Known]
    } else {
        &[Subject::Masked]
    };
    for subject in subjects {
        let known = |field: &str| guess(world, *subject, field);
        let mut inputs = schema.single_inputs(operation, &known);
        inputs.push(schema.input(operation, &known));
        for input in inputs {
            if operation.kind == "mutation" {
                // What one change creates is then older than what the next one creates.
                world.service.clock.advance(Duration::seconds(1));
            }
            let (_, _, text) = operation.call(&world.service, world.caller(caller), &input);
            answers.push((format!("{} {caller} {input}", operation.name), text));
        }
    }
}

/// Asks every query.
pub(super) fn queries(schema: &Schema, world: &World, caller: &str) -> Vec<(String, String)> {
    let mut answers = Vec::new();
    let operations = schema.operations().into_iter();
    for operation in operations.filter(|one| one.kind == "query") {
        ask(schema, &operation, world, caller, &mut answers);
        searches(schema, &operation, world, caller, &mut answers);
    }
    answers
}

/// Searches by each part of what says who somebody is.
fn searches(
    schema: &Schema,
    operation: &Operation,
    world: &World,
    caller: &str,
    answers: &mut Vec<(String, String)>,
) {
    let ids = |field: &str| match field {
        "jobId" => None,
        _ => guess(world, Subject::Masked, field).filter(|_| is_identifier(field)),
    };
    let inputs = schema.single_inputs(operation, &ids);
    let Some(mut input) = inputs.into_iter().find(|one| one.get("search").is_some()) else {
        return;
    };
    for job in [Value::Null, json!(world.blind_job)] {
        for term in [
            "quillon",
            "zephyrine",
            KNOWN.email,
            "5550142",
            "QZ-4711",
            "vexholm",
        ] {
            input["search"] = json!(term);
            input["jobId"] = job.clone();
            let (_, _, text) = operation.call(&world.service, world.caller(caller), &input);
            answers.push((format!("{} {caller} {input}", operation.name), text));
        }
    }
}

/// Changes everything, with what each change shows afterwards. Those that end something come last.
pub(super) fn mutations(schema: &Schema, world: &World) -> Vec<(String, String)> {
    let (mut operations, seen): (Vec<Operation>, Vec<Operation>) = schema
        .operations()
        .into_iter()
        .partition(|one| one.kind == "mutation");
    let ends = |name: &str| {
        let ending = ["delete", "erase", "revoke", "rotate"];
        ending.iter().any(|prefix| name.starts_with(prefix))
    };
    operations.retain(|one| NOT_ASKED.iter().all(|(name, _)| *name != one.name));
    operations.sort_by_key(|one| (ends(&one.name), one.name == "deleteJob"));
    let mut answers = Vec::new();
    for operation in operations {
        ask(schema, &operation, world, "admin", &mut answers);
        observe(schema, &seen, world, &operation.name, &mut answers);
    }
    answers
}

/// Adds what is visible after a change: the candidates, and what the audit log says.
fn observe(
    schema: &Schema,
    operations: &[Operation],
    world: &World,
    after: &str,
    answers: &mut Vec<(String, String)>,
) {
    for name in ["getCandidates", "getActivity", "getAuditLog"] {
        let operation = operations.iter().find(|one| one.name == name).unwrap();
        let known = |field: &str| match field {
            "organizationId" => Some(json!("org_ours")),
            "candidateId" if name == "getActivity" => Some(json!(world.masked)),
            _ => Some(Value::Null),
        };
        let mut input = schema.input(operation, &known);
        input["filter"] = Value::Null;
        if let Some(fields) = input.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
        let (_, _, text) = operation.call(&world.service, &world.service.admin, &input);
        answers.push((format!("{name} after {after}"), text));
    }
}

/// Gets every file and every other resource.
pub(super) fn files(world: &World) -> Vec<(String, String)> {
    let mut answers = Vec::new();
    for caller in ["recruiter", "interviewer"] {
        for (path, _) in RESOURCE_PATHS {
            for id in [
                &world.masked,
                &world.known,
                &world.interview,
                &world.blind_job,
            ] {
                let part = |part: &str| match part {
                    "{candidate_id}" => world.masked.clone(),
                    part if part.starts_with('{') => id.clone(),
                    part => part.to_owned(),
                };
                let path: Vec<String> = path.split('/').map(part).collect();
                let path = path.join("/");
                let request = world
                    .service
                    .request(world.caller(caller), Method::GET, &path);
                let response = request.send().unwrap();
                let status = response.status();
                let name = response.headers().get("content-disposition").cloned();
                let body = String::from_utf8_lossy(&response.bytes().unwrap()).into_owned();
                answers.push((
                    format!("GET {caller} {path}"),
                    format!("{status} {name:?} {body}"),
                ));
            }
        }
    }
    answers
}
