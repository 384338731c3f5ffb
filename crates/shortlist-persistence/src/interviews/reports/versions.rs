//! What reports were before somebody saved them again.

use diesel::dsl::max;
use diesel::prelude::*;
use shortlist_domain::{InterviewId, OrganizationId, ReportVersion, UserId};

use super::{ReportRow, questions_json, transcription_json};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::InterviewKey;
use crate::schema::report_versions;
use crate::store::Reports;
use crate::times::stored;

/// How many earlier versions of a report are kept. A program may save a transcript as it grows.
const MAX_VERSIONS: i32 = 50;

/// Returns the earlier versions of a report.
macro_rules! of_report {
    ($key:expr) => {
        report_versions::table
            .filter(report_versions::organization_id.eq($key.organization))
            .filter(report_versions::interview_id.eq($key.interview))
    };
}

impl Reports<'_> {
    /// Returns the earlier versions of a report, the latest first. At most 50 are kept.
    ///
    /// # Errors
    /// When the database fails.
    pub fn earlier_versions(
        &self,
        organization: &OrganizationId,
        interview: &InterviewId,
    ) -> Result<Vec<ReportVersion>, StoreError> {
        let key = InterviewKey::of(organization, interview);
        let rows: Vec<ReportRow> = self.pools.read(|conn| {
            Ok(of_report!(key)
                .order(report_versions::version.desc())
                .select((
                    report_versions::interview_id,
                    report_versions::feedback,
                    report_versions::questions,
                    report_versions::transcription,
                    report_versions::video_playback_link,
                    report_versions::saved_at,
                    report_versions::saved_by,
                    report_versions::version,
                ))
                .load(conn)?)
        })?;
        rows.into_iter().map(ReportRow::into_version).collect()
    }
}

/// Keeps a version that is replaced. The oldest ones beyond the limit are deleted.
pub(super) fn keep(
    conn: &mut DbConn,
    key: InterviewKey<'_>,
    replaced: &ReportVersion,
) -> Result<(), StoreError> {
    let report = &replaced.report;
    let number = last(conn, key)? + 1;
    diesel::insert_into(report_versions::table)
        .values((
            report_versions::organization_id.eq(key.organization),
            report_versions::interview_id.eq(key.interview),
            report_versions::version.eq(number),
            report_versions::saved_by.eq(replaced.saved_by.as_ref().map(UserId::as_str)),
            report_versions::saved_at.eq(stored(replaced.saved_at)),
            report_versions::feedback.eq(&report.feedback),
            report_versions::questions.eq(questions_json(report)?),
            report_versions::transcription.eq(transcription_json(report)?),
            report_versions::video_playback_link.eq(&report.video_playback_link),
        ))
        .execute(conn)?;
    let old = of_report!(key).filter(report_versions::version.le(number - MAX_VERSIONS));
    diesel::delete(old).execute(conn)?;
    Ok(())
}

/// Returns the number of the latest earlier version; 0 if there is none.
pub(super) fn last(conn: &mut DbConn, key: InterviewKey<'_>) -> Result<i32, StoreError> {
    let last: Option<i32> = of_report!(key)
        .select(max(report_versions::version))
        .first(conn)?;
    Ok(last.unwrap_or(0))
}
