//! Pagination cursors: the end of a page, as an opaque text that the client sends back.
//!
//! A cursor contains the values of the last item and a digest of these values, the list and its filters. It grants no
//! access: a forged cursor only starts the caller's own list at another row. The digest detects a cursor that was
//! truncated, changed or taken from a list with other filters. Such a cursor is refused with an error message, instead
//! of returning an arbitrary page. The digest has no key, so every value is validated again when a cursor is read.

use std::ops::RangeInclusive;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::Datelike as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shortlist_domain::{
    CandidateId, ChangePosition, CombinationProblem, InvalidValue, LeaderboardPosition,
    ListPosition, OrderPosition, PageRequest, Principal, QueryProblem, RecordKind, Score,
    Timestamp,
};

/// The input field with a cursor.
const FIELD: &str = "after";
/// The number of digest bytes that a cursor keeps.
const SEAL_BYTES: usize = 8;
/// The number of bytes of a row's hash that a cursor of changes keeps.
const CHANGE_HASH_BYTES: usize = 8;
/// The largest page number, rank and position of a cursor. GraphQL integers have 32 bits.
const MAX_COUNT: u32 = i32::MAX.unsigned_abs();
/// The years of a valid time.
const YEARS: RangeInclusive<i32> = 1..=9_999;

/// A list with its filters, to which cursors belong.
pub(crate) struct CursorScope {
    digest: Sha256,
    tie_breaker: TieBreaker,
}

/// The value that orders items with the same time.
#[derive(Clone, Copy)]
enum TieBreaker {
    Identifier,
    Number,
}

impl TieBreaker {
    /// Returns whether this kind of list may contain such a value.
    fn accepts(self, text: &str) -> bool {
        match self {
            Self::Identifier => CandidateId::parse(FIELD, text).is_ok(),
            Self::Number => text.parse::<i64>().is_ok_and(|number| number > 0),
        }
    }
}

/// The end of a page: the page number, the time in microseconds since 1970, and the value that orders items with the
/// same time.
#[derive(Serialize, Deserialize)]
struct PageEnd(u32, i64, String);

/// The end of a leaderboard page: score in tenths, case-folded name, identifier, rank and position.
#[derive(Serialize, Deserialize)]
struct BoardEnd(u16, String, String, u32, u32);

/// The end of a page of candidates in an order: the page number, the value, the name and the identifier.
#[derive(Serialize, Deserialize)]
struct OrderEnd(u32, i64, String, String);

/// A position in the changes of records: the number of a row of the audit log, the first bytes of its hash, and the last record of that row.
#[derive(Serialize, Deserialize)]
struct ChangeEnd(i64, String, Option<(String, String)>);

impl CursorScope {
    /// Creates the list of an operation and the caller's organization.
    pub(crate) fn of(operation: &str, principal: &Principal) -> Self {
        let scope = Self {
            digest: Sha256::new(),
            tie_breaker: TieBreaker::Identifier,
        };
        scope
            .with(Some(operation))
            .with(Some(principal.organization_id.as_str()))
    }

    /// Marks the list as one whose items have numbers instead of identifiers.
    pub(crate) fn numbered(self) -> Self {
        Self {
            tie_breaker: TieBreaker::Number,
            ..self
        }
    }

    /// Adds a filter. A list must always add its filters in the same order.
    pub(crate) fn with(mut self, filter: Option<&str>) -> Self {
        match filter {
            None => self.digest.update([0]),
            Some(text) => {
                self.digest.update([1]);
                self.digest.update(text.len().to_be_bytes());
                self.digest.update(text);
            }
        }
        self
    }

    /// Adds the time since which a list is ordered by changes. Without one, the cursor stays as it is.
    pub(crate) fn with_change(self, since: Option<&String>) -> Self {
        match since
            .map(|since| since.trim())
            .filter(|since| !since.is_empty())
        {
            None => self,
            since => self.with(since),
        }
    }

