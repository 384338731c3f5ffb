//! Recognizes places of work: towns with their country or state.

use super::words::PlaceWords;

/// Returns whether a phrase is a country, a state or a word for remote work.
pub(super) fn is_place(phrase: &str) -> bool {
    let lists = PlaceWords::get();
    let folded = phrase.trim().to_lowercase();
    let state = phrase.len() == 2 && phrase.chars().all(|c| c.is_ascii_uppercase());
    state
        || lists.remote.contains(&folded)
        || lists.countries.contains(&folded)
        || lists.regions.iter().any(|(name, _)| name == folded)
}

/// Splits the place from the end of a cell (`Graz, Austria`, `Acme, Austin, TX`). Returns the text before it and the place.
pub(super) fn split_place(cell: &str) -> Option<(&str, &str)> {
    let (before, last) = cell.rsplit_once([',', '،', '，'])?;
    if !is_place(last.trim().trim_end_matches('.')) {
        return None;
    }
    let (rest, town) = before.rsplit_once([',', '،', '，']).unwrap_or(("", before));
    let at = cell.len() - (cell.len() - before.len()) - town.len();
    let is_town =
        town.split_whitespace().count() <= 3 && !town.contains(|c: char| c.is_ascii_digit());
    is_town.then(|| (rest.trim(), cell.get(at..).unwrap_or(last).trim()))
}
