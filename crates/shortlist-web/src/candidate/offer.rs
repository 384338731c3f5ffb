//! The offer to a candidate.

use shortlist_app::{App, AppError, Operation, SetOffer};
use shortlist_domain::{CandidateId, MAIL_UNDO_SECONDS, Offer, OfferState, Principal};

use crate::changed_meanwhile::{ChangedMeanwhile, if_unchanged};
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::trail::time;
use crate::visit::Visit;

/// The offer, for its form.
#[derive(Default)]
pub(crate) struct OfferForm {
    pub(crate) amount: String,
    pub(crate) currency: String,
    pub(crate) start_date: String,
    /// The name of the state; empty if there is no offer.
    pub(crate) state: &'static str,
    pub(crate) changed: String,
    /// The states that may follow, with what their buttons say.
    pub(crate) next: Vec<(&'static str, &'static str)>,
    /// Whether the terms may change.
    pub(crate) is_open: bool,
    /// After how many seconds the candidate gets a mail if the offer is marked as sent; `None` if it cannot be, or without mails.
    pub(crate) mail_seconds: Option<i64>,
    pub(crate) was: String,
}

impl OfferForm {
    /// Loads the offer to a candidate.
    pub(super) fn load(
        app: &App,
        principal: &Principal,
        id: &CandidateId,
    ) -> Result<Self, AppError> {
        Ok(match stored(app, principal, id)? {
            None => Self {
                is_open: true,
                ..Self::default()
            },
            Some(offer) => Self::of(&offer, app.mails().is_to_candidates()),
        })
    }

    fn of(offer: &Offer, is_mailing: bool) -> Self {
        let next = offer.state.next_states().iter();
        let is_mailed = is_mailing && offer.state.next_states().contains(&OfferState::Sent);
        let day = offer.start_date.map(|day| day.to_string());
        Self {
            amount: offer.money.amount(),
            currency: offer.money.currency().code().to_owned(),
            start_date: day.unwrap_or_default(),
            state: offer.state.as_str(),
            changed: time(offer.updated_at),
            next: next.map(|state| (state.as_str(), action(*state))).collect(),
            is_open: offer.state == OfferState::Draft,
            mail_seconds: is_mailed.then_some(MAIL_UNDO_SECONDS),
            was: described(offer),
        }
    }
}

/// What the button for a state says.
fn action(state: OfferState) -> &'static str {
    match state {
        OfferState::Draft => "Write a new draft",
        OfferState::Sent => "Mark as sent",
        OfferState::Accepted => "Mark as accepted",
        OfferState::Declined => "Mark as declined",
        OfferState::Withdrawn => "Withdraw",
    }
}

/// Describes an offer in one text, to compare it with the one that a form was filled with.
fn described(offer: &Offer) -> String {
    let day = offer.start_date.map(|day| format!(", from {day}"));
    let (amount, currency) = (offer.money.amount(), offer.money.currency());
    let state = offer.state.as_str();
    format!(
        "{amount} {}{}, {state}",
        currency.code(),
        day.unwrap_or_default()
    )
}

fn stored(app: &App, principal: &Principal, id: &CandidateId) -> Result<Option<Offer>, AppError> {
    let mut offers = app
        .candidates()
        .offers(principal, std::slice::from_ref(id))?;
    Ok(offers.remove(id))
}

/// Stores the terms or the state of a form, unless somebody else has changed the offer since the form was shown.
pub(super) async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (id, fields) = (visit.id(), fields.clone());
    let set = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let candidates = services.candidates();
            let candidate = candidates.get(principal, &id)?.id;
            let now = stored(app, principal, &candidate)?;
            let now = now.as_ref().map(described).unwrap_or_default();
            if now != fields.get("was") {
                let typed = typed_terms(&fields);
                return Err(ChangedMeanwhile::Offer { now, typed }.into());
            }
            Ok(candidates.set_offer(principal, &id, &request(&fields))?)
        })
    };
    visit.run(Operation::SetOffer, set).await??;
    Ok(())
}

/// Returns the typed terms in one text; empty if none were. If the terms can no longer change, the page has no form that shows them.
fn typed_terms(fields: &Fields) -> String {
    let typed = ["amount", "currency", "start"].map(|name| fields.get(name));
    typed.join(" ").trim().to_owned()
}

fn request(fields: &Fields) -> SetOffer {
    let some = |name: &str| fields.some(name).map(str::to_owned);
    match some("state") {
        Some(state) => SetOffer {
            state: Some(state),
            ..SetOffer::default()
        },
        None => SetOffer {
            amount: some("amount"),
            currency: some("currency"),
            start_date: Some(some("start")),
            state: None,
        },
    }
}
