//! The GraphQL types of offers.

use juniper::{GraphQLInputObject, GraphQLObject, Nullable};
use shortlist_app::{AppError, Operation, SetOffer};

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::jobs::change;

#[derive(GraphQLInputObject)]
pub(crate) struct SetOfferInput {
    organization_id: String,
    candidate_id: String,
    /// The amount as a decimal number, such as `85000` or `85000.50`.
    amount: Option<String>,
    /// The currency code of ISO 4217, such as `EUR`.
    currency: Option<String>,
    /// The first day of work as YYYY-MM-DD.
    start_date: Nullable<String>,
    /// `Draft`, `Sent`, `Accepted`, `Declined` or `Withdrawn`.
    state: Option<String>,
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
        let organization = input.organization_id.clone();
        context.perform(
            Operation::SetOffer,
            of_organization(&organization),
            |app, principal| -> Result<Self, AppError> {
                let (candidate, request) = input.request();
                let offer = app
                    .candidates()
                    .set_offer(principal, &candidate, &request)?;
                Ok(Self::of(&offer))
            },
        )
    }
}

impl SetOfferInput {
    fn request(self) -> (String, SetOffer) {
        let request = SetOffer {
            amount: self.amount,
            currency: self.currency,
            start_date: change(self.start_date),
            state: self.state,
        };
        (self.candidate_id, request)
    }
}
