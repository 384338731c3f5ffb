//! The operations that explain decisions to candidates, and those on the records of decisions.

use chrono::Duration;
use shortlist_app::Operation;

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::decisions::{
    CandidatePacket, DecisionPolicyObject, DecisionRecord, DecisionRecords, DueExplanations,
    GetCandidatePacketInput, GetDecisionPolicyInput, GetDecisionRecordsInput,
    ListDueExplanationsInput, RecordExplanationInput, SetDecisionPolicyInput,
};

/// The days in which explanations are listed without a number.
const DEFAULT_DAYS: i32 = 30;

pub(crate) fn get_candidate_packet(
    context: &RequestContext,
    input: &GetCandidatePacketInput,
) -> Resolved<CandidatePacket> {
    context.perform(
        Operation::GetCandidatePacket,
        of_organization(&input.organization_id),
        |app, principal| {
            let language = input.language.as_deref();
            let packet = app
                .packets()
                .packet(principal, &input.candidate_id, language)?;
            let packet = CandidatePacket(packet);
            context.charge(packet.text_bytes())?;
            Ok(packet)
        },
    )
}

pub(crate) fn record_explanation(
    context: &RequestContext,
    input: &RecordExplanationInput,
) -> Resolved<DecisionRecord> {
    context.perform(
        Operation::RecordExplanation,
        of_organization(&input.organization_id),
        |app, principal| {
            let packets = app.packets();
            let decision = packets.record_explanation(principal, &input.candidate_id)?;
            Ok(DecisionRecord(decision))
        },
    )
}

pub(crate) fn list_due_explanations(
    context: &RequestContext,
    input: &ListDueExplanationsInput,
) -> Resolved<DueExplanations> {
    context.perform(
        Operation::ListDueExplanations,
        of_organization(&input.organization_id),
        |app, principal| {
            let days = input.within_days.unwrap_or(DEFAULT_DAYS).max(0);
            let within = Duration::days(i64::from(days));
            let due = app.packets().due_explanations(principal, within)?;
            Ok(DueExplanations::of(due))
        },
    )
}

pub(crate) fn get_decision_records(
    context: &RequestContext,
    input: &GetDecisionRecordsInput,
) -> Resolved<DecisionRecords> {
    context.perform(
        Operation::GetDecisionRecords,
        of_organization(&input.organization_id),
        |app, principal| {
            let packets = app.packets();
            let records = packets.decision_records(principal, &input.candidate_id)?;
            Ok(DecisionRecords::of(records))
        },
    )
}

pub(crate) fn get_decision_policy(
    context: &RequestContext,
    input: &GetDecisionPolicyInput,
) -> Resolved<DecisionPolicyObject> {
    context.perform(
        Operation::GetDecisionPolicy,
        of_organization(&input.organization_id),
        |app, principal| {
            let policy = app.packets().policy(principal)?;
            let warning = app.packets().retention_warning(principal)?;
            Ok(DecisionPolicyObject::of(policy, warning))
        },
    )
}

pub(crate) fn set_decision_policy(
    context: &RequestContext,
    input: &SetDecisionPolicyInput,
) -> Resolved<DecisionPolicyObject> {
    context.perform(
        Operation::SetDecisionPolicy,
        of_organization(&input.organization_id),
        |app, principal| {
            let policy = app.packets().set_policy(
                principal,
                input.contact.as_deref(),
                input.record_years,
            )?;
            let warning = app.packets().retention_warning(principal)?;
            Ok(DecisionPolicyObject::of(policy, warning))
        },
    )
}
