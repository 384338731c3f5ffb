//! Recognizes places of work: towns with their country or state.

use shortlist_vocabulary::push_plain;

use super::words::{PlaceWords, TownNames};

/// The length of the longest name of a town, in bytes.
const MAX_TOWN_BYTES: usize = 40;

/// Returns whether a phrase is a town, a country, a state or a word for remote work.
pub(super) fn is_place(phrase: &str) -> bool {
    is_region(phrase) || is_town(phrase)
}

/// Returns whether a phrase is a country, a state or a word for remote work.
fn is_region(phrase: &str) -> bool {
    let lists = PlaceWords::get();
    let folded = phrase.trim().to_lowercase();
    let state = phrase.len() == 2 && phrase.chars().all(|c| c.is_ascii_uppercase());
    state
        || lists.remote.contains(&folded)
        || lists.countries.contains(&folded)
        || lists.regions.contains(&folded)
}

/// Returns whether a phrase is a large town, perhaps with its postal code: `Graz`, `8010 Graz`, `Pune - 411001`.
pub(super) fn is_town(phrase: &str) -> bool {
    countries_of_town(phrase).is_some()
}

/// Returns the codes of the countries of a large town, separated by spaces. Several mean that it is in any of them.
pub(super) fn countries_of_town(phrase: &str) -> Option<&'static str> {
    let is_margin = |c: char| c.is_whitespace() || c.is_ascii_digit() || "-–.()".contains(c);
    let name = phrase.trim_matches(is_margin);
    let name = name.strip_prefix("г.").map_or(name, str::trim_start);
    if name.len() > MAX_TOWN_BYTES || name.starts_with(char::is_lowercase) {
        return None;
    }
    let mut plain = String::with_capacity(name.len());
    name.chars().for_each(|c| push_plain(&mut plain, c));
    TownNames::get().towns.get(&plain)
}

/// Splits the place from the end of a cell (`Graz, Austria`, `Acme, Austin, TX`, `Acme, Graz`). Returns the text before it
/// and the place.
pub(super) fn split_place(cell: &str) -> Option<(&str, &str)> {
    let (before, last) = cell.rsplit_once([',', '،', '，'])?;
    let place = last.trim().trim_end_matches('.');
    if is_town(place) {
        return Some((before.trim(), last.trim()));
    }
    if !is_region(place) {
        return None;
    }
    let (rest, town) = before.rsplit_once([',', '،', '，']).unwrap_or(("", before));
    let at = cell.len() - (cell.len() - before.len()) - town.len();
    let is_short =
        town.split_whitespace().count() <= 3 && !town.contains(|c: char| c.is_ascii_digit());
    is_short.then(|| (rest.trim(), cell.get(at..).unwrap_or(last).trim()))
}
