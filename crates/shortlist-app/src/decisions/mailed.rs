//! The packet as a part of the mail that rejects a candidate. It says what the page says, in the same words.

use shortlist_domain::{Candidate, CandidateStatus, OrganizationId, Principal};
use shortlist_mail::{Explanation, Language};

use super::Packets;
use super::language::PacketLanguage;
use super::messages::Message;
use super::packet::{CandidatePacket, PacketCriterion, PacketDecision, PacketSection};
use crate::error::AppError;

/// The most characters of an explanation in a mail.
const MAX_CHARS: usize = 20_000;
/// The characters between two paragraphs.
const GAP: usize = 2;

impl Packets<'_> {
    /// Returns whether rejections explain the decision: only if the organization has a contact, whom a candidate can ask about it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) fn are_mailed(&self, organization: &OrganizationId) -> Result<bool, AppError> {
        let organizations = self.records.store.organizations();
        let policy = organizations.decision_policy(organization)?;
        Ok(policy.contact.is_some())
    }

    /// Returns the explanation for a mail to a candidate who is rejected, if rejections have one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) fn mailed(
        &self,
        candidate: &Candidate,
        language: Language,
    ) -> Result<Option<Explanation>, AppError> {
        if !self.are_mailed(&candidate.organization_id)? {
            return Ok(None);
        }
        let decision = self.decision(candidate)?;
        let packet = self.assemble(candidate, decision, language.into())?;
        Ok(Some(packet.to_mail()))
    }

    /// Returns the explanation that a candidate would get if the caller rejected them now, without a reason. The caller has to see the
    /// candidate unmasked.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) fn mailed_if_rejected(
        &self,
        principal: &Principal,
        candidate: &Candidate,
        language: Language,
    ) -> Result<Explanation, AppError> {
        let decision = PacketDecision {
            status: CandidateStatus::Rejected,
            decided_at: Some(self.records.clock.now()),
            decided_by: self.name_of(candidate, &principal.user_id)?,
            reason: None,
            due_at: None,
            explained_at: None,
        };
        let packet = self.assemble(candidate, Some(decision), language.into())?;
        Ok(packet.to_mail())
    }
}

impl CandidatePacket {
    /// Writes the packet as paragraphs. If they are too long, some are left out before the last section, which says what the candidate
    /// can do.
    fn to_mail(&self) -> Explanation {
        let mut paragraphs = vec![format!("{}\n{}", self.title, self.subtitle)];
        let (last, first) = match self.sections.split_last() {
            Some((last, first)) => (self.of_section(last), first),
            None => (Vec::new(), &[][..]),
        };
        paragraphs.extend(first.iter().flat_map(|section| self.of_section(section)));
        Explanation {
            paragraphs: shortened(paragraphs, last, self.language),
            contact: self.contact.clone().unwrap_or_default(),
        }
    }

    /// Writes a section. Its heading is a line above the first paragraph.
    fn of_section(&self, section: &PacketSection) -> Vec<String> {
        let items = (!section.items.is_empty()).then(|| listed(&section.items));
        let criteria = section.criteria.iter();
        let criteria = criteria.flat_map(|criterion| self.of_criterion(criterion));
        let mut paragraphs: Vec<String> = section.paragraphs.clone();
        paragraphs.extend(items);
        paragraphs.extend(criteria);
        paragraphs.extend_from_slice(&section.notes);
        match paragraphs.first_mut() {
            Some(first) => *first = format!("{}\n{first}", section.heading),
            None => paragraphs.push(section.heading.clone()),
        }
        paragraphs
    }

    fn of_criterion(&self, criterion: &PacketCriterion) -> Vec<String> {
        let mut paragraphs = vec![format!("{}\n{}", criterion.name, criterion.summary)];
        paragraphs.extend(criterion.nothing.map(str::to_owned));
        let findings = criterion.findings.iter().map(|finding| {
            let values = [("label", finding.label.as_str()), ("quote", &finding.quote)];
            let quoted = Message::Quoted.fill(self.language, &values);
            joined(&one_line(&quoted), " ", &finding.page)
        });
        let findings: Vec<String> = findings.collect();
        let gaps = criterion.gaps.iter();
        let gaps: Vec<String> = gaps
            .map(|gap| joined(&gap.label, " – ", &gap.gain))
            .collect();
        for (heading, items) in [(self.found_heading, findings), (self.gaps_heading, gaps)] {
            if !items.is_empty() {
                paragraphs.push(format!("{heading}\n{}", listed(&items)));
            }
        }
        paragraphs
    }
}

