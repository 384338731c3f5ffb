//! Finds the jobs in a JSON file.

use super::names::{JsonKeys, is_neutral};
use super::tree::Json;
use crate::error::JobFileError;
use crate::fields::{Field, NameMatch, readings};
use crate::notes::JobsPlace;

/// The maximum depth of a list of jobs.
const MAX_LIST_DEPTH: usize = 5;

/// The maximum number of keys that an error names.
const MAX_LISTED_KEYS: usize = 20;

/// Returns the jobs, and the place where they were found if it is not obvious.
///
/// # Errors
/// Returns an error if there are no jobs.
pub(super) fn find_jobs(root: &Json) -> Result<(Vec<&Json>, Option<JobsPlace>), JobFileError> {
    let fields = match root {
        Json::List(items) => {
            let postings: Vec<&Json> = items.iter().filter(|item| is_job_posting(item)).collect();
            let mixed = !postings.is_empty() && postings.len() < items.len();
            let jobs = if mixed {
                postings
            } else {
                items.iter().collect()
            };
            return Ok((jobs, None));
        }
        Json::Object(fields) => fields,
        other => return Err(JobFileError::NoList(other.kind())),
    };
    let job_lists = &JsonKeys::get().job_lists;
    let mut lists = Vec::new();
    collect_lists(root, &mut Vec::new(), &mut lists);
    lists.sort_by_key(|list| list.rank);
    let is_job = has_title(root) && is_described(fields, lists.is_empty());
    match lists.into_iter().next() {
        Some(list) if list.rank < job_lists.len() || !has_title(root) => {
            Ok((list.items, Some(JobsPlace::Path(list.path))))
        }
        _ if is_job => Ok((vec![root], None)),
        _ if !fields.is_empty() && fields.iter().all(|(_, value)| has_title(value)) => Ok((
            fields.iter().map(|(_, value)| value).collect(),
            Some(JobsPlace::ObjectValues),
        )),
        _ => Err(no_jobs(fields)),
    }
}

/// Returns whether an object with a title says anything else about a job.
///
/// A description alone is not enough if the object contains a list of titled objects, as a saved view of a table does.
fn is_described(fields: &[(String, Json)], description_counts: bool) -> bool {
    let describes = |key: &str| {
        readings(key).iter().any(|known| match known.field {
            Field::Title => false,
            Field::Description => description_counts,
            _ => known.matched_by == NameMatch::Name,
        })
    };
    fields.iter().any(|(key, value)| match value {
        Json::Null => false,
        Json::Object(inner) if is_neutral(key) => is_described(inner, description_counts),
        // An identifier of any kind does not show that an object is a job.
        _ => key != "id" && describes(key),
    })
}

fn no_jobs(fields: &[(String, Json)]) -> JobFileError {
    let job_lists = &JsonKeys::get().job_lists;
    let empty = fields.iter().any(|(name, value)| {
        job_lists.contains(&name.to_lowercase().as_str())
            && matches!(value, Json::List(items) if items.is_empty())
    });
    if empty {
        return JobFileError::NoJobs;
    }
    let keys = fields.iter().map(|(key, _)| key.clone());
    let title = fields.iter().find(|(key, value)| is_title(key, value));
    JobFileError::NoJobFound {
        title: title.map(|(key, _)| key.clone()),
        keys: keys.take(MAX_LISTED_KEYS).collect(),
    }
}

/// A list whose items look like jobs. Lists at the same path, such as pages, are merged.
struct JobList<'j> {
    path: String,
    rank: usize,
    items: Vec<&'j Json>,
}

fn collect_lists<'j>(value: &'j Json, path: &mut Vec<&'j str>, lists: &mut Vec<JobList<'j>>) {
    if path.len() >= MAX_LIST_DEPTH {
        return;
    }
    match value {
        Json::Object(fields) => {
            for (name, field) in fields {
                path.push(name);
                let jobs = jobs_among(field);
                if !jobs.is_empty() {
                    add_list(path, jobs, lists);
                } else {
                    collect_lists(field, path, lists);
                }
                path.pop();
            }
        }
        Json::List(items) => {
            for item in items.iter().filter(|item| matches!(item, Json::Object(_))) {
                collect_lists(item, path, lists);
            }
        }
        _ => {}
    }
}

/// Returns the jobs in a list: all items, or only those that declare themselves as job postings.
fn jobs_among(value: &Json) -> Vec<&Json> {
    let Json::List(items) = value else {
        return Vec::new();
    };
    if items.iter().all(has_title) {
        return items.iter().collect();
    }
    let postings = items.iter().filter(|item| is_job_posting(item));
    postings.filter(|item| has_title(item)).collect()
}

/// Returns whether an object is a schema.org job posting.
fn is_job_posting(value: &Json) -> bool {
    match value.field("@type") {
        Some(Json::Text(name)) => name == "JobPosting",
        Some(Json::List(names)) => names.contains(&Json::Text("JobPosting".to_owned())),
        _ => false,
    }
}

fn add_list<'j>(path: &[&str], items: Vec<&'j Json>, lists: &mut Vec<JobList<'j>>) {
    let joined = path.join(".");
    if let Some(list) = lists.iter_mut().find(|list| list.path == joined) {
        list.items.extend(items);
        return;
    }
    let name: String = path
        .last()
        .map(|name| name.to_lowercase().replace(['_', '-'], ""))
        .unwrap_or_default();
    let job_lists = &JsonKeys::get().job_lists;
    let rank = job_lists.iter().position(|known| *known == name);
    lists.push(JobList {
        path: joined,
        rank: rank.unwrap_or(job_lists.len() + path.len()),
        items,
    });
}

/// Returns whether an object has a title, or a weak title together with another field of a job.
fn has_title(value: &Json) -> bool {
    let Json::Object(fields) = value else {
        return false;
    };
    let named = |strong: bool| {
        fields.iter().any(|(key, value)| {
            matches!(value, Json::Text(_))
                && readings(key).iter().any(|known| {
                    known.field == Field::Title && (!strong || known.matched_by == NameMatch::Name)
                })
        })
    };
    let other = || {
        fields.iter().any(|(key, _)| {
            readings(key).iter().any(|known| {
                known.matched_by == NameMatch::Name
                    && !matches!(known.field, Field::Title | Field::Description)
            }) || key == "categories"
        })
    };
    named(true)
        || (named(false) && other())
        || fields
            .iter()
            .any(|(key, value)| is_neutral(key) && has_strong_title(value))
}

fn has_strong_title(value: &Json) -> bool {
    matches!(value, Json::Object(fields) if fields.iter().any(|(key, value)| is_title(key, value)))
}

fn is_title(key: &str, value: &Json) -> bool {
    let names_title = || {
        readings(key)
            .iter()
            .any(|known| known.field == Field::Title)
    };
    matches!(value, Json::Text(_)) && names_title()
}
