//! The rows of uploads.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    ServerId, UploadCounts, UploadKey, UploadKind, UploadProgress, UploadState,
};

use crate::error::StoreError;
use crate::schema::uploads;
use crate::times::stored;

/// A stored row, without the request.
#[derive(Queryable, Selectable)]
#[diesel(table_name = uploads)]
pub(super) struct UploadRow {
    pub(super) kind: String,
    pub(super) state: String,
    pub(super) started_at: NaiveDateTime,
    pub(super) updated_at: NaiveDateTime,
    pub(super) counts: String,
    pub(super) problem: Option<String>,
    pub(super) token: Option<String>,
    pub(super) due_at: Option<NaiveDateTime>,
    pub(super) status: Option<i32>,
    pub(super) answer: Option<Vec<u8>>,
}

/// The columns that change while the upload runs.
#[derive(AsChangeset)]
#[diesel(table_name = uploads, treat_none_as_null = true)]
pub(super) struct ProgressColumns {
    state: &'static str,
    updated_at: NaiveDateTime,
    counts: String,
    problem: Option<String>,
}

#[derive(Insertable)]
#[diesel(table_name = uploads)]
pub(super) struct NewUploadRow<'a> {
    organization_id: &'a str,
    user_id: &'a str,
    id: &'a str,
    kind: &'static str,
    state: &'static str,
    started_at: NaiveDateTime,
    updated_at: NaiveDateTime,
    counts: String,
    problem: Option<&'a str>,
    server: Option<&'a str>,
}

/// The counts as stored. They are never compared, so one column is enough.
#[derive(Serialize, Deserialize)]
struct StoredCounts {
    expected: Option<u64>,
    bytes: u64,
    files: u64,
    read: u64,
    created: u64,
    duplicates: u64,
    skipped: u64,
    replaced: u64,
    added: u64,
}

impl ProgressColumns {
    pub(super) fn of(progress: &UploadProgress) -> Result<Self, StoreError> {
        Ok(Self {
            state: progress.state.as_str(),
            updated_at: stored(progress.updated_at),
            counts: write_counts(progress)?,
            problem: progress.problem.clone(),
        })
    }
}

impl<'a> NewUploadRow<'a> {
    pub(super) fn of(
        key: &'a UploadKey,
        server: Option<&'a ServerId>,
        progress: &'a UploadProgress,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            organization_id: key.organization_id.as_str(),
            user_id: key.user_id.as_str(),
            id: key.id.as_str(),
            kind: progress.kind.as_str(),
            state: progress.state.as_str(),
            started_at: stored(progress.started_at),
            updated_at: stored(progress.updated_at),
            counts: write_counts(progress)?,
            problem: progress.problem.as_deref(),
            server: server.map(ServerId::as_str),
        })
    }
}

pub(super) fn state_and_kind(
    state: &str,
    kind: &str,
) -> Result<(UploadState, UploadKind), StoreError> {
    Ok((
        UploadState::parse("state", state)?,
        UploadKind::parse("kind", kind)?,
    ))
}

fn write_counts(progress: &UploadProgress) -> Result<String, StoreError> {
    let counts = progress.counts;
    Ok(serde_json::to_string(&StoredCounts {
        expected: progress.expected_bytes,
        bytes: counts.bytes,
        files: counts.files,
        read: counts.read,
        created: counts.created,
        duplicates: counts.duplicates,
        skipped: counts.skipped,
        replaced: counts.replaced,
        added: counts.added,
    })?)
}

/// Reads the announced size and the counts.
pub(super) fn read_counts(text: &str) -> Result<(Option<u64>, UploadCounts), StoreError> {
    let counts: StoredCounts = serde_json::from_str(text)?;
    let read = UploadCounts {
        bytes: counts.bytes,
        files: counts.files,
        read: counts.read,
        created: counts.created,
        duplicates: counts.duplicates,
        skipped: counts.skipped,
        replaced: counts.replaced,
        added: counts.added,
    };
    Ok((counts.expected, read))
}
