//! `shortlist admin verify-audit`: verification of the audit log.

use clap::Args;
use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use shortlist_app::{App, AppError};
use shortlist_domain::{AuditVerification, OrganizationId};

use super::{Answer, open, organization_id, refused};
use crate::config::ConfigArguments;
use crate::progress::Progress;
use crate::{Failure, output};

#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier. Without it, the logs of all organizations are checked.
    #[arg(long, value_parser = organization_id)]
    organization: Option<OrganizationId>,
}

/// Reports for each organization the number of valid rows and the hash of the last one, so that it can be recorded elsewhere.
/// Fails if a chain is broken.
pub(super) fn verify_audit(task: &VerifyArguments, as_json: bool) -> Result<Answer, Failure> {
    let app = open(&task.config)?;
    let verdicts = verify(&app, task.organization.as_ref());
    let verdicts = verdicts.map_err(refused("check the audit log"))?;
    let objects: Vec<_> = verdicts
        .iter()
        .map(|(id, verdict)| verdict_json(id, verdict))
        .collect();
    let lines: Vec<_> = verdicts
        .iter()
        .map(|(id, verdict)| verdict_line(id, verdict))
        .collect();
    let answer = Answer {
        text: lines.join("\n"),
        json: json!({ "organizations": objects }),
    };
    if verdicts.iter().all(|(_, verdict)| verdict.broken.is_none()) {
        return Ok(answer);
    }
    output::print_result(&if as_json {
        answer.json.to_string()
    } else {
        answer.text
    })?;
    Err(Failure::new(
        "the audit log was tampered with; the lines above say where",
    ))
}

/// Verifies the audit logs, with the progress in rows.
fn verify(
    app: &App,
    organization: Option<&OrganizationId>,
) -> Result<Vec<(OrganizationId, AuditVerification)>, AppError> {
    let audit = app.audit();
    if !Progress::is_visible() {
        return audit.verify(organization);
    }
    let progress = Progress::counting("checking rows", audit.count_rows(organization)?);
    audit.verify_reporting(organization, &progress.listener())
}

fn verdict_line(id: &OrganizationId, verdict: &AuditVerification) -> String {
    let hash = HEXLOWER.encode(&verdict.last_hash);
    match verdict.broken {
        None => format!("{id} holds: {} rows, the last {hash}", verdict.rows),
        Some((number, problem)) => format!(
            "{id} is BROKEN: row {number} {problem}; {} rows before it hold, the last {hash}",
            verdict.rows
        ),
    }
}

fn verdict_json(id: &OrganizationId, verdict: &AuditVerification) -> Value {
    json!({
        "organizationId": id.as_str(),
        "rows": verdict.rows,
        "lastHash": HEXLOWER.encode(&verdict.last_hash),
        "holds": verdict.broken.is_none(),
        "brokenRow": verdict.broken.map(|(number, _)| number),
        "problem": verdict.broken.map(|(_, problem)| problem),
    })
}
