//! The GraphQL types of offers.

use juniper::{GraphQLObject, Nullable};
use shortlist_app::{AppError, Operation, SetOffer};

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::input::input;
use crate::graphql::jobs::change;

input! {
    pub(crate) struct SetOfferInput(SetOffer) of organization_id "organizationId", candidate_id "candidateId" {
        /// The amount as a decimal number, such as `85000` or `85000.50`.
        "amount" as amount: Option<String>;
        /// The currency code of ISO 4217, such as `EUR`.
        "currency" as currency: Option<String>;
        /// The first day of work as YYYY-MM-DD.
        "startDate" as start_date: Nullable<String> = change(start_date);
        /// `Draft`, `Sent`, `Accepted`, `Declined` or `Withdrawn`.
        "state" as state: Option<String>;
    }
}

/// An offer to a candidate.
#[derive(GraphQLObject)]
pub(crate) struct Offer {
    /// The amount as a decimal number with the decimal places of the currency.
    amount: String,
    currency: &'static str,
    /// The first day of work as YYYY-MM-DD.
    start_date: Option<String>,
    /// `Draft`, `Sent`, `Accepted`, `Declined` or `Withdrawn`.
    state: &'static str,
    /// The candidate's stage when the offer was a draft.
    stage_id: String,
    created_at: String,
    updated_at: String,
}

impl Offer {
    pub(crate) fn of(offer: &shortlist_domain::Offer) -> Self {
        Self {
            amount: offer.money.amount(),
            currency: offer.money.currency().code(),
            start_date: offer.start_date.map(|day| day.to_string()),
            state: offer.state.as_str(),
            stage_id: offer.stage_id.to_string(),
            created_at: offer.created_at.to_string(),
            updated_at: offer.updated_at.to_string(),
        }
    }

    pub(crate) fn set(context: &RequestContext, input: SetOfferInput) -> Resolved<Self> {
        context.perform(
            Operation::SetOffer,
            of_organization(&input.organization_id),
            |app, principal| -> Result<Self, AppError> {
                let (candidates, candidate) = (app.candidates(), &input.candidate_id);
                let offer = candidates.set_offer(principal, candidate, &input.request)?;
                Ok(Self::of(&offer))
            },
        )
    }
}
