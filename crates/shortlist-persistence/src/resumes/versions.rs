//! The versions of candidates' resumes. The current one is in its own table, which rankings and lists read.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    CandidateId, DocumentId, MediaKind, OrganizationId, ResumeVersion, StoredFile, Timestamp,
    UserId,
};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::resumes::file_digest;
use crate::schema::{resume_versions, resumes};
use crate::store::Candidates;
use crate::times::{stored, timestamp};

/// A version, as both tables store it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = resumes)]
struct VersionRow {
    version: i32,
    file_id: Option<String>,
    file_name: String,
    media_type: String,
    file_bytes: i64,
    file_digest: Vec<u8>,
    uploaded_at: NaiveDateTime,
    uploaded_by: Option<String>,
}

impl VersionRow {
    fn into_version(self) -> Result<ResumeVersion, StoreError> {
        let uploaded_by = self.uploaded_by.as_deref();
        let file_id = self.file_id.as_deref();
        let media = MediaKind::parse("media_type", &self.media_type)?;
        Ok(ResumeVersion {
            number: self.version,
            file: StoredFile {
                name: media.file_name(&self.file_name),
                media,
                bytes: u64::try_from(self.file_bytes).unwrap_or(0),
                digest: file_digest(self.file_digest)?,
            },
            file_id: file_id
                .map(|id| DocumentId::parse("file_id", id))
                .transpose()?,
            uploaded_at: timestamp(self.uploaded_at),
            uploaded_by: uploaded_by
                .map(|id| UserId::parse("uploaded_by", id))
                .transpose()?,
            replaced_at: None,
        })
    }
}

/// Returns the current version of a candidate's resume.
fn current(conn: &mut DbConn, key: CandidateKey<'_>) -> Result<Option<ResumeVersion>, StoreError> {
    let row: Option<VersionRow> = resumes::table
        .filter(resumes::organization_id.eq(key.organization))
        .filter(resumes::candidate_id.eq(key.candidate))
        .select(VersionRow::as_select())
        .first(conn)
        .optional()?;
    row.map(VersionRow::into_version).transpose()
}

/// Stores the current version of a candidate's resume among the earlier ones, and returns it.
pub(crate) fn archive(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    at: Timestamp,
) -> Result<ResumeVersion, StoreError> {
    let found = current(conn, key)?;
    let problem = || StoreError::other("replace a resume", "the candidate has none");
    let version = found.ok_or_else(problem)?;
    diesel::insert_into(resume_versions::table)
        .values((
            resume_versions::organization_id.eq(key.organization),
            resume_versions::candidate_id.eq(key.candidate),
            resume_versions::number.eq(version.number),
            resume_versions::file_id.eq(version.file_id.as_ref().map(DocumentId::as_str)),
            resume_versions::file_name.eq(&version.file.name),
            resume_versions::media_type.eq(version.file.media.media_type()),
            resume_versions::file_bytes.eq(i64::try_from(version.file.bytes).unwrap_or(i64::MAX)),
            resume_versions::file_digest.eq(version.file.digest.0.as_slice()),
            resume_versions::uploaded_at.eq(stored(version.uploaded_at)),
            resume_versions::uploaded_by.eq(version.uploaded_by.as_ref().map(UserId::as_str)),
            resume_versions::replaced_at.eq(stored(at)),
        ))
        .execute(conn)?;
    Ok(version)
}

/// Returns whether an earlier version of a candidate's resume has this digest.
pub(crate) fn has_version(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    digest: &[u8],
) -> Result<bool, StoreError> {
    let same: Option<i32> = resume_versions::table
        .filter(resume_versions::organization_id.eq(key.organization))
        .filter(resume_versions::candidate_id.eq(key.candidate))
        .filter(resume_versions::file_digest.eq(digest))
        .select(resume_versions::number)
        .first(conn)
        .optional()?;
    Ok(same.is_some())
}

impl Candidates<'_> {
    /// Lists the versions of a candidate's resume, the newest first. It is empty if the organization has no such candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn resume_versions(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<ResumeVersion>, StoreError> {
        let key = CandidateKey::of(organization, candidate);
        let (current, earlier) = self.pools.read(|conn| {
            let current = current(conn, key)?;
            let earlier: Vec<(VersionRow, NaiveDateTime)> = resume_versions::table
                .filter(resume_versions::organization_id.eq(key.organization))
                .filter(resume_versions::candidate_id.eq(key.candidate))
                .order(resume_versions::number.desc())
                .select((
                    (
                        resume_versions::number,
                        resume_versions::file_id,
                        resume_versions::file_name,
                        resume_versions::media_type,
                        resume_versions::file_bytes,
                        resume_versions::file_digest,
                        resume_versions::uploaded_at,
                        resume_versions::uploaded_by,
                    ),
                    resume_versions::replaced_at,
                ))
                .load(conn)?;
            Ok((current, earlier))
        })?;
        let earlier = earlier.into_iter().map(|(row, replaced_at)| {
            Ok(ResumeVersion {
                replaced_at: Some(timestamp(replaced_at)),
                ..row.into_version()?
            })
        });
        current.map(Ok).into_iter().chain(earlier).collect()
    }

    /// Returns the name under which a candidate's current resume is stored. `None` stands for the candidate's own name.
    ///
    /// # Errors
    /// When the database fails.
    pub fn resume_file(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Option<DocumentId>, StoreError> {
        let found: Option<Option<String>> = self.pools.read(|conn| {
            Ok(resumes::table
                .filter(resumes::organization_id.eq(organization.as_str()))
                .filter(resumes::candidate_id.eq(candidate.as_str()))
                .select(resumes::file_id)
                .first(conn)
                .optional()?)
        })?;
        let id = found.flatten();
        Ok(id.map(|id| DocumentId::parse("file_id", &id)).transpose()?)
    }
}
