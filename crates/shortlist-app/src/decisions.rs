//! The candidate packet: what was decided about an application, how a score contributed, and what the candidate can do.
//!
//! A packet contains data about one candidate only. It shows quotes of what people can see in the resume, and says how much
//! hidden text there was, but not what it says. The reason of a decision is part of it only if the organization lists the
//! reason, because a free text may name others.

mod counterfactual;
mod labels;
mod language;
mod language_names;
mod mailed;
mod messages;
mod packet;
mod sections;
mod values;

use std::sync::Arc;

use shortlist_domain::{
    AuditedKind, Candidate, CandidateId, CandidateStatus, Decision, DecisionPolicy, DueExplanation,
    NewAuditEntry, Principal, RetentionConflict, check_short,
};
use shortlist_vocabulary::Vocabulary;

pub use language::PacketLanguage;
pub use packet::{
    CandidatePacket, PacketCriterion, PacketDecision, PacketFinding, PacketGap, PacketSection,
};

use crate::access::job_access::{team_scope, visible_candidate};
use crate::blind::{Masks, check_revealed, mask_decision};
use crate::checks::{NO_CANDIDATE, find_candidate_id};
use crate::conflict::CandidateConflict;
use crate::error::AppError;
use crate::operations::Operation;
use crate::records::Records;

/// The most due explanations that are listed.
const MAX_DUE_EXPLANATIONS: u32 = 100;

/// Explains decisions to candidates, and keeps their records.
#[derive(Clone, Copy)]
pub struct Packets<'a> {
    pub(crate) records: Records<'a>,
    pub(crate) vocabulary: &'a Arc<Vocabulary>,
}

