//! Recognizes places of work: towns with their country or state.

use super::words::COUNTRIES;

/// Country names in resumes, in addition to those that decide the region of a telephone number.
const COUNTRY_NAMES: &str = "united states|united states of america|u.s.a.|u.s.|us|united kingdom|u.k.|great britain|scotland|wales|ireland|northern ireland|austria|österreich|switzerland|schweiz|suisse|svizzera|belgium|belgien|belgique|belgië|luxembourg|denmark|danmark|sweden|sverige|norway|norge|finland|suomi|iceland|poland|polska|czech republic|czechia|slovakia|hungary|romania|bulgaria|greece|ελλάδα|turkey|türkiye|russia|россия|ukraine|украина|belarus|serbia|croatia|slovenia|estonia|latvia|lithuania|israel|egypt|مصر|jordan|الأردن|lebanon|لبنان|saudi arabia|السعودية|ksa|united arab emirates|u.a.e|الإمارات|oman|bahrain|morocco|maroc|المغرب|algeria|algérie|tunisia|tunisie|kenya|ghana|south africa|ethiopia|tanzania|uganda|cameroon|senegal|nepal|bangladesh|sri lanka|malaysia|indonesia|thailand|vietnam|japan|日本|korea|south korea|taiwan|hong kong|new zealand|argentina|chile|peru|perú|ecuador|venezuela|uruguay|bolivia|costa rica|panamá|guatemala|méxico|jamaica|iran|iraq|kazakhstan";
/// Words for remote work.
const REMOTE: [&str; 6] = [
    "remote",
    "home office",
    "homeoffice",
    "télétravail",
    "remoto",
    "удаленно",
];

/// Returns whether a phrase is a country, a state or a word for remote work.
pub(super) fn is_place(phrase: &str) -> bool {
    let folded = phrase.trim().to_lowercase();
    let state = phrase.len() == 2 && phrase.chars().all(|c| c.is_ascii_uppercase());
    state
        || REMOTE.contains(&folded.as_str())
        || COUNTRIES.iter().any(|(name, _)| folded == *name)
        || COUNTRY_NAMES.split('|').any(|name| name == folded)
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
