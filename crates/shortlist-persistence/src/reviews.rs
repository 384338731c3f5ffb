//! What reviewers think of candidates.

use crate::{Store, StoreError};
use shortlist_domain::{NewReview, Review};

impl Store {
    /// Keeps a review in place of the reviewer's earlier one, and the mean of all as the candidate's manual score; nothing where the
    /// organization has no such candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn upsert_review(&self, new: &NewReview) -> Result<Option<Review>, StoreError> {
        let _ = (new,);
        Err(self.not_built())
    }
}
