//! The small demo: twelve candidates, of whom two are on their way through the stages.

use std::collections::HashMap;

use shortlist_app::{MoveCandidates, SubmitReview};
use shortlist_domain::Job;

use super::interview::Interview;
use super::people::People;
use super::resumes::{self, RESUMES};
use crate::Failure;

/// The resumes whose candidates have left the first stage, each with the name of the stage. All of them have the status `Active`.
static MOVES: [(&str, &str); 2] = [
    ("data-analyst.docx", "Interview"),
    ("accountant.pdf", "Screening"),
];

/// The identifiers of candidates by the names of their files.
type Candidates = HashMap<String, String>;

/// Loads the small demo.
pub(super) fn load(people: &People<'_>, interview: Interview) -> Result<(), Failure> {
    let mut candidates = Candidates::new();
    for job in people.import_jobs()? {
        let files = resumes::of_job(&job.code);
        let uploaded = people.upload(people.recruiter(), &job, &files)?;
        let uploaded: Candidates = uploaded.into_iter().collect();
        move_through_stages(people, &job, &uploaded)?;
        candidates.extend(uploaded);
    }
    review(people, &candidates)?;
    let found = candidates.iter().find(|(file, _)| interview.is_of(file));
    let Some((_, candidate)) = found else {
        // The resume could not be read, which the upload has reported.
        return Ok(());
    };
    let id = interview.schedule(people, candidate)?;
    interview.report(people, &id)
}

/// Moves candidates of one job to their stages. A stage that the job does not have is left out.
fn move_through_stages(
    people: &People<'_>,
    job: &Job,
    candidates: &Candidates,
) -> Result<(), Failure> {
    let stages = people.stages(job)?;
    for (resume, name) in MOVES {
        let (Some(stage), Some(candidate)) = (stages.get(name), candidates.get(resume)) else {
            continue;
        };
        let request = MoveCandidates {
            candidate_ids: vec![candidate.clone()],
            stage_id: stage.clone(),
            reason: None,
        };
        people.move_to_stage(people.recruiter(), &request)?;
    }
    Ok(())
}

fn review(people: &People<'_>, candidates: &Candidates) -> Result<(), Failure> {
    for resume in &RESUMES {
        let (Some(scores), Some(candidate)) = (resume.reviews, candidates.get(resume.name)) else {
            continue;
        };
        for (reviewer, score) in people.recruiters.iter().zip(scores) {
            let review = SubmitReview {
                candidate_id: candidate.clone(),
                score,
                comment: None,
            };
            people.review(reviewer, &review)?;
        }
    }
    Ok(())
}
