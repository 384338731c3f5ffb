//! Problems of jobs, of their stages, and of the weights of their criteria.

use crate::{JobProblem, StageProblem, WeightProblem};

/// Returns why a change of a job, or an upload to it, is refused.
pub(super) fn job(problem: &JobProblem) -> String {
    use JobProblem as P;
    match problem {
        P::Changed(revision) => format!(
            "somebody changed the job meanwhile, and its revision is {revision}; read it again and repeat the change"
        ),
        P::BlindFixed => {
            "the job has candidates, so blind review can no longer be switched on or off; reveal single candidates, \
             or create another job"
                .to_owned()
        }
        P::AcceptsNoResumes(status) => {
            let status = status.to_lowercase();
            format!("names a job that is {status}; reopen it with setJobStatus to upload resumes")
        }
        P::NoSuchOccupation {
            code,
            unknown,
            of_title,
        } => format!(
            "has no occupation with the code “{code}”; find one by a job title with searchOccupations, and give its code \
             such as 29-1141.00, or {unknown}, or {of_title} to read it from the title of the job"
        ),
        P::NoKnownOccupation => {
            "must name known occupations: by common job titles such as nurse, or by codes such as 29-1141.00 or their \
             beginnings"
                .to_owned()
        }
    }
}

/// Returns what is wrong with a list of stages, or with moves to a new list.
pub(super) fn stage(problem: &StageProblem) -> String {
    use StageProblem as P;
    match problem {
        P::IdTwice(id) => format!("the _id {id} occurs twice"),
        P::NameTwice(name) => format!("the name {name} occurs twice; names must differ"),
        P::StatusOfDefault { stage, status } => {
            format!("the stage {stage} always has the status {status}; add another stage")
        }
        P::NoSuchStage(id) => format!("no stage has the _id {id}; leave _id out to add a stage"),
        P::Stays(stage) => {
            format!("the stage {stage} stays; move its candidates with moveCandidates")
        }
        P::NotInNewList(stage) => format!("the new list has no stage {stage}"),
        P::NotInJob(stage) => format!("the job has no stage {stage}"),
        P::NotInJobs { stage, jobs } => format!(
            "these jobs have no stage {stage}, so no candidate was moved: {}; getJob returns the stages of a job",
            jobs.join(", ")
        ),
    }
}

/// Returns what is wrong with the weights of criteria.
pub(super) fn weight(problem: &WeightProblem) -> String {
    use WeightProblem as P;
    match problem {
        P::CriterionTwice(name) => format!("names the criterion '{name}' twice"),
        P::AllZero => "must have at least one weight above 0".to_owned(),
        P::CriterionName(most) => {
            format!("has a criterion whose name is not 1 to {most} characters")
        }
        P::NotWeight(name) => format!("the weight of '{name}' must be a number of 0 or more"),
        P::ProtectedTrait(name) => {
            format!("'{name}' is a protected trait or a proxy for one and cannot be scored")
        }
    }
}
