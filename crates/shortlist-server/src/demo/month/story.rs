//! What happens with a candidate after the upload, by the score of the resume.

use std::collections::HashMap;

use chrono::Duration;
use fastrand::Rng;
use shortlist_domain::Timestamp;

use super::action::{ActionKind, Actor, Meeting, OfferTerms, ScheduledAction};
use super::applicant::{Actions, Applicant};
use super::calendar::{Calendar, later};
use super::texts::{self, JobTexts};

/// The least score of a strong candidate, in tenths.
const STRONG: u16 = 780;
/// The least score of a good candidate, in tenths.
const GOOD: u16 = 600;
/// The least score of a candidate who meets some of the requirements, in tenths.
const PARTIAL: u16 = 350;
/// Working days from the upload to an interview.
const UNTIL_INTERVIEW: u32 = 7;
/// Working days from the upload to an offer.
const UNTIL_OFFER: u32 = 12;
/// Days from an offer to the first day of work: whole weeks, so that it is a working day.
const UNTIL_START: i64 = 63;

/// What happens with the candidates of one job.
pub(super) struct Story {
    texts: Option<&'static JobTexts>,
    /// The identifiers of the stages by their names.
    stages: HashMap<String, String>,
    /// How many were invited so far.
    invited: usize,
    /// How many of the coming interviews have a candidate.
    coming: usize,
    offered: usize,
    /// The candidate whose interview has a transcript.
    known: Option<String>,
}

impl Story {
    /// Returns the story of the job with a code.
    pub(super) fn new(code: &str, stages: HashMap<String, String>) -> Self {
        Self {
            texts: texts::JOBS.iter().find(|texts| texts.code == code),
            stages,
            invited: 0,
            coming: 0,
            offered: 0,
            known: None,
        }
    }

    /// Returns the candidate whose interview has a transcript, if they applied for this job.
    pub(super) fn known_candidate(&self) -> Option<&str> {
        self.known.as_deref()
    }

    /// Returns what happens with a candidate.
    pub(super) fn of(
        &mut self,
        applicant: &Applicant,
        calendar: &mut Calendar,
        random: &mut Rng,
    ) -> Vec<ScheduledAction> {
        let mut actions = Actions::of(applicant);
        if applicant.is_known {
            self.known = Some(applicant.candidate.clone());
            self.screen(&mut actions, 1);
            let invited = later(applicant.at, 4, 20);
            self.go_to(&mut actions, invited, "Interview", None);
            self.reviews(&mut actions, random);
            return actions.list;
        }
        match applicant.tenths {
            STRONG.. => self.invite(&mut actions, calendar, random),
            GOOD.. => self.handle_good(&mut actions, calendar, random),
            PARTIAL.. => self.handle_partial(&mut actions, random),
            _ if random.u8(0..10) < 8 => {
                let at = later(applicant.at, 2, random.u32(5..90));
                self.go_to(&mut actions, at, "Rejected", Some(texts::NOT_MET));
            }
            _ => {}
        }
        actions.list
    }

    /// A good candidate: some are invited, and some have to wait or are rejected.
    fn handle_good(
        &mut self,
        actions: &mut Actions<'_>,
        calendar: &mut Calendar,
        random: &mut Rng,
    ) {
        let arrived = actions.applicant.at;
        let at = later(arrived, 6, random.u32(5..120));
        match random.u8(0..12) {
            0..=3 => self.invite(actions, calendar, random),
            4..=5 => self.screen(actions, 3),
            6..=8 => {
                self.screen(actions, 2);
                self.go_to(actions, at, "Rejected", Some(texts::OTHERS_FIT));
            }
            9 => {
                self.screen(actions, 2);
                self.go_to(actions, at, "On hold", Some(texts::ON_HOLD));
            }
            10 => {
                self.screen(actions, 2);
                let reason = random.choice(texts::WITHDRAWN);
                self.go_to(actions, at, "Withdrawn", reason);
            }
            _ => {}
        }
    }

    /// A candidate who meets some of the requirements.
    fn handle_partial(&mut self, actions: &mut Actions<'_>, random: &mut Rng) {
        let at = later(actions.applicant.at, 4, random.u32(5..120));
        match random.u8(0..10) {
            0..=5 => {
                let reasons = [texts::TOO_LITTLE, texts::TOO_LITTLE, texts::NOT_MET];
                self.go_to(actions, at, "Rejected", random.choice(reasons));
            }
            6..=7 => self.screen(actions, 3),
            _ => {}
        }
    }

