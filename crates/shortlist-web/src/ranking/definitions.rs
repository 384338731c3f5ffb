//! What filters name and others define: the stages of the job and the custom fields of the organization.

use shortlist_app::Operation;
use shortlist_domain::{CustomField, Job, Stage, StageId, StageList};

use crate::respond::error::PageError;
use crate::visit::Visit;

/// The definitions.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    pub(super) stages: StageList,
    pub(super) fields: Vec<CustomField>,
}

impl Definitions {
    /// Loads the definitions of a job.
    pub(super) async fn load(visit: &Visit, job: &Job) -> Result<Self, PageError> {
        let job = job.id.clone();
        visit
            .run(Operation::GetJob, move |app, principal| {
                let organization = &principal.organization_id;
                let jobs = std::slice::from_ref(&job);
                let mut lists = app.jobs().stage_lists(organization, jobs)?;
                Ok(Self {
                    stages: lists.remove(&job).unwrap_or_default(),
                    fields: app.candidates().custom_fields(principal)?,
                })
            })
            .await
    }

    /// Returns the stages that differ from the statuses, or none if none differs.
    pub(super) fn own_stages(&self) -> &[Stage] {
        if self.stages == StageList::default() {
            &[]
        } else {
            self.stages.stages()
        }
    }

    /// Returns the name of a stage; its identifier if it is none of the job.
    pub(super) fn stage_name<'a>(&'a self, id: &'a str) -> &'a str {
        let stage = StageId::parse("stage", id).ok();
        let stage = stage.and_then(|id| self.stages.find(&id));
        stage.map_or(id, |stage| stage.name.as_str())
    }

    /// Returns the label of a custom field; its key if no field has it.
    pub(super) fn field_label<'a>(&'a self, key: &'a str) -> &'a str {
        let field = self.fields.iter().find(|field| field.key == key);
        field.map_or(key, |field| field.label.as_str())
    }
}
