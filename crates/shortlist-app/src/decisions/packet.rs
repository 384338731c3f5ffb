//! The parts of a packet, and how they are collected.

use shortlist_domain::{
    Candidate, CandidateId, CandidateStatus, Decision, MicroPoints, Score, ScoreReceipt, Timestamp,
    UserId,
};

use super::Packets;
use super::counterfactual::Change;
use super::labels::{criterion_name, line};
use super::language::PacketLanguage;
use super::messages::Message;
use super::sections::sections;
use super::values::{percent, points, points_at_least};
use crate::checks::existing_job;
use crate::error::AppError;
use crate::scores::CandidateReceipt;

/// A packet, written in a language.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidatePacket {
    /// The language.
    pub language: PacketLanguage,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The candidate's code.
    pub code: String,
    /// The candidate's name; empty if it is unknown.
    pub full_name: String,
    /// The title.
    pub title: String,
    /// Whom it is for.
    pub subtitle: String,
    /// The decision; `None` if no final decision was made.
    pub decision: Option<PacketDecision>,
    /// The score.
    pub score: Option<Score>,
    /// The sections in their order.
    pub sections: Vec<PacketSection>,
    /// The heading above what was found.
    pub found_heading: &'static str,
    /// The heading above what was not found.
    pub gaps_heading: &'static str,
    /// Whom the candidate can turn to.
    pub contact: Option<String>,
}

/// A decision about an application.
#[derive(Debug, Clone, PartialEq)]
pub struct PacketDecision {
    /// The status after it.
    pub status: CandidateStatus,
    /// When it was made; `None` if it is not recorded.
    pub decided_at: Option<Timestamp>,
    /// The name of the user who made it.
    pub decided_by: Option<String>,
    /// The reason, if the organization lists it.
    pub reason: Option<String>,
    /// When the explanation is due.
    pub due_at: Option<Timestamp>,
    /// When the candidate got the explanation.
    pub explained_at: Option<Timestamp>,
}

/// A section of a packet.
#[derive(Debug, Clone, PartialEq)]
pub struct PacketSection {
    /// Its name in data.
    pub name: &'static str,
    /// Its heading; may be empty.
    pub heading: String,
    /// What it says first.
    pub paragraphs: Vec<String>,
    /// A list.
    pub items: Vec<String>,
    /// The criteria of the score.
    pub criteria: Vec<PacketCriterion>,
    /// What it says last.
    pub notes: Vec<String>,
}

/// A criterion of the score.
#[derive(Debug, Clone, PartialEq)]
pub struct PacketCriterion {
    /// The name as the organization spells it.
    pub criterion: String,
    /// The name in the language of the packet.
    pub name: String,
    /// Its share of the total weight.
    pub weight: MicroPoints,
    /// How far the resume meets it, from 0 to one.
    pub value: MicroPoints,
    /// Weight, value and points in words.
    pub summary: String,
    /// What the resume shows.
    pub findings: Vec<PacketFinding>,
    /// What it does not show, or not in full.
    pub gaps: Vec<PacketGap>,
    /// What is said if the resume shows nothing.
    pub nothing: Option<&'static str>,
}

/// Words of the resume that count for a criterion.
#[derive(Debug, Clone, PartialEq)]
pub struct PacketFinding {
    /// What they show.
    pub label: String,
    /// The words.
    pub quote: String,
    /// The page in words; empty if the format has no pages.
    pub page: String,
}

/// A requirement that the resume does not meet in full.
#[derive(Debug, Clone, PartialEq)]
pub struct PacketGap {
    /// The requirement.
    pub label: String,
    /// The points that it would add, in words; empty if it adds none alone.
    pub gain: String,
}

/// Everything that the sections are written from.
pub(super) struct Facts<'a> {
    pub(super) language: PacketLanguage,
    pub(super) candidate: &'a Candidate,
    pub(super) organization: String,
    pub(super) job: String,
    pub(super) decision: Option<&'a PacketDecision>,
    pub(super) receipt: Option<&'a ScoreReceipt>,
    pub(super) change: Option<&'a Change>,
    pub(super) contact: Option<&'a str>,
    pub(super) now: Timestamp,
}

