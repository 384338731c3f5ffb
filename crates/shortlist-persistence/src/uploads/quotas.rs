//! Upload quotas: the stored bytes and daily resumes of organizations, and their limits.

use diesel::prelude::*;
use shortlist_domain::{AuditedKind, NewAuditEntry, OrganizationId, QuotaOverrides, UploadUsage};

use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::{
    application_forms, candidate_documents, resume_versions, resumes, upload_usage,
};
use crate::store::Organizations;
use crate::writer::{OrganizationWriter, Written};

/// The columns of a row: stored bytes, the two limits, and for resumes and applications the counted day and their number.
type Row = (i64, (Option<i64>, Option<i64>), (i64, i64), (i64, i64));

impl OrganizationWriter<'_> {
    /// Sets an organization's own upload quota, which takes precedence over the operator's.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_upload_quota(
        &self,
        organization: &OrganizationId,
        own: QuotaOverrides,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        let key = organization.as_str();
        self.writer.write(|conn| {
            ensure_row(conn, key)?;
            let (_, before) = find(conn, key, 0)?;
            diesel::update(upload_usage::table.find(key))
                .set((
                    upload_usage::max_stored_mib.eq(own.stored_mib.map(i64::from)),
                    upload_usage::max_daily_resumes.eq(own.daily_resumes.map(i64::from)),
                ))
                .execute(conn)?;
            let entry = NewAuditEntry::done(AuditedKind::Organization, key);
            let entry = [
                ("quotaStoredMib", before.stored_mib, own.stored_mib),
                ("quotaDailyResumes", before.daily_resumes, own.daily_resumes),
            ]
            .into_iter()
            .fold(entry, |entry, (field, before, after)| {
                let text = |bound: Option<u32>| bound.map(|bound| bound.to_string());
                entry.with_change(field, text(before).as_deref(), text(after).as_deref())
            });
            Ok(Written::one((), entry))
        })
    }
}

impl Organizations<'_> {
    /// Finds an organization's upload usage and its own quota, if it has one. The day is counted from 1970.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_upload_usage(
        &self,
        organization: &OrganizationId,
        day: i64,
    ) -> Result<(UploadUsage, QuotaOverrides), StoreError> {
        self.pools
            .read(|conn| find(conn, organization.as_str(), day))
    }

    /// Counts resumes as uploaded on a day, unless their number would exceed `max_resumes`. Returns the number before them,
    /// and whether they were counted.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_uploaded_resumes(
        &self,
        organization: &OrganizationId,
        day: i64,
        resumes: u64,
        max_resumes: Option<u32>,
    ) -> Result<(u64, bool), StoreError> {
        let key = organization.as_str();
        self.pools.write_unaudited(|conn| {
            ensure_row(conn, key)?;
            // The update comes first, because it makes other uploads of the organization wait until this one is counted.
            let another = upload_usage::table.find(key);
            diesel::update(another.filter(upload_usage::counted_day.ne(day)))
                .set((
                    upload_usage::counted_day.eq(day),
                    upload_usage::day_resumes.eq(0),
                ))
                .execute(conn)?;
            let max_resumes = max_resumes.map_or(i64::MAX, i64::from);
            let uploaded = i64::try_from(resumes).unwrap_or(i64::MAX);
            let room = upload_usage::day_resumes.le(max_resumes.saturating_sub(uploaded));
            let counted = diesel::update(upload_usage::table.find(key).filter(room))
                .set(upload_usage::day_resumes.eq(upload_usage::day_resumes + uploaded))
                .execute(conn)?;
            let (usage, _) = find(conn, key, day)?;
            let counted = counted > 0;
            let before = usage
                .day_resumes
                .saturating_sub(if counted { resumes } else { 0 });
            Ok((before, counted))
        })
    }
}

