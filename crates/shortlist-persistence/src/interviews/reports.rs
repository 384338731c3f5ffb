//! Reports of interviews.

mod versions;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, InterviewChange, InterviewId, InterviewReport, InterviewStatus, NewAuditEntry,
    OrganizationId, RefusedChange, ReportChange, ReportQuery, ReportStage, ReportVersion,
    Timestamp, UserId,
};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::interviews as assignments;
use crate::keys::InterviewKey;
use crate::records::{QuestionRecord, TranscriptionRecord};
use crate::schema::{candidates, interview_reports, interviews};
use crate::store::Reports;
use crate::times::{stored, timestamp};
use crate::writer::{ReportWriter, Written};

/// The change that a report makes to its interview.
const COMPLETED: InterviewChange = InterviewChange {
    status: Some(InterviewStatus::Completed),
    date_and_time: None,
    allow_overlap: false,
};

/// The outcome of submitting a report.
#[derive(Debug, Clone, PartialEq)]
pub enum ReportSubmission {
    /// The saved report.
    Saved(InterviewReport),
    /// The organization has no such interview.
    NotFound,
    /// The interview's current state does not allow its completion.
    Refused(RefusedChange),
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = interview_reports)]
struct ReportRow {
    interview_id: String,
    feedback: Option<String>,
    questions: String,
    transcription: Option<String>,
    video_playback_link: Option<String>,
    updated_at: NaiveDateTime,
    saved_by: Option<String>,
    version: i32,
}

impl ReportRow {
    fn into_version(self) -> Result<ReportVersion, StoreError> {
        let saved_by = self.saved_by.as_deref();
        Ok(ReportVersion {
            version: self.version,
            saved_by: saved_by
                .map(|id| UserId::parse("saved_by", id))
                .transpose()?,
            saved_at: timestamp(self.updated_at),
            report: self.into_report()?,
        })
    }

    fn into_report(self) -> Result<InterviewReport, StoreError> {
        let questions: Vec<QuestionRecord> = serde_json::from_str(&self.questions)?;
        let transcription: Option<TranscriptionRecord> = self
            .transcription
            .as_deref()
            .map(serde_json::from_str)
            .transpose()?;
        Ok(InterviewReport {
            interview_id: InterviewId::parse("interview_id", &self.interview_id)?,
            feedback: self.feedback,
            questions: questions
                .into_iter()
                .map(QuestionRecord::into_question)
                .collect::<Result<_, _>>()?,
            transcription: transcription
                .map(TranscriptionRecord::into_transcription)
                .transpose()?,
            video_playback_link: self.video_playback_link,
        })
    }
}

impl ReportWriter<'_> {
    /// Saves the given parts of an interview's report and keeps the others. The interview becomes completed, if its state
    /// allows that.
    ///
    /// # Errors
    /// When the database fails.
    pub fn save(
        &self,
        organization: &OrganizationId,
        interview: &InterviewId,
        change: &ReportChange,
        at: Timestamp,
    ) -> Result<ReportSubmission, StoreError> {
        let stage = ReportStage::Submitted;
        self.save_as(stage, organization, interview, change, at)
    }

    /// Saves the given parts of an interview's report and keeps the others. A draft leaves the interview as it is, and no list
    /// and no query of reports contains it. A report that was submitted stays submitted.
    ///
    /// # Errors
    /// When the database fails.
    pub fn save_as(
        &self,
        stage: ReportStage,
        organization: &OrganizationId,
        interview: &InterviewId,
        change: &ReportChange,
        at: Timestamp,
    ) -> Result<ReportSubmission, StoreError> {
        let key = InterviewKey::of(organization, interview);
        self.writer.check_organization(organization)?;
        let author = self.writer.action().actor.user_id();
        self.writer.write(|conn| {
            dialect::lock_interview(conn, key.organization, key.interview)?;
            let Some(assignment) = assignments::find(conn, key.organization, key.interview)? else {
                return Ok(Written::nothing(ReportSubmission::NotFound));
            };
            if let Err(refused) = assignment.changed(&COMPLETED, at) {
                return Ok(Written::nothing(ReportSubmission::Refused(refused)));
            }
            let earlier = find_version(conn, key)?;
            if earlier.is_none() {
                insert_empty(conn, key, at)?;
            }
            let is_own_draft = !assignment.has_report
                && earlier.as_ref().and_then(|one| one.saved_by.as_ref()) == author;
            let stored = earlier.as_ref().map(|earlier| earlier.report.clone());
            let report = with_change(stored, interview, change);
            let replaced = earlier.filter(|earlier| {
                !is_own_draft && earlier.report != report && !is_blank(&earlier.report)
            });
            if let Some(replaced) = &replaced {
                versions::keep(conn, key, replaced)?;
            }
            write(conn, key, &report, author, at)?;
            if stage == ReportStage::Submitted {
                complete(conn, key, at)?;
            }
            let entry = audit_entry(interview, change).for_candidate(&assignment.candidate_id);
            Ok(Written::one(ReportSubmission::Saved(report), entry))
        })
    }
}

