//! Further documents of candidates. The caller stores the files. This module stores what describes them.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, Document, DocumentId, DocumentKind, DocumentMedia,
    MAX_APPLICANT_DOCUMENTS, MAX_DOCUMENTS, NewAuditEntry, OrganizationId, UserId,
};

use crate::candidate_rows::blind_jobs::in_blind_jobs;
use crate::candidate_rows::touch;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::people::is_held;
use crate::resumes::file_digest;
use crate::schema::candidate_documents;
use crate::store::Candidates;
use crate::times::{stored, timestamp};
use crate::uploads::quotas::add_stored;
use crate::writer::{CandidateWriter, Written};

/// The outcome of storing a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentInsertion {
    /// It was stored.
    Stored,
    /// The candidate has a document of the same kind and the same bytes.
    Duplicate(Document),
    /// The organization has no such candidate.
    NoCandidate,
    /// The candidate has the largest number of documents.
    Full,
}

/// The outcome of deleting a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentRemoval {
    /// It was deleted. No record refers to its file any more.
    Removed,
    /// It is gone already.
    NotFound,
    /// A legal hold protects it.
    Held,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = candidate_documents)]
struct DocumentRow {
    organization_id: String,
    id: String,
    candidate_id: String,
    kind: String,
    file_name: String,
    media_type: String,
    file_bytes: i64,
    file_digest: Vec<u8>,
    uploaded_at: NaiveDateTime,
    uploaded_by: Option<String>,
    competes: bool,
}

impl DocumentRow {
    fn into_document(self) -> Result<Document, StoreError> {
        let uploaded_by = self.uploaded_by.as_deref();
        let media = DocumentMedia::parse("media_type", &self.media_type)?;
        Ok(Document {
            id: DocumentId::parse("id", &self.id)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            candidate_id: CandidateId::parse("candidate_id", &self.candidate_id)?,
            kind: DocumentKind::parse("kind", &self.kind)?,
            name: media.file_name(&self.file_name),
            media,
            bytes: u64::try_from(self.file_bytes).unwrap_or(0),
            digest: file_digest(self.file_digest)?,
            uploaded_at: timestamp(self.uploaded_at),
            uploaded_by: uploaded_by
                .map(|id| UserId::parse("uploaded_by", id))
                .transpose()?,
            competes: self.competes,
        })
    }
}

impl CandidateWriter<'_> {
    /// Stores a document of a candidate. The same bytes of the same kind again change nothing.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_document(&self, new: &Document) -> Result<DocumentInsertion, StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        let key = CandidateKey::of(&new.organization_id, &new.candidate_id);
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, key.organization, key.candidate)? {
                return Ok(Written::nothing(DocumentInsertion::NoCandidate));
            }
            let outcome = insert(conn, new)?;
            let entries = match &outcome {
                DocumentInsertion::Stored => vec![audit_entry(new, None, Some(new))],
                _ => Vec::new(),
            };
            Ok(Written::each(outcome, entries))
        })
    }

    /// Deletes a document.
    ///
    /// # Errors
    /// When the database fails.
    pub fn delete_document(&self, document: &Document) -> Result<DocumentRemoval, StoreError> {
        self.writer.check_organization(&document.organization_id)?;
        let key = CandidateKey::of(&document.organization_id, &document.candidate_id);
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, key.organization, key.candidate)? {
                return Ok(Written::nothing(DocumentRemoval::NotFound));
            }
            if is_held(conn, key)? {
                return Ok(Written::nothing(DocumentRemoval::Held));
            }
            let row = candidate_documents::table
                .filter(candidate_documents::organization_id.eq(key.organization))
                .filter(candidate_documents::id.eq(document.id.as_str()));
            if diesel::delete(row).execute(conn)? == 0 {
                return Ok(Written::nothing(DocumentRemoval::NotFound));
            }
            add_stored(conn, key.organization, -stored_bytes(document))?;
            touch(conn, key, self.writer.action().at)?;
            let entry = audit_entry(document, Some(document), None);
            Ok(Written::one(DocumentRemoval::Removed, entry))
        })
    }
}

