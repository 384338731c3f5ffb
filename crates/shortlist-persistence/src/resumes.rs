//! Parsed resumes.

pub(crate) mod corrections;
pub(crate) mod facts;
pub(crate) mod versions;

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::declare_sql_function;
use diesel::prelude::*;
use diesel::sql_types::Text;
use shortlist_domain::{
    Action, Actor, CandidateId, CorrectedResume, Correction, FileDigest, MediaKind, NewCandidate,
    OrganizationId, Resume, StoredFile, Timestamp, UserId, apply_corrections,
};
use shortlist_records::ResumeRecord;

use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::resumes::corrections::LoadedCorrections;
use crate::schema::resumes;
use crate::store::Candidates;
use crate::times::stored;

/// How many candidates one statement loads.
pub(crate) const CANDIDATES_PER_STATEMENT: usize = 500;

/// A parsed resume with its file.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResume {
    /// The file.
    pub file: StoredFile,
    /// The content that counts: what was read, with the candidate's corrections.
    pub resume: Resume,
    /// The candidate's corrections of this version, the earliest first.
    pub corrections: Vec<Correction>,
    /// What was read, if it was corrected.
    parsed: Option<Box<Resume>>,
    /// The version of the engine that read it. Empty if that was not recorded.
    pub read_by: String,
}

impl StoredResume {
    /// Returns what was read from the file, without corrections.
    pub fn parsed(&self) -> &Resume {
        self.parsed.as_deref().unwrap_or(&self.resume)
    }

    /// Returns the resume with corrections, whose entries keep the numbers of what was read.
    pub fn with_entries(&self) -> CorrectedResume {
        CorrectedResume::of(&self.corrections, self.parsed())
    }

    /// Returns a new reading of the file with the corrections.
    pub fn corrected(&self, read_again: &Resume) -> Resume {
        apply_corrections(&self.corrections, read_again)
    }

    /// Adds the corrections of a version of the resume.
    fn with_corrections(mut self, corrections: Vec<Correction>) -> Self {
        if !corrections.is_empty() {
            let corrected = apply_corrections(&corrections, &self.resume);
            let parsed = std::mem::replace(&mut self.resume, corrected);
            self.parsed = Some(Box::new(parsed));
            self.corrections = corrections;
        }
        self
    }
}

/// Who uploads a resume, and when.
#[derive(Clone, Copy)]
pub(crate) struct Uploader<'a> {
    pub(crate) user: Option<&'a str>,
    pub(crate) at: Timestamp,
}

impl<'a> Uploader<'a> {
    /// Returns the uploader of an action.
    pub(crate) fn of(action: &'a Action) -> Self {
        let user = match &action.actor {
            Actor::Caller { user_id, .. } => user_id.as_ref().map(UserId::as_str),
            Actor::Integration { user_id, .. } => Some(user_id.as_str()),
            Actor::Operator | Actor::Service => None,
        };
        Self {
            user,
            at: action.at,
        }
    }
}

#[declare_sql_function]
extern "SQL" {
    /// Returns the size of a text in bytes. Both databases know it without reading the text.
    fn octet_length(text: Text) -> Integer;
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = resumes)]
struct ResumeRow {
    organization_id: String,
    candidate_id: String,
    file_name: String,
    media_type: String,
    file_bytes: i64,
    file_digest: Vec<u8>,
    record: String,
    read_by: String,
    #[diesel(embed)]
    upload: UploadColumns,
}

/// The columns that say which version a resume is, and who uploaded it.
#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = resumes, treat_none_as_null = true)]
struct UploadColumns {
    version: i32,
    file_id: Option<String>,
    uploaded_at: NaiveDateTime,
    uploaded_by: Option<String>,
}

impl ResumeRow {
    fn of(new: &NewCandidate, uploader: Uploader<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            organization_id: new.organization_id.to_string(),
            candidate_id: new.id.to_string(),
            file_name: new.file.name.clone(),
            media_type: new.file.media.media_type().to_owned(),
            file_bytes: i64::try_from(new.file.bytes).unwrap_or(i64::MAX),
            file_digest: new.file.digest.0.to_vec(),
            record: serde_json::to_string(&ResumeRecord::of(&new.resume))?,
            read_by: new.receipt.engine_version.clone(),
            upload: UploadColumns {
                version: 1,
                file_id: None,
                uploaded_at: stored(uploader.at),
                uploaded_by: uploader.user.map(str::to_owned),
            },
        })
    }

    fn into_resume(self) -> Result<(CandidateId, StoredResume), StoreError> {
        let record: ResumeRecord = serde_json::from_str(&self.record)?;
        let media = MediaKind::parse("media_type", &self.media_type)?;
        let file = StoredFile {
            name: media.file_name(&self.file_name),
            media,
            bytes: u64::try_from(self.file_bytes).unwrap_or(0),
            digest: file_digest(self.file_digest)?,
        };
        let resume = StoredResume {
            file,
            resume: record.into_resume()?,
            corrections: Vec::new(),
            parsed: None,
            read_by: self.read_by,
        };
        let id = CandidateId::parse("candidate_id", &self.candidate_id)?;
        Ok((id, resume))
    }
}