    /// Returns the page that a number or a cursor selects.
    ///
    /// # Errors
    /// Returns an error if the cursor does not belong to this list, or if both are given.
    pub(crate) fn page(
        &self,
        by_number: PageRequest,
        number_field: &str,
        after: Option<&str>,
    ) -> Result<PageRequest, InvalidValue> {
        let Some(after) = after else {
            return Ok(by_number);
        };
        if by_number.number() != 1 {
            return Err(both_given(number_field));
        }
        let PageEnd(number, micros, tie) = self.open(after)?;
        let at = Timestamp::from_unix_micros(micros)
            .filter(|at| YEARS.contains(&at.as_datetime().year()))
            .ok_or_else(refused)?;
        if !(1..=MAX_COUNT).contains(&number) || !self.tie_breaker.accepts(&tie) {
            return Err(refused());
        }
        let number = number.saturating_add(1).min(MAX_COUNT);
        Ok(by_number.following(
            ListPosition {
                at,
                tie_breaker: tie,
            },
            number,
        ))
    }

    /// Returns the cursor for the end of a page.
    pub(crate) fn end_of_page(
        &self,
        page: &PageRequest,
        end: Option<&ListPosition>,
    ) -> Option<String> {
        let end = end?;
        let micros = end.at.as_datetime().timestamp_micros();
        self.seal(&PageEnd(page.number(), micros, end.tie_breaker.clone()))
    }

    /// Returns the leaderboard row of a cursor.
    ///
    /// # Errors
    /// Returns an error if the cursor does not belong to this list.
    pub(crate) fn leaderboard_position(
        &self,
        after: &str,
    ) -> Result<LeaderboardPosition, InvalidValue> {
        let BoardEnd(tenths, sort_name, id, rank, position) = self.open(after)?;
        let is_counted = 1 <= rank && rank <= position && position <= MAX_COUNT;
        // PostgreSQL accepts no text with a NUL character, and no name contains one.
        if !is_counted || tenths > Score::MAX_TENTHS || sort_name.contains('\0') {
            return Err(refused());
        }
        Ok(LeaderboardPosition {
            value: Score::from_tenths(i64::from(tenths)),
            sort_name,
            candidate_id: CandidateId::parse(FIELD, &id)?,
            rank,
            position,
        })
    }

    /// Returns the cursor of a leaderboard row.
    pub(crate) fn end_of_board(&self, end: &LeaderboardPosition) -> Option<String> {
        self.seal(&BoardEnd(
            end.value.tenths(),
            end.sort_name.clone(),
            end.candidate_id.as_str().to_owned(),
            end.rank,
            end.position,
        ))
    }

    /// Returns the page number and the candidate of a cursor.
    ///
    /// # Errors
    /// Returns an error if the cursor does not belong to this list.
    pub(crate) fn order_position(&self, after: &str) -> Result<(u32, OrderPosition), InvalidValue> {
        let OrderEnd(number, value, sort_name, id) = self.open(after)?;
        if !(1..=MAX_COUNT).contains(&number) || sort_name.contains('\0') {
            return Err(refused());
        }
        let position = OrderPosition {
            value,
            sort_name,
            candidate_id: CandidateId::parse(FIELD, &id)?,
        };
        Ok((number.min(MAX_COUNT - 1), position))
    }

    /// Returns the cursor of a candidate in an order.
    pub(crate) fn end_of_order(&self, page: &PageRequest, end: &OrderPosition) -> Option<String> {
        self.seal(&OrderEnd(
            page.number(),
            end.value,
            end.sort_name.clone(),
            end.candidate_id.as_str().to_owned(),
        ))
    }

    /// Returns the position of a cursor of changes.
    ///
    /// # Errors
    /// Returns an error if the cursor does not belong to these changes.
    pub(crate) fn change_position(&self, after: &str) -> Result<ChangePosition, InvalidValue> {
        let ChangeEnd(number, hash, record) = self.open(after)?;
        let hash = URL_SAFE_NO_PAD.decode(hash).map_err(|_error| refused())?;
        if number < 0 || (number > 0 && hash.len() != CHANGE_HASH_BYTES) {
            return Err(refused());
        }
        let record = record.map(|(kind, id)| {
            let id = CandidateId::parse(FIELD, &id)?;
            Ok::<_, InvalidValue>((RecordKind::parse(FIELD, &kind)?, id.into_string()))
        });
        Ok(ChangePosition {
            number,
            hash,
            record: record.transpose()?,
        })
    }

