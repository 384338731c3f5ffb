//! The settings of an organization, and of the signed-in user.

pub(crate) mod access;
pub(crate) mod audit;
pub(crate) mod candidates;
mod identities;
pub(crate) mod integrations;
pub(crate) mod keys;
pub(crate) mod mail;
pub(crate) mod mail_preferences;
pub(crate) mod mail_sender;
pub(crate) mod mail_templates;
mod passkeys;
pub(crate) mod password;
pub(crate) mod provisioning;
pub(crate) mod retention;
pub(crate) mod second_factor;
pub(crate) mod service;
pub(crate) mod sessions;
pub(crate) mod single_sign_on;
pub(crate) mod stages;
pub(crate) mod users;
pub(crate) mod webhooks;

use actix_web::{HttpRequest, HttpResponse};
use shortlist_domain::Timestamp;

use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{SECOND_FACTOR_PATH, Visit, answer};

/// A page of the settings, for the menu.
pub(crate) struct Tab {
    pub(crate) path: &'static str,
    pub(crate) label: &'static str,
    pub(crate) is_current: bool,
    /// Whether only administrators see it.
    pub(crate) is_for_admins: bool,
}

/// The pages of the settings.
const TABS: [(&str, &str, bool); 18] = [
    ("/app/settings/keys", "API keys", true),
    ("/app/settings/users", "Users", true),
    ("/app/settings/single-sign-on", "Single sign-on", true),
    ("/app/settings/provisioning", "Provisioning", true),
    ("/app/settings/integrations", "Integrations", true),
    ("/app/settings/access", "Access", true),
    ("/app/settings/candidates", "Reasons and fields", true),
    ("/app/settings/stages", "Stages", true),
    ("/app/settings/webhooks", "Webhooks", true),
    ("/app/settings/mail", "Mail", true),
    ("/app/settings/retention", "Retention and holds", true),
    ("/app/settings/audit", "Audit log", true),
    ("/app/reports/fairness", "Fairness", true),
    ("/app/settings/service", "Service", true),
    ("/app/settings/password", "Password", false),
    ("/app/account/sessions", "Sessions", false),
    (SECOND_FACTOR_PATH, "Second factor", false),
    ("/app/account/mail", "Your mails", false),
];

/// Returns the menu with the page that is shown.
fn tabs(current: &str) -> Vec<Tab> {
    let tab = |(path, label, is_for_admins): (&'static str, &'static str, bool)| Tab {
        path,
        label,
        is_current: path == current,
        is_for_admins,
    };
    TABS.map(tab).into()
}

/// Leads to the first page of the settings that the user may open.
pub(crate) async fn start(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let page = if visit.frame().is_admin {
            "/app/settings/keys"
        } else {
            "/app/settings/password"
        };
        Ok::<_, PageError>(respond::redirect(page))
    };
    answer(&request, shown).await
}

/// Returns a time as the pages show it, in UTC.
fn time(at: Timestamp) -> String {
    at.as_datetime().format("%Y-%m-%d %H:%M").to_string()
}
