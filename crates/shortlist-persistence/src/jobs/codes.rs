//! Generated codes for jobs without one: initials, year and number.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use shortlist_domain::NewJob;

use super::IN_LIST;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::{job_code_numbers, jobs};
use crate::text::folded;

/// The maximum number of initials in a code.
const MAX_INITIALS: usize = 4;
/// The minimum number of initials in a code.
const MIN_INITIALS: usize = 2;

/// Returns a code for each job: its own, or a generated one that is free. The organization must be locked.
pub(crate) fn assign(
    conn: &mut DbConn,
    organization: &str,
    new: &[&NewJob],
) -> Result<Vec<String>, StoreError> {
    let given: HashSet<String> = new
        .iter()
        .filter_map(|job| job.code.as_deref().map(folded))
        .collect();
    let mut wanted: HashMap<String, usize> = HashMap::new();
    for job in new.iter().filter(|job| job.code.is_none()) {
        *wanted.entry(prefix(job)).or_default() += 1;
    }
    let mut free = HashMap::new();
    for (prefix, count) in wanted {
        let codes = next_codes(conn, organization, &prefix, count, &given)?;
        free.insert(prefix, codes.into_iter());
    }
    let generated = |job: &NewJob, free: &mut HashMap<String, std::vec::IntoIter<String>>| {
        free.get_mut(&prefix(job)).and_then(Iterator::next)
    };
    new.iter()
        .map(|job| {
            job.code
                .clone()
                .or_else(|| generated(job, &mut free))
                .ok_or_else(|| StoreError::other("generate a job code", "too few were generated"))
        })
        .collect()
}

/// Generates the next codes of a prefix. Skips codes that someone chose manually.
fn next_codes(
    conn: &mut DbConn,
    organization: &str,
    prefix: &str,
    count: usize,
    given: &HashSet<String>,
) -> Result<Vec<String>, StoreError> {
    let counter = job_code_numbers::table
        .filter(job_code_numbers::organization_id.eq(organization))
        .filter(job_code_numbers::prefix.eq(prefix));
    let last: Option<i32> = counter
        .select(job_code_numbers::last_number)
        .first(conn)
        .optional()?;
    let mut number = last.unwrap_or(0);
    let mut codes = Vec::with_capacity(count);
    while codes.len() < count {
        let missing = (count - codes.len()).min(IN_LIST);
        let generated: Vec<String> = (0..missing)
            .map(|_| {
                number += 1;
                format!("{prefix}-{number:03}")
            })
            .collect();
        let taken = taken_codes(conn, organization, &generated)?;
        codes.extend(generated.into_iter().filter(|code| {
            let code = folded(code);
            !taken.contains(&code) && !given.contains(&code)
        }));
    }
    if last.is_some() {
        diesel::update(counter)
            .set(job_code_numbers::last_number.eq(number))
            .execute(conn)?;
    } else {
        diesel::insert_into(job_code_numbers::table)
            .values((
                job_code_numbers::organization_id.eq(organization),
                job_code_numbers::prefix.eq(prefix),
                job_code_numbers::last_number.eq(number),
            ))
            .execute(conn)?;
    }
    Ok(codes)
}

fn taken_codes(
    conn: &mut DbConn,
    organization: &str,
    codes: &[String],
) -> Result<HashSet<String>, StoreError> {
    let folded: Vec<String> = codes.iter().map(|code| folded(code)).collect();
    let taken: Vec<String> = jobs::table
        .filter(jobs::organization_id.eq(organization))
        .filter(jobs::folded_code.eq_any(folded))
        .select(jobs::folded_code)
        .load(conn)?;
    Ok(taken.into_iter().collect())
}

fn prefix(job: &NewJob) -> String {
    let year = job.created_at.date().format("%Y");
    format!("{}-{year}", initials(&job.title))
}

/// Returns the initials of a title's words, two to four Latin letters. Returns `JOB` if the title has fewer than two letters.
fn initials(title: &str) -> String {
    let letters = |text: &str| -> String {
        text.chars()
            .filter(char::is_ascii_alphabetic)
            .map(|c| c.to_ascii_uppercase())
            .collect()
    };
    let firsts: String = title
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.chars().next())
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_uppercase())
        .take(MAX_INITIALS)
        .collect();
    if firsts.len() >= MIN_INITIALS {
        return firsts;
    }
    let all: String = letters(title).chars().take(MIN_INITIALS).collect();
    if all.len() == MIN_INITIALS {
        all
    } else {
        "JOB".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::initials;

    #[test]
    fn initials_are_two_to_four_letters() {
        for (title, expected) in [
            ("Software Engineer", "SE"),
            ("senior full-stack web developer (m/f/d)", "SFSW"),
            ("Engineer", "EN"),
            ("C", "JOB"),
            ("看護師", "JOB"),
            ("2nd Line Support", "LS"),
        ] {
            assert_eq!(initials(title), expected, "{title}");
        }
    }
}
