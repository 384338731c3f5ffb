//! What can be wrong with a list of stages.

super::problems! {
    /// What is wrong with a list of stages, or with moves to a new list.
    StageProblem {
        /// Two stages have this identifier.
        IdTwice(String) = "repeated",
        /// Two stages have this name.
        NameTwice(String) = "repeated",
        /// A default stage has another status.
        StatusOfDefault {
            /// The stage.
            stage: String,
            /// Its status.
            status: &'static str,
        } = "statusFixed",
        /// No stage has this identifier.
        NoSuchStage(String) = "notFound",
        /// This stage stays, so its candidates need no move.
        Stays(String) = "stageStays",
        /// The new list has no such stage.
        NotInNewList(String) = "notFound",
        /// The job has no such stage.
        NotInJob(String) = "notFound",
        /// Jobs of the candidates have no such stage.
        NotInJobs {
            /// The stage.
            stage: String,
            /// The jobs.
            jobs: Vec<String>,
        } = "notFound",
    }
}