    /// Returns the cursor of a position in the changes.
    pub(crate) fn end_of_changes(&self, end: &ChangePosition) -> Option<String> {
        let hash: Vec<u8> = end.hash.iter().copied().take(CHANGE_HASH_BYTES).collect();
        let record = end.record.as_ref();
        let record = record.map(|(kind, id)| (kind.as_str().to_owned(), id.clone()));
        self.seal(&ChangeEnd(end.number, URL_SAFE_NO_PAD.encode(hash), record))
    }

    fn seal(&self, end: &impl Serialize) -> Option<String> {
        let values = serde_json::to_vec(end).ok()?;
        let mut bytes = self.digest_over(&values).to_vec();
        bytes.extend_from_slice(&values);
        Some(URL_SAFE_NO_PAD.encode(bytes))
    }

    fn open<T: DeserializeOwned>(&self, cursor: &str) -> Result<T, InvalidValue> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok();
        let parts = bytes
            .as_deref()
            .and_then(<[u8]>::split_first_chunk::<SEAL_BYTES>);
        let values = parts.filter(|(seal, values)| **seal == self.digest_over(values));
        values
            .and_then(|(_, values)| serde_json::from_slice(values).ok())
            .ok_or_else(refused)
    }

    fn digest_over(&self, values: &[u8]) -> [u8; SEAL_BYTES] {
        let digest = self.digest.clone().chain_update(values).finalize();
        let mut seal = [0; SEAL_BYTES];
        seal.iter_mut()
            .zip(digest)
            .for_each(|(place, byte)| *place = byte);
        seal
    }
}

/// Returns the error for a cursor that is combined with a page number.
pub(crate) fn both_given(number_field: &str) -> InvalidValue {
    let problem = CombinationProblem::With(number_field.to_owned());
    InvalidValue::new(FIELD, problem)
}

