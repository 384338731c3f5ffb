//! The stored form of people's changes to the requirements of a job.

use serde::{Deserialize, Serialize};
use shortlist_domain::{
    InvalidValue, Occupation, OccupationEdit, RequirementAuthor, RequirementChange,
    RequirementEdit, RequirementEdits, RequirementKind, RequirementMark, Timestamp, UserId,
};

use crate::error::StoreError;

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

/// The stored form of the occupation that a person set.
#[derive(Serialize, Deserialize)]
struct OccupationRecord {
    /// Code and name; `None` if the person says that the occupation is unknown.
    occupation: Option<(String, String)>,
    user_id: String,
    user_name: String,
    at: String,
}

impl OccupationRecord {
    fn of(edit: &OccupationEdit) -> Self {
        let (occupation, author) = (edit.occupation.as_ref(), &edit.author);
        Self {
            occupation: occupation.map(|it| (it.code.clone(), it.name.clone())),
            user_id: author.user_id.to_string(),
            user_name: author.name.clone(),
            at: author.at.to_string(),
        }
    }

    fn into_edit(self) -> Result<OccupationEdit, InvalidValue> {
        let occupation = self.occupation;
        Ok(OccupationEdit {
            occupation: occupation.map(|(code, name)| Occupation { code, name }),
            author: RequirementAuthor {
                user_id: UserId::parse("user_id", &self.user_id)?,
                name: self.user_name,
                at: Timestamp::parse("at", &self.at)?,
            },
        })
    }
}

/// What people set about a job, as the two columns of a row.
pub(crate) type EditColumns = (Option<String>, Option<String>);

/// Returns edits as they are stored; `None` where there are none.
pub(crate) fn edits_text(edits: &RequirementEdits) -> Result<EditColumns, StoreError> {
    let records: Vec<EditRecord> = edits.requirements.iter().map(EditRecord::of).collect();
    let requirements = if records.is_empty() {
        None
    } else {
        Some(serde_json::to_string(&records)?)
    };
    let occupation = edits.occupation.as_ref().map(OccupationRecord::of);
    let occupation = occupation.map(|record| serde_json::to_string(&record));
    Ok((requirements, occupation.transpose()?))
}

/// Reads stored edits.
pub(crate) fn read_edits(
    requirements: Option<&str>,
    occupation: Option<&str>,
) -> Result<RequirementEdits, StoreError> {
    let records: Vec<EditRecord> = match requirements {
        Some(text) => serde_json::from_str(text)?,
        None => Vec::new(),
    };
    let edits = records.into_iter().map(EditRecord::into_edit);
    let occupation: Option<OccupationRecord> = occupation.map(serde_json::from_str).transpose()?;
    Ok(RequirementEdits {
        requirements: edits.collect::<Result<_, _>>()?,
        occupation: occupation.map(OccupationRecord::into_edit).transpose()?,
    })
}
