//! A candidate on the board: who it is, the position, the score, and the time in the stage.

use shortlist_domain::{Candidate, Position, Resume, Score, Timestamp};

use super::load::{CardFacts, Group};
use crate::duration::days_between;
use crate::naming::name_of;

/// A candidate of a column.
pub(super) struct Card {
    pub(super) id: String,
    pub(super) name: String,
    /// The code, unless it is the name.
    pub(super) code: Option<String>,
    pub(super) position: CardPosition,
    pub(super) score: Option<Score>,
    /// How long the candidate is in the stage, such as `3 days`.
    pub(super) stay: String,
    /// The day on which that began.
    pub(super) since: String,
    pub(super) reason: String,
    /// Whether nobody has decided about the candidate, in a column that has others too.
    pub(super) is_new: bool,
}

/// What the resume says that somebody does, or did last.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct CardPosition {
    /// The title and the employer; empty if the resume shows neither with certainty.
    pub(super) text: String,
    /// Whether the position has ended.
    pub(super) is_former: bool,
}

impl Card {
    pub(super) fn of(
        candidate: Candidate,
        group: Group,
        facts: &CardFacts,
        now: Timestamp,
    ) -> Self {
        let document = facts.documents.get(&candidate.id);
        let since = facts.since.get(&candidate.id);
        let since = since.copied().unwrap_or(candidate.created_at);
        let name = name_of(&candidate);
        Self {
            is_new: candidate.status.is_none() && group == Group::All,
            code: Some(candidate.code.to_string()).filter(|code| *code != name),
            name,
            position: document
                .map(|document| CardPosition::of(&document.resume))
                .unwrap_or_default(),
            score: candidate.score,
            stay: days_between(since, now),
            since: since.date().to_string(),
            reason: candidate.status_reason.unwrap_or_default(),
            id: candidate.id.into_string(),
        }
    }
}

impl CardPosition {
    /// Returns the position that somebody holds, or else the first one of the resume. Uncertain ones are left out.
    fn of(resume: &Resume) -> Self {
        let held = resume.certain_positions().find(|one| one.current);
        let shown = held.or_else(|| resume.certain_positions().next());
        shown.map(Self::of_position).unwrap_or_default()
    }

    fn of_position(position: &Position) -> Self {
        let parts = [&position.title, &position.organization];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        Self {
            text: parts.join(", "),
            is_former: !position.current && position.end.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{MediaKind, PartialDate, PositionConfidence, ResumeText};

    use super::*;

    fn position(title: &str, organization: &str) -> Position {
        Position {
            title: Some(title.to_owned()),
            organization: Some(organization.to_owned()),
            ..Position::default()
        }
    }

    fn shown(positions: Vec<Position>) -> CardPosition {
        CardPosition::of(&Resume {
            positions,
            ..Resume::of_text(MediaKind::Pdf, ResumeText::default())
        })
    }

    #[test]
    fn the_position_that_somebody_holds_is_shown_before_others() {
        let ended = Position {
            end: PartialDate::parse("date", "2026-01").ok(),
            ..position("Nurse", "City Hospital")
        };
        let held = Position {
            current: true,
            ..position("Head nurse", "General Hospital")
        };
        let card = shown(vec![ended.clone(), held]);
        assert_eq!(card.text, "Head nurse, General Hospital");
        assert!(!card.is_former);
        let card = shown(vec![ended]);
        assert_eq!(card.text, "Nurse, City Hospital");
        assert!(card.is_former);
    }

    #[test]
    fn uncertain_positions_are_left_out() {
        let uncertain = Position {
            confidence: PositionConfidence {
                title: 20,
                organization: 20,
            },
            current: true,
            ..position("References", "On request")
        };
        assert_eq!(shown(vec![uncertain]), CardPosition::default());
        let title_only = Position {
            organization: None,
            ..position("Nurse", "")
        };
        assert_eq!(shown(vec![title_only]).text, "Nurse");
    }
}