fn refused() -> InvalidValue {
    InvalidValue::new(FIELD, QueryProblem::NotCursor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shortlist_domain::{ApiKeyId, OrganizationId, UserId, UserType};

    fn scope(organization: &str, filter: Option<&str>) -> CursorScope {
        let principal = Principal {
            is_integration: false,
            organization_id: OrganizationId::parse("o", organization).unwrap(),
            user_id: UserId::parse("u", "usr_1").unwrap(),
            user_type: UserType::Admin,
            key_id: Some(ApiKeyId::parse("k", "key_1").unwrap()),
            permissions: Vec::new(),
            key_expires_at: None,
            address: None,
            session_id: None,
        };
        CursorScope::of("getCandidates", &principal).with(filter)
    }

    fn first() -> PageRequest {
        PageRequest::parse(("n", 1), ("s", 10)).unwrap()
    }

    fn place() -> ListPosition {
        ListPosition {
            at: Timestamp::parse("at", "2026-03-05T08:15:00.123456Z").unwrap(),
            tie_breaker: "cnd_1".to_owned(),
        }
    }

    #[test]
    fn a_cursor_selects_the_next_page() {
        let scope = scope("org_1", None);
        let cursor = scope.end_of_page(&first(), Some(&place())).unwrap();
        let next = scope.page(first(), "pageNumber", Some(&cursor)).unwrap();
        assert_eq!((next.number(), next.after()), (2, Some(&place())));
        assert_eq!(scope.end_of_page(&first(), None), None);
        assert_eq!(scope.page(first(), "n", None).unwrap(), first());
    }

    #[test]
    fn a_cursor_of_another_list_or_a_changed_one_is_refused() {
        let ours = scope("org_1", Some("a"));
        let cursor = ours.end_of_page(&first(), Some(&place())).unwrap();
        for other in [
            scope("org_2", Some("a")),
            scope("org_1", Some("b")),
            scope("org_1", None),
        ] {
            let refused = other.page(first(), "n", Some(&cursor)).unwrap_err();
            assert_eq!(refused.field, "after");
        }
        let mut bytes = URL_SAFE_NO_PAD.decode(&cursor).unwrap();
        for place in 0..bytes.len() {
            bytes[place] ^= 1;
            let changed = URL_SAFE_NO_PAD.encode(&bytes);
            assert!(ours.page(first(), "n", Some(&changed)).is_err());
            bytes[place] ^= 1;
        }
        let cut = cursor.chars().skip(1).collect();
        let nonsense = ["", "a", "ä", "AAAAAAAAAAAAAAAA"].map(str::to_owned);
        for text in nonsense.into_iter().chain([cut]) {
            assert!(ours.page(first(), "n", Some(&text)).is_err());
        }
    }

    /// Anyone can compute the digest, so each value that cannot end a page must be refused.
    #[test]
    fn a_forged_leaderboard_cursor_is_refused() {
        let scope = scope("org_1", None);
        let read = |tenths, name: &str, id: &str, rank, position| {
            let forged = BoardEnd(tenths, name.to_owned(), id.to_owned(), rank, position);
            scope.leaderboard_position(&scope.seal(&forged).unwrap())
        };
        assert!(read(1_000, "ada", "cnd_1", 1, 1).is_ok());
        assert!(read(0, "", "cnd_1", 7, MAX_COUNT).is_ok());
        for refused in [
            read(1_001, "ada", "cnd_1", 1, 1),
            read(500, "a\0", "cnd_1", 1, 1),
            read(500, "ada", "cnd 1", 1, 1),
            read(500, "ada", "cnd_1", 0, 1),
            read(500, "ada", "cnd_1", 2, 1),
            read(500, "ada", "cnd_1", 1, 0),
            read(500, "ada", "cnd_1", 1, MAX_COUNT + 1),
            read(500, "ada", "cnd_1", u32::MAX, u32::MAX),
        ] {
            assert_eq!(refused.unwrap_err().field, "after");
        }
    }

    #[test]
    fn a_forged_page_cursor_is_refused() {
        let read = |scope: &CursorScope, number, micros, tie: &str| {
            let cursor = scope.seal(&PageEnd(number, micros, tie.to_owned()));
            scope.page(first(), "n", Some(&cursor.unwrap()))
        };
        let (ids, numbers) = (scope("org_1", None), scope("org_1", None).numbered());
        assert_eq!(read(&ids, 1, 0, "cnd_1").unwrap().number(), 2);
        assert_eq!(
            read(&ids, MAX_COUNT, 0, "cnd_1").unwrap().number(),
            MAX_COUNT
        );
        assert!(read(&numbers, 1, 0, "17").is_ok());
        for refused in [
            read(&ids, 0, 0, "cnd_1"),
            read(&ids, u32::MAX, 0, "cnd_1"),
            read(&ids, 1, i64::MAX, "cnd_1"),
            read(&ids, 1, 253_402_300_800_000_000, "cnd_1"),
            read(&ids, 1, -62_135_596_800_000_001, "cnd_1"),
            read(&ids, 1, 0, ""),
            read(&ids, 1, 0, "cnd\0"),
            read(&ids, 1, 0, &"c".repeat(65)),
            read(&numbers, 1, 0, "cnd_1"),
            read(&numbers, 1, 0, "0"),
            read(&numbers, 1, 0, "9223372036854775808"),
        ] {
            assert_eq!(refused.unwrap_err().field, "after");
        }
    }

    #[test]
    fn a_page_number_with_a_cursor_is_refused() {
        let scope = scope("org_1", None);
        let cursor = scope.end_of_page(&first(), Some(&place())).unwrap();
        let third = PageRequest::parse(("n", 3), ("s", 10)).unwrap();
        let refused = scope.page(third, "pageNumber", Some(&cursor)).unwrap_err();
        assert!(refused.to_string().contains("pageNumber"));
    }
}
