//! Changes that a status does not allow.

use crate::StatusProblem;

/// Returns why a status does not allow a change.
pub(super) fn status(problem: &StatusProblem) -> String {
    use StatusProblem as P;
    match problem {
        P::InterviewTransition { from, to } => {
            let next = from.next_statuses().iter();
            let next: Vec<_> = next.map(|next| next.as_str()).collect();
            let (is, requested) = (from.as_str(), to.as_str());
            let next = match next.as_slice() {
                [] => format!("{is} is final"),
                names => format!("allowed from {is}: {}", names.join(", ")),
            };
            format!("an interview that is {is} cannot become {requested}; {next}")
        }
        P::InterviewTimeFixed(status) => {
            let is = status.as_str();
            format!("an interview that is {is} cannot be moved; omit dateAndTime")
        }
        P::InterviewerFixed(status) => {
            let is = status.as_str();
            format!("an interview that is {is} cannot get another interviewer; schedule a new one")
        }
        P::InterviewHasReport => {
            "the interviewer has submitted a report or a recording; schedule a new interview"
                .to_owned()
        }
        P::JobTransition { from, to } => {
            let next = from.next_statuses().iter().map(|next| next.as_str());
            let next: Vec<_> = next.collect();
            let (from, to, next) = (from.as_str(), to.as_str(), next.join(", "));
            format!("a job that is {from} cannot become {to}; allowed from {from}: {next}")
        }
        P::NoReasonForJobStatus(to) => {
            let to = to.as_str();
            format!("is missing; say why the job becomes {to}, for example: position filled")
        }
        P::JobNotDraft(from) => {
            let from = from.as_str();
            format!("the job is {from}; reopen it with setJobStatus first")
        }
        P::OfferTransition { from, to } => {
            let next: Vec<_> = from.next_states().iter().map(|one| one.as_str()).collect();
            let (from, to, next) = (from.as_str(), to.as_str(), next.join(", "));
            format!("an offer that is {from} cannot become {to}; allowed from {from}: {next}")
        }
        P::OfferTermsFixed(state) => {
            let state = state.as_str();
            format!(
                "amount, currency and startDate change only in a draft, and the offer is {state}; withdraw it and set its \
                 state to Draft first"
            )
        }
    }
}
