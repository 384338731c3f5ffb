//! What an organization records about candidates: its reasons for rejections, and its custom fields.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{CustomField, CustomKind, Principal, RejectionPolicy};

use super::{Tab, tabs};
use crate::changed_meanwhile::{ChangedSettings, if_unchanged};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

const PATH: &str = "/app/settings/candidates";

/// The kinds of fields with their names for people.
const KINDS: [(&str, &str); 5] = [
    ("Text", "Text"),
    ("Number", "Number"),
    ("Date", "Day"),
    ("YesNo", "Yes or no"),
    ("Choice", "One of these options"),
];

#[derive(Template)]
#[template(path = "settings_candidates.html")]
struct CandidatesPage {
    frame: Frame,
    tabs: Vec<Tab>,
    /// The reasons as stored, one on a line.
    stored: String,
    /// The reasons in the form.
    reasons: String,
    required: bool,
    fields: Vec<FieldRow>,
    /// The form for a new field, or for the one that is changed.
    form: FieldForm,
    problem: String,
    saved: &'static str,
}

/// A custom field in the table.
struct FieldRow {
    field: CustomField,
    kind: &'static str,
    options: String,
}

/// What the form of a custom field contains.
#[derive(Default)]
struct FieldForm {
    /// Whether the field exists, so that its key stays.
    is_change: bool,
    /// The field as it is stored, which the form carries.
    stored: String,
    key: String,
    label: String,
    kinds: Vec<(&'static str, &'static str, bool)>,
    options: String,
    required: bool,
    archived: bool,
}

impl FieldRow {
    fn of(field: CustomField) -> Self {
        Self {
            kind: kind_label(&field.kind),
            options: field.kind.options().join(", "),
            field,
        }
    }
}

fn kind_label(kind: &CustomKind) -> &'static str {
    let found = KINDS.iter().find(|(name, _)| *name == kind.name());
    found.map_or("", |(_, label)| label)
}

fn kinds(chosen: &str) -> Vec<(&'static str, &'static str, bool)> {
    let kinds = KINDS.iter();
    kinds
        .map(|(name, label)| (*name, *label, *name == chosen))
        .collect()
}

/// Describes a field in one text, to compare it with the one that a form was filled with.
fn described(field: &CustomField) -> String {
    let options = field.kind.options().join(", ");
    let kind = match options.as_str() {
        "" => kind_label(&field.kind).to_owned(),
        options => format!("{} ({options})", kind_label(&field.kind)),
    };
    let required = if field.required {
        "required"
    } else {
        "optional"
    };
    let archived = if field.archived { ", archived" } else { "" };
    format!("{}: {kind}, {required}{archived}", field.label)
}

impl FieldForm {
    /// Returns the form with what was typed, or with the field that the address names.
    fn of(fields: &Fields, stored: &[CustomField]) -> Self {
        let key = fields.get("field");
        let changed = stored.iter().find(|field| field.key == key);
        let stored = changed.map(described).unwrap_or_default();
        if fields.has("label") {
            return Self {
                stored,
                is_change: changed.is_some(),
                key: key.to_owned(),
                label: fields.get("label").to_owned(),
                kinds: kinds(fields.get("kind")),
                options: fields.get("options").to_owned(),
                required: fields.has("needed"),
                archived: fields.has("archived"),
            };
        }
        match changed {
            None => Self {
                kinds: kinds("Text"),
                ..Self::default()
            },
            Some(field) => Self {
                stored,
                is_change: true,
                key: field.key.clone(),
                label: field.label.clone(),
                kinds: kinds(field.kind.name()),
                options: field.kind.options().join("\n"),
                required: field.required,
                archived: field.archived,
            },
        }
    }
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, &visit.address_fields(), None).await
    };
    answer(&request, shown).await
}

async fn policy(visit: &Visit) -> Result<RejectionPolicy, PageError> {
    let load = |app: &App, principal: &Principal| {
        app.candidates()
            .rejection_policy(&principal.organization_id)
    };
    visit.run(Operation::SetRejectionReasons, load).await
}

async fn show(
    visit: &Visit,
    fields: &Fields,
    refused: Option<(StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let policy = policy(visit).await?;
    let custom = visit
        .run(Operation::SetCustomField, |app: &App, principal| {
            app.candidates().custom_fields(principal)
        })
        .await?;
    let (status, problem) = refused.unwrap_or((StatusCode::OK, String::new()));
    let stored = policy.reasons.join("\n");
    let is_typed = fields.has("reasons");
    let page = CandidatesPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        reasons: if is_typed {
            fields.get("reasons").to_owned()
        } else {
            stored.clone()
        },
        required: if is_typed {
            fields.has("required")
        } else {
            policy.required
        },
        stored,
        form: FieldForm::of(fields, &custom),
        fields: custom.into_iter().map(FieldRow::of).collect(),
        problem,
        saved: match fields.get("saved") {
            "reasons" => "The reasons are saved.",
            "field" => "The field is saved.",
            _ => "",
        },
    };
    visit.page_with_status(status, page).await
}

/// Stores the reasons or a field.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let (saved, done) = if fields.has("reasons") {
            ("reasons", set_reasons(&visit, &fields).await)
        } else {
            ("field", set_field(&visit, &fields).await)
        };
        match done {
            Ok(()) => Ok(respond::redirect(&format!("{PATH}?saved={saved}"))),
            Err(error) => {
                let refused = error.about_input()?;
                show(&visit, &fields, Some(refused)).await
            }
        }
    })
    .await
}

fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

async fn set_reasons(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let reasons = lines(fields.get("reasons"));
    let required = Some(fields.has("required"));
    let was = fields.get("was").to_owned();
    let set = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let candidates = services.candidates();
            let stored = candidates.rejection_policy(&principal.organization_id)?;
            if stored.reasons.join("\n") != was {
                return Err(ChangedSettings::RejectionReasons.into());
            }
            Ok(candidates.set_rejection_policy(principal, &reasons, required)?)
        })
    };
    visit.run(Operation::SetRejectionReasons, set).await??;
    Ok(())
}

async fn set_field(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let [key, label, kind] = ["field", "label", "kind"].map(|name| fields.get(name).to_owned());
    let options = lines(fields.get("options"));
    let (required, archived) = (fields.has("needed"), fields.has("archived"));
    let was = fields.has("was.field");
    let was = was.then(|| fields.get("was.field").to_owned());
    let set = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let candidates = services.candidates();
            let stored = candidates.custom_fields(principal)?;
            let stored = stored.iter().find(|field| field.key == key);
            let now = stored.map(described).unwrap_or_default();
            match &was {
                Some(was) if was.is_empty() && !now.is_empty() => {
                    Err(ChangedSettings::NewField { now }.into())
                }
                Some(was) if *was != now => {
                    let was = was.clone();
                    Err(ChangedSettings::Field { was, now }.into())
                }
                _ => {
                    let field = CustomField {
                        required,
                        archived,
                        ..CustomField::parse(&key, &label, &kind, &options)?
                    };
                    Ok(candidates.set_custom_field(principal, field)?)
                }
            }
        })
    };
    visit.run(Operation::SetCustomField, set).await??;
    Ok(())
}
