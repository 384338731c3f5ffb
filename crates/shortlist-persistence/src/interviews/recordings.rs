//! Recordings of interviews. The caller stores the files. This module stores what describes them.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, Interview, InterviewId, InterviewStatus, NewAuditEntry,
    OrganizationId, Recording, RecordingId, RecordingMedia,
};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::interviews::{self, reports};
use crate::keys::{CandidateKey, InterviewKey};
use crate::people::is_held;
use crate::resumes::file_digest;
use crate::schema::recordings;
use crate::store::Recordings;
use crate::times::{stored, timestamp};
use crate::writer::{RecordingWriter, Written};

/// The outcome of storing a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordingInsertion {
    /// It was stored.
    Stored {
        /// The stored recording.
        recording: Recording,
        /// The replaced recording. No record refers to its file any more.
        replaced: Option<Recording>,
    },
    /// The interview already has a recording of the same bytes, which stays.
    Duplicate(Recording),
    /// The organization has no such interview.
    NotFound,
    /// The interview was not held.
    NotHeld(InterviewStatus),
    /// A legal hold protects the existing recording.
    Held,
}

/// The outcome of removing a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordingRemoval {
    /// It was removed. No record refers to its file any more.
    Removed(Recording),
    /// The organization has no such interview, or it has no recording.
    NotFound,
    /// A legal hold protects it.
    Held,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = recordings)]
struct RecordingRow {
    organization_id: String,
    interview_id: String,
    id: String,
    candidate_id: String,
    media_type: String,
    bytes: i64,
    digest: Vec<u8>,
    created_at: NaiveDateTime,
}

impl RecordingRow {
    fn into_recording(self) -> Result<Recording, StoreError> {
        Ok(Recording {
            id: RecordingId::parse("id", &self.id)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            interview_id: InterviewId::parse("interview_id", &self.interview_id)?,
            candidate_id: CandidateId::parse("candidate_id", &self.candidate_id)?,
            media: RecordingMedia::parse("media_type", &self.media_type)?,
            bytes: u64::try_from(self.bytes).unwrap_or(0),
            digest: file_digest(self.digest)?,
            created_at: timestamp(self.created_at),
        })
    }
}

impl RecordingWriter<'_> {
    /// Stores the recording of an interview and replaces an existing one. The interview gets an empty report if none was
    /// submitted. Its status stays. The recording must name the candidate of the interview.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert(&self, new: &Recording) -> Result<RecordingInsertion, StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        let key = InterviewKey::of(&new.organization_id, &new.interview_id);
        self.writer.write(|conn| {
            let Some(interview) = lock(conn, key)? else {
                return Ok(Written::nothing(RecordingInsertion::NotFound));
            };
            if !interview.status.occupies() {
                let refused = RecordingInsertion::NotHeld(interview.status);
                return Ok(Written::nothing(refused));
            }
            let replaced = find(conn, key)?;
            if let Some(earlier) = &replaced {
                if earlier.digest == new.digest {
                    return Ok(Written::nothing(RecordingInsertion::Duplicate(
                        earlier.clone(),
                    )));
                }
                if is_held(
                    conn,
                    CandidateKey {
                        organization: key.organization,
                        candidate: interview.candidate_id.as_str(),
                    },
                )? {
                    return Ok(Written::nothing(RecordingInsertion::Held));
                }
                delete(conn, key)?;
            }
            insert(conn, new)?;
            reports::ensure_report(conn, key, self.writer.action().at)?;
            let entry = audit_entry(new, replaced.as_ref(), Some(new));
            let outcome = RecordingInsertion::Stored {
                recording: new.clone(),
                replaced,
            };
            Ok(Written::one(outcome, entry))
        })
    }

    /// Removes the recording of an interview.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove(
        &self,
        organization: &OrganizationId,
        interview: &InterviewId,
    ) -> Result<RecordingRemoval, StoreError> {
        self.writer.check_organization(organization)?;
        let key = InterviewKey::of(organization, interview);
        self.writer.write(|conn| {
            lock(conn, key)?;
            let Some(recording) = find(conn, key)? else {
                return Ok(Written::nothing(RecordingRemoval::NotFound));
            };
            if is_held(
                conn,
                CandidateKey {
                    organization: key.organization,
                    candidate: recording.candidate_id.as_str(),
                },
            )? {
                return Ok(Written::nothing(RecordingRemoval::Held));
            }
            delete(conn, key)?;
            let entry = audit_entry(&recording, Some(&recording), None);
            Ok(Written::one(RecordingRemoval::Removed(recording), entry))
        })
    }
}

