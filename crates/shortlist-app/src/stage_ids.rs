//! Identifiers of new stages.

use shortlist_domain::StageId;

use crate::clock::Clock;
use crate::error::AppError;
use crate::secrets::random_bits;

/// Generates identifiers of new stages, for at most as many as a list can have.
pub(crate) fn new_stage_ids(clock: &dyn Clock) -> Result<impl FnMut() -> StageId, AppError> {
    let (now, random) = (clock.now(), random_bits()?);
    let mut number = 0_u128;
    Ok(move || {
        number += 1;
        StageId::generate(now, random.wrapping_add(number))
    })
}
