//! The form fields of a resume upload.

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    ChoiceProblem, FileProblem, InvalidValue, JobId, MissingProblem, OrganizationId, UserId,
    UserType, Weights,
};

use crate::operations::Claims;

/// The form fields of an upload, as sent.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is the form field of that name")]
pub struct UploadFields {
    pub job_id: Option<String>,
    pub recruiter_id: Option<String>,
    pub organization_id: Option<String>,
    pub user_type: Option<String>,
    pub resume_score_breakdown: Option<String>,
    pub on_duplicate: Option<String>,
}

/// The validated fields.
pub(crate) struct UploadRequest {
    pub(crate) job_id: JobId,
    pub(crate) recruiter_id: UserId,
    pub(crate) weights: Weights,
    pub(crate) on_duplicate: OnDuplicateResume,
}

impl UploadFields {
    /// Validates the fields, and returns them with their claims about the caller.
    pub(crate) fn check(&self, files: usize) -> Result<(UploadRequest, Claims<'_>), InvalidValue> {
        let job_id = JobId::parse("jobId", required("jobId", self.job_id.as_deref())?)?;
        let recruiter = required("recruiterId", self.recruiter_id.as_deref())?;
        let recruiter_id = UserId::parse("recruiterId", recruiter)?;
        let organization = required("organizationId", self.organization_id.as_deref())?;
        OrganizationId::parse("organizationId", organization)?;
        let user_type = required("userType", self.user_type.as_deref())?;
        UserType::parse_claim("userType", user_type)?;
        let weights = read_weights(required(
            "resumeScoreBreakdown",
            self.resume_score_breakdown.as_deref(),
        )?)?;
        let on_duplicate = self.on_duplicate.as_deref();
        let on_duplicate = OnDuplicateResume::parse("onDuplicate", on_duplicate)?;
        if files == 0 {
            return Err(InvalidValue::new("files", MissingProblem::Resumes));
        }
        let claims = Claims {
            organization_id: Some(organization),
            user_type: Some(user_type),
            recruiter_id: Some(recruiter),
        };
        let request = UploadRequest {
            job_id,
            recruiter_id,
            weights,
            on_duplicate,
        };
        Ok((request, claims))
    }
}

/// What an upload does with the resume of a person who is a candidate for the job already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OnDuplicateResume {
    /// The resume is ignored.
    #[default]
    Skip,
    /// It becomes the candidate's current resume, and the candidate is scored again.
    Replace,
    /// It becomes a further document of the candidate, which is not scored.
    Add,
}

impl OnDuplicateResume {
    /// Parses the value of a form field in any letter case. Without one, resumes are skipped.
    pub(crate) fn parse(field: &str, value: Option<&str>) -> Result<Self, InvalidValue> {
        let value = value.unwrap_or_default().trim().to_lowercase();
        match value.as_str() {
            "" | "skip" => Ok(Self::Skip),
            "replace" => Ok(Self::Replace),
            "add" => Ok(Self::Add),
            _ => Err(InvalidValue::new(
                field,
                ChoiceProblem::Neither(&["skip", "replace", "add"]),
            )),
        }
    }
}

/// Returns a form field that must be present and not blank.
pub(crate) fn required<'a>(field: &str, value: Option<&'a str>) -> Result<&'a str, InvalidValue> {
    let value = value.map(str::trim).filter(|value| !value.is_empty());
    value.ok_or_else(|| InvalidValue::new(field, MissingProblem::FormField))
}

/// The pairs of a JSON object in the order written. Repeated names are included, because a map would hide them.
struct Pairs(Vec<(String, f64)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairVisitor;
        impl<'de> Visitor<'de> for PairVisitor {
            type Value = Pairs;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of criteria and their weights")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(PairVisitor)
    }
}

/// Parses `resumeScoreBreakdown`: a JSON object of criteria and numbers.
///
/// # Errors
/// Returns an error if it is not such an object, or if the weights are invalid.
pub(crate) fn read_weights(json: &str) -> Result<Weights, InvalidValue> {
    let pairs: Pairs = serde_json::from_str(json).map_err(|error| {
        let example = r#"{"experience": 40, "skills": 40, "education": 20}"#;
        InvalidValue::new(
            "resumeScoreBreakdown",
            FileProblem::JsonLibrarySays {
                example,
                message: error.to_string(),
            },
        )
    })?;
    Weights::new(&pairs.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_for_duplicates_is_read_in_any_case() {
        let parse = |value| OnDuplicateResume::parse("onDuplicate", value);
        assert_eq!(parse(None), Ok(OnDuplicateResume::Skip));
        assert_eq!(parse(Some(" Replace ")), Ok(OnDuplicateResume::Replace));
        assert_eq!(parse(Some("ADD")), Ok(OnDuplicateResume::Add));
        assert_eq!(parse(Some("refuse")).unwrap_err().field, "onDuplicate");
    }

    #[test]
    fn weights_are_read_with_their_names_as_written() {
        let weights = read_weights(r#"{"experience": 40, "skills": 60.0}"#).unwrap();
        assert_eq!(weights.criteria().len(), 2);
        for bad in [
            "",
            "[]",
            "{}",
            "{\"skills\": \"10\"}",
            "{\"skills\": 1, \"Skills\": 1}",
            "{\"skills\": 1e999}",
            "{\"a\":1}x",
        ] {
            assert_eq!(
                read_weights(bad).unwrap_err().field,
                "resumeScoreBreakdown",
                "{bad}"
            );
        }
    }
}
