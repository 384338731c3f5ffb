//! The occupations that a recruiter can choose from.

use shortlist_domain::{
    InvalidValue, JobProblem, Occupation, OccupationCode, TextProblem, check_short,
};
use shortlist_scoring::title_occupations;

/// The longest search, in characters.
const MAX_QUERY_CHARS: usize = 200;

/// Finds occupations by a job title, by words of their English names, or by the beginning of a code, the likeliest first.
///
/// # Errors
/// Returns an error if the search is empty or too long.
pub fn search_occupations(field: &str, query: &str) -> Result<Vec<Occupation>, InvalidValue> {
    match query.trim().chars().count() {
        0 => Err(InvalidValue::new(field, TextProblem::NoOccupationSearch)),
        count if count > MAX_QUERY_CHARS => Err(InvalidValue::new(
            field,
            TextProblem::TooLong(MAX_QUERY_CHARS),
        )),
        _ => Ok(shortlist_scoring::search_occupations(query)),
    }
}

/// The most occupations of a title that a filter looks for.
const MAX_OF_TITLE: usize = 4;

/// Returns the occupations that a value of a filter means: a code, the beginning of one, or what a job title names.
///
/// # Errors
/// Returns an error if the value is a title that names no known occupation, or is too long.
pub fn filtered_occupations(field: &str, value: &str) -> Result<Vec<OccupationCode>, InvalidValue> {
    if let Ok(code) = OccupationCode::parse(field, value) {
        return Ok(vec![code]);
    }
    let title = check_short(field, value)?.unwrap_or_default();
    let named = title_occupations(&title).into_iter().take(MAX_OF_TITLE);
    let codes: Vec<OccupationCode> = named
        .map(|share| OccupationCode::parse(field, &share.occupation.code))
        .collect::<Result<_, _>>()?;
    if codes.is_empty() {
        Err(InvalidValue::new(field, JobProblem::NoKnownOccupation))
    } else {
        Ok(codes)
    }
}
