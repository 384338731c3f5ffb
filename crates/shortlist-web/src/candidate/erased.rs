//! What an erasure did: what is gone, when, by whom and why. The page has no name, because nobody knows it any more.

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, AppError, ErasureProof, Operation};
use shortlist_domain::Principal;

use crate::frame::Frame;
use crate::links;
use crate::trail::{Names, time};
use crate::visit::{Visit, answer};

/// The parameter of the address with further applications that were erased together.
const ALSO: &str = "also";
/// The most applications of a person that the page lists.
const MAX_APPLICATIONS: usize = 20;

#[derive(Template)]
#[template(path = "erased.html")]
struct ErasedPage {
    frame: Frame,
    erasures: Vec<ErasureRow>,
}

/// The erasure of an application.
struct ErasureRow {
    id: String,
    at: String,
    who: String,
    reason: String,
    /// What was erased, such as `2 interviews`.
    records: Vec<String>,
    /// The number of the record in the audit log.
    number: i64,
}

/// Returns the address of the page about erased applications, or that of the jobs if there are none.
pub(crate) fn address<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    let mut ids = ids.into_iter();
    let Some(first) = ids.next() else {
        return "/app/jobs".to_owned();
    };
    let also: Vec<&str> = ids.take(MAX_APPLICATIONS).collect();
    let path = format!("/app/candidates/{}/erased", links::segment(first));
    links::with_fields(&path, &[(ALSO, &also.join(","))])
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let fields = visit.address_fields();
        let also = fields.get(ALSO).split(',').filter(|id| !id.is_empty());
        let ids = std::iter::once(visit.id()).chain(also.map(str::to_owned));
        let ids: Vec<String> = ids.take(MAX_APPLICATIONS).collect();
        let load = move |app: &App, principal: &Principal| -> Result<Vec<_>, AppError> {
            let proof = |id: &String| app.erasures().proof(principal, id);
            ids.iter().map(proof).collect()
        };
        let proofs = visit.run(Operation::ListErasures, load).await?;
        let names = Names::load(&visit).await?;
        let row = |proof| ErasureRow::of(proof, &names);
        let page = ErasedPage {
            frame: visit.frame(),
            erasures: proofs.into_iter().map(row).collect(),
        };
        visit.page(page).await
    };
    answer(&request, shown).await
}

impl ErasureRow {
    fn of(proof: ErasureProof, names: &Names) -> Self {
        // The page names the resume anyway.
        let records = proof.records.iter().filter(|(kind, _)| kind != "resumes");
        let records = records.map(|(kind, count)| counted(kind, count)).collect();
        Self {
            id: proof.candidate_id.into_string(),
            at: time(proof.erased_at),
            who: names.of_actor(&proof.actor),
            reason: proof.reason.unwrap_or_default(),
            records,
            number: proof.number,
        }
    }
}

/// Returns how many records of a kind there were, such as `1 interview`.
fn counted(kind: &str, count: &str) -> String {
    let kind = if count == "1" {
        kind.trim_end_matches('s')
    } else {
        kind
    };
    format!("{count} {kind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_page_is_about_all_applications_of_a_person() {
        assert_eq!(address(["cnd_1"]), "/app/candidates/cnd_1/erased");
        let several = address(["cnd_1", "cnd_2", "cnd_3"]);
        assert_eq!(several, "/app/candidates/cnd_1/erased?also=cnd_2%2Ccnd_3");
        assert_eq!(counted("interviews", "1"), "1 interview");
        assert_eq!(counted("notes", "2"), "2 notes");
    }
}
