//! Demo candidates who are on their way through the stages. The others are as new as after an upload.

use std::collections::HashMap;

use shortlist_app::MoveCandidates;
use shortlist_domain::{Job, Stage};

use super::People;
use crate::Failure;

/// The resumes whose candidates have left the first stage, each with the name of the stage. All of them have the status `Active`.
static MOVES: [(&str, &str); 2] = [
    ("data-analyst.docx", "Interview"),
    ("accountant.pdf", "Screening"),
];

impl People<'_> {
    /// Moves candidates of one job to their stages. A stage that the job does not have is left out.
    pub(super) fn move_through_stages(
        &self,
        job: &Job,
        candidates: &HashMap<&str, String>,
    ) -> Result<(), Failure> {
        let attempt = "move the demo candidates to their stages";
        let lists = self
            .app
            .jobs()
            .stage_lists(&self.organization_id, std::slice::from_ref(&job.id))
            .map_err(Failure::of(attempt))?;
        let stages: &[Stage] = lists.get(&job.id).map_or(&[], |list| list.stages());
        for (resume, name) in MOVES {
            let stage = stages.iter().find(|stage| stage.name == name);
            let (Some(stage), Some(candidate)) = (stage, candidates.get(resume)) else {
                continue;
            };
            let request = MoveCandidates {
                candidate_ids: vec![candidate.clone()],
                stage_id: stage.id.to_string(),
                reason: None,
            };
            self.app
                .candidates()
                .move_to_stage(self.recruiter(), &request)
                .map_err(Failure::of(attempt))?;
        }
        Ok(())
    }
}
