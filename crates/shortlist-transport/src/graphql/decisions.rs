//! The GraphQL types of explanations of decisions and of decision records.

pub(crate) mod packet_operations;

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_domain::{Decision, DecisionPolicy, UserId};

use crate::graphql::object::object;

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

object! {
    /// What a candidate is told about a decision, in a language. It contains data about this candidate only.
    pub(crate) struct CandidatePacket(shortlist_app::CandidatePacket) as packet {
        language: &'static str = packet.language.code();
        candidate_id: &str = packet.candidate_id.as_str();
        u_id: &str = &packet.code;
        full_name: &str = &packet.full_name;
        title: &str = &packet.title;
        subtitle: &str = &packet.subtitle;
        /// Null if no final decision was made.
        decision: Option<PacketDecision> = packet.decision.clone().map(PacketDecision);
        score: Option<f64> = packet.score.map(shortlist_domain::Score::to_f64);
        sections: Vec<PacketSection> = packet.sections.iter().cloned().map(PacketSection).collect();
        /// The heading above the findings of a criterion, in the language.
        found_heading: &'static str = packet.found_heading;
        /// The heading above the gaps of a criterion, in the language.
        gaps_heading: &'static str = packet.gaps_heading;
        contact: Option<&str> = packet.contact.as_deref();
    }
}

object! {
    /// A decision about an application.
    struct PacketDecision(shortlist_app::PacketDecision) as decision {
        status: &'static str = decision.status.as_str();
        /// Null if the time is not recorded.
        decided_at: Option<String> = decision.decided_at.map(|at| at.to_string());
        /// The name of the user.
        decided_by: Option<&str> = decision.decided_by.as_deref();
        /// The reason, if it is one of the organization's rejection reasons.
        reason: Option<&str> = decision.reason.as_deref();
        /// When the explanation is due, 30 days after an adverse decision. Null if it was given.
        due_at: Option<String> = decision.due_at.map(|at| at.to_string());
        explained_at: Option<String> = decision.explained_at.map(|at| at.to_string());
    }
}

object! {
    /// A section of a packet. Its parts follow one another in the order of the fields.
    struct PacketSection(shortlist_app::PacketSection) as section {
        /// `decision`, `score`, `criteria`, `notUsed`, `change` or `rights`.
        name: &'static str = section.name;
        heading: &str = &section.heading;
        paragraphs: &[String] = &section.paragraphs;
        items: &[String] = &section.items;
        criteria: Vec<PacketCriterion> = section.criteria.iter().cloned().map(PacketCriterion).collect();
        notes: &[String] = &section.notes;
    }
}

object! {
    /// A criterion of the score.
    struct PacketCriterion(shortlist_app::PacketCriterion) as criterion {
        /// The name as the weights spell it.
        criterion: &str = &criterion.criterion;
        name: &str = &criterion.name;
        weight: f64 = criterion.weight.to_f64();
        value: f64 = criterion.value.to_f64();
        summary: &str = &criterion.summary;
        /// What is said if the resume shows nothing. Null if there are findings.
        nothing: Option<&'static str> = criterion.nothing;
        findings: Vec<PacketFinding> = criterion.findings.iter().cloned().map(PacketFinding).collect();
        gaps: Vec<PacketGap> = criterion.gaps.iter().cloned().map(PacketGap).collect();
    }
}

object! {
    /// Words of the resume that count for a criterion.
    struct PacketFinding(shortlist_app::PacketFinding) as finding {
        label: &str = &finding.label;
        quote: &str = &finding.quote;
        page: &str = &finding.page;
    }
}

object! {
    /// A requirement that the resume does not meet in full.
    struct PacketGap(shortlist_app::PacketGap) as gap {
        label: &str = &gap.label;
        /// The points that it would add, in words; empty if it adds none alone.
        gain: &str = &gap.gain;
    }
}

object! {
    /// The record of a decision. It is kept after the candidate is erased.
    pub(crate) struct DecisionRecord(Decision) as decision {
        candidate_id: &str = decision.candidate_id.as_str();
        job_id: &str = decision.job_id.as_str();
        job_version: i32 = decision.job_version;
        status: &'static str = decision.status.as_str();
        decided_at: String = decision.decided_at.to_string();
        decided_by_user_id: Option<&str> = decision.user_id.as_ref().map(UserId::as_str);
        score: f64 = decision.score.to_f64();
        engine_version: &str = &decision.engine_version;
        receipt_digest: &str = &decision.receipt_digest;
        criteria: Vec<DecisionCriterion> = decision.criteria.iter().cloned().map(DecisionCriterion).collect();
        due_at: Option<String> = decision.due_at.map(|at| at.to_string());
        explained_at: Option<String> = decision.explained_at.map(|at| at.to_string());
    }
}

object! {
    /// A criterion of the score at the time of a decision.
    struct DecisionCriterion(shortlist_domain::DecisionCriterion) as criterion {
        name: &str = &criterion.name;
        weight: f64 = criterion.weight.to_f64();
        value: f64 = criterion.value.to_f64();
    }
}

/// The records of the decisions about a candidate, the earliest first.
#[derive(GraphQLObject)]
pub(crate) struct DecisionRecords {
    records: Vec<DecisionRecord>,
}

/// The explanations that are due, the earliest first. At most 100.
#[derive(GraphQLObject)]
pub(crate) struct DueExplanations {
    explanations: Vec<DueExplanation>,
}

object! {
    /// An explanation that a candidate has not got yet.
    struct DueExplanation(shortlist_domain::DueExplanation) as due {
        candidate_id: &str = due.candidate_id.as_str();
        job_id: &str = due.job_id.as_str();
        due_at: String = due.due_at.to_string();
    }
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
    /// Returns the number of bytes of its texts.
    pub(crate) fn text_bytes(&self) -> usize {
        let length = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
        let of_criterion = |criterion: &shortlist_app::PacketCriterion| {
            let findings = criterion.findings.iter();
            let findings = findings.map(|one| one.label.len() + one.quote.len() + one.page.len());
            let gaps = criterion.gaps.iter();
            let gaps = gaps.map(|gap| gap.label.len() + gap.gain.len());
            criterion.summary.len() + findings.sum::<usize>() + gaps.sum::<usize>()
        };
        let of_section = |section: &shortlist_app::PacketSection| {
            let criteria = section.criteria.iter().map(of_criterion);
            length(&section.paragraphs)
                + length(&section.items)
                + length(&section.notes)
                + criteria.sum::<usize>()
        };
        self.0.sections.iter().map(of_section).sum()
    }
}

impl DecisionRecords {
    pub(crate) fn of(decisions: Vec<Decision>) -> Self {
        Self {
            records: decisions.into_iter().map(DecisionRecord).collect(),
        }
    }
}

impl DueExplanations {
    pub(crate) fn of(due: Vec<shortlist_domain::DueExplanation>) -> Self {
        Self {
            explanations: due.into_iter().map(DueExplanation).collect(),
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
