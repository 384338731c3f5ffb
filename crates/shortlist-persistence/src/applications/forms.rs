//! Applications from outside: what applicants sent, next to the candidates that they became.

use chrono::{Duration, NaiveDateTime};
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    ApplicantContact, ApplicationAnswer, ApplicationForm, AuditedKind, CandidateId, Consent,
    Document, MAX_DAILY_APPLICATIONS, NewAuditEntry, NewCandidate, OrganizationId, ReceiptNumber,
    Tag, Timestamp,
};

use crate::applications::pending::is_pending;
use crate::candidate_rows::blind_jobs::blind_jobs;
use crate::candidate_rows::{jobs_of, touch};
use crate::candidates::{self, CandidateInsertion, documents};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::resumes::Uploader;
use crate::schema::{application_forms, candidates as candidates_table};
use crate::store::Candidates;
use crate::times::{stored, timestamp};
use crate::uploads::quotas::add_stored;
use crate::writer::{CandidateWriter, Written};

/// A new candidate from outside, with everything that came with them. All identifiers name the same candidate.
#[derive(Debug, Clone)]
pub struct NewApplicant {
    /// The candidate.
    pub candidate: NewCandidate,
    /// What the applicant sent.
    pub form: ApplicationForm,
    /// Further documents.
    pub documents: Vec<Document>,
    /// Tags for colleagues.
    pub tags: Vec<Tag>,
}

/// The outcome of adding an application to an existing candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApplicationAddition {
    /// It was stored. These documents were not, because the candidate has them already, has too many, or had too many
    /// applications in the last day.
    Stored(Vec<Document>),
    /// An application with the same receipt number was stored before.
    Repeated,
    /// The organization has no such candidate.
    NoCandidate,
}

#[derive(Serialize, Deserialize)]
struct AnswerRecord {
    key: String,
    question: String,
    answer: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = application_forms)]
struct FormRow {
    organization_id: String,
    receipt_number: String,
    candidate_id: String,
    answers: String,
    consent_text: String,
    consent_version: String,
    consent_given_at: Option<String>,
    full_name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    source: String,
    received_at: NaiveDateTime,
    kept: bool,
}

impl FormRow {
    fn into_form(self) -> Result<ApplicationForm, StoreError> {
        let answers: Vec<AnswerRecord> = serde_json::from_str(&self.answers)?;
        let answer = |record: AnswerRecord| ApplicationAnswer {
            key: record.key,
            question: record.question,
            answer: record.answer,
        };
        Ok(ApplicationForm {
            receipt: ReceiptNumber::parse("receipt_number", &self.receipt_number)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            candidate_id: CandidateId::parse("candidate_id", &self.candidate_id)?,
            answers: answers.into_iter().map(answer).collect(),
            consent: Consent {
                text: self.consent_text,
                version: self.consent_version,
                given_at: self.consent_given_at,
            },
            contact: ApplicantContact {
                full_name: self.full_name,
                email: self.email,
                phone: self.phone,
            },
            source: self.source,
            received_at: timestamp(self.received_at),
            is_kept: self.kept,
        })
    }
}

