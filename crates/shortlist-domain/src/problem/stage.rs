//! What can be wrong with a list of stages.

use crate::{CandidateStatus, StageId};

super::problems! {
    /// What is wrong with a list of stages, or with moves to a new list.
    StageProblem {
        /// Two stages have this identifier.
        IdTwice(StageId) = "repeated",
        /// Two stages have this name.
        NameTwice(String) = "repeated",
        /// A default stage has another status.
        StatusOfDefault {
            /// The stage.
            stage: StageId,
            /// Its status.
            status: CandidateStatus,
        } = "statusFixed",
        /// No stage has this identifier.
        NoSuchStage(StageId) = "notFound",
        /// This stage stays, so its candidates need no move.
        Stays(StageId) = "stageStays",
        /// The new list has no such stage.
        NotInNewList(StageId) = "notFound",
        /// The job has no such stage.
        NotInJob(StageId) = "notFound",
        /// Jobs of the candidates have no such stage.
        NotInJobs {
            /// The stage.
            stage: StageId,
            /// The jobs.
            jobs: Vec<String>,
        } = "notFound",
    }
}
