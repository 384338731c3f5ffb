//! Hiring teams: the users who work on a job. The recruiter who owns it is always one of them.

use std::collections::HashMap;

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, JobId, NewAuditEntry, NewJob, OrganizationId, TeamMember, Timestamp, UserId,
    UserType,
};

use super::{IN_LIST, StoreError, find};
use crate::dialect::{self, DbConn, on_either};
use crate::keys::JobKey;
use crate::schema::{hiring_teams, jobs, organizations, users};
use crate::store::Jobs;
use crate::times::stored;
use crate::writer::{JobWriter, Written};

/// How many members one statement creates.
const MEMBERS_PER_STATEMENT: usize = 500;

#[derive(Insertable)]
#[diesel(table_name = hiring_teams)]
struct NewMemberRow<'a> {
    organization_id: &'a str,
    job_id: &'a str,
    user_id: &'a str,
}

impl Jobs<'_> {
    /// Returns whether a job is hidden from a recruiter: the organization limits recruiters to the jobs of their teams, and
    /// the job's team does not contain this one.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_hidden_from(
        &self,
        organization: &OrganizationId,
        job: &JobId,
        recruiter: &UserId,
    ) -> Result<bool, StoreError> {
        self.pools.read(|conn| {
            let is_limited: Option<bool> = organizations::table
                .filter(organizations::id.eq(organization.as_str()))
                .select(organizations::team_jobs_only)
                .first(conn)
                .optional()?;
            if is_limited != Some(true) {
                return Ok(false);
            }
            Ok(!is_member(conn, JobKey::of(organization, job), recruiter)?)
        })
    }

    /// Returns whether the hiring team of a job contains a user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_in_team(
        &self,
        organization: &OrganizationId,
        job: &JobId,
        user: &UserId,
    ) -> Result<bool, StoreError> {
        let key = JobKey::of(organization, job);
        self.pools.read(|conn| Ok(is_member(conn, key, user)?))
    }

    /// Returns the hiring teams of jobs. The owner comes first, then the others by name.
    ///
    /// # Errors
    /// When the database fails.
    pub fn teams(
        &self,
        organization: &OrganizationId,
        of: &[JobId],
    ) -> Result<HashMap<JobId, Vec<TeamMember>>, StoreError> {
        let mut found = HashMap::new();
        self.pools.read(|conn| {
            for chunk in of.chunks(IN_LIST) {
                load_teams(conn, organization.as_str(), chunk, &mut found)?;
            }
            Ok(())
        })?;
        Ok(found)
    }
}

fn is_member(conn: &mut DbConn, key: JobKey<'_>, user: &UserId) -> QueryResult<bool> {
    let member: Option<String> = hiring_teams::table
        .filter(hiring_teams::organization_id.eq(key.organization))
        .filter(hiring_teams::job_id.eq(key.job))
        .filter(hiring_teams::user_id.eq(user.as_str()))
        .select(hiring_teams::user_id)
        .first(conn)
        .optional()?;
    Ok(member.is_some())
}

type MemberRow = (String, String, String, String, String);

fn load_teams(
    conn: &mut DbConn,
    organization: &str,
    of: &[JobId],
    found: &mut HashMap<JobId, Vec<TeamMember>>,
) -> Result<(), StoreError> {
    let rows: Vec<MemberRow> = hiring_teams::table
        .inner_join(
            users::table.on(users::organization_id
                .eq(hiring_teams::organization_id)
                .and(users::id.eq(hiring_teams::user_id))),
        )
        .inner_join(
            jobs::table.on(jobs::organization_id
                .eq(hiring_teams::organization_id)
                .and(jobs::id.eq(hiring_teams::job_id))),
        )
        .filter(hiring_teams::organization_id.eq(organization))
        .filter(hiring_teams::job_id.eq_any(of.iter().map(JobId::as_str)))
        .select((
            hiring_teams::job_id,
            hiring_teams::user_id,
            users::full_name,
            users::user_type,
            jobs::recruiter_id,
        ))
        .load(conn)?;
    for (job, user, full_name, user_type, owner) in rows {
        let team = found.entry(JobId::parse("job_id", &job)?).or_default();
        team.push(TeamMember {
            is_owner: user == owner,
            user_id: UserId::parse("user_id", &user)?,
            full_name,
            user_type: UserType::parse("user_type", &user_type)?,
        });
    }
    for team in found.values_mut() {
        team.sort_by(|a, b| {
            let order = |member: &TeamMember| (!member.is_owner, member.full_name.clone());
            (order(a), &a.user_id).cmp(&(order(b), &b.user_id))
        });
    }
    Ok(())
}

impl JobWriter<'_> {
    /// Replaces a job's hiring team. The owner stays a member. Returns whether the organization has such a job.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such user.
    pub fn set_team(
        &self,
        organization: &OrganizationId,
        id: &JobId,
        members: &[UserId],
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let Some(job) = find(conn, organization.as_str(), id.as_str())? else {
                return Ok(Written::nothing(false));
            };
            let before = member_ids(conn, organization.as_str(), id.as_str())?;
            let mut after: Vec<&str> = members.iter().map(UserId::as_str).collect();
            after.push(job.recruiter_id.as_str());
            after.sort_unstable();
            after.dedup();
            if before == after {
                return Ok(Written::nothing(true));
            }
            replace(conn, JobKey::of(organization, id), &after, at)?;
            let entry = NewAuditEntry::done(AuditedKind::Job, id.as_str()).with_change(
                "hiringTeam",
                Some(&before.join(", ")),
                Some(&after.join(", ")),
            );
            Ok(Written::one(true, entry))
        })
    }
}

fn member_ids(conn: &mut DbConn, organization: &str, job: &str) -> Result<Vec<String>, StoreError> {
    let mut ids: Vec<String> = hiring_teams::table
        .filter(hiring_teams::organization_id.eq(organization))
        .filter(hiring_teams::job_id.eq(job))
        .select(hiring_teams::user_id)
        .load(conn)?;
    ids.sort_unstable();
    Ok(ids)
}

fn replace(
    conn: &mut DbConn,
    key: JobKey<'_>,
    members: &[&str],
    at: Timestamp,
) -> Result<(), StoreError> {
    diesel::delete(
        hiring_teams::table
            .filter(hiring_teams::organization_id.eq(key.organization))
            .filter(hiring_teams::job_id.eq(key.job)),
    )
    .execute(conn)?;
    let rows = members.iter().map(|member| NewMemberRow {
        organization_id: key.organization,
        job_id: key.job,
        user_id: member,
    });
    insert(conn, &rows.collect::<Vec<_>>())?;
    diesel::update(
        jobs::table
            .filter(jobs::organization_id.eq(key.organization))
            .filter(jobs::id.eq(key.job)),
    )
    .set(jobs::updated_at.eq(stored(at)))
    .execute(conn)?;
    Ok(())
}

/// Makes the recruiters of new jobs members of the teams.
pub(super) fn insert_owners(conn: &mut DbConn, new: &[&NewJob]) -> Result<(), StoreError> {
    let rows = new.iter().map(|job| NewMemberRow {
        organization_id: job.organization_id.as_str(),
        job_id: job.id.as_str(),
        user_id: job.recruiter_id.as_str(),
    });
    insert(conn, &rows.collect::<Vec<_>>())
}

fn insert(conn: &mut DbConn, rows: &[NewMemberRow<'_>]) -> Result<(), StoreError> {
    for chunk in rows.chunks(MEMBERS_PER_STATEMENT) {
        let insert = diesel::insert_into(hiring_teams::table).values(chunk);
        on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(())
}