    /// Reviews a candidate, invites them, and decides after the interview.
    fn invite(&mut self, actions: &mut Actions<'_>, calendar: &mut Calendar, random: &mut Rng) {
        let arrived = actions.applicant.at;
        self.invited = self.invited.saturating_add(1);
        self.screen(actions, 1);
        self.reviews(actions, random);
        let invited = later(arrived, 4, random.u32(5..60));
        self.go_to(actions, invited, "Interview", None);
        if self.invited % 2 == 1 {
            let note = random.choice(texts::NOTES).unwrap_or_default();
            let at = invited.plus(Duration::minutes(15));
            actions.add(at, Actor::Recruiter, ActionKind::Note(note));
        }
        let Some(texts) = self.texts else {
            return;
        };
        let day = later(arrived, UNTIL_INTERVIEW, 0).date();
        if let Some(held_at) = calendar.take_past(day, &texts.past) {
            self.interview(actions, random, held_at);
            if self.is_rejected_after_interview() {
                let decided = later(held_at, 2, 30);
                self.go_to(actions, decided, "Rejected", Some(texts::OTHERS_FIT));
            } else {
                self.offer(actions, calendar, texts);
            }
        } else if let Some(slot) = texts.coming.get(self.coming) {
            self.coming = self.coming.saturating_add(1);
            if let Some(at) = calendar.take_coming(slot.days, slot.minute) {
                self.meet(actions, invited.plus(Duration::minutes(30)), at, None);
            }
        }
    }

    /// Returns whether the interview disappoints: that of every fourth candidate who is invited.
    fn is_rejected_after_interview(&self) -> bool {
        self.invited % 4 == 2
    }

    /// Schedules an interview that is over, with its report and the interviewer's review.
    fn interview(&self, actions: &mut Actions<'_>, random: &mut Rng, held_at: Timestamp) {
        let is_strong = actions.applicant.tenths >= STRONG;
        let feedback = self.texts.and_then(|texts| {
            let least = usize::from(!is_strong);
            texts.feedback.get(random.usize(least..4))
        });
        let invited = later(actions.applicant.at, 4, 70);
        let reported = held_at.plus(Duration::minutes(90));
        let report = feedback.map(|text| (reported, *text));
        self.meet(actions, invited, held_at, report);
        let change = if self.is_rejected_after_interview() {
            -280
        } else {
            random.i32(-60..60)
        };
        let score = changed(actions.applicant.tenths, change);
        let kind = ActionKind::Review {
            score,
            comment: comment(score, random),
        };
        let at = reported.plus(Duration::minutes(20));
        actions.add(at, Actor::Interviewer, kind);
    }

    fn meet(
        &self,
        actions: &mut Actions<'_>,
        scheduled: Timestamp,
        at: Timestamp,
        report: Option<(Timestamp, &'static str)>,
    ) {
        let Some(texts) = self.texts else {
            return;
        };
        let meeting = Meeting {
            at,
            with_recruiter: self.invited.is_multiple_of(3),
            place: texts.place,
            time_zone: texts.time_zone,
            report,
        };
        actions.add(scheduled, Actor::Recruiter, ActionKind::Schedule(meeting));
    }

    /// Makes an offer to the first strong candidates of a job. The first one is hired.
    fn offer(&mut self, actions: &mut Actions<'_>, calendar: &Calendar, texts: &'static JobTexts) {
        let offered = later(actions.applicant.at, UNTIL_OFFER, 30);
        let accepted = later(offered, 3, 45);
        if actions.applicant.tenths < STRONG
            || self.offered >= 2
            || accepted.date() >= calendar.today()
        {
            return;
        }
        self.offered = self.offered.saturating_add(1);
        let is_hired = self.offered == 1;
        self.go_to(actions, offered, "Offer", None);
        let start = offered.plus(Duration::days(UNTIL_START)).date();
        let terms = OfferTerms {
            amount: texts.amount,
            currency: texts.currency,
            start,
            state: if is_hired { "Accepted" } else { "Sent" },
        };
        let sent = offered.plus(Duration::minutes(10));
        actions.add(sent, Actor::Recruiter, ActionKind::Offer(terms));
        if is_hired {
            self.go_to(actions, accepted, "Hired", None);
        }
    }

    /// Moves a candidate to the stage of screening.
    fn screen(&self, actions: &mut Actions<'_>, days: u32) {
        let at = later(actions.applicant.at, days, 25);
        self.go_to(actions, at, "Screening", None);
    }

    /// Adds the reviews of both recruiters. They disagree about every third candidate.
    fn reviews(&self, actions: &mut Actions<'_>, random: &mut Rng) {
        let tenths = actions.applicant.tenths;
        let disagreement = if self.invited % 3 == 1 { -300 } else { 0 };
        let changes = [
            (Actor::Recruiter, random.i32(-40..60)),
            (Actor::Colleague, disagreement + random.i32(-70..50)),
        ];
        for (actor, change) in changes {
            let at = later(actions.applicant.at, 2, random.u32(10..200));
            let score = changed(tenths, change);
            let comment = comment(score, random);
            actions.add(at, actor, ActionKind::Review { score, comment });
        }
    }

    fn go_to(
        &self,
        actions: &mut Actions<'_>,
        at: Timestamp,
        stage: &str,
        reason: Option<&'static str>,
    ) {
        let Some(stage) = self.stages.get(stage) else {
            return;
        };
        // Half of the decisions are the colleague's.
        let actor = if (at.unix_millis() / 60_000).is_multiple_of(2) {
            Actor::Recruiter
        } else {
            Actor::Colleague
        };
        let kind = ActionKind::Move {
            stage: stage.clone(),
            reason,
        };
        actions.add(at, actor, kind);
    }
}

/// Returns a changed score as a number of points.
fn changed(tenths: u16, change: i32) -> f64 {
    let tenths = i32::from(tenths).saturating_add(change).clamp(0, 1_000);
    // Reviewers think in halves of a point.
    f64::from(tenths / 5 * 5) / 10.0
}

fn comment(score: f64, random: &mut Rng) -> &'static str {
    let comments = if score >= 70.0 {
        texts::PRAISE
    } else {
        texts::DOUBT
    };
    random.choice(comments).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chrono::{Datelike as _, NaiveDate, Weekday};

