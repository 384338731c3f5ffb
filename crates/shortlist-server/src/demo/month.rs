//! The full demo: about fifty candidates for each job, and a month of work with them.
//!
//! What happens waits in a queue, by its time. The demo's clock goes to each time, and the users act through the use cases.
//! Whatever a recruiter decides depends on the score that the resume got.

mod action;
mod applicant;
mod calendar;
mod story;
mod texts;

use std::collections::{BTreeMap, HashMap};

use chrono::Duration;
use fastrand::Rng;
use shortlist_app::{Clock as _, SetJobStatus, UpdateCandidates};
use shortlist_domain::{Job, Timestamp};

use super::careers;
use super::clock::DemoClock;
use super::interview::Interview;
use super::people::{DemoFile, People};
use super::resumes;
use crate::Failure;
use crate::progress::Progress;
use action::{Action, ScheduledAction};
use applicant::Applicant;
use calendar::Calendar;
use story::Story;

/// The seed of every choice that does not depend on scores.
const SEED: u64 = 1_130;
/// The working days before today on which resumes arrive. Who applied 7, 6 or 5 days ago has an interview today or later.
const ARRIVALS: [u32; 13] = [22, 21, 20, 18, 16, 14, 12, 10, 7, 6, 5, 2, 1];
/// How many working days before today the jobs are created.
const OPENING: u32 = 24;
/// How many working days before today the interview with a transcript is scheduled, and how many it is held.
const KNOWN_INTERVIEW: [u32; 2] = [4, 1];
/// The minute of the day at which both happen.
const KNOWN_INTERVIEW_MINUTE: u32 = 12 * 60;
/// The minutes from the beginning of that interview until its report.
const UNTIL_REPORT: i64 = 90;
/// Where candidates come from.
const SOURCES: [&str; 4] = ["Careers page", "Job board", "Referral", "Career fair"];

/// Loads the full demo.
pub(super) fn load(
    people: &People<'_>,
    clock: &DemoClock,
    mut interview: Interview,
) -> Result<(), Failure> {
    let mut calendar = Calendar::of(clock.now().date());
    let [scheduled_at, held_at] =
        KNOWN_INTERVIEW.map(|days| calendar.before(days, KNOWN_INTERVIEW_MINUTE));
    calendar.take(held_at);
    interview.date_and_time = held_at.to_string();
    clock.go_to(calendar.before(OPENING, 8 * 60));
    let jobs = open_jobs(people)?;
    let mut month = Month {
        people,
        interview,
        stories: Vec::new(),
        jobs,
        queue: BTreeMap::new(),
        queued: 0,
        random: Rng::with_seed(SEED),
        calendar,
    };
    month.plan_arrivals()?;
    let total = month.queue.values().map(Event::resumes).sum();
    let progress = Progress::counting("loading the demo", total);
    while let Some(((at, _), event)) = month.queue.pop_first() {
        clock.go_to(at);
        let resumes = event.resumes();
        month.perform(at, event)?;
        progress.add(resumes);
    }
    // This comes last, because its report says that all is loaded.
    if let Some(candidate) = month.stories.iter().find_map(Story::known_candidate) {
        clock.go_to(scheduled_at);
        let id = month.interview.schedule(people, candidate)?;
        clock.go_to(held_at.plus(Duration::minutes(UNTIL_REPORT)));
        month.interview.report(people, &id)?;
    }
    clock.return_to_present();
    Ok(())
}

/// Creates the jobs, and publishes the draft.
fn open_jobs(people: &People<'_>) -> Result<Vec<Job>, Failure> {
    let jobs = people.import_jobs()?;
    for job in jobs.iter().filter(|job| job.is_draft()) {
        let request = SetJobStatus {
            job_id: job.id.to_string(),
            status: "Open".to_owned(),
            reason: None,
        };
        people
            .app
            .jobs()
            .set_status(people.recruiter(), &request)
            .map_err(Failure::of("publish a demo job"))?;
    }
    Ok(jobs)
}

/// What is still to happen.
enum Event {
    /// Resumes arrive for the job with this index.
    Upload(usize, Vec<DemoFile>),
    /// A user does something.
    Act(Action),
}

