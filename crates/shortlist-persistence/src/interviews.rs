//! Interviews of candidates: assignment and lists.

mod busy;
mod candidate_conflicts;
mod changes;
pub(crate) mod hidden_reviews;
mod members;
mod named_reviews;
mod panels;
pub(crate) mod recordings;
pub(crate) mod reports;
mod reviews;
mod slots;

use std::collections::HashSet;

use chrono::NaiveDateTime;
use diesel::dsl::exists;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, Interview, InterviewDetails, InterviewId, InterviewMinutes,
    InterviewQuery, InterviewStatus, ListPosition, NewAuditEntry, NewInterview, OrganizationId,
    Page, TimeZone, Total, UserId,
};

use crate::dialect::{self, DbConn, MultiBackend};
use crate::error::StoreError;
use crate::interview_row::InterviewRow;
use crate::lists::pages::{self, following, following_change};
use crate::schema::{hiring_teams, interviews, users};
use crate::store::Interviews;
use crate::times::{stored, timestamp};
use crate::writer::{InterviewWriter, Written};

pub use changes::{InterviewUpdate, PanelChange};
pub use members::{NewPanelMember, PanelAddition};
pub use panels::PanelInsertion;

use slots::Slot;

/// The outcome of assigning an interviewer.
#[derive(Debug, Clone, PartialEq)]
pub enum InterviewInsertion {
    /// It was created.
    Created(InterviewId),
    /// The same candidate and interviewer were assigned at that time before.
    Existing(InterviewId),
    /// The interviewer meets another candidate within the same hour.
    Conflict {
        /// The other interview.
        interview_id: InterviewId,
    },
}

impl InterviewWriter<'_> {
    /// Assigns an interviewer, unless the same assignment exists or the interviewer is busy at that time.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such candidate, interviewer or job.
    pub fn insert(&self, new: &NewInterview) -> Result<InterviewInsertion, StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        self.writer.write(|conn| {
            dialect::lock_user(
                conn,
                new.organization_id.as_str(),
                new.interviewer_id.as_str(),
            )?;
            let slot = Slot::of_new(new, InterviewMinutes::DEFAULT);
            if let Some(id) = slot.find_duplicate(conn)? {
                return Ok(Written::nothing(InterviewInsertion::Existing(id)));
            }
            if !new.allow_overlap
                && let Some(interview_id) = slot.find_overlapping(conn)?
            {
                let conflict = InterviewInsertion::Conflict { interview_id };
                return Ok(Written::nothing(conflict));
            }
            insert(conn, new, &InterviewDetails::default(), None)?;
            let created = InterviewInsertion::Created(new.id.clone());
            Ok(Written::one(created, creation_entry(new)))
        })
    }
}

/// Returns the audit entry for a new interview.
fn creation_entry(new: &NewInterview) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Interview, new.id.as_str())
        .for_candidate(&new.candidate_id)
        .of_job(&new.job_id)
        .with_field("interviewerId", new.interviewer_id.as_str())
        .with_field("dateAndTime", &new.date_and_time.to_string())
        .with_field("status", new.status.as_str())
}

impl Interviews<'_> {
    /// Finds an interview.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
        id: &InterviewId,
    ) -> Result<Option<Interview>, StoreError> {
        self.pools
            .read(|conn| find(conn, organization.as_str(), id.as_str()))
    }

    /// Lists a page of interviews, latest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(&self, query: &InterviewQuery) -> Result<Page<Interview>, StoreError> {
        self.list_for(query, None)
    }

    /// Lists a page of interviews, latest first. With `member`, only those for jobs whose hiring team contains that user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_for(
        &self,
        query: &InterviewQuery,
        member: Option<&UserId>,
    ) -> Result<Page<Interview>, StoreError> {
        self.pools
            .read_list(&query.organization_id, |conn| list(conn, query, member))
    }

    /// Lists all interviews of a candidate, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_for_candidate(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<Interview>, StoreError> {
        let rows: Vec<(InterviewRow, String)> = self.pools.read(|conn| {
            Ok(interviews::table
                .inner_join(
                    users::table.on(users::organization_id
                        .eq(interviews::organization_id)
                        .and(users::id.eq(interviews::interviewer_id))),
                )
                .filter(interviews::organization_id.eq(organization.as_str()))
                .filter(interviews::candidate_id.eq(candidate.as_str()))
                .order((interviews::held_at, interviews::id))
                .select((InterviewRow::as_select(), users::full_name))
                .load(conn)?)
        })?;
        rows.into_iter()
            .map(|(row, name)| row.into_interview(name))
            .collect()
    }

    /// Returns whether a candidate is assigned to an interviewer by an interview that is not cancelled.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_assigned(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
        interviewer: &UserId,
    ) -> Result<bool, StoreError> {
        self.pools.read(|conn| {
            is_assigned(
                conn,
                organization.as_str(),
                candidate.as_str(),
                interviewer.as_str(),
            )
        })
    }
}