    use super::super::ARRIVALS;
    use super::*;

    fn time(text: &str) -> Timestamp {
        Timestamp::parse("now", text).unwrap()
    }

    /// Returns what happens in a job for which three strong candidates apply on each day on which resumes arrive.
    fn actions(now: Timestamp) -> Vec<ScheduledAction> {
        let stages = ["Screening", "Interview", "Rejected", "Offer", "Hired"];
        let stages = stages.map(|name| (name.to_owned(), name.to_owned()));
        let mut story = Story::new("ENG-101", stages.into());
        let mut calendar = Calendar::of(now.date());
        let mut random = Rng::with_seed(1);
        let mut all = Vec::new();
        for days in ARRIVALS {
            for tenths in [800, 850, 900] {
                let applicant = Applicant {
                    candidate: format!("{tenths} of {days} days ago"),
                    tenths,
                    at: calendar.before(days, 600),
                    is_known: false,
                };
                all.extend(story.of(&applicant, &mut calendar, &mut random));
            }
        }
        all
    }

    /// Returns the days of the interviews that are not before a day.
    fn days_from(today: NaiveDate, all: Vec<ScheduledAction>) -> Vec<NaiveDate> {
        let scheduled = all.into_iter().filter_map(|(_, action)| match action.kind {
            ActionKind::Schedule(meeting) => Some(meeting.at.date()),
            _ => None,
        });
        scheduled.filter(|date| *date >= today).collect()
    }

    #[test]
    fn coming_interviews_are_on_the_next_working_days_at_every_hour() {
        let is_working_day =
            |date: &NaiveDate| !matches!(date.weekday(), Weekday::Sat | Weekday::Sun);
        for day in 23..=30 {
            for hour in ["00:10", "12:00", "23:50"] {
                let now = time(&format!("2026-11-{day}T{hour}:00Z"));
                let coming = days_from(now.date(), actions(now));
                assert_eq!(coming.len(), 5, "{now}: {coming:?}");
                let next = now.date().iter_days().filter(is_working_day).take(4);
                let next: BTreeSet<NaiveDate> = next.collect();
                let found: BTreeSet<NaiveDate> = coming.into_iter().collect();
                assert_eq!(found, next, "{now}");
            }
        }
    }

    #[test]
    fn some_are_rejected_after_the_interview_and_get_no_offer() {
        let all = actions(time("2026-11-30T12:00:00Z"));
        let candidates = |is_wanted: fn(&ActionKind) -> bool| {
            let wanted = all.iter().filter(|(_, action)| is_wanted(&action.kind));
            let candidates = wanted.map(|(_, action)| action.candidate.as_str());
            candidates.collect::<BTreeSet<_>>()
        };
        let interviewed = candidates(|kind| matches!(kind, ActionKind::Schedule(_)));
        let rejected = candidates(
            |kind| matches!(kind, ActionKind::Move { stage, .. } if stage == "Rejected"),
        );
        let offered = candidates(|kind| matches!(kind, ActionKind::Offer(_)));
        assert!(rejected.len() >= 3 && rejected.is_subset(&interviewed));
        assert_eq!(offered.len(), 2);
        assert!(offered.is_disjoint(&rejected));
    }
}
