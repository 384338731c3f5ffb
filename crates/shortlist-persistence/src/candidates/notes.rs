//! Notes about candidates, and the reasons of rejections.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, MAX_NOTES, NewAuditEntry, Note, NoteId, OrganizationId,
    RejectionPolicy, UserId, mentions_field,
};

use crate::candidate_rows::touch;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::{candidate_notes, rejection_policies};
use crate::store::{Candidates, Organizations};
use crate::times::{stored, timestamp};
use crate::writer::{CandidateWriter, OrganizationWriter, Written};

/// The result of adding a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteInsertion {
    /// It was stored.
    Added,
    /// The organization has no such candidate.
    NoCandidate,
    /// The candidate has the largest number of notes.
    Full,
}

impl CandidateWriter<'_> {
    /// Adds a note.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such author.
    pub fn insert_note(&self, note: &Note) -> Result<NoteInsertion, StoreError> {
        self.writer.check_organization(&note.organization_id)?;
        let (organization, candidate) = (note.organization_id.as_str(), note.candidate_id.as_str());
        let mentions: Vec<&str> = note.mentions.iter().map(UserId::as_str).collect();
        let mentions = serde_json::to_string(&mentions)?;
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, organization, candidate)? {
                return Ok(Written::nothing(NoteInsertion::NoCandidate));
            }
            let count: i64 = candidate_notes::table
                .filter(candidate_notes::organization_id.eq(organization))
                .filter(candidate_notes::candidate_id.eq(candidate))
                .count()
                .get_result(conn)?;
            if usize::try_from(count).unwrap_or(usize::MAX) >= MAX_NOTES {
                return Ok(Written::nothing(NoteInsertion::Full));
            }
            diesel::insert_into(candidate_notes::table)
                .values((
                    candidate_notes::organization_id.eq(organization),
                    candidate_notes::id.eq(note.id.as_str()),
                    candidate_notes::candidate_id.eq(candidate),
                    candidate_notes::author_id.eq(note.author_id.as_str()),
                    candidate_notes::text.eq(&note.text),
                    candidate_notes::mentions.eq(&mentions),
                    candidate_notes::created_at.eq(stored(note.created_at)),
                ))
                .execute(conn)?;
            touch(
                conn,
                CandidateKey {
                    organization,
                    candidate,
                },
                note.created_at,
            )?;
            let entry = NewAuditEntry::done(AuditedKind::Note, note.id.as_str())
                .for_candidate(&note.candidate_id)
                .with_text_change("text", None, Some(&note.text));
            let entry = match mentions_field(note) {
                Some((field, users)) => entry.with_field(field, &users),
                None => entry,
            };
            Ok(Written::one(NoteInsertion::Added, entry))
        })
    }

    /// Deletes a note. Returns `false` if it is gone already.
    ///
    /// # Errors
    /// When the database fails.
    pub fn delete_note(&self, note: &Note) -> Result<bool, StoreError> {
        self.writer.check_organization(&note.organization_id)?;
        self.writer.write(|conn| {
            let row = candidate_notes::table
                .filter(candidate_notes::organization_id.eq(note.organization_id.as_str()))
                .filter(candidate_notes::id.eq(note.id.as_str()));
            if diesel::delete(row).execute(conn)? == 0 {
                return Ok(Written::nothing(false));
            }
            let key = CandidateKey::of(&note.organization_id, &note.candidate_id);
            touch(conn, key, self.writer.action().at)?;
            let entry = NewAuditEntry::done(AuditedKind::Note, note.id.as_str())
                .for_candidate(&note.candidate_id)
                .with_text_change("text", Some(&note.text), None);
            let entry = match mentions_field(note) {
                Some((field, users)) => entry.with_change(field, Some(&users), None),
                None => entry,
            };
            Ok(Written::one(true, entry))
        })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = candidate_notes)]
struct NoteRow {
    organization_id: String,
    id: String,
    candidate_id: String,
    author_id: String,
    text: String,
    mentions: String,
    created_at: NaiveDateTime,
}

