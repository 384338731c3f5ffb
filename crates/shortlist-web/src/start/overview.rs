//! What the lists of jobs begin with: what to try, what to set up, and what waits.

use super::attention::Attention;
use super::checklist::Checklist;
use super::tour::Tour;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// What the lists of jobs begin with.
#[derive(Default)]
pub(crate) struct Overview {
    pub(crate) tour: Option<Tour>,
    pub(crate) checklist: Option<Checklist>,
    pub(crate) attention: Option<Attention>,
}

impl Overview {
    /// Loads the parts that the viewer sees.
    pub(crate) async fn load(visit: &Visit) -> Result<Self, PageError> {
        Ok(Self {
            tour: Tour::load(visit).await?,
            checklist: Checklist::load(visit).await?,
            attention: Some(Attention::load(visit).await?),
        })
    }
}