/// Stores a document of a locked candidate, unless the candidate has it already or has too many.
///
/// In a blind job, only documents of the same uploader count: otherwise, the outcome would say which documents others have sent, and
/// with an application from outside whose address the candidate has.
pub(crate) fn insert(conn: &mut DbConn, new: &Document) -> Result<DocumentInsertion, StoreError> {
    let key = CandidateKey::of(&new.organization_id, &new.candidate_id);
    let mut existing = list(conn, key)?;
    let is_blind = !in_blind_jobs(conn, key.organization, &[key.candidate])?.is_empty();
    if is_blind {
        existing.retain(|one| one.uploaded_by == new.uploaded_by);
    }
    let is_same = |one: &&Document| one.kind == new.kind && one.digest == new.digest;
    if let Some(same) = existing.iter().find(is_same) {
        return Ok(DocumentInsertion::Duplicate(same.clone()));
    }
    let is_of_users = new.uploaded_by.is_some();
    let most = if is_of_users {
        MAX_DOCUMENTS
    } else {
        MAX_APPLICANT_DOCUMENTS
    };
    let counted = |one: &&Document| one.uploaded_by.is_some() == is_of_users;
    if existing.iter().filter(counted).count() >= most {
        return Ok(DocumentInsertion::Full);
    }
    diesel::insert_into(candidate_documents::table)
        .values((
            candidate_documents::organization_id.eq(key.organization),
            candidate_documents::id.eq(new.id.as_str()),
            candidate_documents::candidate_id.eq(key.candidate),
            candidate_documents::kind.eq(new.kind.as_str()),
            candidate_documents::file_name.eq(&new.name),
            candidate_documents::media_type.eq(new.media.media_type()),
            candidate_documents::file_bytes.eq(stored_bytes(new)),
            candidate_documents::file_digest.eq(new.digest.0.as_slice()),
            candidate_documents::uploaded_at.eq(stored(new.uploaded_at)),
            candidate_documents::uploaded_by.eq(new.uploaded_by.as_ref().map(UserId::as_str)),
            candidate_documents::competes.eq(new.competes),
        ))
        .execute(conn)?;
    add_stored(conn, key.organization, stored_bytes(new))?;
    if !is_blind || new.uploaded_by.is_some() {
        touch(conn, key, new.uploaded_at)?;
    }
    Ok(DocumentInsertion::Stored)
}

/// Returns whether a candidate has a document.
pub(crate) fn exists(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    id: &DocumentId,
) -> QueryResult<bool> {
    let found: Option<String> = candidate_documents::table
        .filter(candidate_documents::organization_id.eq(key.organization))
        .filter(candidate_documents::id.eq(id.as_str()))
        .filter(candidate_documents::candidate_id.eq(key.candidate))
        .select(candidate_documents::id)
        .first(conn)
        .optional()?;
    Ok(found.is_some())
}

/// Removes the document that has become the candidate's resume, whose file stays. No other resume competes any more.
pub(crate) fn settle(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    chosen: Option<&DocumentId>,
) -> QueryResult<()> {
    let all = candidate_documents::table
        .filter(candidate_documents::organization_id.eq(key.organization))
        .filter(candidate_documents::candidate_id.eq(key.candidate));
    if let Some(chosen) = chosen {
        diesel::delete(all.filter(candidate_documents::id.eq(chosen.as_str()))).execute(conn)?;
    }
    diesel::update(all.filter(candidate_documents::competes.eq(true)))
        .set(candidate_documents::competes.eq(false))
        .execute(conn)?;
    Ok(())
}

fn stored_bytes(document: &Document) -> i64 {
    i64::try_from(document.bytes).unwrap_or(i64::MAX)
}

fn list(conn: &mut DbConn, key: CandidateKey<'_>) -> Result<Vec<Document>, StoreError> {
    let rows: Vec<DocumentRow> = candidate_documents::table
        .filter(candidate_documents::organization_id.eq(key.organization))
        .filter(candidate_documents::candidate_id.eq(key.candidate))
        .order((candidate_documents::uploaded_at, candidate_documents::id))
        .select(DocumentRow::as_select())
        .load(conn)?;
    rows.into_iter().map(DocumentRow::into_document).collect()
}

/// Returns the audit entry for a document that was stored or deleted. Its values are sealed with the candidate's key.
pub(crate) fn audit_entry(
    of: &Document,
    before: Option<&Document>,
    after: Option<&Document>,
) -> NewAuditEntry {
    let text = |document: &Document| {
        format!(
            "{} {}, {}, {} bytes, SHA-256 {}",
            document.kind.as_str(),
            document.name,
            document.media.media_type(),
            document.bytes,
            document.digest.to_hex()
        )
    };
    NewAuditEntry::done(AuditedKind::Document, of.id.as_str())
        .for_candidate(&of.candidate_id)
        .with_change(
            "document",
            before.map(text).as_deref(),
            after.map(text).as_deref(),
        )
}

impl Candidates<'_> {
    /// Lists the further documents of a candidate, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_documents(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<Document>, StoreError> {
        let key = CandidateKey::of(organization, candidate);
        self.pools.read(|conn| list(conn, key))
    }

    /// Finds a further document of a candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_document(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
        id: &DocumentId,
    ) -> Result<Option<Document>, StoreError> {
        let row: Option<DocumentRow> = self.pools.read(|conn| {
            Ok(candidate_documents::table
                .filter(candidate_documents::organization_id.eq(organization.as_str()))
                .filter(candidate_documents::id.eq(id.as_str()))
                .filter(candidate_documents::candidate_id.eq(candidate.as_str()))
                .select(DocumentRow::as_select())
                .first(conn)
                .optional()?)
        })?;
        row.map(DocumentRow::into_document).transpose()
    }
}