impl Reports<'_> {
    /// Finds the report of an interview.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_for_interview(
        &self,
        organization: &OrganizationId,
        interview: &InterviewId,
    ) -> Result<Option<InterviewReport>, StoreError> {
        self.pools
            .read(|conn| find(conn, InterviewKey::of(organization, interview)))
    }

    /// Finds the report of an interview, or its draft, with who saved it and when.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_version(
        &self,
        organization: &OrganizationId,
        interview: &InterviewId,
    ) -> Result<Option<ReportVersion>, StoreError> {
        self.pools
            .read(|conn| find_version(conn, InterviewKey::of(organization, interview)))
    }

    /// Finds the report of the newest matching interview that has one. `assigned_to` restricts it to candidates assigned to
    /// that interviewer. Returns `None` without a candidate or a code.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        query: &ReportQuery,
        assigned_to: Option<&UserId>,
    ) -> Result<Option<InterviewReport>, StoreError> {
        let organization = query.organization_id.as_str();
        self.pools.read(|conn| {
            let Some(candidate) = find_candidate(conn, query)? else {
                return Ok(None);
            };
            if let Some(user) = assigned_to
                && !assignments::is_assigned(conn, organization, &candidate, user.as_str())?
            {
                return Ok(None);
            }
            match newest_reported(conn, query, &candidate)? {
                Some(interview) => find(
                    conn,
                    InterviewKey {
                        organization,
                        interview: &interview,
                    },
                ),
                None => Ok(None),
            }
        })
    }
}

/// Returns the audit entry for a report: the submitted parts, and how long they are.
fn audit_entry(interview: &InterviewId, change: &ReportChange) -> NewAuditEntry {
    let count = |items: usize| format!("{items} items");
    let questions = change.questions.as_ref().map(|list| count(list.len()));
    let transcription = change
        .transcription
        .as_ref()
        .map(|transcription| transcription.status.as_str());
    NewAuditEntry::done(AuditedKind::Interview, interview.as_str())
        .with_text_change("feedback", None, change.feedback.as_deref())
        .with_change("questions", None, questions.as_deref())
        .with_change("transcription", None, transcription)
        .with_change(
            "videoPlaybackLink",
            None,
            change.video_playback_link.as_deref(),
        )
}

/// Returns the identifier of the candidate. If both identifier and code are given, they must agree.
fn find_candidate(conn: &mut DbConn, query: &ReportQuery) -> QueryResult<Option<String>> {
    let given = query.candidate_id.as_ref().map(|id| id.as_str().to_owned());
    let Some(code) = &query.code else {
        return Ok(given);
    };
    let found: Option<String> = candidates::table
        .filter(candidates::organization_id.eq(query.organization_id.as_str()))
        .filter(candidates::code.eq(code.as_str()))
        .select(candidates::id)
        .first(conn)
        .optional()?;
    Ok(found.filter(|id| given.as_ref().is_none_or(|given| given == id)))
}

fn newest_reported(
    conn: &mut DbConn,
    query: &ReportQuery,
    candidate: &str,
) -> QueryResult<Option<String>> {
    let mut found = interviews::table
        .filter(interviews::organization_id.eq(query.organization_id.as_str()))
        .filter(interviews::candidate_id.eq(candidate.to_owned()))
        .filter(interviews::has_report.eq(true))
        .into_boxed();
    if let Some(interviewer) = &query.interviewer_id {
        found = found.filter(interviews::interviewer_id.eq(interviewer.as_str()));
    }
    if let Some(job) = &query.job_id {
        found = found.filter(interviews::job_id.eq(job.as_str()));
    }
    found
        .order((interviews::held_at.desc(), interviews::id))
        .select(interviews::id)
        .first(conn)
        .optional()
}

fn find(conn: &mut DbConn, key: InterviewKey<'_>) -> Result<Option<InterviewReport>, StoreError> {
    Ok(find_version(conn, key)?.map(|found| found.report))
}