impl NoteRow {
    fn into_note(self) -> Result<Note, StoreError> {
        let mentions: Vec<String> = serde_json::from_str(&self.mentions)?;
        let mentions = mentions.iter().map(|id| UserId::parse("mentions", id));
        Ok(Note {
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            id: NoteId::parse("id", &self.id)?,
            candidate_id: CandidateId::parse("candidate_id", &self.candidate_id)?,
            author_id: UserId::parse("author_id", &self.author_id)?,
            text: self.text,
            mentions: mentions.collect::<Result<_, _>>()?,
            created_at: timestamp(self.created_at),
        })
    }
}

impl Candidates<'_> {
    /// Lists the notes of a candidate, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_notes(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<Note>, StoreError> {
        let rows: Vec<NoteRow> = self.pools.read(|conn| {
            Ok(candidate_notes::table
                .filter(candidate_notes::organization_id.eq(organization.as_str()))
                .filter(candidate_notes::candidate_id.eq(candidate.as_str()))
                .order((candidate_notes::created_at, candidate_notes::id))
                .select(NoteRow::as_select())
                .load(conn)?)
        })?;
        rows.into_iter().map(NoteRow::into_note).collect()
    }

    /// Finds a note.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_note(
        &self,
        organization: &OrganizationId,
        id: &NoteId,
    ) -> Result<Option<Note>, StoreError> {
        let row: Option<NoteRow> = self.pools.read(|conn| {
            Ok(candidate_notes::table
                .filter(candidate_notes::organization_id.eq(organization.as_str()))
                .filter(candidate_notes::id.eq(id.as_str()))
                .select(NoteRow::as_select())
                .first(conn)
                .optional()?)
        })?;
        row.map(NoteRow::into_note).transpose()
    }
}

impl OrganizationWriter<'_> {
    /// Sets the reasons for which candidates are rejected.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_rejection_policy(
        &self,
        organization: &OrganizationId,
        policy: &RejectionPolicy,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        let reasons = serde_json::to_string(&policy.reasons)?;
        self.writer.write(|conn| {
            let row = rejection_policies::table
                .filter(rejection_policies::organization_id.eq(organization.as_str()));
            let before: Option<(String, bool)> = row
                .select((rejection_policies::reasons, rejection_policies::required))
                .first(conn)
                .optional()?;
            diesel::delete(row).execute(conn)?;
            diesel::insert_into(rejection_policies::table)
                .values((
                    rejection_policies::organization_id.eq(organization.as_str()),
                    rejection_policies::reasons.eq(&reasons),
                    rejection_policies::required.eq(policy.required),
                ))
                .execute(conn)?;
            let (reasons_before, required_before) = before.unzip();
            let text = |required: bool| if required { "true" } else { "false" };
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str())
                .with_change(
                    "rejectionReasons",
                    reasons_before.as_deref(),
                    Some(&reasons),
                )
                .with_change(
                    "rejectionReasonRequired",
                    required_before.map(text),
                    Some(text(policy.required)),
                );
            Ok(Written::one((), entry))
        })
    }
}

impl Organizations<'_> {
    /// Returns the reasons for which candidates are rejected.
    ///
    /// # Errors
    /// When the database fails.
    pub fn rejection_policy(
        &self,
        organization: &OrganizationId,
    ) -> Result<RejectionPolicy, StoreError> {
        self.pools
            .read(|conn| rejection_policy(conn, organization.as_str()))
    }
}

/// Returns the reasons for which an organization rejects candidates.
pub(crate) fn rejection_policy(
    conn: &mut DbConn,
    organization: &str,
) -> Result<RejectionPolicy, StoreError> {
    let found: Option<(String, bool)> = rejection_policies::table
        .filter(rejection_policies::organization_id.eq(organization))
        .select((rejection_policies::reasons, rejection_policies::required))
        .first(conn)
        .optional()?;
    let Some((reasons, required)) = found else {
        return Ok(RejectionPolicy::default());
    };
    Ok(RejectionPolicy {
        reasons: serde_json::from_str(&reasons)?,
        required,
    })
}
