//! Changes that a status does not allow.

use crate::StatusProblem;

/// Returns why a status does not allow a change.
pub(super) fn status(problem: &StatusProblem) -> String {
    use StatusProblem as P;
    match problem {
        P::InterviewTransition { from, to, next } => {
            let next = match next.as_slice() {
                [] => format!("{from} is final"),
                names => format!("allowed from {from}: {}", names.join(", ")),
            };
            format!("an interview that is {from} cannot become {to}; {next}")
        }
        P::InterviewTimeFixed(is) => {
            format!("an interview that is {is} cannot be moved; omit dateAndTime")
        }
        P::InterviewerFixed(is) => {
            format!("an interview that is {is} cannot get another interviewer; schedule a new one")
        }
        P::InterviewHasReport => {
            "the interviewer has submitted a report or a recording; schedule a new interview"
                .to_owned()
        }
        P::JobTransition { from, to, next } => {
            let next = next.join(", ");
            format!("a job that is {from} cannot become {to}; allowed from {from}: {next}")
        }
        P::NoReasonForJobStatus(to) => {
            format!("is missing; say why the job becomes {to}, for example: position filled")
        }
        P::JobNotDraft(from) => {
            format!("the job is {from}; reopen it with setJobStatus first")
        }
        P::OfferTransition { from, to, next } => {
            let next = next.join(", ");
            format!("an offer that is {from} cannot become {to}; allowed from {from}: {next}")
        }
        P::OfferTermsFixed(state) => {
            format!(
                "amount, currency and startDate change only in a draft, and the offer is {state}; withdraw it and set its \
                 state to Draft first"
            )
        }
    }
}
