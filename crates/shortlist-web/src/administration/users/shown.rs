//! What a form of a user showed, so that it undoes nothing that somebody else has changed.

use shortlist_domain::User;

use crate::form::Fields;

/// The stored values that a form was filled with.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) name: String,
    pub(super) role: String,
    pub(super) active: String,
}

impl Shown {
    pub(super) fn of(user: &User) -> Self {
        Self {
            name: user.full_name.clone(),
            role: user.user_type.as_str().to_owned(),
            active: active(user.active).to_owned(),
        }
    }

    pub(super) fn read(fields: &Fields) -> Self {
        let text = |name: &str| fields.get(name).to_owned();
        Self {
            name: text("was.name"),
            role: text("was.role"),
            active: text("was.active"),
        }
    }
}

/// Returns the stored form of whether a user may sign in.
pub(super) fn active(is_active: bool) -> &'static str {
    if is_active { "yes" } else { "no" }
}

/// Describes how a user differs from what a form had shown.
pub(super) fn changes(user: &User, shown: &Shown) -> String {
    let now = Shown::of(user);
    let fields = [
        ("the name", &shown.name, &now.name),
        ("the role", &shown.role, &now.role),
        ("may sign in", &shown.active, &now.active),
    ];
    let changed = fields.iter().filter(|(_, was, now)| was != now);
    let changed = changed.map(|(what, was, now)| format!("{what} from “{was}” to “{now}”"));
    let changed: Vec<String> = changed.collect();
    format!(
        "Someone else has changed this user since you opened this page: {}. What you typed is still in the form. Check it, and save again.",
        changed.join(", ")
    )
}
