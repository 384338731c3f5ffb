//! Lists of stages as they are stored.

use shortlist_domain::{CandidateStatus, InvalidValue, Stage, StageId, StageList};

use crate::error::StoreError;

/// Returns a list as it is stored: the identifier, name and status of each stage.
pub(crate) fn list_text(list: &StageList) -> Result<String, StoreError> {
    let stages = list.stages().iter();
    let records: Vec<(&str, &str, &str)> = stages
        .map(|stage| {
            (
                stage.id.as_str(),
                stage.name.as_str(),
                stage.status.as_str(),
            )
        })
        .collect();
    Ok(serde_json::to_string(&records)?)
}

/// Reads a stored list. Without one, a job has the default list.
pub(crate) fn read_list(text: Option<&str>) -> Result<StageList, StoreError> {
    let Some(text) = text else {
        return Ok(StageList::default());
    };
    let records: Vec<(String, String, String)> = serde_json::from_str(text)?;
    let stages = records.into_iter().map(|(id, name, status)| {
        Ok(Stage {
            id: StageId::parse("id", &id)?,
            name,
            status: CandidateStatus::parse("status", &status)?,
        })
    });
    let stages: Vec<Stage> = stages.collect::<Result<_, InvalidValue>>()?;
    Ok(StageList::new(stages)?)
}