impl Event {
    /// Returns the number of its resumes.
    fn resumes(&self) -> u64 {
        match self {
            Self::Upload(_, files) => u64::try_from(files.len()).unwrap_or(u64::MAX),
            Self::Act(_) => 0,
        }
    }
}

/// The month, while it is loaded.
struct Month<'a> {
    people: &'a People<'a>,
    /// The interview with a transcript.
    interview: Interview,
    jobs: Vec<Job>,
    stories: Vec<Story>,
    /// By time; the number keeps the order of what happens at the same time.
    queue: BTreeMap<(Timestamp, usize), Event>,
    /// How many events were put into the queue so far.
    queued: usize,
    random: Rng,
    calendar: Calendar,
}

impl Month<'_> {
    /// Puts the uploads into the queue: for each job, some resumes on each day on which any arrive.
    fn plan_arrivals(&mut self) -> Result<(), Failure> {
        let mut invented = careers::resumes(self.calendar.today())?;
        for (index, job) in self.jobs.clone().iter().enumerate() {
            self.stories
                .push(Story::new(&job.code, self.people.stages(job)?));
            let mut files = resumes::of_job(&job.code);
            files.extend(invented.remove(&job.code).unwrap_or_default());
            let mut files = files.into_iter();
            for (days, left) in ARRIVALS.into_iter().zip((1..=ARRIVALS.len()).rev()) {
                let minute = 8 * 60 + 20 + self.random.u32(0..360);
                // What is left is spread evenly over the days that are left.
                let size = files.len().div_ceil(left);
                let arriving: Vec<DemoFile> = files.by_ref().take(size).collect();
                if !arriving.is_empty() {
                    let at = self.calendar.before(days, minute);
                    self.push(at, Event::Upload(index, arriving));
                }
            }
        }
        Ok(())
    }

    /// Puts something into the queue, unless it would happen today or later. So every start on the same day loads the same data.
    fn push(&mut self, at: Timestamp, event: Event) {
        if at.date() < self.calendar.today() {
            self.queue.insert((at, self.queued), event);
            self.queued = self.queued.saturating_add(1);
        }
    }

    fn perform(&mut self, at: Timestamp, event: Event) -> Result<(), Failure> {
        let following = match event {
            Event::Upload(job, files) => self.receive(job, at, &files)?,
            Event::Act(action) => action.perform(self.people)?,
        };
        for (at, action) in following {
            self.push(at, Event::Act(action));
        }
        Ok(())
    }

    /// Uploads resumes, and returns what happens with their candidates.
    fn receive(
        &mut self,
        index: usize,
        at: Timestamp,
        files: &[DemoFile],
    ) -> Result<Vec<ScheduledAction>, Failure> {
        let people = self.people;
        let (Some(job), Some(story)) = (self.jobs.get(index), self.stories.get_mut(index)) else {
            return Ok(Vec::new());
        };
        let recruiter = people.recruiter();
        let uploaded = people.upload(recruiter, job, files)?;
        if uploaded.is_empty() {
            return Ok(Vec::new());
        }
        let source = self.random.choice(SOURCES).unwrap_or_default();
        let request = UpdateCandidates {
            candidate_ids: uploaded.iter().map(|(_, id)| id.clone()).collect(),
            source: Some(Some(source.to_owned())),
            ..UpdateCandidates::default()
        };
        let attempt = "load the demo candidates";
        let candidates = people.app.candidates();
        let changed = candidates
            .update_many(recruiter, request)
            .map_err(Failure::of(attempt))?;
        let scores: HashMap<String, u16> = changed
            .into_iter()
            .filter_map(|one| Some((one.id.to_string(), one.score?.tenths())))
            .collect();
        let mut actions = Vec::new();
        for (file, candidate) in uploaded {
            let applicant = Applicant {
                tenths: scores.get(&candidate).copied().unwrap_or_default(),
                candidate,
                at,
                is_known: self.interview.is_of(&file),
            };
            actions.extend(story.of(&applicant, &mut self.calendar, &mut self.random));
        }
        Ok(actions)
    }
}
