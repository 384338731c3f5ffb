//! Finds the candidates that the rows of a file name, and refuses rows that match no candidate or a candidate of another row.

use std::hash::{DefaultHasher, Hasher};

use shortlist_domain::{CandidateCode, CategoryProblem, SelfIdentification};
use shortlist_persistence::ScoredCandidate;

use super::category_file::{CODE, CategoryFile, EMAIL, FileRow, Problems, folded, same_person};
use crate::error::AppError;

/// An e-mail address as 128 bits, which is enough to tell millions of addresses apart.
type AddressKey = (u64, u64);

/// The search for the candidates of a file. Several searches can divide the candidates among them.
pub(super) struct Matching<'f> {
    file: &'f CategoryFile,
    /// Whether each row named a candidate.
    is_found: Vec<bool>,
    /// The e-mail address of each candidate who was named by code, with the row. It is sorted only at the end, because that is
    /// faster than a map of a million addresses.
    by_person: Vec<(AddressKey, usize)>,
    problems: Problems,
}

impl<'f> Matching<'f> {
    pub(super) fn new(file: &'f CategoryFile) -> Self {
        Self {
            file,
            is_found: vec![false; file.rows.len()],
            by_person: Vec::new(),
            problems: Problems::default(),
        }
    }

    /// Ends the searches that divided the candidates. Refuses the rows that matched none of them: the organization has no such
    /// candidate, although another one may.
    pub(super) fn finish(
        file: &'f CategoryFile,
        searches: impl IntoIterator<Item = Self>,
    ) -> Result<(), AppError> {
        let mut all = Self::new(file);
        for search in searches {
            all.merge(search);
        }
        all.check_people();
        all.check_found();
        Ok(all.problems.check()?)
    }

    fn merge(&mut self, other: Self) {
        for (is_found, other) in self.is_found.iter_mut().zip(other.is_found) {
            *is_found |= other;
        }
        self.by_person.extend(other.by_person);
        self.problems.merge(other.problems);
    }

    fn check_found(&mut self) {
        let rows = self.file.rows.iter().zip(&self.is_found);
        if self.is_found.contains(&false) {
            let mut columns = vec![CODE; self.file.rows.len()];
            for index in self.file.by_email.values() {
                if let Some(column) = columns.get_mut(*index) {
                    *column = EMAIL;
                }
            }
            for ((row, _), column) in rows.zip(columns).filter(|((_, is_found), _)| !**is_found) {
                let problem = CategoryProblem::NoSuchCandidate;
                self.problems.add(row.line, column, problem);
            }
        }
    }

    /// Returns what the file says about a candidate.
    pub(super) fn find(&mut self, candidate: &ScoredCandidate) -> Option<SelfIdentification> {
        let email = candidate.email.as_deref().map(folded);
        let email = email.as_deref();
        let code = CandidateCode::parse_number(CODE, &candidate.code).ok();
        let by_code = code.and_then(|code| self.file.by_code.get(&code).copied());
        let by_email = email.and_then(|email| self.file.by_email.get(email).copied());
        for index in by_code.iter().chain(&by_email) {
            if let Some(is_found) = self.is_found.get_mut(*index) {
                *is_found = true;
            }
        }
        if let Some(index) = by_code {
            self.check_pair(index, email);
            self.by_person
                .extend(email.map(|email| (address_key(email), index)));
        }
        if let (Some(code), Some(email)) = (by_code, by_email) {
            self.check_same(code, email);
        }
        let row = self.file.rows.get(by_code.or(by_email)?)?;
        Some(row.given)
    }

    /// Refuses a row whose code and e-mail address belong to different people.
    fn check_pair(&mut self, index: usize, email: Option<&str>) {
        let Some(paired) = self.file.paired.get(&index) else {
            return;
        };
        if Some(paired.as_str()) != email
            && let Some(row) = self.file.rows.get(index)
        {
            let problem = CategoryProblem::OtherEmailAddress;
            self.problems.add(row.line, EMAIL, problem);
        }
    }

    /// Refuses rows that give different answers of a person who applied more than once.
    fn check_people(&mut self) {
        self.by_person.sort_unstable();
        let people = self.by_person.chunk_by(|one, next| one.0 == next.0);
        for person in people.filter(|person| person.len() > 1) {
            let mut rows = person
                .iter()
                .filter_map(|(_, row)| self.file.rows.get(*row));
            let Some(first) = rows.next() else { continue };
            for row in rows.filter(|row| row.given != first.given) {
                self.problems.add(row.line, CODE, same_person(row, first));
            }
        }
    }