impl Packets<'_> {
    /// Returns the packet of a candidate in a language, and records in the audit log that it was made.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to such a candidate, has not revealed a candidate of a blind job, or if there
    /// is no packet in the language.
    pub fn packet(
        &self,
        principal: &Principal,
        candidate_id: &str,
        language: Option<&str>,
    ) -> Result<CandidatePacket, AppError> {
        let language = PacketLanguage::parse("language", language)?;
        let candidate = self.candidate(principal, candidate_id)?;
        let decision = self.decision(&candidate)?;
        let packet = self.assemble(&candidate, decision, language)?;
        let entry = NewAuditEntry::done(AuditedKind::Candidate, candidate.id.as_str())
            .for_candidate(&candidate.id)
            .with_field("language", language.code());
        self.records
            .writers
            .for_caller(principal, Operation::GetCandidatePacket)
            .record(&[entry])?;
        Ok(packet)
    }

    /// Records that a candidate got the packet about the latest adverse decision.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to such a candidate, or if no explanation is due.
    pub fn record_explanation(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<Decision, AppError> {
        let candidate = self.candidate(principal, candidate_id)?;
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::RecordExplanation);
        let organization = &principal.organization_id;
        let now = self.records.clock.now();
        if !writer
            .candidates()
            .set_explained(organization, &candidate.id, now)?
        {
            return Err(AppError::conflict(CandidateConflict::NoExplanationDue));
        }
        let latest = self.latest_adverse(&candidate)?;
        latest.ok_or(NO_CANDIDATE)
    }

    /// Returns the latest adverse decision about a candidate that the caller has access to.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to such a candidate.
    pub fn adverse_decision(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
    ) -> Result<Option<Decision>, AppError> {
        let candidate = visible_candidate(self.records.store, principal, candidate)?;
        self.latest_adverse(&candidate)
    }

    fn latest_adverse(&self, candidate: &Candidate) -> Result<Option<Decision>, AppError> {
        let organization = &candidate.organization_id;
        let decisions = self
            .records
            .store
            .candidates()
            .list_decisions(organization, &candidate.id)?;
        let mut latest = decisions.into_iter().rev();
        Ok(latest.find(|decision| decision.status == CandidateStatus::Rejected))
    }

    /// Lists the explanations that are due in the next days or overdue, the earliest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn due_explanations(
        &self,
        principal: &Principal,
        within: chrono::Duration,
    ) -> Result<Vec<DueExplanation>, AppError> {
        let member = team_scope(self.records.store, principal)?;
        Ok(self.records.store.candidates().list_due_explanations(
            &principal.organization_id,
            member,
            self.records.clock.now().plus(within),
            MAX_DUE_EXPLANATIONS,
        )?)
    }

    /// Returns the records of the decisions about a candidate, who may be erased.
    ///
    /// # Errors
    /// Returns an error if the identifier is invalid.
    pub fn decision_records(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<Vec<Decision>, AppError> {
        let organization = &principal.organization_id;
        // An erased candidate is known by identifier only.
        let id = match find_candidate_id(self.records.store, organization, candidate_id) {
            Ok(id) => id,
            Err(_) => CandidateId::parse("candidateId", candidate_id)?,
        };
        let mut decisions = self
            .records
            .store
            .candidates()
            .list_decisions(organization, &id)?;
        if Masks::of(self.records.store, principal, std::slice::from_ref(&id))?.hides(&id) {
            decisions.iter_mut().for_each(mask_decision);
        }
        Ok(decisions)
    }

    /// Returns how the organization explains decisions and keeps their records.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn policy(&self, principal: &Principal) -> Result<DecisionPolicy, AppError> {
        let organization = &principal.organization_id;
        Ok(self
            .records
            .store
            .organizations()
            .decision_policy(organization)?)
    }

    /// Sets how the organization explains decisions and keeps their records. `None` keeps the number of years.
    ///
    /// # Errors
    /// Returns an error if a value is invalid.
    pub fn set_policy(
        &self,
        principal: &Principal,
        contact: Option<&str>,
        record_years: Option<i32>,
    ) -> Result<DecisionPolicy, AppError> {
        let before = self.policy(principal)?;
        let contact = contact.map(|contact| check_short("contact", contact));
        let years = record_years.unwrap_or(before.record_years);
        let policy = DecisionPolicy {
            contact: contact.transpose()?.flatten(),
            record_years: DecisionPolicy::check_years("recordYears", years)?,
        };
        self.records
            .writers
            .for_caller(principal, Operation::SetDecisionPolicy)
            .organizations()
            .set_decision_policy(&principal.organization_id, &policy)?;
        Ok(policy)
    }

    /// Returns how the organization's retention period conflicts with explanations and records, for administrators.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn retention_warning(&self, principal: &Principal) -> Result<Option<String>, AppError> {
        let organizations = self.records.store.organizations();
        let days = organizations.find_retention(&principal.organization_id)?;
        let policy = self.policy(principal)?;
        let conflict = policy.conflict(days);
        Ok(conflict.map(|conflict| conflict_warning(conflict, &policy)))
    }

    /// Returns a candidate whom the caller may see by name.
    fn candidate(&self, principal: &Principal, candidate_id: &str) -> Result<Candidate, AppError> {
        let id = find_candidate_id(self.records.store, &principal.organization_id, candidate_id)?;
        let candidate = visible_candidate(self.records.store, principal, &id)?;
        check_revealed(self.records.store, principal, &id)?;
        Ok(candidate)
    }
}

/// Describes a conflict of the retention period for administrators.
fn conflict_warning(conflict: RetentionConflict, policy: &DecisionPolicy) -> String {
    let years = policy.record_years;
    match conflict {
        RetentionConflict::BeforeExplanation => {
            "Candidates can be erased before the explanation of a decision is due, 30 days after it. Set a longer period."
                .to_owned()
        }
        RetentionConflict::BeforeRecordsEnd => format!(
            "Candidates are erased before the {years} years end for which records of decisions are kept. The records stay, but \
             without resumes and receipts. Ask whether the law that applies to you requires these, too."
        ),
    }
}