impl CandidateWriter<'_> {
    /// Creates the candidate of an application, with the documents. If the person or the file is a candidate of the job
    /// already, nothing is stored.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such job or recruiter.
    pub fn insert_applicant(
        &self,
        new: &NewApplicant,
        random: &mut dyn FnMut() -> u128,
    ) -> Result<CandidateInsertion, StoreError> {
        let organization = new.candidate.organization_id.as_str();
        self.writer
            .check_organization(&new.candidate.organization_id)?;
        let uploader = Uploader::of(self.writer.action());
        let one = std::slice::from_ref(&new.candidate);
        self.writer.write(|conn| {
            let created = candidates::create(conn, organization, uploader, one, random)?;
            let (outcomes, mut entries) = created;
            let Some(outcome) = outcomes.into_iter().next() else {
                return Err(StoreError::other(
                    "store an application",
                    "it has no candidate",
                ));
            };
            if matches!(outcome, CandidateInsertion::Created(_)) {
                insert(conn, &new.form)?;
                let row = candidates_table::table
                    .filter(candidates_table::organization_id.eq(organization))
                    .filter(candidates_table::id.eq(new.candidate.id.as_str()));
                diesel::update(row)
                    .set(candidates_table::source.eq(&new.form.source))
                    .execute(conn)?;
                let key = CandidateKey {
                    organization,
                    candidate: new.candidate.id.as_str(),
                };
                candidates::change_tags(conn, key, &new.tags, &[])?;
                for document in &new.documents {
                    documents::insert(conn, document)?;
                    entries.push(documents::audit_entry(document, None, Some(document)));
                }
                entries.push(audit_entry(&new.form));
            }
            Ok(Written::each(outcome, entries))
        })
    }

    /// Adds an application to an existing candidate, whose resume and score stay. In a blind job, it changes nothing that is visible
    /// without a reveal, because anyone could send one with a guessed address. Its audit entry is about the job.
    ///
    /// # Errors
    /// When the database fails.
    pub fn add_application(
        &self,
        form: &ApplicationForm,
        documents: &[Document],
    ) -> Result<ApplicationAddition, StoreError> {
        self.writer.check_organization(&form.organization_id)?;
        let key = CandidateKey::of(&form.organization_id, &form.candidate_id);
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, key.organization, key.candidate)? {
                return Ok(Written::nothing(ApplicationAddition::NoCandidate));
            }
            if find(conn, key.organization, &form.receipt)?.is_some() {
                return Ok(Written::nothing(ApplicationAddition::Repeated));
            }
            let job = blind_job_of(conn, key)?;
            let entry = |form: &ApplicationForm| match &job {
                Some(job) => NewAuditEntry::done(AuditedKind::Job, job),
                None => audit_entry(form),
            };
            if count_since(conn, key, form.received_at)? >= MAX_DAILY_APPLICATIONS {
                let form = form.clone().without_content();
                insert(conn, &form)?;
                let unused = ApplicationAddition::Stored(documents.to_vec());
                return Ok(Written::one(unused, entry(&form)));
            }
            insert(conn, form)?;
            if job.is_none() {
                touch(conn, key, form.received_at)?;
            }
            let mut entries = vec![entry(form)];
            let mut unused = Vec::new();
            for document in documents {
                match documents::insert(conn, document)? {
                    documents::DocumentInsertion::Stored if job.is_some() => {}
                    documents::DocumentInsertion::Stored => {
                        entries.push(documents::audit_entry(document, None, Some(document)));
                    }
                    _ => unused.push(document.clone()),
                }
            }
            Ok(Written::each(ApplicationAddition::Stored(unused), entries))
        })
    }
}

