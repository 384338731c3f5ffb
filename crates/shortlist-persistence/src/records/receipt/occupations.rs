//! The stored form of the occupations in a receipt.

use serde::{Deserialize, Serialize};
use shortlist_domain::{
    InvalidValue, MicroPoints, Occupation, OccupationReceipt, OccupationShare, OccupationSource,
    PositionOccupation,
};

#[derive(Serialize, Deserialize)]
pub(super) struct OccupationsRecord {
    job: Vec<ShareRecord>,
    source: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set_by: Option<String>,
    positions: Vec<PositionRecord>,
}

/// Code, name and share.
#[derive(Serialize, Deserialize)]
struct ShareRecord(String, String, i64);

#[derive(Serialize, Deserialize)]
struct PositionRecord {
    title: String,
    page: Option<u32>,
    place: Option<(u32, u32)>,
    occupations: Vec<ShareRecord>,
    similarity: Option<i64>,
    likeness: i64,
    relevance: i64,
    freshness: i64,
}

impl OccupationsRecord {
    pub(super) fn of(occupations: &OccupationReceipt) -> Self {
        let positions = occupations.positions.iter().map(PositionRecord::of);
        Self {
            job: shares(&occupations.job),
            source: occupations.source.as_str().to_owned(),
            set_by: occupations.set_by.clone(),
            positions: positions.collect(),
        }
    }

    pub(super) fn into_receipt(self) -> Result<OccupationReceipt, InvalidValue> {
        let positions = self.positions.into_iter();
        Ok(OccupationReceipt {
            job: self.job.into_iter().map(ShareRecord::into_share).collect(),
            source: OccupationSource::parse("source", &self.source)?,
            set_by: self.set_by,
            positions: positions.map(PositionRecord::into_position).collect(),
        })
    }
}

fn shares(shares: &[OccupationShare]) -> Vec<ShareRecord> {
    let shares = shares.iter();
    shares
        .map(|share| {
            let occupation = share.occupation.clone();
            ShareRecord(occupation.code, occupation.name, share.share.get())
        })
        .collect()
}

impl ShareRecord {
    fn into_share(self) -> OccupationShare {
        let Self(code, name, share) = self;
        OccupationShare {
            occupation: Occupation { code, name },
            share: MicroPoints::new(share),
        }
    }
}

impl PositionRecord {
    fn of(position: &PositionOccupation) -> Self {
        Self {
            title: position.title.clone(),
            page: position.page,
            place: position.place,
            occupations: shares(&position.occupations),
            similarity: position.similarity.map(MicroPoints::get),
            likeness: position.likeness.get(),
            relevance: position.relevance.get(),
            freshness: position.freshness.get(),
        }
    }

    fn into_position(self) -> PositionOccupation {
        let occupations = self.occupations.into_iter();
        PositionOccupation {
            title: self.title,
            page: self.page,
            place: self.place,
            occupations: occupations.map(ShareRecord::into_share).collect(),
            similarity: self.similarity.map(MicroPoints::new),
            likeness: MicroPoints::new(self.likeness),
            relevance: MicroPoints::new(self.relevance),
            freshness: MicroPoints::new(self.freshness),
        }
    }
}
