//! Original files, further documents and exports.

use shortlist_domain::MAX_CUSTOM_FILTERS;
use utoipa::openapi::path::ParameterIn;
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{Content, HttpMethod};

use super::endpoint::{Access, Endpoint, bytes, json, plain_text, text};
use super::schemas::{FormField, form};
use crate::candidate_documents::DocumentBody;
use crate::candidate_query::{
    CANDIDATE_PARAMETERS, CUSTOM_FIELD, CUSTOM_FROM, CUSTOM_TO, ORDER_PARAMETER,
};
use crate::idempotency::IDEMPOTENCY_KEY;
use crate::paths;

pub(super) const TAG: &str = "Files";

/// The form with a document.
pub(super) const DOCUMENT: [FormField; 2] = [
    FormField::file("file", "The document."),
    FormField::text("kind", "The kind of the document, such as `CoverLetter`.").optional(),
];

pub(super) fn endpoints() -> Vec<Endpoint> {
    let mut endpoints = original_files();
    endpoints.extend(documents());
    endpoints.push(candidates_csv());
    endpoints
}

/// Returns a file as a whole or as a byte range, and its description by `HEAD`.
pub(super) fn ranges(
    path: &'static str,
    tag: &str,
    get: &str,
    head: &str,
    summary: &str,
    media_type: &str,
    access: Access,
) -> [Endpoint; 2] {
    let missing = "It does not exist, or the caller has no access to it.";
    let read = Endpoint::new(path, HttpMethod::Get, tag, get, summary)
        .access(access)
        .header("Range", "A range of bytes, such as `bytes=0-1023`.")
        .header(
            "If-Range",
            "The `ETag` of the version that the range belongs to.",
        )
        .answer(200, "The whole file.", &[(media_type, bytes())])
        .answer(206, "The range.", &[(media_type, bytes())])
        .answer(416, "The file has no such range.", &[])
        .refuse(404, missing);
    let described = format!("{summary}: length and type");
    let describe = Endpoint::new(path, HttpMethod::Head, tag, head, &described)
        .access(access)
        .answer(200, "The file exists.", &[])
        .refuse(404, missing);
    [read, describe]
}

fn original_files() -> Vec<Endpoint> {
    let version = "The number of an earlier version. Without it, the current one.";
    let (path, _) = paths::ORIGINAL_FILE;
    let own = ranges(
        path,
        TAG,
        "getResume",
        "describeResume",
        "Get the resume of a candidate",
        "*/*",
        Access::Caller,
    );
    let own = own.map(|endpoint| endpoint.query("version", version));
    let (path, _) = paths::LINKED_FILE;
    let linked = ranges(
        path,
        TAG,
        "openResumeLink",
        "describeResumeLink",
        "Open a link to a resume",
        "*/*",
        Access::Link,
    );
    let linked = linked.map(|endpoint| {
        let parts = ["organization", "user", "expires", "signature"];
        let add = |endpoint: Endpoint, part| endpoint.query(part, "A part of the link.");
        let endpoint = parts.into_iter().fold(endpoint, add);
        endpoint.refuse(400, "A part of the link is repeated.")
    });
    own.into_iter().chain(linked).collect()
}

fn documents() -> Vec<Endpoint> {
    let (path, _) = paths::DOCUMENTS;
    let stored = [("application/json", json::<DocumentBody>())];
    let add = Endpoint::new(path, HttpMethod::Post, TAG, "addDocument", "Add a document")
        .access(Access::Caller)
        .chosen_id(
            IDEMPOTENCY_KEY,
            "A key with which the request may be sent again.",
        )
        .body(
            &["multipart/form-data"],
            &Content::new(Some(form(&DOCUMENT))),
        )
        .answer(200, "The document.", &stored)
        .refuse(404, "There is no such candidate.")
        .refuse(
            409,
            "The first request with this idempotency key is still running.",
        )
        .refuse(
            422,
            "The file has another type, or the idempotency key belongs to another request.",
        );
    let (path, _) = paths::DOCUMENT;
    let [get, head] = ranges(
        path,
        TAG,
        "getDocument",
        "describeDocument",
        "Get a document",
        "*/*",
        Access::Caller,
    );
    let delete = Endpoint::new(
        path,
        HttpMethod::Delete,
        TAG,
        "deleteDocument",
        "Delete a document",
    )
    .access(Access::Caller)
    .answer(204, "The document is deleted.", &[])
    .refuse(404, "There is no such document.")
    .refuse(409, "The document may not be deleted now.");
    vec![add, get, head, delete]
}

fn candidates_csv() -> Endpoint {
    let (path, _) = paths::CANDIDATES_CSV;
    let csv = [("text/csv", plain_text())];
    let summary = "Export the candidates of a job";
    let endpoint = Endpoint::new(path, HttpMethod::Get, TAG, "exportCandidates", summary)
        .access(Access::Caller)
        .describe(&format!(
            "Custom fields are filters, too: `{CUSTOM_FIELD}KEY` is a value of the field with the key `KEY`, and \
             `{CUSTOM_FIELD}KEY{CUSTOM_FROM}` and `{CUSTOM_FIELD}KEY{CUSTOM_TO}` are the ends of a range of numbers or days. \
             Repeat the first for several values. At most {MAX_CUSTOM_FILTERS} fields."
        ))
        .answer(
            200,
            "The candidates as CSV, in UTF-8 with a byte order mark.",
            &csv,
        )
        .refuse(404, "There is no such job.")
        .query(ORDER_PARAMETER, "The order, such as `score` or `name`.");
    CANDIDATE_PARAMETERS
        .into_iter()
        .fold(endpoint, |endpoint, name| {
            let description = "A filter, as in the addresses of the web app's ranking.";
            let values = ArrayBuilder::new().items(text());
            endpoint.parameter(ParameterIn::Query, name, description, values)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_has_the_fields_that_the_handler_reads() {
        let names = DOCUMENT.map(|field| field.name);
        assert_eq!(names, crate::candidate_documents::FIELDS);
    }
}
