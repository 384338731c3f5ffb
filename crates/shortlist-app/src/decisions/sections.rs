//! The sections of a packet.

use shortlist_domain::CandidateStatus;

use super::counterfactual::{Change, ChangeSet};
use super::labels::met;
use super::messages::Message;
use super::packet::{Facts, PacketDecision, PacketSection, criteria};
use super::values::{date, score};

/// The letters of a receipt's digest that are shown.
const DIGEST_LETTERS: usize = 16;

impl PacketSection {
    fn new(name: &'static str, heading: &str, paragraphs: Vec<String>) -> Self {
        Self {
            name,
            heading: heading.to_owned(),
            paragraphs,
            items: Vec::new(),
            criteria: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// Returns the sections in their order.
pub(super) fn sections(facts: &Facts<'_>) -> Vec<PacketSection> {
    let mut sections = vec![decision(facts), score_section(facts)];
    if facts.receipt.is_some() {
        sections.push(criteria_section(facts));
        sections.push(not_used(facts));
    }
    sections.extend(change(facts));
    sections.push(rights(facts));
    sections
}

/// Returns a message without values.
fn plain(facts: &Facts<'_>, message: Message) -> String {
    message.text(facts.language).to_owned()
}

fn decision(facts: &Facts<'_>) -> PacketSection {
    let (job, organization) = (facts.job.as_str(), facts.organization.as_str());
    let language = facts.language;
    let day = facts.decision.and_then(|decision| decision.decided_at);
    let day = day.map(|at| date(at.as_datetime().date_naive(), language));
    let status = facts.decision.map(|decision| decision.status);
    let what = match (status, &day) {
        (Some(CandidateStatus::Rejected), Some(_)) => Message::Rejected,
        (Some(CandidateStatus::Rejected), None) => Message::RejectedWithoutDate,
        (Some(CandidateStatus::Hired), Some(_)) => Message::Hired,
        (Some(CandidateStatus::Withdrawn), _) => Message::Withdrawn,
        _ => Message::Undecided,
    };
    let day = day.as_deref().unwrap_or_default();
    let values = [("date", day), ("job", job), ("organization", organization)];
    let mut paragraphs = vec![what.fill(language, &values)];
    let decided = facts
        .decision
        .filter(|decision| decision.status != CandidateStatus::Withdrawn);
    if let Some(decision) = decided {
        paragraphs.extend(who_and_why(facts, decision));
    }
    PacketSection::new(
        "decision",
        Message::DecisionHeading.text(language),
        paragraphs,
    )
}

fn who_and_why(facts: &Facts<'_>, decision: &PacketDecision) -> Vec<String> {
    let language = facts.language;
    let who = match &decision.decided_by {
        Some(who) => Message::DecidedBy.fill(language, &[("who", who)]),
        None => Message::DecidedByOperator.fill(language, &[("organization", &facts.organization)]),
    };
    let reason = decision.reason.as_ref();
    let reason = reason.map(|reason| Message::Reason.fill(language, &[("reason", reason)]));
    std::iter::once(who).chain(reason).collect()
}

fn score_section(facts: &Facts<'_>) -> PacketSection {
    let language = facts.language;
    let heading = Message::ScoreHeading.text(language);
    let Some(receipt) = facts.receipt else {
        let paragraphs = vec![plain(facts, Message::NoScore)];
        return PacketSection::new("score", heading, paragraphs);
    };
    let mut paragraphs = vec![
        Message::Score.fill(language, &[("score", &score(receipt.score, language))]),
        Message::ScoreSum.fill(language, &[("organization", &facts.organization)]),
    ];
    let model = receipt.model.as_ref();
    if let Some(model) = model.filter(|model| !model.opinions.is_empty()) {
        paragraphs.push(Message::ScoreModel.fill(language, &[("model", &model.name)]));
    }
    let digest: String = receipt.digest.chars().take(DIGEST_LETTERS).collect();
    let values = [
        ("version", receipt.engine_version.as_str()),
        ("date", &date(receipt.as_of, language)),
        ("digest", &digest),
    ];
    PacketSection {
        notes: vec![Message::ScoreVersion.fill(language, &values)],
        ..PacketSection::new("score", heading, paragraphs)
    }
}

fn criteria_section(facts: &Facts<'_>) -> PacketSection {
    let language = facts.language;
    let heading = Message::CriteriaHeading.text(language);
    let found = facts.receipt.map(|receipt| criteria(receipt, language));
    PacketSection {
        criteria: found.unwrap_or_default(),
        ..PacketSection::new("criteria", heading, Vec::new())
    }
}

fn not_used(facts: &Facts<'_>) -> PacketSection {
    let language = facts.language;
    let items = [
        Message::NotUsedContact,
        Message::NotUsedTraits,
        Message::NotUsedSchools,
        Message::NotUsedAnswers,
        Message::NotUsedOthers,
        Message::NotUsedHidden,
    ];
    let findings = facts.receipt.map_or(&[][..], |receipt| &receipt.findings);
    let hidden = findings
        .iter()
        .filter(|finding| finding.kind.is_excluded())
        .count();
    let count = hidden.to_string();
    let hidden = (hidden > 0).then(|| Message::HiddenFound.fill(language, &[("count", &count)]));
    PacketSection {
        items: items.map(|item| plain(facts, item)).to_vec(),
        notes: hidden.into_iter().collect(),
        ..PacketSection::new(
            "notUsed",
            Message::NotUsedHeading.text(language),
            vec![plain(facts, Message::NotUsedIntro)],
        )
    }
}

/// Returns what would have changed the order. Somebody who was hired needs no answer.
fn change(facts: &Facts<'_>) -> Option<PacketSection> {
    let language = facts.language;
    let change = facts.change?;
    if facts.decision.map(|decision| decision.status) == Some(CandidateStatus::Hired) {
        return None;
    }
    let heading = Message::ChangeHeading.text(language);
    let section = |paragraph: String| PacketSection::new("change", heading, vec![paragraph]);
    Some(match change {
        Change::Nobody => section(plain(facts, Message::ChangeNobody)),
        Change::Unknown => section(plain(facts, Message::ChangeUnknown)),
        Change::Above => section(plain(facts, Message::ChangeAbove)),
        Change::OutOfReach(best) => {
            let best = score(*best, language);
            section(Message::ChangeOutOfReach.fill(language, &[("score", &best)]))
        }
        Change::Sets { sets, has_more } => {
            let more = has_more.then(|| plain(facts, Message::ChangeMore));
            let checked = plain(facts, Message::ChangeChecked);
            PacketSection {
                items: sets.iter().map(|set| change_set(facts, set)).collect(),
                notes: more.into_iter().chain([checked]).collect(),
                ..section(plain(facts, Message::ChangeSets))
            }
        }
    })
}

fn change_set(facts: &Facts<'_>, set: &ChangeSet) -> String {
    let language = facts.language;
    let values = [
        ("requirements", &*met(&set.lines, language)),
        ("score", &*score(set.score, language)),
    ];
    Message::ChangeSet.fill(language, &values)
}

fn rights(facts: &Facts<'_>) -> PacketSection {
    let language = facts.language;
    let items = [Message::Access, Message::Correct, Message::Contest];
    let contact = match facts.contact {
        Some(contact) => Message::Contact.fill(language, &[("contact", contact)]),
        None => plain(facts, Message::NoContact),
    };
    let today = date(facts.now.as_datetime().date_naive(), language);
    let values = [
        ("organization", facts.organization.as_str()),
        ("date", &today),
    ];
    PacketSection {
        items: items.map(|item| plain(facts, item)).to_vec(),
        notes: vec![contact, Message::Created.fill(language, &values)],
        ..PacketSection::new("rights", Message::RightsHeading.text(language), Vec::new())
    }
}
