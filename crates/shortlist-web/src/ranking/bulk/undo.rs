//! Taking a change of several candidates back, and who could not be returned.

use actix_web::HttpResponse;
use shortlist_app::{App, AppError, Operation, UndoneChange};
use shortlist_domain::{CandidateId, InvalidValue, Job, PageFormProblem, Principal, Timestamp};

use super::BulkForm;
use super::confirm::Row;
use crate::form::Fields;
use crate::ranking::address::Address;
use crate::ranking::show;
use crate::ranking::views::ViewsForm;
use crate::ranking::weights::view_with;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The most candidates that the page names after an undo. More are counted.
const MAX_NAMED: usize = 20;
/// The parameter of the address with those who could not be returned.
const KEPT: &str = "kept";

/// Takes the viewer's own change back, and shows the ranking.
pub(super) async fn answer(
    visit: &Visit,
    job: &Job,
    address: &Address,
    fields: &Fields,
) -> Result<HttpResponse, PageError> {
    let micros = fields.get("undo").parse().ok();
    let at = micros.and_then(Timestamp::from_unix_micros);
    let undo = move |app: &App, principal: &Principal| -> Result<UndoneChange, AppError> {
        let unknown = || InvalidValue::new("change", PageFormProblem::NoSuchChange);
        app.candidates()
            .undo_update(principal, at.ok_or_else(unknown)?)
    };
    match visit.run(Operation::UpdateCandidates, undo).await {
        Ok(undone) => Ok(respond::redirect(&address_after(job, fields, &undone))),
        Err(error) => {
            let (_, problem) = error.about_input()?;
            let bulk = BulkForm {
                problem: Some(problem),
                ..BulkForm::default()
            };
            show(visit, job, address, bulk, ViewsForm::default()).await
        }
    }
}

fn address_after(job: &Job, fields: &Fields, undone: &UndoneChange) -> String {
    let counts = [
        undone.restored,
        undone.elsewhere,
        undone.kept.len(),
        undone.gone,
    ];
    let counts = counts.map(|count| count.to_string()).join(".");
    let address = view_with(&format!("/app/jobs/{}", job.id), fields, "undone", &counts);
    let kept = undone.kept.iter().take(MAX_NAMED);
    let kept: Vec<&str> = kept.map(CandidateId::as_str).collect();
    match kept.as_slice() {
        [] => address,
        kept => format!("{address}&{KEPT}={}", kept.join(",")),
    }
}

/// Loads the candidates of the job whom an undo could not return, as the address names them, so that the page can say who
/// they are.
pub(in crate::ranking) async fn not_restored(
    visit: &Visit,
    job: &Job,
    address: &Address,
) -> Result<Vec<Row>, PageError> {
    let named = address.get(KEPT).split(',').take(MAX_NAMED);
    let ids: Vec<CandidateId> = named
        .filter_map(|id| CandidateId::parse(KEPT, id).ok())
        .collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let job = job.id.clone();
    let load = move |app: &App, principal: &Principal| {
        let mut found = app.candidates().load_many(principal, &ids)?;
        // The viewer has access to this job, and perhaps to no other.
        found.retain(|_, candidate| candidate.job_id == job);
        let in_order = ids.iter().filter_map(|id| found.get(id));
        Ok(in_order.map(Row::of).collect())
    };
    visit.run(Operation::GetCandidates, load).await
}

/// Returns the message about a change that was taken back, with the counts in the address.
pub(crate) fn undone_message(counts: &str) -> Option<String> {
    let counts: Vec<u32> = counts
        .split('.')
        .map(|count| count.parse().ok())
        .collect::<Option<_>>()?;
    let [restored, elsewhere, kept, gone] = counts.as_slice() else {
        return None;
    };
    let restored = match restored {
        1 => "1 candidate is as before.".to_owned(),
        count => format!("{count} candidates are as before."),
    };
    let elsewhere = match elsewhere {
        0 => String::new(),
        1 => " 1 has the status of before in another stage, because the stage of before was removed or has another status now.".to_owned(),
        count => format!(
            " {count} have the status of before in another stage, because the stage of before was removed or has another status now."
        ),
    };
    // Of those who were changed since, tags may be as before.
    let kept = match kept {
        0 => String::new(),
        1 => " 1 could not be returned, or only in part, because it was changed since.".to_owned(),
        count => format!(
            " {count} could not be returned, or only in part, because they were changed since."
        ),
    };
    let gone = match gone {
        0 => String::new(),
        1 => " 1 does not exist any more.".to_owned(),
        count => format!(" {count} do not exist any more."),
    };
    Some(format!("{restored}{elsewhere}{kept}{gone}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_an_undo_make_a_message() {
        let message = undone_message("2.0.1.0").unwrap();
        assert!(message.starts_with("2 candidates are as before. 1 could not be returned"));
        let elsewhere = undone_message("0.3.0.0").unwrap();
        assert!(elsewhere.starts_with(
            "0 candidates are as before. 3 have the status of before in another stage"
        ));
        let gone = undone_message("1.0.0.2").unwrap();
        assert_eq!(gone, "1 candidate is as before. 2 do not exist any more.");
        for bad in ["2", "2.1.0", "2.1.0.<b>", "-1.0.0.0", "1.2.3.4.5"] {
            assert_eq!(undone_message(bad), None, "{bad}");
        }
    }
}
