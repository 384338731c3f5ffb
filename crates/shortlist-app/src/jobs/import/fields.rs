//! The form fields of a job file.

use serde::{Deserialize, Serialize};
use shortlist_domain::{
    ChoiceProblem, InvalidValue, MissingProblem, OrganizationId, TextProblem, UserId,
};
use shortlist_persistence::OnDuplicate;

use super::ImportRefusal;
use crate::operations::Claims;
use crate::run_mode::RunMode;
use crate::uploads::fields::required;

/// The longest prompt, in characters.
pub const MAX_PROMPT_CHARS: usize = 20_000;

/// The form fields of a job file, as sent.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is the form field of that name")]
pub struct ImportFields {
    pub recruiter_id: Option<String>,
    pub organization_id: Option<String>,
    pub prompt: Option<String>,
    pub on_duplicate: Option<String>,
    pub dry_run: Option<String>,
}

/// The validated fields.
pub(super) struct ImportRequest {
    pub(super) recruiter_id: UserId,
    pub(super) policy: OnDuplicate,
    /// Whether to create the jobs or only to plan the import.
    pub(super) mode: RunMode,
}

impl ImportFields {
    /// Validates the fields, and returns them with their claims about the caller.
    pub(super) fn check(
        &self,
        file: Option<&[u8]>,
    ) -> Result<(ImportRequest, Claims<'_>), ImportRefusal> {
        let recruiter = required("recruiterId", self.recruiter_id.as_deref())?;
        let recruiter_id = UserId::parse("recruiterId", recruiter)?;
        let organization = required("organizationId", self.organization_id.as_deref())?;
        OrganizationId::parse("organizationId", organization)?;
        if self
            .prompt
            .as_ref()
            .is_some_and(|prompt| prompt.chars().count() > MAX_PROMPT_CHARS)
        {
            return Err(InvalidValue::new("prompt", TextProblem::TooLong(MAX_PROMPT_CHARS)).into());
        }
        let mode = match folded(self.dry_run.as_deref()).as_deref() {
            None | Some("" | "false") => RunMode::Execute,
            Some("true") => RunMode::DryRun,
            Some(_) => {
                return Err(InvalidValue::new(
                    "dryRun",
                    ChoiceProblem::Neither(&["true", "false"]),
                )
                .into());
            }
        };
        let policy = match folded(self.on_duplicate.as_deref()).as_deref() {
            None | Some("" | "refuse") => OnDuplicate::Refuse,
            Some("skip") => OnDuplicate::Skip,
            Some(_) => {
                return Err(InvalidValue::new(
                    "onDuplicate",
                    ChoiceProblem::Neither(&["skip", "refuse"]),
                )
                .into());
            }
        };
        if file.is_none() {
            return Err(InvalidValue::new("recfiles", MissingProblem::JobFile).into());
        }
        let claims = Claims {
            organization_id: Some(organization),
            user_type: None,
            recruiter_id: Some(recruiter),
        };
        let request = ImportRequest {
            recruiter_id,
            policy,
            mode,
        };
        Ok((request, claims))
    }

    /// Returns the prompt, if there is one.
    pub(super) fn prompt(&self) -> Option<&str> {
        let prompt = self.prompt.as_deref().map(str::trim);
        prompt.filter(|prompt| !prompt.is_empty())
    }
}

/// Returns a choice without surrounding space and in lower case.
fn folded(choice: Option<&str>) -> Option<String> {
    choice.map(|choice| choice.trim().to_ascii_lowercase())
}
