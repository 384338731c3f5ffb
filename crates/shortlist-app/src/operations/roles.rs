//! Which role may call which operation.

use shortlist_domain::{Permission, UserType};

use super::Operation;

impl Operation {
    /// Returns whether users of this role may call the operation: the table that the API and the web app ask. What is not named here
    /// for a role is refused, except that an Admin may do everything and a Recruiter everything but manage.
    ///
    /// An Interviewer reaches only the candidates assigned to them, and a hiring manager only the jobs of their teams. A hiring manager
    /// may [decide](Self::decides) only if the organization allows it.
    pub fn is_open_to(self, role: UserType) -> bool {
        let managing = matches!(
            self.permission(),
            Some(Permission::Admin | Permission::Webhooks)
        );
        match role {
            UserType::Admin => true,
            UserType::Recruiter => !managing,
            UserType::HiringManager => {
                self.is_of_own_account()
                    || self.reads_a_job()
                    || self.is_interviewing()
                    || self.decides()
                    || matches!(
                        self,
                        Self::AddNote | Self::DeleteNote | Self::SaveView | Self::DeleteSavedView
                    )
            }
            UserType::ReadOnly => {
                self.is_of_own_account() || self.reads_a_job() || self.reads_other_records()
            }
            UserType::Interviewer => self.is_of_own_account() || self.is_interviewing(),
        }
    }

    /// Returns whether it concerns only the caller's own account: these are the operations that any key may call.
    fn is_of_own_account(self) -> bool {
        self.permission().is_none()
    }

    /// Returns whether interviewers need it to see and review the candidates assigned to them.
    fn is_interviewing(self) -> bool {
        matches!(
            self,
            Self::GetCandidate
                | Self::RevealCandidate
                | Self::GetOriginalFile
                | Self::GetDocument
                | Self::GetInterviews
                | Self::GetInterviewCalendar
                | Self::GetInterviewReport
                | Self::SubmitInterviewReport
                | Self::PutRecording
                | Self::DeleteRecording
                | Self::SubmitReview
                | Self::ListReviews
        )
    }

    /// Returns whether it reads jobs, or candidates and interviews of jobs, and changes nothing. Each leaves out the jobs that the
    /// caller has no access to.
    fn reads_a_job(self) -> bool {
        matches!(
            self,
            Self::GetJobs
                | Self::GetJob
                | Self::ListJobs
                | Self::GetCandidates
                | Self::ExportCandidates
                | Self::GetCandidate
                | Self::GetOriginalFile
                | Self::GetDocument
                | Self::GetCandidatePacket
                | Self::GetLeaderboard
                | Self::ExplainScore
                | Self::GetActivity
                | Self::GetRecruitingReport
                | Self::GetRejectionReasons
                | Self::GetCustomFields
                | Self::GetStageTemplate
                | Self::GetInterviews
                | Self::GetInterviewCalendar
                | Self::GetInterviewReport
                | Self::ListReviews
                | Self::ListInterviewers
                | Self::ListCorrections
                | Self::ListDueExplanations
                | Self::ListMails
                | Self::ListSavedViews
                | Self::SearchPeople
                | Self::GetPerson
        )
    }

    /// Returns whether it reads something else that Recruiters read, and changes nothing.
    fn reads_other_records(self) -> bool {
        matches!(
            self,
            Self::SearchOccupations
                | Self::ExportCandidate
                | Self::ExportPerson
                | Self::ListErasures
                | Self::ChangesSince
                | Self::GetBusyTimes
        )
    }

    /// Returns whether it changes the status or the stage of candidates, or shows what that would send. Hiring managers need the
    /// permission of the organization for it.
    pub fn decides(self) -> bool {
        matches!(
            self,
            Self::UpdateCandidate
                | Self::UpdateCandidates
                | Self::MoveCandidates
                | Self::PreviewRejectionMails
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrower_roles_may_do_nothing_that_a_recruiter_may_not() {
        for role in [UserType::HiringManager, UserType::ReadOnly] {
            for operation in Operation::ALL {
                let is_open = operation.is_open_to(role);
                assert!(
                    !is_open || operation.is_open_to(UserType::Recruiter),
                    "{operation:?}"
                );
            }
        }
    }
}
