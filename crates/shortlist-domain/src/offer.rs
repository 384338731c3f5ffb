//! Offers: the data of the stage in which a candidate gets one.

use chrono::NaiveDate;

use crate::{
    ChoiceProblem, Currency, InvalidValue, MissingProblem, Money, StageId, StatusProblem, Timestamp,
};

/// The state of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferState {
    /// It is being prepared.
    Draft,
    /// The candidate has it.
    Sent,
    /// The candidate accepted it.
    Accepted,
    /// The candidate declined it.
    Declined,
    /// The organization withdrew it.
    Withdrawn,
}

impl OfferState {
    /// Every state.
    pub const ALL: [Self; 5] = [
        Self::Draft,
        Self::Sent,
        Self::Accepted,
        Self::Declined,
        Self::Withdrawn,
    ];

    /// Returns the state's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "Draft",
            Self::Sent => "Sent",
            Self::Accepted => "Accepted",
            Self::Declined => "Declined",
            Self::Withdrawn => "Withdrawn",
        }
    }

    /// Parses a state; letter case does not matter.
    ///
    /// # Errors
    /// Returns an error if no state has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|state| state.as_str().eq_ignore_ascii_case(value.trim()))
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::as_str);
                InvalidValue::new(field, ChoiceProblem::not_one_of(names))
            })
    }

    /// Returns the states that may follow. An accepted offer can still end, and a new draft follows one that ended.
    pub fn next_states(self) -> &'static [Self] {
        match self {
            Self::Draft => &[Self::Sent, Self::Withdrawn],
            Self::Sent => &[Self::Accepted, Self::Declined, Self::Withdrawn],
            Self::Accepted => &[Self::Declined, Self::Withdrawn],
            Self::Declined | Self::Withdrawn => &[Self::Draft],
        }
    }
}

/// An offer to a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The amount with its currency.
    pub money: Money,
    /// The first day of work.
    pub start_date: Option<NaiveDate>,
    /// Its state.
    pub state: OfferState,
    /// The candidate's stage when the offer was drafted.
    pub stage_id: StageId,
    /// When it was drafted.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// A new offer, or new values of the present one: `None` keeps a value. A caller gives each value as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferChange<C = Currency, D = NaiveDate, S = OfferState> {
    /// The amount, as a decimal number.
    pub amount: Option<String>,
    /// The currency.
    pub currency: Option<C>,
    /// The first day of work; `Some(None)` clears it.
    pub start_date: Option<Option<D>>,
    /// The state. Without one, a new offer is a draft.
    pub state: Option<S>,
}

impl<C, D, S> Default for OfferChange<C, D, S> {
    fn default() -> Self {
        Self {
            amount: None,
            currency: None,
            start_date: None,
            state: None,
        }
    }
}

/// Why an offer cannot change as requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusedOffer {
    /// A value is invalid or missing.
    Invalid(InvalidValue),
    /// The state cannot change this way.
    Transition {
        /// The present state.
        from: OfferState,
        /// The requested state.
        to: OfferState,
    },
    /// The terms of an offer change only while it is a draft.
    Terms(OfferState),
}

impl From<RefusedOffer> for InvalidValue {
    fn from(refused: RefusedOffer) -> Self {
        let problem = match refused {
            RefusedOffer::Invalid(invalid) => return invalid,
            RefusedOffer::Transition { from, to } => StatusProblem::OfferTransition {
                from: from.as_str(),
                to: to.as_str(),
                next: from.next_states().iter().map(|one| one.as_str()).collect(),
            },
            RefusedOffer::Terms(state) => StatusProblem::OfferTermsFixed(state.as_str()),
        };
        Self::new("state", problem)
    }
}

impl Offer {
    /// Returns a new offer.
    ///
    /// # Errors
    /// Returns an error if the amount or the currency is missing or invalid, or if its first state is neither Draft nor Sent.
    pub fn draft(
        change: &OfferChange,
        stage_id: &StageId,
        at: Timestamp,
    ) -> Result<Self, RefusedOffer> {
        let state = change.state.unwrap_or(OfferState::Draft);
        if !matches!(state, OfferState::Draft | OfferState::Sent) {
            let from = OfferState::Draft;
            return Err(RefusedOffer::Transition { from, to: state });
        }
        let missing = |field| {
            let problem = MissingProblem::OfferTerms;
            RefusedOffer::Invalid(InvalidValue::new(field, problem))
        };
        let amount = change.amount.as_deref().ok_or_else(|| missing("amount"))?;
        let currency = change.currency.ok_or_else(|| missing("currency"))?;
        Ok(Self {
            money: Money::parse("amount", amount, currency).map_err(RefusedOffer::Invalid)?,
            start_date: change.start_date.flatten(),
            state,
            stage_id: stage_id.clone(),
            created_at: at,
            updated_at: at,
        })
    }

