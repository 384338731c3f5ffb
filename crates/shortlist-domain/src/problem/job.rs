//! What can be wrong with jobs.

super::problems! {
    /// Why a change of a job, or an upload to it, is refused.
    JobProblem {
        /// Somebody changed the job meanwhile, and it has this revision.
        Changed(i64) = "changedMeanwhile",
        /// Blind review cannot be switched any more, because the job has candidates.
        BlindFixed = "hasCandidates",
        /// A job with this status accepts no resumes.
        AcceptsNoResumes(&'static str) = "notOpen",
        /// No occupation has a code.
        NoSuchOccupation {
            /// The beginning of the code.
            code: String,
            /// The value for an unknown occupation.
            unknown: &'static str,
            /// The value for the occupation of the title.
            of_title: &'static str,
        } = "notFound",
        /// No known occupation has this title.
        NoKnownOccupation = "notFound",
    }
}
