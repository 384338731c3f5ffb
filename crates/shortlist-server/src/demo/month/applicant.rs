//! A candidate who has applied, and what users do with them.

use shortlist_domain::Timestamp;

use super::action::{Action, ActionKind, Actor, ScheduledAction};

/// A candidate whose resume has just arrived.
pub(super) struct Applicant {
    pub(super) candidate: String,
    /// The score in tenths.
    pub(super) tenths: u16,
    pub(super) at: Timestamp,
    /// Whether it is the candidate whose interview has a transcript.
    pub(super) is_known: bool,
}

/// A candidate's actions, while they are collected.
pub(super) struct Actions<'a> {
    pub(super) applicant: &'a Applicant,
    pub(super) list: Vec<ScheduledAction>,
}

impl<'a> Actions<'a> {
    pub(super) fn of(applicant: &'a Applicant) -> Self {
        Self {
            applicant,
            list: Vec::new(),
        }
    }

    /// Adds what a user does at a time.
    pub(super) fn add(&mut self, at: Timestamp, actor: Actor, kind: ActionKind) {
        let action = Action {
            candidate: self.applicant.candidate.clone(),
            actor,
            kind,
        };
        self.list.push((at, action));
    }
}