impl Interviews<'_> {
    /// Returns those of some candidates whom a user interviews. A cancelled interview does not count.
    ///
    /// # Errors
    /// When the database fails.
    pub fn assigned_among(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
        interviewer: &UserId,
    ) -> Result<HashSet<CandidateId>, StoreError> {
        let ids: Vec<&str> = candidates.iter().map(CandidateId::as_str).collect();
        let found: Vec<String> = self.pools.read(|conn| {
            Ok(interviews::table
                .filter(interviews::organization_id.eq(organization.as_str()))
                .filter(interviews::candidate_id.eq_any(&ids))
                .filter(interviews::interviewer_id.eq(interviewer.as_str()))
                .filter(interviews::status.ne(InterviewStatus::Cancelled.as_str()))
                .select(interviews::candidate_id)
                .load(conn)?)
        })?;
        let found = found
            .iter()
            .map(|id| CandidateId::parse("candidate_id", id));
        Ok(found.collect::<Result<_, _>>()?)
    }
}

pub(crate) fn is_assigned(
    conn: &mut DbConn,
    organization: &str,
    candidate: &str,
    interviewer: &str,
) -> Result<bool, StoreError> {
    let found: Option<String> = interviews::table
        .filter(interviews::organization_id.eq(organization))
        .filter(interviews::candidate_id.eq(candidate))
        .filter(interviews::interviewer_id.eq(interviewer))
        .filter(interviews::status.ne(InterviewStatus::Cancelled.as_str()))
        .select(interviews::id)
        .first(conn)
        .optional()?;
    Ok(found.is_some())
}

fn insert(
    conn: &mut DbConn,
    new: &NewInterview,
    details: &InterviewDetails,
    panel: Option<&InterviewId>,
) -> Result<(), StoreError> {
    diesel::insert_into(interviews::table)
        .values((
            interviews::organization_id.eq(new.organization_id.as_str()),
            interviews::id.eq(new.id.as_str()),
            interviews::candidate_id.eq(new.candidate_id.as_str()),
            interviews::interviewer_id.eq(new.interviewer_id.as_str()),
            interviews::job_id.eq(new.job_id.as_str()),
            interviews::held_at.eq(stored(new.date_and_time)),
            interviews::status.eq(new.status.as_str()),
            interviews::has_report.eq(false),
            interviews::created_at.eq(stored(new.created_at)),
            interviews::updated_at.eq(stored(new.created_at)),
            interviews::sequence.eq(0),
            interviews::duration_minutes.eq(i32::from(details.duration.get())),
            interviews::place.eq(&details.place),
            interviews::meeting_link.eq(&details.meeting_link),
            interviews::time_zone.eq(details.time_zone.map(TimeZone::name)),
            interviews::panel_id.eq(panel.map(InterviewId::as_str)),
        ))
        .execute(conn)?;
    Ok(())
}