impl Recordings<'_> {
    /// Finds the recording of an interview.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
        interview: &InterviewId,
    ) -> Result<Option<Recording>, StoreError> {
        self.pools
            .read(|conn| find(conn, InterviewKey::of(organization, interview)))
    }

    /// Finds a recording by its identifier, for a caller who has a link to it.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_linked(
        &self,
        organization: &OrganizationId,
        id: &RecordingId,
    ) -> Result<Option<Recording>, StoreError> {
        self.pools.read(|conn| {
            recordings::table
                .filter(recordings::organization_id.eq(organization.as_str()))
                .filter(recordings::id.eq(id.as_str()))
                .select(RecordingRow::as_select())
                .first(conn)
                .optional()?
                .map(RecordingRow::into_recording)
                .transpose()
        })
    }
}

/// Finds and locks the interview. Other transactions that change it or erase its candidate wait. The candidate is locked
/// first, as in an erasure.
fn lock(conn: &mut DbConn, key: InterviewKey<'_>) -> Result<Option<Interview>, StoreError> {
    let Some(interview) = interviews::find(conn, key.organization, key.interview)? else {
        return Ok(None);
    };
    dialect::lock_candidate(conn, key.organization, interview.candidate_id.as_str())?;
    dialect::lock_interview(conn, key.organization, key.interview)?;
    interviews::find(conn, key.organization, key.interview)
}

fn find(conn: &mut DbConn, key: InterviewKey<'_>) -> Result<Option<Recording>, StoreError> {
    recordings::table
        .filter(recordings::organization_id.eq(key.organization))
        .filter(recordings::interview_id.eq(key.interview))
        .select(RecordingRow::as_select())
        .first(conn)
        .optional()?
        .map(RecordingRow::into_recording)
        .transpose()
}

fn insert(conn: &mut DbConn, new: &Recording) -> Result<(), StoreError> {
    let bytes =
        i64::try_from(new.bytes).map_err(|error| StoreError::other("store a recording", error))?;
    diesel::insert_into(recordings::table)
        .values((
            recordings::organization_id.eq(new.organization_id.as_str()),
            recordings::interview_id.eq(new.interview_id.as_str()),
            recordings::id.eq(new.id.as_str()),
            recordings::candidate_id.eq(new.candidate_id.as_str()),
            recordings::media_type.eq(new.media.media_type()),
            recordings::bytes.eq(bytes),
            recordings::digest.eq(new.digest.0.as_slice()),
            recordings::created_at.eq(stored(new.created_at)),
        ))
        .execute(conn)?;
    Ok(())
}

fn delete(conn: &mut DbConn, key: InterviewKey<'_>) -> QueryResult<usize> {
    let row = recordings::table
        .filter(recordings::organization_id.eq(key.organization))
        .filter(recordings::interview_id.eq(key.interview));
    diesel::delete(row).execute(conn)
}

/// Returns the audit entry for a recording that was stored, replaced or removed.
fn audit_entry(
    of: &Recording,
    before: Option<&Recording>,
    after: Option<&Recording>,
) -> NewAuditEntry {
    let text = |recording: &Recording| {
        let (media, bytes) = (recording.media.media_type(), recording.bytes);
        format!(
            "{media}, {bytes} bytes, SHA-256 {}",
            recording.digest.to_hex()
        )
    };
    NewAuditEntry::done(AuditedKind::Interview, of.interview_id.as_str())
        .for_candidate(&of.candidate_id)
        .with_change(
            "recording",
            before.map(text).as_deref(),
            after.map(text).as_deref(),
        )
}