/// Reads a stored digest.
pub(crate) fn file_digest(stored: Vec<u8>) -> Result<FileDigest, StoreError> {
    let bytes = <[u8; 32]>::try_from(stored).map_err(|stored| {
        let problem = format!("it has {} bytes", stored.len());
        StoreError::other("read a file's digest", problem)
    })?;
    Ok(FileDigest(bytes))
}

/// Stores the resumes of candidates that were just created.
pub(crate) fn insert(
    conn: &mut DbConn,
    new: &[&NewCandidate],
    uploader: Uploader<'_>,
) -> Result<(), StoreError> {
    let rows: Vec<ResumeRow> = new
        .iter()
        .map(|candidate| ResumeRow::of(candidate, uploader))
        .collect::<Result<_, _>>()?;
    let insert = diesel::insert_into(resumes::table).values(&rows);
    on_either!(conn, conn => insert.execute(conn))?;
    facts::insert_new(conn, new)
}

/// Replaces a candidate's parsed resume, after the file was read again.
pub(crate) fn replace(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    record: &str,
    read_by: &str,
) -> Result<(), StoreError> {
    let row = resumes::table
        .filter(resumes::organization_id.eq(key.organization))
        .filter(resumes::candidate_id.eq(key.candidate));
    diesel::update(row)
        .set((resumes::record.eq(record), resumes::read_by.eq(read_by)))
        .execute(conn)?;
    facts::replace(conn, key)
}

/// Stores the next version of a candidate's resume in place of the current one.
pub(crate) fn put_version(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    new: &NewCandidate,
    version: i32,
    file_id: Option<&str>,
    uploader: Uploader<'_>,
) -> Result<(), StoreError> {
    let row = ResumeRow::of(new, uploader)?;
    let upload = UploadColumns {
        version,
        file_id: file_id.map(str::to_owned),
        ..row.upload
    };
    let current = resumes::table
        .filter(resumes::organization_id.eq(key.organization))
        .filter(resumes::candidate_id.eq(key.candidate));
    diesel::update(current)
        .set((
            resumes::file_name.eq(row.file_name),
            resumes::media_type.eq(row.media_type),
            resumes::file_bytes.eq(row.file_bytes),
            resumes::file_digest.eq(row.file_digest),
            resumes::record.eq(row.record),
            resumes::read_by.eq(row.read_by),
            upload,
        ))
        .execute(conn)?;
    facts::replace(conn, key)
}

/// Returns the sum of lengths that a database returned.
pub(crate) fn total_bytes(lengths: &[i32]) -> u64 {
    let bytes = lengths
        .iter()
        .map(|length| u64::try_from(*length).unwrap_or(0));
    bytes.sum()
}

impl Candidates<'_> {
    /// Returns how many bytes the stored resumes of some candidates have.
    ///
    /// # Errors
    /// When the database fails.
    pub fn resume_bytes(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<u64, StoreError> {
        let lengths: Vec<i32> = self.pools.read_list(organization, |conn| {
            Ok(resumes::table
                .filter(resumes::organization_id.eq(organization.as_str()))
                .filter(resumes::candidate_id.eq_any(candidates.iter().map(CandidateId::as_str)))
                .select(octet_length(resumes::record))
                .load(conn)?)
        })?;
        Ok(total_bytes(&lengths))
    }

    /// Loads the resumes of some candidates. Candidates that do not exist are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_resumes(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, StoredResume>, StoreError> {
        let mut loaded = HashMap::with_capacity(candidates.len());
        for chunk in candidates.chunks(CANDIDATES_PER_STATEMENT) {
            let read = |conn: &mut DbConn| read(conn, organization, chunk);
            let (rows, corrections) = self.pools.read_list(organization, read)?;
            loaded.extend(with_corrections(rows, corrections)?);
        }
        Ok(loaded)
    }
}

/// Loads at most [`CANDIDATES_PER_STATEMENT`] resumes in the transaction of a connection.
pub(crate) fn load(
    conn: &mut DbConn,
    organization: &OrganizationId,
    candidates: &[CandidateId],
) -> Result<HashMap<CandidateId, StoredResume>, StoreError> {
    let (rows, corrections) = read(conn, organization, candidates)?;
    with_corrections(rows, corrections)
}

/// Reads the rows of resumes and their corrections.
fn read(
    conn: &mut DbConn,
    organization: &OrganizationId,
    candidates: &[CandidateId],
) -> Result<(Vec<ResumeRow>, LoadedCorrections), StoreError> {
    let corrections = corrections::load(conn, organization, candidates)?;
    let rows = resumes::table
        .filter(resumes::organization_id.eq(organization.as_str()))
        .filter(resumes::candidate_id.eq_any(candidates.iter().map(CandidateId::as_str)))
        .select(ResumeRow::as_select())
        .load(conn)?;
    Ok((rows, corrections))
}

/// Applies to each resume the corrections of its version.
fn with_corrections(
    rows: Vec<ResumeRow>,
    mut corrections: LoadedCorrections,
) -> Result<HashMap<CandidateId, StoredResume>, StoreError> {
    let mut loaded = HashMap::with_capacity(rows.len());
    for row in rows {
        let version = row.upload.version;
        let (id, resume) = row.into_resume()?;
        let stated = corrections.remove(id.as_str()).unwrap_or_default();
        let stated = corrections::of_version(stated, version);
        loaded.insert(id, resume.with_corrections(stated));
    }
    Ok(loaded)
}
