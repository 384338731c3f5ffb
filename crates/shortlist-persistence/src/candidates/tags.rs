//! Tags of candidates.

use std::collections::HashMap;

use diesel::prelude::*;
use shortlist_domain::{CandidateId, OrganizationId, Tag};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::candidate_tags;
use crate::store::Candidates;

/// Returns the tags of a candidate.
macro_rules! of_candidate {
    ($key:expr) => {
        candidate_tags::table
            .filter(candidate_tags::organization_id.eq($key.organization))
            .filter(candidate_tags::candidate_id.eq($key.candidate))
    };
}

impl Candidates<'_> {
    /// Loads the tags of candidates with a single query, in alphabetical order.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_tags(
        &self,
        organization: &OrganizationId,
        ids: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Vec<String>>, StoreError> {
        let mut tags: HashMap<CandidateId, Vec<String>> = HashMap::new();
        if ids.is_empty() {
            return Ok(tags);
        }
        let ids: Vec<&str> = ids.iter().map(CandidateId::as_str).collect();
        let rows: Vec<(String, String)> = self.pools.read(|conn| {
            Ok(candidate_tags::table
                .filter(candidate_tags::organization_id.eq(organization.as_str()))
                .filter(candidate_tags::candidate_id.eq_any(&ids))
                .order((candidate_tags::candidate_id, candidate_tags::folded_tag))
                .select((candidate_tags::candidate_id, candidate_tags::tag))
                .load(conn)?)
        })?;
        for (id, tag) in rows {
            let id = CandidateId::parse("candidate_id", &id)?;
            tags.entry(id).or_default().push(tag);
        }
        Ok(tags)
    }
}

/// Replaces the tags of a candidate. Returns the texts of the earlier and the new ones.
pub(super) fn replace(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    tags: &[Tag],
) -> QueryResult<(Option<String>, Option<String>)> {
    let before = list(conn, key)?;
    diesel::delete(of_candidate!(key)).execute(conn)?;
    add(conn, key, tags)?;
    Ok((text(&before), text(&list(conn, key)?)))
}

/// Adds tags to a candidate and removes others. Returns the texts of the earlier and the present ones.
pub(crate) fn change(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    added: &[Tag],
    removed: &[Tag],
) -> QueryResult<(Option<String>, Option<String>)> {
    if added.is_empty() && removed.is_empty() {
        return Ok((None, None));
    }
    let before = list(conn, key)?;
    let gone: Vec<String> = removed.iter().map(Tag::folded).collect();
    let rows = of_candidate!(key).filter(candidate_tags::folded_tag.eq_any(gone));
    diesel::delete(rows).execute(conn)?;
    let kept: Vec<String> = list(conn, key)?
        .into_iter()
        .map(|(folded, _)| folded)
        .collect();
    let new: Vec<Tag> = added
        .iter()
        .filter(|tag| !kept.contains(&tag.folded()))
        .cloned()
        .collect();
    add(conn, key, &new)?;
    Ok((text(&before), text(&list(conn, key)?)))
}

/// Returns the number of tags that a candidate would have after a change.
pub(super) fn count_with(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    added: &[Tag],
    removed: &[Tag],
) -> QueryResult<usize> {
    let present = list(conn, key)?.into_iter().map(|(folded, _)| folded);
    let gone: Vec<String> = removed.iter().map(Tag::folded).collect();
    let mut tags: Vec<String> = present.filter(|tag| !gone.contains(tag)).collect();
    tags.extend(added.iter().map(Tag::folded));
    tags.sort_unstable();
    tags.dedup();
    Ok(tags.len())
}

fn list(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<Vec<(String, String)>> {
    of_candidate!(key)
        .order(candidate_tags::folded_tag)
        .select((candidate_tags::folded_tag, candidate_tags::tag))
        .load(conn)
}

fn add(conn: &mut DbConn, key: CandidateKey<'_>, tags: &[Tag]) -> QueryResult<()> {
    let mut written: Vec<String> = Vec::new();
    for tag in tags {
        let folded = tag.folded();
        if written.contains(&folded) {
            continue;
        }
        diesel::insert_into(candidate_tags::table)
            .values((
                candidate_tags::organization_id.eq(key.organization),
                candidate_tags::candidate_id.eq(key.candidate),
                candidate_tags::folded_tag.eq(&folded),
                candidate_tags::tag.eq(tag.as_str()),
            ))
            .execute(conn)?;
        written.push(folded);
    }
    Ok(())
}

/// Returns tags as the audit log shows them.
fn text(tags: &[(String, String)]) -> Option<String> {
    let tags: Vec<&str> = tags.iter().map(|(_, tag)| tag.as_str()).collect();
    Some(tags.join(", ")).filter(|tags| !tags.is_empty())
}