/// Returns a list, with an item on each line.
fn listed(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("- {item}")).collect();
    items.join("\n")
}

/// Returns a text with another one after it, if that one is not empty.
fn joined(text: &str, between: &str, more: &str) -> String {
    if more.is_empty() {
        text.to_owned()
    } else {
        format!("{text}{between}{more}")
    }
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// Returns paragraphs and the last ones. Of the others, only the first ones are kept, with a sentence about that, if all are too long.
fn shortened(paragraphs: Vec<String>, last: Vec<String>, language: PacketLanguage) -> Vec<String> {
    let cut = Message::MailIsCut.text(language);
    let length = |text: &str| text.chars().count().saturating_add(GAP);
    let kept: usize = last.iter().map(|text| length(text)).sum();
    let mut room = MAX_CHARS.saturating_sub(kept.saturating_add(length(cut)));
    let count = paragraphs.len();
    let fits = |text: &String| match room.checked_sub(length(text)) {
        Some(left) => {
            room = left;
            true
        }
        None => false,
    };
    let mut shown: Vec<String> = paragraphs.into_iter().take_while(fits).collect();
    if shown.len() < count {
        shown.push(cut.to_owned());
    }
    shown.extend(last);
    shown
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{CandidateId, MicroPoints};

    use super::*;
    use crate::decisions::{PacketFinding, PacketGap};

    fn packet(sections: Vec<PacketSection>) -> CandidatePacket {
        CandidatePacket {
            language: PacketLanguage::German,
            candidate_id: CandidateId::parse("id", "cnd_1").unwrap(),
            code: "CAN-000001".to_owned(),
            full_name: "Ada Example".to_owned(),
            title: "Title".to_owned(),
            subtitle: "Subtitle".to_owned(),
            decision: None,
            score: None,
            sections,
            found_heading: "Found",
            gaps_heading: "Gaps",
            contact: Some("people@example.org".to_owned()),
        }
    }

    fn section(heading: &str, paragraphs: &[&str]) -> PacketSection {
        PacketSection {
            name: "decision",
            heading: heading.to_owned(),
            paragraphs: paragraphs.iter().map(|&one| one.to_owned()).collect(),
            items: Vec::new(),
            criteria: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn criterion() -> PacketCriterion {
        PacketCriterion {
            criterion: "skills".to_owned(),
            name: "Skills".to_owned(),
            weight: MicroPoints::new(0),
            value: MicroPoints::new(0),
            summary: "One of two".to_owned(),
            findings: vec![PacketFinding {
                label: "Rust".to_owned(),
                quote: "wrote\n Rust".to_owned(),
                page: "(page 2)".to_owned(),
            }],
            gaps: vec![PacketGap {
                label: "Kafka".to_owned(),
                gain: "5 points".to_owned(),
            }],
            nothing: None,
        }
    }

    #[test]
    fn each_part_of_a_packet_is_a_paragraph() {
        let full = PacketSection {
            items: vec!["a".to_owned(), "b".to_owned()],
            criteria: vec![criterion()],
            notes: vec!["Note".to_owned()],
            ..section("Heading", &["First", "Second"])
        };
        let mail = packet(vec![full, section("Empty", &[])]).to_mail();
        let expected = [
            "Title\nSubtitle",
            "Heading\nFirst",
            "Second",
            "- a\n- b",
            "Skills\nOne of two",
            "Found\n- Rust: „wrote Rust“ (page 2)",
            "Gaps\n- Kafka – 5 points",
            "Note",
            "Empty",
        ];
        assert_eq!(mail.paragraphs, expected);
        assert_eq!(mail.contact, "people@example.org");
    }

    #[test]
    fn a_long_explanation_is_cut_before_the_last_section() {
        let long = "ü".repeat(MAX_CHARS / 4);
        let paragraphs = [long.as_str(); 4];
        let mail = packet(vec![
            section("Long", &paragraphs),
            section("Last", &["End"]),
        ])
        .to_mail();
        let chars: usize = mail.paragraphs.iter().map(|one| one.chars().count()).sum();
        assert!(chars <= MAX_CHARS, "{chars}");
        let cut = Message::MailIsCut.text(PacketLanguage::German);
        let [_, _, kept @ .., before, last] = mail.paragraphs.as_slice() else {
            panic!("{mail:?}");
        };
        assert_eq!((before.as_str(), last.as_str()), (cut, "Last\nEnd"));
        assert_eq!(kept, [long.clone(), long]);
        let whole = packet(vec![section("Short", &["a"]), section("Last", &["End"])]).to_mail();
        assert!(!whole.paragraphs.iter().any(|one| one == cut));
    }
}