    /// Refuses a row by code and a row by e-mail address for the same candidate.
    fn check_same(&mut self, by_code: usize, by_email: usize) {
        let rows = (self.file.rows.get(by_code), self.file.rows.get(by_email));
        if let (Some(by_code), Some(by_email)) = rows {
            let (first, last) = in_order(by_code, by_email);
            let column = if last.line == by_email.line {
                EMAIL
            } else {
                CODE
            };
            self.problems
                .add(last.line, column, same_person(last, first));
        }
    }
}

fn in_order<'r>(one: &'r FileRow, other: &'r FileRow) -> (&'r FileRow, &'r FileRow) {
    if one.line <= other.line {
        (one, other)
    } else {
        (other, one)
    }
}

fn address_key(email: &str) -> AddressKey {
    let hash = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(seed);
        hasher.write(email.as_bytes());
        hasher.finish()
    };
    (hash(0), hash(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shortlist_domain::{Score, Sex};

    fn candidate(code: &str, email: &str) -> ScoredCandidate {
        ScoredCandidate {
            id: format!("cnd_{code}"),
            code: code.to_owned(),
            email: Some(email.to_owned()),
            score: Score::from_tenths(500),
            is_hired: false,
            is_covered: true,
        }
    }

    fn result(text: &str, batch: &[ScoredCandidate]) -> Result<Vec<Sex>, String> {
        let file = CategoryFile::read(text.as_bytes()).unwrap();
        // Whoever finds a person's applications, the results are those of a single search.
        let mut searches = [Matching::new(&file), Matching::new(&file)];
        let mut sexes = Vec::new();
        for (at, candidate) in batch.iter().enumerate() {
            let found = searches[at % 2].find(candidate);
            sexes.extend(found.and_then(|given| given.sex));
        }
        Matching::finish(&file, searches).map_err(|error| error.to_string())?;
        Ok(sexes)
    }

    #[test]
    fn an_address_names_all_applications_of_a_person() {
        let batch = [
            candidate("CAN-000001", "ada@example.org"),
            candidate("CAN-000002", "ada@example.org"),
            candidate("CAN-000003", "ben@example.org"),
        ];
        let found = result("email,sex\nada@example.org,female\n", &batch);
        assert_eq!(found, Ok(vec![Sex::Female; 2]));
        let found = result("candidate_unique_id,sex\nCAN-000003,male\n", &batch);
        assert_eq!(found, Ok(vec![Sex::Male]));
    }

    #[test]
    fn a_row_that_names_nobody_is_refused() {
        let batch = [candidate("CAN-000001", "ada@example.org")];
        let error = result("candidate_unique_id,sex\nCAN-000009,male\n", &batch).unwrap_err();
        let expected = "row 2, column candidate_unique_id: names no candidate of this organization";
        assert!(error.contains(expected), "{error}");
        let error = result("email,sex\nben@example.org,male\n", &batch).unwrap_err();
        assert!(error.contains("row 2, column email: names no"), "{error}");
    }

    #[test]
    fn a_person_who_is_named_twice_is_refused() {
        let batch = [
            candidate("CAN-000001", "ada@example.org"),
            candidate("CAN-000002", "ada@example.org"),
        ];
        let head = "candidate_unique_id,email,sex\n";
        let error = result(
            &format!("{head}CAN-000001,,female\n,ada@example.org,female\n"),
            &batch,
        );
        let error = error.unwrap_err();
        assert!(
            error.contains("row 3, column email: names the same person"),
            "{error}"
        );
        let rows = format!("{head}CAN-000001,,female\nCAN-000002,,male\n");
        let error = result(&rows, &batch).unwrap_err();
        assert!(
            error.contains("row 3, column candidate_unique_id: contradicts row 2"),
            "{error}"
        );
        let rows = format!("{head}CAN-000001,,female\nCAN-000002,,female\n");
        assert_eq!(result(&rows, &batch), Ok(vec![Sex::Female; 2]));
    }

    #[test]
    fn code_and_address_of_a_row_must_belong_together() {
        let batch = [candidate("CAN-000001", "ada@example.org")];
        let rows = "candidate_unique_id,email,sex\nCAN-000001,ben@example.org,male\n";
        let error = result(rows, &batch).unwrap_err();
        assert!(
            error.contains("row 2, column email: is not the e-mail address"),
            "{error}"
        );
    }
}
