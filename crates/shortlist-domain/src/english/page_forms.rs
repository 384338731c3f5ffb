//! Problems of the forms of pages, and of queries.

use crate::{PageFormProblem, QueryProblem};

/// Returns what is wrong with what somebody chose on a page.
pub(super) fn page_form(problem: &PageFormProblem) -> &'static str {
    use PageFormProblem as P;
    match problem {
        P::NotOffered => {
            "is not offered on this page; load the page again and use one of its buttons"
        }
        P::NoStage => "choose where the candidate goes",
        P::NoOpenJob => {
            "is unknown or not open; choose one from the list, or enter the code of an open job or the address of its page"
        }
        P::NoCandidate => {
            "is unknown; enter the code of another candidate, such as CAND-2026-00042, or the address of the candidate’s page"
        }
        P::NoApplication => "choose the applications of the other person",
        P::NoHoldReason => "enter the reason for the legal hold",
        P::NotConfirmed => {
            "tick the box to confirm that all data of the person will be erased permanently"
        }
        P::NoReason => "must not be empty; choose one, or write your own",
        P::NoSuchChange => "does not exist",
        P::NoChange => "choose a status or write a tag",
        P::NobodyChosen => "select at least one",
        P::SeveralSelections => {
            "choose one way to select them: ticks, positions, a score or all of this view"
        }
        P::NoPositions => "enter the first and the last position, such as 11 to 20",
        P::NobodyThere => "nobody of this view has these positions or a score below this one",
        P::SomeGone => "some of them do not exist any more; select again",
        P::FilterNotApplied => {
            "one filter of this view is not applied; remove it, and check who matches before you change all"
        }
    }
}

/// Returns what is wrong with a query.
pub(super) fn query(problem: &QueryProblem) -> String {
    use QueryProblem as P;
    match problem {
        P::TooSlow(seconds) => {
            format!("takes longer than {seconds} s; request fewer items, fields or aliases")
        }
        P::AnswerTooLong(most) => format!(
            "the response would contain more than {most} MiB of text; request fewer items, long text fields or aliases"
        ),
        P::NotCursor => {
            "is not a valid cursor for this list; pass the endCursor of a page with the same filters"
                .to_owned()
        }
        P::UnknownParameter {
            known,
            custom_field,
            order,
        } => format!(
            "is not a parameter; use {}, {custom_field} and a custom field's key, or {order}",
            known.join(", ")
        ),
        P::NotFound(what) => format!("no such {what} in this organization"),
    }
}