impl Organizations<'_> {
    /// Counts an application from outside as received on a day, unless `max` were received. Returns whether it was counted.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_application(
        &self,
        organization: &OrganizationId,
        day: i64,
        max: Option<u32>,
    ) -> Result<bool, StoreError> {
        let key = organization.as_str();
        self.pools.write_unaudited(|conn| {
            ensure_row(conn, key)?;
            let another = upload_usage::table.find(key);
            diesel::update(another.filter(upload_usage::application_day.ne(day)))
                .set((
                    upload_usage::application_day.eq(day),
                    upload_usage::day_applications.eq(0),
                ))
                .execute(conn)?;
            let room = upload_usage::day_applications.lt(max.map_or(i64::MAX, i64::from));
            let counted = diesel::update(upload_usage::table.find(key).filter(room))
                .set(upload_usage::day_applications.eq(upload_usage::day_applications + 1))
                .execute(conn)?;
            Ok(counted > 0)
        })
    }
}

/// Adds bytes to the total that an organization stores. A negative number subtracts.
pub(crate) fn add_stored(conn: &mut DbConn, organization: &str, bytes: i64) -> QueryResult<()> {
    ensure_row(conn, organization)?;
    diesel::update(upload_usage::table.find(organization))
        .set(upload_usage::stored_bytes.eq(upload_usage::stored_bytes + bytes))
        .execute(conn)?;
    Ok(())
}

/// Subtracts the size of all files of a candidate from the total: every version of the resume, further documents, and the
/// texts of applications.
pub(crate) fn subtract_files(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<()> {
    let mut sizes: Vec<i64> = resumes::table
        .filter(resumes::organization_id.eq(key.organization))
        .filter(resumes::candidate_id.eq(key.candidate))
        .select(resumes::file_bytes)
        .load(conn)?;
    let earlier: Vec<i64> = resume_versions::table
        .filter(resume_versions::organization_id.eq(key.organization))
        .filter(resume_versions::candidate_id.eq(key.candidate))
        .select(resume_versions::file_bytes)
        .load(conn)?;
    let documents: Vec<i64> = candidate_documents::table
        .filter(candidate_documents::organization_id.eq(key.organization))
        .filter(candidate_documents::candidate_id.eq(key.candidate))
        .select(candidate_documents::file_bytes)
        .load(conn)?;
    let forms: Vec<i64> = application_forms::table
        .filter(application_forms::organization_id.eq(key.organization))
        .filter(application_forms::candidate_id.eq(key.candidate))
        .select(application_forms::form_bytes)
        .load(conn)?;
    sizes.extend(earlier.into_iter().chain(documents).chain(forms));
    let bytes = sizes.into_iter().fold(0, i64::saturating_add);
    add_stored(conn, key.organization, -bytes)
}

/// Creates the row of an organization if it is missing.
fn ensure_row(conn: &mut DbConn, organization: &str) -> QueryResult<()> {
    let insert = diesel::insert_into(upload_usage::table)
        .values((
            upload_usage::organization_id.eq(organization),
            upload_usage::stored_bytes.eq(0),
            upload_usage::counted_day.eq(0),
            upload_usage::day_resumes.eq(0),
        ))
        .on_conflict_do_nothing();
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(())
}

fn find(
    conn: &mut DbConn,
    organization: &str,
    day: i64,
) -> Result<(UploadUsage, QuotaOverrides), StoreError> {
    let row: Option<Row> = upload_usage::table
        .find(organization)
        .select((
            upload_usage::stored_bytes,
            (
                upload_usage::max_stored_mib,
                upload_usage::max_daily_resumes,
            ),
            (upload_usage::counted_day, upload_usage::day_resumes),
            (
                upload_usage::application_day,
                upload_usage::day_applications,
            ),
        ))
        .first(conn)
        .optional()?;
    let (stored, (stored_mib, daily_resumes), resumes, applications) = row.unwrap_or_default();
    let count = |number: i64| u64::try_from(number).unwrap_or(0);
    let on_day =
        |(counted_day, number): (i64, i64)| if counted_day == day { count(number) } else { 0 };
    let bound = |number: Option<i64>| number.and_then(|number| u32::try_from(number).ok());
    let usage = UploadUsage {
        stored_bytes: count(stored),
        day_resumes: on_day(resumes),
        day_applications: on_day(applications),
    };
    let own = QuotaOverrides {
        stored_mib: bound(stored_mib),
        daily_resumes: bound(daily_resumes),
    };
    Ok((usage, own))
}
