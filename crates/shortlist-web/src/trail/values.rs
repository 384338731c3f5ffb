//! Recorded values in words. Digests and identifiers say nothing to people, so they are left to auditors.

use shortlist_domain::{AuditChanges, AuditEntry, CandidateStatus, FieldChange, Timestamp, UserId};

use super::sentence::says;
use super::{Names, Subjects, time};

/// The length of a SHA-256 in hexadecimal digits.
const DIGEST_LENGTH: usize = 64;

/// The fields that a new record of a candidate or an interview begins with.
const BEGINNINGS: [&str; 5] = [
    "fullName",
    "emailAddress",
    "phoneNumber",
    "recruiterId",
    "draft",
];

/// Returns the changes that the sentence of an entry does not say, and the reason.
pub(super) fn in_words(entry: &AuditEntry, subjects: &Subjects) -> String {
    let changes = match &entry.changes {
        AuditChanges::Known(changes) => changes.as_slice(),
        AuditChanges::Destroyed => return "the values are erased".to_owned(),
    };
    let because = |reason: &str| format!("because “{reason}”");
    let of_status = changes.iter().find(|one| one.field == "statusReason");
    let status_reason = of_status.and_then(|one| one.after.as_deref());
    let actor = entry.actor.user_id().map(UserId::as_str);
    let is_shown = |change: &&FieldChange| {
        !says(entry, subjects, &change.field)
            && !is_obvious(change, actor)
            && change.field != "statusReason"
            && !is_technical(change, &subjects.names)
    };
    let shown = changes.iter().filter(is_shown);
    let words = shown.map(|change| in_words_of(change, &subjects.names));
    let reasons = [status_reason, entry.reason.as_deref()];
    let reasons = reasons.into_iter().flatten().filter(|one| !one.is_empty());
    let words: Vec<String> = words.chain(reasons.map(because)).collect();
    words.join(", ")
}

/// Returns whether the sentence or the page of the candidate says a value anyway: who acted, and with what a record begins.
fn is_obvious(change: &FieldChange, actor: Option<&str>) -> bool {
    let is_actor = change.field == "userId" && change.after.as_deref() == actor;
    let begins = change.before.is_none() && BEGINNINGS.contains(&change.field.as_str());
    is_actor || begins
}

/// Returns whether a change is about a digest, or about an identifier that names nobody.
fn is_technical(change: &FieldChange, names: &Names) -> bool {
    let values = || [&change.before, &change.after].into_iter().flatten();
    let is_digest = |value: &String| {
        value.len() == DIGEST_LENGTH && value.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let is_identifier = change.field.ends_with("Id") || change.field.ends_with("Ids");
    values().any(is_digest) || (is_identifier && !values().any(|value| names.find(value).is_some()))
}

fn in_words_of(change: &FieldChange, names: &Names) -> String {
    let field = words(&change.field);
    let missing = missing(change);
    let shown = |value: Option<&str>| match (value, missing) {
        (None | Some(""), missing) => missing.to_owned(),
        (Some(value), _) => shown(value, names),
    };
    let after = shown(change.after.as_deref());
    match (change.before.as_deref(), missing) {
        (None, "nothing") => format!("{field} {after}"),
        (before, _) => format!("{field} from {} to {after}", shown(before)),
    }
}

/// Returns a recorded value for people: names instead of identifiers of users, and short times.
fn shown(value: &str, names: &Names) -> String {
    let users = value.split(", ").map(|one| user_name(one, names));
    if let Some(users) = users.collect::<Option<Vec<&str>>>() {
        return users.join(", ");
    }
    Timestamp::parse("at", value).map_or_else(|_other| value.to_owned(), time)
}

/// Returns the name of a user whom a text identifies.
fn user_name<'a>(text: &str, names: &'a Names) -> Option<&'a str> {
    let former = text.starts_with("usr_").then_some("a former colleague");
    names.find(text).or(former)
}

/// Returns the word for a missing value. A candidate without a status is new.
fn missing(change: &FieldChange) -> &'static str {
    let value = change.before.as_deref().or(change.after.as_deref());
    let is_status = value.is_some_and(|value| CandidateStatus::parse("status", value).is_ok());
    if change.field == "status" && is_status {
        "New"
    } else {
        "nothing"
    }
}

/// Returns the name of a field of the API as words.
fn words(field: &str) -> String {
    let mut words = String::new();
    for letter in field.trim_end_matches("Id").chars() {
        if letter.is_uppercase() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
