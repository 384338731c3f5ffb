//! The stored form of people's changes to the requirements of a job.

use serde::{Deserialize, Serialize};
use shortlist_domain::{
    InvalidValue, RequirementAuthor, RequirementChange, RequirementEdit, RequirementKind,
    RequirementMark, Timestamp, UserId,
};

use crate::StoreError;

#[derive(Serialize, Deserialize)]
struct EditRecord {
    kind: String,
    names: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mark: Option<String>,
    user_id: String,
    user_name: String,
    at: String,
}

impl EditRecord {
    fn of(edit: &RequirementEdit) -> Self {
        let (change, author) = (&edit.change, &edit.author);
        Self {
            kind: change.kind.as_str().to_owned(),
            names: change.names.clone(),
            alternatives: change.alternatives.clone(),
            mark: change.mark.map(|mark| mark.as_str().to_owned()),
            user_id: author.user_id.to_string(),
            user_name: author.name.clone(),
            at: author.at.to_string(),
        }
    }

    fn into_edit(self) -> Result<RequirementEdit, InvalidValue> {
        let mark = self.mark.as_deref();
        let mark = mark.map(|mark| RequirementMark::parse("mark", mark));
        Ok(RequirementEdit {
            change: RequirementChange {
                kind: RequirementKind::parse("kind", &self.kind)?,
                names: self.names,
                alternatives: self.alternatives,
                mark: mark.transpose()?,
            },
            author: RequirementAuthor {
                user_id: UserId::parse("user_id", &self.user_id)?,
                name: self.user_name,
                at: Timestamp::parse("at", &self.at)?,
            },
        })
    }
}

/// Returns edits as they are stored; `None` if there are none.
pub(crate) fn edits_text(edits: &[RequirementEdit]) -> Result<Option<String>, StoreError> {
    if edits.is_empty() {
        return Ok(None);
    }
    let records: Vec<EditRecord> = edits.iter().map(EditRecord::of).collect();
    Ok(Some(serde_json::to_string(&records)?))
}

/// Reads stored edits.
pub(crate) fn read_edits(text: Option<&str>) -> Result<Vec<RequirementEdit>, StoreError> {
    let Some(text) = text else {
        return Ok(Vec::new());
    };
    let records: Vec<EditRecord> = serde_json::from_str(text)?;
    let edits = records.into_iter().map(EditRecord::into_edit);
    Ok(edits.collect::<Result<_, _>>()?)
}