pub(crate) fn find(
    conn: &mut DbConn,
    organization: &str,
    id: &str,
) -> Result<Option<Interview>, StoreError> {
    let found: Option<(InterviewRow, String)> = interviews::table
        .inner_join(
            users::table.on(users::organization_id
                .eq(interviews::organization_id)
                .and(users::id.eq(interviews::interviewer_id))),
        )
        .filter(interviews::organization_id.eq(organization))
        .filter(interviews::id.eq(id))
        .select((InterviewRow::as_select(), users::full_name))
        .first(conn)
        .optional()?;
    found
        .map(|(row, name)| row.into_interview(name))
        .transpose()
}

fn matching<'a>(
    query: &'a InterviewQuery,
    member: Option<&'a UserId>,
) -> interviews::BoxedQuery<'a, MultiBackend> {
    let mut found = interviews::table
        .filter(interviews::organization_id.eq(query.organization_id.as_str()))
        .into_boxed();
    if let Some(candidate) = &query.candidate_id {
        found = found.filter(interviews::candidate_id.eq(candidate.as_str()));
    }
    if let Some(interviewer) = &query.interviewer_id {
        found = found.filter(interviews::interviewer_id.eq(interviewer.as_str()));
    }
    if let Some(job) = &query.job_id {
        found = found.filter(interviews::job_id.eq(job.as_str()));
    }
    if let Some(status) = query.status {
        found = found.filter(interviews::status.eq(status.as_str()));
    }
    if let Some(from) = query.period.from {
        found = found.filter(interviews::held_at.ge(stored(from)));
    }
    if let Some(before) = query.period.before {
        found = found.filter(interviews::held_at.lt(stored(before)));
    }
    if let Some(since) = query.updated_since {
        found = found.filter(interviews::updated_at.ge(stored(since)));
    }
    if let Some(member) = member {
        found = found.filter(exists(
            hiring_teams::table
                .filter(hiring_teams::organization_id.eq(query.organization_id.as_str()))
                .filter(hiring_teams::job_id.eq(interviews::job_id))
                .filter(hiring_teams::user_id.eq(member.as_str())),
        ));
    }
    found
}

/// Returns the places of a page: latest first, or in the order of their changes.
fn places(
    conn: &mut DbConn,
    query: &InterviewQuery,
    member: Option<&UserId>,
) -> QueryResult<Vec<(NaiveDateTime, String)>> {
    let (found, after) = (matching(query, member), query.page.after());
    let (limit, offset) = (pages::fetched(&query.page), query.page.offset());
    if query.updated_since.is_some() {
        return following_change!(found, after, interviews::updated_at, interviews::id)
            .order((interviews::updated_at, interviews::id))
            .limit(limit)
            .offset(offset)
            .select((interviews::updated_at, interviews::id))
            .load(conn);
    }
    following!(found, after, interviews::held_at, interviews::id)
        .order((interviews::held_at.desc(), interviews::id))
        .limit(limit)
        .offset(offset)
        .select((interviews::held_at, interviews::id))
        .load(conn)
}

fn list(
    conn: &mut DbConn,
    query: &InterviewQuery,
    member: Option<&UserId>,
) -> Result<Page<Interview>, StoreError> {
    let page = pages::cut(places(conn, query, member)?, &query.page, |(at, id)| {
        ListPosition {
            at: timestamp(*at),
            tie_breaker: id.clone(),
        }
    });
    let ids: Vec<String> = page.items.into_iter().map(|(_at, id)| id).collect();
    let rows: Vec<(InterviewRow, String)> = interviews::table
        .inner_join(
            users::table.on(users::organization_id
                .eq(interviews::organization_id)
                .and(users::id.eq(interviews::interviewer_id))),
        )
        .filter(interviews::organization_id.eq(query.organization_id.as_str()))
        .filter(interviews::id.eq_any(&ids))
        .select((InterviewRow::as_select(), users::full_name))
        .load(conn)?;
    let total = if query.count {
        Some(Total::exact(
            matching(query, member).count().get_result(conn)?,
        ))
    } else {
        None
    };
    Ok(Page {
        items: pages::in_order(&ids, rows, |(row, _)| row.id())
            .into_iter()
            .map(|(row, name)| row.into_interview(name))
            .collect::<Result<_, _>>()?,
        total,
        has_next_page: page.has_next_page,
        end: page.end,
    })
}
