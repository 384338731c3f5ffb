//! The GraphQL types of explanations of decisions and of decision records.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_domain::{Decision, DecisionPolicy, DueExplanation, UserId};

#[derive(GraphQLInputObject)]
pub(crate) struct GetCandidatePacketInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
    /// `en` (the default), `de`, `fr` or `es`.
    pub(crate) language: Option<String>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct RecordExplanationInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListDueExplanationsInput {
    pub(crate) organization_id: String,
    /// The days from now in which explanations are due. Overdue ones are always listed.
    #[graphql(default = Some(30))]
    pub(crate) within_days: Option<i32>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetDecisionRecordsInput {
    pub(crate) organization_id: String,
    /// The identifier of the candidate, who may be erased.
    pub(crate) candidate_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetDecisionPolicyInput {
    pub(crate) organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetDecisionPolicyInput {
    pub(crate) organization_id: String,
    /// Whom candidates can turn to. Null removes it.
    pub(crate) contact: Option<String>,
    /// For how many years records are kept, from 3 to 10. Null keeps the present number.
    pub(crate) record_years: Option<i32>,
}

/// What a candidate is told about a decision, in a language. It contains data about this candidate only.
#[derive(GraphQLObject)]
pub(crate) struct CandidatePacket {
    language: &'static str,
    candidate_id: String,
    u_id: String,
    full_name: String,
    title: String,
    subtitle: String,
    /// Null if no final decision was made.
    decision: Option<PacketDecision>,
    score: Option<f64>,
    sections: Vec<PacketSection>,
    /// The heading above the findings of a criterion, in the language.
    found_heading: &'static str,
    /// The heading above the gaps of a criterion, in the language.
    gaps_heading: &'static str,
    contact: Option<String>,
}

/// A decision about an application.
#[derive(GraphQLObject)]
struct PacketDecision {
    status: &'static str,
    /// Null if the time is not recorded.
    decided_at: Option<String>,
    /// The name of the user.
    decided_by: Option<String>,
    /// The reason, if it is one of the organization's rejection reasons.
    reason: Option<String>,
    /// When the explanation is due, 30 days after an adverse decision. Null if it was given.
    due_at: Option<String>,
    explained_at: Option<String>,
}

/// A section of a packet. Its parts follow one another in the order of the fields.
#[derive(GraphQLObject)]
struct PacketSection {
    /// `decision`, `score`, `criteria`, `notUsed`, `change` or `rights`.
    name: &'static str,
    heading: String,
    paragraphs: Vec<String>,
    items: Vec<String>,
    criteria: Vec<PacketCriterion>,
    notes: Vec<String>,
}

/// A criterion of the score.
#[derive(GraphQLObject)]
struct PacketCriterion {
    /// The name as the weights spell it.
    criterion: String,
    name: String,
    weight: f64,
    value: f64,
    summary: String,
    /// What is said if the resume shows nothing. Null if there are findings.
    nothing: Option<&'static str>,
    findings: Vec<PacketFinding>,
    gaps: Vec<PacketGap>,
}

/// Words of the resume that count for a criterion.
#[derive(GraphQLObject)]
struct PacketFinding {
    label: String,
    quote: String,
    page: String,
}

/// A requirement that the resume does not meet in full.
#[derive(GraphQLObject)]
struct PacketGap {
    label: String,
    /// The points that it would add, in words; empty if it adds none alone.
    gain: String,
}

/// The record of a decision. It is kept after the candidate is erased.
#[derive(GraphQLObject)]
pub(crate) struct DecisionRecord {
    candidate_id: String,
    job_id: String,
    job_version: i32,
    status: &'static str,
    decided_at: String,
    decided_by_user_id: Option<String>,
    score: f64,
    engine_version: String,
    receipt_digest: String,
    criteria: Vec<DecisionCriterion>,
    due_at: Option<String>,
    explained_at: Option<String>,
}

/// A criterion of the score at the time of a decision.
#[derive(GraphQLObject)]
struct DecisionCriterion {
    name: String,
    weight: f64,
    value: f64,
}

/// The records of the decisions about a candidate, the earliest first.
#[derive(GraphQLObject)]
pub(crate) struct DecisionRecords {
    records: Vec<DecisionRecord>,
}

/// The explanations that are due, the earliest first. At most 100.
#[derive(GraphQLObject)]
pub(crate) struct DueExplanations {
    explanations: Vec<DueExplanationObject>,
}

/// An explanation that a candidate has not got yet.
#[derive(GraphQLObject)]
#[graphql(name = "DueExplanation")]
struct DueExplanationObject {
    candidate_id: String,
    job_id: String,
    due_at: String,
}

/// How an organization explains decisions, and for how long it keeps their records.
#[derive(GraphQLObject)]
#[graphql(name = "DecisionPolicy")]
pub(crate) struct DecisionPolicyObject {
    contact: Option<String>,
    record_years: i32,
    /// How the retention period of candidates conflicts with this; null if it does not.
    retention_warning: Option<String>,
}

impl CandidatePacket {
    pub(crate) fn of(packet: shortlist_app::CandidatePacket) -> Self {
        Self {
            language: packet.language.code(),
            candidate_id: packet.candidate_id.into_string(),
            u_id: packet.code,
            full_name: packet.full_name,
            title: packet.title,
            subtitle: packet.subtitle,
            decision: packet.decision.map(PacketDecision::of),
            score: packet.score.map(shortlist_domain::Score::to_f64),
            sections: packet.sections.into_iter().map(PacketSection::of).collect(),
            found_heading: packet.found_heading,
            gaps_heading: packet.gaps_heading,
            contact: packet.contact,
        }
    }

    /// Returns the number of bytes of its texts.
    pub(crate) fn text_bytes(&self) -> usize {
        let length = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
        let of_criterion = |criterion: &PacketCriterion| {
            let findings = criterion.findings.iter();
            let findings = findings.map(|one| one.label.len() + one.quote.len() + one.page.len());
            let gaps = criterion.gaps.iter();
            let gaps = gaps.map(|gap| gap.label.len() + gap.gain.len());
            criterion.summary.len() + findings.sum::<usize>() + gaps.sum::<usize>()
        };
        let of_section = |section: &PacketSection| {
            let criteria = section.criteria.iter().map(of_criterion);
            length(&section.paragraphs)
                + length(&section.items)
                + length(&section.notes)
                + criteria.sum::<usize>()
        };
        self.sections.iter().map(of_section).sum()
    }
}

impl PacketDecision {
    fn of(decision: shortlist_app::PacketDecision) -> Self {
        Self {
            status: decision.status.as_str(),
            decided_at: decision.decided_at.map(|at| at.to_string()),
            decided_by: decision.decided_by,
            reason: decision.reason,
            due_at: decision.due_at.map(|at| at.to_string()),
            explained_at: decision.explained_at.map(|at| at.to_string()),
        }
    }
}

impl PacketSection {
    fn of(section: shortlist_app::PacketSection) -> Self {
        Self {
            name: section.name,
            heading: section.heading,
            paragraphs: section.paragraphs,
            items: section.items,
            criteria: section
                .criteria
                .into_iter()
                .map(PacketCriterion::of)
                .collect(),
            notes: section.notes,
        }
    }
}

impl PacketCriterion {
    fn of(criterion: shortlist_app::PacketCriterion) -> Self {
        let findings = criterion.findings.into_iter();
        let gaps = criterion.gaps.into_iter();
        Self {
            criterion: criterion.criterion,
            name: criterion.name,
            weight: criterion.weight.to_f64(),
            value: criterion.value.to_f64(),
            summary: criterion.summary,
            nothing: criterion.nothing,
            findings: findings
                .map(|finding| PacketFinding {
                    label: finding.label,
                    quote: finding.quote,
                    page: finding.page,
                })
                .collect(),
            gaps: gaps
                .map(|gap| PacketGap {
                    label: gap.label,
                    gain: gap.gain,
                })
                .collect(),
        }
    }
}

impl DecisionRecord {
    pub(crate) fn of(decision: Decision) -> Self {
        let criteria = decision.criteria.into_iter();
        Self {
            candidate_id: decision.candidate_id.into_string(),
            job_id: decision.job_id.into_string(),
            job_version: decision.job_version,
            status: decision.status.as_str(),
            decided_at: decision.decided_at.to_string(),
            decided_by_user_id: decision.user_id.map(UserId::into_string),
            score: decision.score.to_f64(),
            engine_version: decision.engine_version,
            receipt_digest: decision.receipt_digest,
            criteria: criteria
                .map(|criterion| DecisionCriterion {
                    name: criterion.name,
                    weight: criterion.weight.to_f64(),
                    value: criterion.value.to_f64(),
                })
                .collect(),
            due_at: decision.due_at.map(|at| at.to_string()),
            explained_at: decision.explained_at.map(|at| at.to_string()),
        }
    }
}

impl DecisionRecords {
    pub(crate) fn of(decisions: Vec<Decision>) -> Self {
        Self {
            records: decisions.into_iter().map(DecisionRecord::of).collect(),
        }
    }
}

impl DueExplanations {
    pub(crate) fn of(due: Vec<DueExplanation>) -> Self {
        let one = |due: DueExplanation| DueExplanationObject {
            candidate_id: due.candidate_id.into_string(),
            job_id: due.job_id.into_string(),
            due_at: due.due_at.to_string(),
        };
        Self {
            explanations: due.into_iter().map(one).collect(),
        }
    }
}

impl DecisionPolicyObject {
    pub(crate) fn of(policy: DecisionPolicy, retention_warning: Option<String>) -> Self {
        Self {
            retention_warning,
            contact: policy.contact,
            record_years: policy.record_years,
        }
    }
}
