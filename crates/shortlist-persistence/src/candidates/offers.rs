//! Offers to candidates.

use std::collections::HashMap;

use chrono::{NaiveDate, NaiveDateTime};
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, CandidateStatus, Currency, InvalidValue, Money, NewAuditEntry, Offer,
    OfferChange, OfferState, OrganizationId, RefusedOffer, StageId, TimeProblem, Timestamp,
};

use crate::candidate_rows::row::CandidateRow;
use crate::candidate_rows::touch;
use crate::dialect::{self, DbConn, on_either};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::{candidates, offers};
use crate::store::Candidates;
use crate::times::{stored, timestamp};
use crate::writer::{CandidateWriter, Written};

/// How a day is stored.
const DAY: &str = "%Y-%m-%d";

/// The outcome of changing an offer.
#[derive(Debug, Clone, PartialEq)]
pub enum OfferUpdate {
    /// The candidate has this offer now.
    Set(Box<Offer>),
    /// The organization has no such candidate.
    NotFound,
    /// The offer cannot change this way.
    Refused(RefusedOffer),
    /// The candidate has this status, in which there can be no open offer.
    Closed(CandidateStatus),
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = offers, treat_none_as_default_value = false)]
struct OfferRow {
    organization_id: String,
    candidate_id: String,
    minor_units: i64,
    currency: String,
    start_date: Option<String>,
    state: String,
    stage_id: String,
    created_at: NaiveDateTime,
    updated_at: NaiveDateTime,
}

impl OfferRow {
    fn of(organization: &str, candidate: &str, offer: &Offer) -> Self {
        Self {
            organization_id: organization.to_owned(),
            candidate_id: candidate.to_owned(),
            minor_units: offer.money.minor_units(),
            currency: offer.money.currency().code().to_owned(),
            start_date: offer.start_date.map(|day| day.format(DAY).to_string()),
            state: offer.state.as_str().to_owned(),
            stage_id: offer.stage_id.to_string(),
            created_at: stored(offer.created_at),
            updated_at: stored(offer.updated_at),
        }
    }

    fn into_offer(self) -> Result<Offer, StoreError> {
        let currency = Currency::parse("currency", &self.currency)?;
        let day = |text: String| {
            NaiveDate::parse_from_str(&text, DAY)
                .ok()
                .ok_or_else(|| InvalidValue::new("start_date", TimeProblem::NotStoredDate))
        };
        Ok(Offer {
            money: Money::of_minor_units(self.minor_units, currency),
            start_date: self.start_date.map(day).transpose()?,
            state: OfferState::parse("state", &self.state)?,
            stage_id: StageId::parse("stage_id", &self.stage_id)?,
            created_at: timestamp(self.created_at),
            updated_at: timestamp(self.updated_at),
        })
    }
}

impl CandidateWriter<'_> {
    /// Makes an offer to a candidate, or changes the present one.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_offer(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        change: &OfferChange,
        at: Timestamp,
    ) -> Result<OfferUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        let (tenant, candidate) = (organization.as_str(), id.as_str());
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, tenant, candidate)? {
                return Ok(Written::nothing(OfferUpdate::NotFound));
            }
            let before = find(
                conn,
                CandidateKey {
                    organization: tenant,
                    candidate,
                },
            )?;
            let (status, stage) = standing(
                conn,
                CandidateKey {
                    organization: tenant,
                    candidate,
                },
            )?;
            let changed = match &before {
                Some(before) => before.changed(change, at),
                None => Offer::draft(change, &stage, at),
            };
            let mut after = match changed {
                Ok(after) => after,
                Err(refused) => return Ok(Written::nothing(OfferUpdate::Refused(refused))),
            };
            if let Some(status) = status.filter(|status| is_closed(*status, after.state)) {
                return Ok(Written::nothing(OfferUpdate::Closed(status)));
            }
            if after.state == OfferState::Draft {
                after.stage_id = stage;
            }
            replace(
                conn,
                CandidateKey {
                    organization: tenant,
                    candidate,
                },
                &after,
            )?;
            touch(
                conn,
                CandidateKey {
                    organization: tenant,
                    candidate,
                },
                at,
            )?;
            let entry = entry(id, before.as_ref(), &after);
            Ok(Written::one(OfferUpdate::Set(Box::new(after)), entry))
        })
    }
}

/// Returns whether a candidate with this status can have no offer in this state.
fn is_closed(status: CandidateStatus, state: OfferState) -> bool {
    let is_out = matches!(
        status,
        CandidateStatus::Rejected | CandidateStatus::Withdrawn
    );
    let is_open = matches!(
        state,
        OfferState::Draft | OfferState::Sent | OfferState::Accepted
    );
    is_out && is_open
}

/// Returns the status and the stage of a candidate.
fn standing(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
) -> Result<(Option<CandidateStatus>, StageId), StoreError> {
    let row: CandidateRow = candidates::table
        .filter(candidates::organization_id.eq(key.organization))
        .filter(candidates::id.eq(key.candidate))
        .select(CandidateRow::as_select())
        .first(conn)?;
    let candidate = row.into_candidate()?;
    Ok((candidate.status, candidate.stage_id))
}

fn find(conn: &mut DbConn, key: CandidateKey<'_>) -> Result<Option<Offer>, StoreError> {
    let row: Option<OfferRow> = offers::table
        .filter(offers::organization_id.eq(key.organization))
        .filter(offers::candidate_id.eq(key.candidate))
        .select(OfferRow::as_select())
        .first(conn)
        .optional()?;
    row.map(OfferRow::into_offer).transpose()
}

fn replace(conn: &mut DbConn, key: CandidateKey<'_>, offer: &Offer) -> Result<(), StoreError> {
    let row = offers::table
        .filter(offers::organization_id.eq(key.organization))
        .filter(offers::candidate_id.eq(key.candidate));
    diesel::delete(row).execute(conn)?;
    let insert = diesel::insert_into(offers::table).values(OfferRow::of(
        key.organization,
        key.candidate,
        offer,
    ));
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(())
}

fn entry(id: &CandidateId, before: Option<&Offer>, after: &Offer) -> NewAuditEntry {
    let money = |offer: &Offer| {
        let money = offer.money;
        format!("{} {}", money.amount(), money.currency().code())
    };
    let day = |offer: &Offer| offer.start_date.map(|day| day.format(DAY).to_string());
    NewAuditEntry::done(AuditedKind::Candidate, id.as_str())
        .for_candidate(id)
        .with_change(
            "offer.amount",
            before.map(money).as_deref(),
            Some(&money(after)),
        )
        .with_change(
            "offer.startDate",
            before.and_then(day).as_deref(),
            day(after).as_deref(),
        )
        .with_change(
            "offer.state",
            before.map(|offer| offer.state.as_str()),
            Some(after.state.as_str()),
        )
}

impl Candidates<'_> {
    /// Loads the offers of candidates with a single query.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_offers(
        &self,
        organization: &OrganizationId,
        ids: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Offer>, StoreError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let rows: Vec<OfferRow> = self.pools.read(|conn| {
            Ok(offers::table
                .filter(offers::organization_id.eq(organization.as_str()))
                .filter(offers::candidate_id.eq_any(ids.iter().map(CandidateId::as_str)))
                .select(OfferRow::as_select())
                .load(conn)?)
        })?;
        let keyed = |row: OfferRow| {
            let id = CandidateId::parse("candidate_id", &row.candidate_id)?;
            Ok((id, row.into_offer()?))
        };
        rows.into_iter().map(keyed).collect()
    }
}
