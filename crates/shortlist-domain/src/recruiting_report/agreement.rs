//! How far the scores of reviewers agree, with each other and with the scores of resumes.

use std::collections::BTreeMap;

use crate::{CandidateId, UserId};

/// Two reviews of a candidate agree if their scores are at most this far apart, in tenths of a point.
const AGREEING_TENTHS: i64 = 100;

/// A review, with the score of the candidate's resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenReview {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The reviewer.
    pub reviewer_id: UserId,
    /// The reviewer's score, in tenths of a point.
    pub tenths: i64,
    /// The present score of the resume, in tenths of a point.
    pub resume_tenths: i64,
}

/// How far reviews agree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Agreement {
    /// The number of reviews.
    pub reviews: i64,
    /// The number of pairs of reviews of one candidate by two reviewers.
    pub pairs: i64,
    /// How many of the pairs are at most 10 points apart.
    pub agreeing: i64,
    /// The sum of the distances of the pairs, in tenths of a point.
    pub distance: i64,
    /// The reviewers, in the order of their identifiers.
    pub reviewers: Vec<ReviewerAgreement>,
}

/// How far the reviews of a reviewer agree with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewerAgreement {
    /// The reviewer.
    pub reviewer_id: UserId,
    /// The reviewer's name; empty until it is looked up.
    pub name: String,
    /// The number of reviews.
    pub reviews: i64,
    /// The sum of the distances from the scores of the resumes, in tenths of a point.
    pub resume_distance: i64,
    /// The sum of the differences from the scores of the resumes, in tenths of a point: positive if the reviewer's are higher.
    pub resume_difference: i64,
    /// The number of pairs with the reviews of others.
    pub pairs: i64,
    /// The sum of the distances of the pairs, in tenths of a point.
    pub distance: i64,
}

impl ReviewerAgreement {
    fn of(reviewer: &UserId) -> Self {
        Self {
            reviewer_id: reviewer.clone(),
            name: String::new(),
            reviews: 0,
            resume_distance: 0,
            resume_difference: 0,
            pairs: 0,
            distance: 0,
        }
    }

    fn add(&mut self, review: &GivenReview) {
        let difference = review.tenths - review.resume_tenths;
        self.reviews += 1;
        self.resume_difference += difference;
        self.resume_distance += difference.abs();
    }
}

impl Agreement {
    /// Compares reviews. Each reviewer has at most one of a candidate.
    pub fn of(reviews: &[GivenReview]) -> Self {
        let mut reviewers: BTreeMap<&UserId, ReviewerAgreement> = BTreeMap::new();
        let mut by_candidate: BTreeMap<&CandidateId, Vec<&GivenReview>> = BTreeMap::new();
        for review in reviews {
            let reviewer = &review.reviewer_id;
            let agreement = reviewers
                .entry(reviewer)
                .or_insert_with(|| ReviewerAgreement::of(reviewer));
            agreement.add(review);
            let same = by_candidate.entry(&review.candidate_id).or_default();
            same.push(review);
        }
        let mut all = Self {
            reviews: i64::try_from(reviews.len()).unwrap_or(i64::MAX),
            ..Self::default()
        };
        for same in by_candidate.values() {
            for (place, one) in same.iter().enumerate() {
                for other in same.iter().skip(place + 1) {
                    all.add_pair((one.tenths - other.tenths).abs());
                }
                let others = same
                    .iter()
                    .filter(|other| other.reviewer_id != one.reviewer_id);
                if let Some(reviewer) = reviewers.get_mut(&one.reviewer_id) {
                    for other in others {
                        reviewer.pairs += 1;
                        reviewer.distance += (one.tenths - other.tenths).abs();
                    }
                }
            }
        }
        all.reviewers = reviewers.into_values().collect();
        all
    }

    fn add_pair(&mut self, distance: i64) {
        self.pairs += 1;
        self.distance += distance;
        self.agreeing += i64::from(distance <= AGREEING_TENTHS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn review(candidate: &str, reviewer: &str, tenths: i64) -> GivenReview {
        GivenReview {
            candidate_id: CandidateId::parse("id", candidate).unwrap(),
            reviewer_id: UserId::parse("id", reviewer).unwrap(),
            tenths,
            resume_tenths: 500,
        }
    }

    #[test]
    fn reviews_of_one_candidate_are_compared_in_pairs() {
        let agreement = Agreement::of(&[
            review("cnd_1", "usr_a", 700),
            review("cnd_1", "usr_b", 600),
            review("cnd_1", "usr_c", 450),
            review("cnd_2", "usr_a", 300),
        ]);
        // Ada and Ben are 10 points apart, Ada and Carla 25, Ben and Carla 15.
        assert_eq!((agreement.reviews, agreement.pairs), (4, 3));
        assert_eq!((agreement.agreeing, agreement.distance), (1, 500));
        let of = |name: &str| {
            let mut found = agreement.reviewers.iter();
            found.find(|one| one.reviewer_id.as_str() == name).unwrap()
        };
        let ada = of("usr_a");
        assert_eq!((ada.reviews, ada.pairs, ada.distance), (2, 2, 350));
        assert_eq!((ada.resume_distance, ada.resume_difference), (400, 0));
        let carla = of("usr_c");
        assert_eq!((carla.pairs, carla.distance), (2, 400));
        assert_eq!((carla.resume_distance, carla.resume_difference), (50, -50));
    }

    #[test]
    fn nothing_agrees_with_nothing() {
        assert_eq!(Agreement::of(&[]), Agreement::default());
    }
}
