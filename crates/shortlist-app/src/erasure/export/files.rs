//! The parts of an export about files and applications from outside.

use serde_json::{Value, json};
use shortlist_domain::{
    ApplicationAnswer, ApplicationForm, CandidateId, Document, OrganizationId, ResumeVersion,
    UserId,
};

use crate::candidates::Candidates;
use crate::error::AppError;

impl Candidates<'_> {
    /// Adds the versions of the resume, the further documents and the applications from outside.
    pub(super) fn add_files(
        &self,
        export: &mut Value,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<(), AppError> {
        let candidates = self.store.candidates();
        let parts = [
            (
                "resumeVersions",
                versions(&candidates.resume_versions(organization, id)?),
            ),
            (
                "documents",
                documents(&candidates.list_documents(organization, id)?),
            ),
            (
                "applications",
                applications(&candidates.list_applications(organization, id, 0, i64::MAX)?),
            ),
        ];
        if let Some(fields) = export.as_object_mut() {
            let parts = parts.into_iter();
            fields.extend(parts.map(|(name, part)| (name.to_owned(), Value::from(part))));
        }
        Ok(())
    }
}

/// Returns the versions of the resume. Their files have the digests.
fn versions(versions: &[ResumeVersion]) -> Vec<Value> {
    let version = |version: &ResumeVersion| {
        json!({
            "version": version.number,
            "name": version.file.name,
            "mediaType": version.file.media.media_type(),
            "bytes": version.file.bytes,
            "sha256": version.file.digest.to_hex(),
            "uploadedAt": version.uploaded_at.to_string(),
            "uploadedBy": version.uploaded_by.as_ref().map(UserId::as_str),
            "replacedAt": version.replaced_at.map(|at| at.to_string()),
        })
    };
    versions.iter().map(version).collect()
}

/// Returns the applications from outside, as they arrived.
fn applications(forms: &[ApplicationForm]) -> Vec<Value> {
    let answer = |one: &ApplicationAnswer| json!({ "key": one.key, "question": one.question, "answer": one.answer });
    let form = |form: &ApplicationForm| {
        json!({
            "receiptNumber": form.receipt.as_str(),
            "receivedAt": form.received_at.to_string(),
            "kept": form.is_kept,
            "source": form.source,
            "fullName": form.contact.full_name,
            "emailAddress": form.contact.email,
            "phoneNumber": form.contact.phone,
            "answers": form.answers.iter().map(answer).collect::<Vec<_>>(),
            "consentText": form.consent.text,
            "consentVersion": form.consent.version,
            "consentTime": form.consent.given_at,
        })
    };
    forms.iter().map(form).collect()
}

/// Returns the further documents. The files themselves are stored under their identifiers in the folder of documents.
fn documents(documents: &[Document]) -> Vec<Value> {
    let document = |document: &Document| {
        json!({
            "_id": document.id.as_str(),
            "kind": document.kind.as_str(),
            "name": document.name,
            "mediaType": document.media.media_type(),
            "bytes": document.bytes,
            "sha256": document.digest.to_hex(),
            "uploadedAt": document.uploaded_at.to_string(),
            "uploadedBy": document.uploaded_by.as_ref().map(UserId::as_str),
            "competes": document.competes,
        })
    };
    documents.iter().map(document).collect()
}
