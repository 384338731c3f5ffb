//! The GraphQL types of a candidate's files.

use juniper::GraphQLObject;
use shortlist_app::AppError;
use shortlist_domain::{CandidateId, UserId};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;

/// A version of a candidate's resume. Its file is at `/candidates/{candidateId}/resume?version={version}`.
#[derive(GraphQLObject)]
pub(crate) struct ResumeVersion {
    version: i32,
    file_name: String,
    media_type: &'static str,
    /// The size in bytes.
    bytes: f64,
    /// The SHA-256 digest of the file, in hexadecimal. Receipts of this version were computed from it.
    sha256: String,
    uploaded_at: String,
    /// The user who uploaded it. Null if it came from outside.
    uploaded_by: Option<String>,
    /// When a newer version replaced it. Null for the current one.
    replaced_at: Option<String>,
}

/// A further document of a candidate. Its file is at `/candidates/{candidateId}/documents/{_id}`.
#[derive(GraphQLObject)]
pub(crate) struct Document {
    #[graphql(name = "_id")]
    id: String,
    /// `Resume`, `CoverLetter`, `Certificate` or `Other`.
    kind: &'static str,
    file_name: String,
    media_type: &'static str,
    /// The size in bytes.
    bytes: f64,
    /// The SHA-256 digest of the file, in hexadecimal.
    sha256: String,
    uploaded_at: String,
    /// The user who uploaded it. Null if it came with an application from outside.
    uploaded_by: Option<String>,
}

/// Returns a size as GraphQL can represent it. It is exact up to 2⁵³ bytes.
fn size(bytes: u64) -> f64 {
    let high = u32::try_from(bytes >> 32).unwrap_or(u32::MAX);
    let low = u32::try_from(bytes & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    f64::from(high) * 4_294_967_296.0 + f64::from(low)
}

impl ResumeVersion {
    /// Loads the versions of a candidate's resume, the newest first.
    pub(crate) fn load(
        context: &RequestContext,
        candidate: &CandidateId,
    ) -> Result<Vec<Self>, AppError> {
        let scores = context.app.scores();
        let versions = scores.resume_versions(&context.principal, candidate)?;
        context.charge(ITEM_BYTES * versions.len())?;
        Ok(versions.into_iter().map(Self::of).collect())
    }

    fn of(version: shortlist_domain::ResumeVersion) -> Self {
        Self {
            version: version.number,
            file_name: version.file.name,
            media_type: version.file.media.media_type(),
            bytes: size(version.file.bytes),
            sha256: version.file.digest.to_hex(),
            uploaded_at: version.uploaded_at.to_string(),
            uploaded_by: version.uploaded_by.map(UserId::into_string),
            replaced_at: version.replaced_at.map(|at| at.to_string()),
        }
    }
}

impl Document {
    /// Loads the further documents of a candidate, the earliest first.
    pub(crate) fn load(
        context: &RequestContext,
        candidate: &CandidateId,
    ) -> Result<Vec<Self>, AppError> {
        let documents = context.app.documents();
        let documents = documents.list(&context.principal, candidate)?;
        context.charge(ITEM_BYTES * documents.len())?;
        Ok(documents.into_iter().map(Self::of).collect())
    }

    /// Loads the resumes that compete with the current one, the earliest first.
    pub(crate) fn load_competing(
        context: &RequestContext,
        candidate: &CandidateId,
    ) -> Result<Vec<Self>, AppError> {
        let documents = context.app.documents();
        let mut documents = documents.list(&context.principal, candidate)?;
        documents.retain(|document| document.competes);
        context.charge(ITEM_BYTES * documents.len())?;
        Ok(documents.into_iter().map(Self::of).collect())
    }

    fn of(document: shortlist_domain::Document) -> Self {
        Self {
            id: document.id.into_string(),
            kind: document.kind.as_str(),
            file_name: document.name,
            media_type: document.media.media_type(),
            bytes: size(document.bytes),
            sha256: document.digest.to_hex(),
            uploaded_at: document.uploaded_at.to_string(),
            uploaded_by: document.uploaded_by.map(UserId::into_string),
        }
    }
}
