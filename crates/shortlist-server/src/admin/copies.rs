//! `shortlist admin export-organization` and `import-organization`: the move of an organization to another installation.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use shortlist_app::OrganizationCopy;

use super::{Answer, OrganizationArguments, open, refused};
use crate::config::ConfigArguments;
use crate::{Failure, file_permissions};

#[derive(Debug, Args)]
pub(super) struct CopyArguments {
    #[command(flatten)]
    organization: OrganizationArguments,
    /// The folder to write to. It must be empty or not exist yet.
    #[arg(long)]
    to: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct CopyFromArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The folder that `export-organization` wrote.
    #[arg(long)]
    from: PathBuf,
}

/// Copies an organization to a folder that only its owner can read.
pub(super) fn export(task: &CopyArguments) -> Result<Answer, Failure> {
    let OrganizationArguments {
        config,
        organization,
    } = &task.organization;
    file_permissions::create_empty_folder(&task.to)?;
    let app = open(config)?;
    let copied = app.organization_copies().export(organization, &task.to);
    let copy = copied.map_err(refused("export the organization"))?;
    let folder = task.to.display();
    let next = format!("import it with: shortlist admin import-organization --from {folder}");
    Ok(answer(&copy, &format!("are in {folder}\n{next}")))
}

/// Creates an organization from a folder.
pub(super) fn import(task: &CopyFromArguments) -> Result<Answer, Failure> {
    let app = open(&task.config)?;
    let copied = app.organization_copies().import(&task.from);
    let copy = copied.map_err(refused("import the organization"))?;
    Ok(answer(&copy, "were imported, and the audit log holds"))
}

fn answer(copy: &OrganizationCopy, outcome: &str) -> Answer {
    let OrganizationCopy {
        organization_id,
        rows,
        files,
        ..
    } = copy;
    Answer {
        text: format!("{rows} rows and {files} files of {organization_id} {outcome}"),
        json: json!({ "organizationId": organization_id, "rows": rows, "files": files }),
    }
}