/// Returns the job of a candidate if it is blind.
fn blind_job_of(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<Option<String>> {
    let job = jobs_of(conn, key.organization, &[key.candidate])?.remove(key.candidate);
    let Some(job) = job else {
        return Ok(None);
    };
    Ok(blind_jobs(conn, key.organization, &[&job])?.take(&job))
}

fn insert(conn: &mut DbConn, form: &ApplicationForm) -> Result<(), StoreError> {
    let record = |answer: &ApplicationAnswer| AnswerRecord {
        key: answer.key.clone(),
        question: answer.question.clone(),
        answer: answer.answer.clone(),
    };
    let answers: Vec<AnswerRecord> = form.answers.iter().map(record).collect();
    let bytes = i64::try_from(form.text_bytes()).unwrap_or(i64::MAX);
    diesel::insert_into(application_forms::table)
        .values((
            application_forms::organization_id.eq(form.organization_id.as_str()),
            application_forms::receipt_number.eq(form.receipt.as_str()),
            application_forms::candidate_id.eq(form.candidate_id.as_str()),
            application_forms::answers.eq(serde_json::to_string(&answers)?),
            application_forms::consent_text.eq(&form.consent.text),
            application_forms::consent_version.eq(&form.consent.version),
            application_forms::consent_given_at.eq(form.consent.given_at.as_deref()),
            application_forms::full_name.eq(form.contact.full_name.as_deref()),
            application_forms::email.eq(form.contact.email.as_deref()),
            application_forms::phone.eq(form.contact.phone.as_deref()),
            application_forms::source.eq(&form.source),
            application_forms::received_at.eq(stored(form.received_at)),
            application_forms::kept.eq(form.is_kept),
            application_forms::form_bytes.eq(bytes),
        ))
        .execute(conn)?;
    Ok(add_stored(conn, form.organization_id.as_str(), bytes)?)
}

/// Returns how many applications of a candidate arrived in the 24 hours before a time.
fn count_since(conn: &mut DbConn, key: CandidateKey<'_>, now: Timestamp) -> QueryResult<usize> {
    let start = stored(now.minus(Duration::days(1)));
    let received: Vec<String> = application_forms::table
        .filter(application_forms::organization_id.eq(key.organization))
        .filter(application_forms::candidate_id.eq(key.candidate))
        .filter(application_forms::received_at.gt(start))
        .select(application_forms::receipt_number)
        .limit(i64::try_from(MAX_DAILY_APPLICATIONS).unwrap_or(i64::MAX))
        .load(conn)?;
    Ok(received.len())
}

fn find(
    conn: &mut DbConn,
    organization: &str,
    receipt: &ReceiptNumber,
) -> QueryResult<Option<String>> {
    application_forms::table
        .filter(application_forms::organization_id.eq(organization))
        .filter(application_forms::receipt_number.eq(receipt.as_str()))
        .select(application_forms::candidate_id)
        .first(conn)
        .optional()
}

/// Returns the audit entry for an application. Its values are sealed with the candidate's key.
fn audit_entry(form: &ApplicationForm) -> NewAuditEntry {
    let entry = NewAuditEntry::done(AuditedKind::Candidate, form.candidate_id.as_str())
        .for_candidate(&form.candidate_id)
        .with_field("receiptNumber", form.receipt.as_str());
    if form.is_kept {
        entry
            .with_field("consentVersion", &form.consent.version)
            .with_field("source", &form.source)
    } else {
        entry.with_field("kept", "false")
    }
}

impl Candidates<'_> {
    /// Returns whether an application with this receipt number is stored.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_stored(
        &self,
        organization: &OrganizationId,
        receipt: &ReceiptNumber,
    ) -> Result<bool, StoreError> {
        self.pools
            .read(|conn| Ok(find(conn, organization.as_str(), receipt)?.is_some()))
    }

    /// Returns whether an application with this receipt number is stored or pending.
    ///
    /// # Errors
    /// When the database fails.
    pub fn has_application(
        &self,
        organization: &OrganizationId,
        receipt: &ReceiptNumber,
    ) -> Result<bool, StoreError> {
        self.pools.read(|conn| {
            let organization = organization.as_str();
            let is_stored = find(conn, organization, receipt)?.is_some();
            Ok(is_stored || is_pending(conn, organization, receipt)?)
        })
    }

    /// Lists applications from outside of a candidate, the earliest first: `limit` of them after the first `offset`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_applications(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
        offset: i64,
        limit: i64,
    ) -> Result<Vec<ApplicationForm>, StoreError> {
        let rows: Vec<FormRow> = self.pools.read(|conn| {
            Ok(application_forms::table
                .filter(application_forms::organization_id.eq(organization.as_str()))
                .filter(application_forms::candidate_id.eq(candidate.as_str()))
                .order((
                    application_forms::received_at,
                    application_forms::receipt_number,
                ))
                .offset(offset)
                .limit(limit)
                .select(FormRow::as_select())
                .load(conn)?)
        })?;
        rows.into_iter().map(FormRow::into_form).collect()
    }

    /// Counts the applications from outside of a candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn count_applications(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<i64, StoreError> {
        self.pools.read(|conn| {
            Ok(application_forms::table
                .filter(application_forms::organization_id.eq(organization.as_str()))
                .filter(application_forms::candidate_id.eq(candidate.as_str()))
                .count()
                .get_result(conn)?)
        })
    }
}