impl Packets<'_> {
    /// Collects the packet of a candidate about a decision.
    pub(super) fn assemble(
        &self,
        candidate: &Candidate,
        decision: Option<PacketDecision>,
        language: PacketLanguage,
    ) -> Result<CandidatePacket, AppError> {
        let organization = &candidate.organization_id;
        let found = self.records.store.organizations().find(organization)?;
        let policy = self
            .records
            .store
            .organizations()
            .decision_policy(organization)?;
        let job = existing_job(self.records.store, organization, &candidate.job_id)?;
        let ids = std::slice::from_ref(&candidate.id);
        let mut stored = self
            .records
            .store
            .scores()
            .load_receipts(organization, ids)?;
        let stored = stored.remove(&candidate.id);
        let change = stored
            .as_ref()
            .map(|stored| self.change(candidate, stored))
            .transpose()?;
        let receipt = stored.map(|stored| CandidateReceipt::under_current_weights(stored).receipt);
        let facts = Facts {
            language,
            candidate,
            organization: found.map_or_else(|| organization.to_string(), |found| found.name),
            job: job.title,
            decision: decision.as_ref(),
            receipt: receipt.as_ref(),
            change: change.as_ref(),
            contact: policy.contact.as_deref(),
            now: self.records.clock.now(),
        };
        Ok(CandidatePacket {
            language,
            candidate_id: candidate.id.clone(),
            code: candidate.code.to_string(),
            full_name: candidate.full_name.clone(),
            title: Message::Title.text(language).to_owned(),
            subtitle: subtitle(&facts),
            score: receipt.as_ref().map(|receipt| receipt.score),
            sections: sections(&facts),
            found_heading: Message::FoundHeading.text(language),
            gaps_heading: Message::GapsHeading.text(language),
            contact: policy.contact.clone(),
            decision,
        })
    }

    /// Returns the decision that led to the candidate's status, if it is one.
    pub(super) fn decision(
        &self,
        candidate: &Candidate,
    ) -> Result<Option<PacketDecision>, AppError> {
        let status = candidate.status.filter(|status| {
            shortlist_domain::is_decision(*status) || *status == CandidateStatus::Withdrawn
        });
        let Some(status) = status else {
            return Ok(None);
        };
        let organization = &candidate.organization_id;
        let candidates = self.records.store.candidates();
        let history = candidates.stage_history(organization, &candidate.id)?;
        let step = history.iter().rev().find(|step| step.to.status == status);
        let records = candidates.list_decisions(organization, &candidate.id)?;
        let record: Option<&Decision> = records.iter().rev().find(|one| one.status == status);
        let user = step.and_then(|step| step.user_id.as_ref());
        Ok(Some(PacketDecision {
            status,
            decided_at: step.map(|step| step.at),
            decided_by: user
                .map(|user| self.name_of(candidate, user))
                .transpose()?
                .flatten(),
            reason: self.listed_reason(candidate)?,
            due_at: record.and_then(|record| record.due_at),
            explained_at: record.and_then(|record| record.explained_at),
        }))
    }

    pub(super) fn name_of(
        &self,
        candidate: &Candidate,
        user: &UserId,
    ) -> Result<Option<String>, AppError> {
        let found = self
            .records
            .store
            .users()
            .find(&candidate.organization_id, user)?;
        Ok(found.map(|user| user.full_name))
    }

    /// Returns the reason of the status if the organization lists it. Others may name people.
    fn listed_reason(&self, candidate: &Candidate) -> Result<Option<String>, AppError> {
        let Some(reason) = &candidate.status_reason else {
            return Ok(None);
        };
        let organizations = self.records.store.organizations();
        let listed = organizations.rejection_policy(&candidate.organization_id)?;
        Ok(listed.reasons.contains(reason).then(|| reason.clone()))
    }
}

fn subtitle(facts: &Facts<'_>) -> String {
    let candidate = facts.candidate;
    let code = candidate.code.to_string();
    let name = match candidate.full_name.as_str() {
        "" => code.as_str(),
        name => name,
    };
    let values = [("name", name), ("code", &code), ("job", &facts.job)];
    Message::For.fill(facts.language, &values)
}

/// Returns the criteria of a receipt.
pub(super) fn criteria(receipt: &ScoreReceipt, language: PacketLanguage) -> Vec<PacketCriterion> {
    let parts = receipt.criteria.iter();
    parts
        .map(|part| {
            let name = part.criterion.as_str();
            let most = MicroPoints::new(part.weight.get().saturating_mul(100));
            let values = [
                ("points", &*points(part.contribution, language)),
                ("most", &*points(most, language)),
                ("weight", &*percent(part.weight, language)),
                ("value", &*percent(part.value, language)),
            ];
            let findings: Vec<PacketFinding> = part
                .evidence
                .iter()
                .filter_map(|evidence| {
                    let page = evidence.page.map_or(String::new(), |page| {
                        Message::Page.fill(language, &[("page", &page.to_string())])
                    });
                    Some(PacketFinding {
                        label: line(name, &evidence.detail, language),
                        quote: evidence.quote.clone().filter(|_| evidence.found)?,
                        page,
                    })
                })
                .collect();
            let gaps = part
                .evidence
                .iter()
                .filter(|evidence| !evidence.found || evidence.gain.is_some());
            let gap = |evidence: &shortlist_domain::Evidence| PacketGap {
                label: line(name, &evidence.detail, language),
                gain: part.points_to_gain(evidence).map_or(String::new(), |gain| {
                    let gain = points_at_least(gain, language);
                    Message::Gain.fill(language, &[("points", &gain)])
                }),
            };
            PacketCriterion {
                criterion: name.to_owned(),
                name: criterion_name(name, language),
                weight: part.weight,
                value: part.value,
                summary: Message::CriterionPoints.fill(language, &values),
                nothing: findings
                    .is_empty()
                    .then(|| Message::NothingFound.text(language)),
                gaps: gaps.map(gap).collect(),
                findings,
            }
        })
        .collect()
}