    /// Returns the offer after a change.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if the state cannot change this way, or if the terms cannot change.
    pub fn changed(&self, change: &OfferChange, at: Timestamp) -> Result<Self, RefusedOffer> {
        let to = change.state.unwrap_or(self.state);
        if to != self.state && !self.state.next_states().contains(&to) {
            return Err(RefusedOffer::Transition {
                from: self.state,
                to,
            });
        }
        let money = self.changed_money(change)?;
        let start_date = change.start_date.unwrap_or(self.start_date);
        let is_draft = [self.state, to].contains(&OfferState::Draft);
        if !is_draft && (money, start_date) != (self.money, self.start_date) {
            return Err(RefusedOffer::Terms(self.state));
        }
        Ok(Self {
            money,
            start_date,
            state: to,
            updated_at: at,
            ..self.clone()
        })
    }

    fn changed_money(&self, change: &OfferChange) -> Result<Money, RefusedOffer> {
        if change.amount.is_none() && change.currency.is_none() {
            return Ok(self.money);
        }
        let currency = change.currency.unwrap_or(self.money.currency());
        let kept = self.money.amount();
        let amount = change.amount.as_deref().unwrap_or(&kept);
        Money::parse("amount", amount, currency).map_err(RefusedOffer::Invalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_unix_millis(millis).unwrap()
    }

    fn terms(amount: &str, currency: &str) -> OfferChange {
        OfferChange {
            amount: Some(amount.to_owned()),
            currency: Some(Currency::parse("currency", currency).unwrap()),
            ..OfferChange::default()
        }
    }

    fn state(state: OfferState) -> OfferChange {
        OfferChange {
            state: Some(state),
            ..OfferChange::default()
        }
    }

    fn offer() -> Offer {
        let stage = StageId::parse("id", "Active").unwrap();
        Offer::draft(&terms("85000.5", "eur"), &stage, at(0)).unwrap()
    }

    #[test]
    fn only_the_listed_transitions_are_possible() {
        use OfferState::{Accepted, Declined, Draft, Sent, Withdrawn};
        for (from, path) in [
            (Draft, vec![]),
            (Sent, vec![Sent]),
            (Accepted, vec![Sent, Accepted]),
            (Declined, vec![Sent, Declined]),
            (Withdrawn, vec![Withdrawn]),
        ] {
            let reach = |offer: Offer, to: &OfferState| offer.changed(&state(*to), at(1)).unwrap();
            let offer = path.iter().fold(offer(), reach);
            for to in OfferState::ALL {
                let allowed = to == from || from.next_states().contains(&to);
                assert_eq!(
                    offer.changed(&state(to), at(2)).is_ok(),
                    allowed,
                    "{from:?} {to:?}"
                );
            }
        }
    }

    #[test]
    fn terms_change_only_in_a_draft() {
        let changed = offer().changed(&terms("90000", "USD"), at(1)).unwrap();
        assert_eq!(
            (changed.money.amount(), changed.state),
            ("90000.00".to_owned(), OfferState::Draft)
        );
        let sent = changed.changed(&state(OfferState::Sent), at(2)).unwrap();
        let refused = sent.changed(&terms("1", "USD"), at(3)).unwrap_err();
        assert_eq!(refused, RefusedOffer::Terms(OfferState::Sent));
        assert!(
            sent.changed(&terms("90000.0", "USD"), at(3)).is_ok(),
            "the same terms"
        );
        let declined = sent.changed(&state(OfferState::Declined), at(4)).unwrap();
        let again = OfferChange {
            state: Some(OfferState::Draft),
            ..terms("95000", "USD")
        };
        assert_eq!(
            declined.changed(&again, at(5)).unwrap().money.amount(),
            "95000.00"
        );
    }

    #[test]
    fn a_new_offer_needs_an_amount_with_a_currency() {
        let stage = StageId::parse("id", "Active").unwrap();
        for change in [
            OfferChange::default(),
            OfferChange {
                amount: None,
                ..terms("1", "EUR")
            },
            OfferChange {
                currency: None,
                ..terms("1", "EUR")
            },
            OfferChange {
                state: Some(OfferState::Accepted),
                ..terms("1", "EUR")
            },
            terms("1.234", "EUR"),
        ] {
            assert!(Offer::draft(&change, &stage, at(0)).is_err(), "{change:?}");
        }
    }
}