fn find_version(
    conn: &mut DbConn,
    key: InterviewKey<'_>,
) -> Result<Option<ReportVersion>, StoreError> {
    interview_reports::table
        .filter(interview_reports::organization_id.eq(key.organization))
        .filter(interview_reports::interview_id.eq(key.interview))
        .select(ReportRow::as_select())
        .first(conn)
        .optional()?
        .map(ReportRow::into_version)
        .transpose()
}

fn with_change(
    earlier: Option<InterviewReport>,
    interview: &InterviewId,
    change: &ReportChange,
) -> InterviewReport {
    let earlier = earlier.unwrap_or_else(|| InterviewReport {
        interview_id: interview.clone(),
        feedback: None,
        questions: Vec::new(),
        transcription: None,
        video_playback_link: None,
    });
    let change = change.clone();
    InterviewReport {
        interview_id: earlier.interview_id,
        feedback: change.feedback.or(earlier.feedback),
        questions: change.questions.unwrap_or(earlier.questions),
        transcription: change.transcription.or(earlier.transcription),
        video_playback_link: change.video_playback_link.or(earlier.video_playback_link),
    }
}

fn insert_empty(conn: &mut DbConn, key: InterviewKey<'_>, at: Timestamp) -> Result<(), StoreError> {
    diesel::insert_into(interview_reports::table)
        .values((
            interview_reports::organization_id.eq(key.organization),
            interview_reports::interview_id.eq(key.interview),
            interview_reports::questions.eq("[]"),
            interview_reports::updated_at.eq(stored(at)),
        ))
        .execute(conn)?;
    Ok(())
}

/// Returns whether a report contains nothing yet, as after the upload of a recording.
fn is_blank(report: &InterviewReport) -> bool {
    report.text_bytes() == 0 && report.video_playback_link.is_none()
}

/// Creates an empty report for an interview that has none. A draft becomes the report.
pub(crate) fn ensure_report(
    conn: &mut DbConn,
    key: InterviewKey<'_>,
    at: Timestamp,
) -> Result<(), StoreError> {
    if find(conn, key)?.is_none() {
        insert_empty(conn, key, at)?;
    }
    let interview = interviews::table
        .filter(interviews::organization_id.eq(key.organization))
        .filter(interviews::id.eq(key.interview))
        .filter(interviews::has_report.eq(false));
    diesel::update(interview)
        .set((
            interviews::has_report.eq(true),
            interviews::updated_at.eq(stored(at)),
        ))
        .execute(conn)?;
    Ok(())
}

fn write(
    conn: &mut DbConn,
    key: InterviewKey<'_>,
    report: &InterviewReport,
    author: Option<&UserId>,
    at: Timestamp,
) -> Result<(), StoreError> {
    let InterviewKey {
        organization,
        interview,
    } = key;
    let number = versions::last(conn, key)? + 1;
    diesel::update(
        interview_reports::table
            .filter(interview_reports::organization_id.eq(organization))
            .filter(interview_reports::interview_id.eq(interview)),
    )
    .set((
        interview_reports::feedback.eq(&report.feedback),
        interview_reports::questions.eq(questions_json(report)?),
        interview_reports::transcription.eq(transcription_json(report)?),
        interview_reports::video_playback_link.eq(&report.video_playback_link),
        interview_reports::updated_at.eq(stored(at)),
        interview_reports::saved_by.eq(author.map(UserId::as_str)),
        interview_reports::version.eq(number),
    ))
    .execute(conn)?;
    Ok(())
}

fn questions_json(report: &InterviewReport) -> Result<String, StoreError> {
    let questions: Vec<QuestionRecord> = report.questions.iter().map(QuestionRecord::of).collect();
    Ok(serde_json::to_string(&questions)?)
}

fn transcription_json(report: &InterviewReport) -> Result<Option<String>, StoreError> {
    let transcription = report.transcription.as_ref();
    let json = transcription.map(|one| serde_json::to_string(&TranscriptionRecord::of(one)));
    Ok(json.transpose()?)
}

/// Marks an interview as completed, with a report.
fn complete(conn: &mut DbConn, key: InterviewKey<'_>, at: Timestamp) -> Result<(), StoreError> {
    diesel::update(
        interviews::table
            .filter(interviews::organization_id.eq(key.organization))
            .filter(interviews::id.eq(key.interview)),
    )
    .set((
        interviews::has_report.eq(true),
        interviews::status.eq(InterviewStatus::Completed.as_str()),
        interviews::updated_at.eq(stored(at)),
    ))
    .execute(conn)?;
    Ok(())
}
