//! `shortlist admin quota`: an organization's upload quota and its usage.

use clap::Args;
use serde_json::json;
use shortlist_domain::QuotaOverrides;

use super::{Answer, OrganizationArguments, open, refused};
use crate::Failure;

/// Flags of `quota`.
#[derive(Debug, Args)]
pub(super) struct QuotaArguments {
    #[command(flatten)]
    of: OrganizationArguments,
    /// The total size of resumes that it may store, in MiB. 0 means unlimited.
    #[arg(long, conflicts_with = "default")]
    stored_mib: Option<u32>,
    /// The number of resumes that it may upload in a day. 0 means unlimited.
    #[arg(long, conflicts_with = "default")]
    daily_resumes: Option<u32>,
    /// Remove its own quota, so that the default applies again.
    #[arg(long)]
    default: bool,
}

/// Sets the given limits, keeps the others, and reports the resulting quota.
pub(super) fn quota(task: &QuotaArguments) -> Result<Answer, Failure> {
    let organization = &task.of.organization;
    let app = open(&task.of.config)?;
    let attempt = "look up the quota";
    let overrides = app
        .quotas()
        .overrides(organization)
        .map_err(refused(attempt))?;
    let changed = if task.default {
        QuotaOverrides::default()
    } else {
        QuotaOverrides {
            stored_mib: task.stored_mib.or(overrides.stored_mib),
            daily_resumes: task.daily_resumes.or(overrides.daily_resumes),
        }
    };
    if changed != overrides {
        app.quotas()
            .set(&task.of.party(), changed)
            .map_err(refused("set the quota"))?;
    }
    let (quota, usage) = app.quotas().usage(organization).map_err(refused(attempt))?;
    let limit = |limit: Option<u32>| limit.map_or("unlimited".to_owned(), |l| l.to_string());
    Ok(Answer {
        text: format!(
            "{organization} stores {} MiB (limit: {}) and uploaded {} resumes today (limit: {})",
            usage.stored_bytes >> 20,
            limit(quota.stored_mib),
            usage.day_resumes,
            limit(quota.daily_resumes)
        ),
        json: json!({
            "organizationId": organization.as_str(),
            "storedMib": quota.stored_mib,
            "dailyResumes": quota.daily_resumes,
            "storedBytes": usage.stored_bytes,
            "sentToday": usage.day_resumes,
            "applicationsToday": usage.day_applications,
        }),
    })
}
