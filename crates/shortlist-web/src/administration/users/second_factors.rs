//! Second factors of users: which roles need one, and that of a user who has lost it.

use std::collections::HashSet;

use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{Principal, SecondFactorPolicy, UserId, UserType};

use crate::changed_meanwhile::{ChangedSettings, if_unchanged};
use crate::form::Fields;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// What the page knows of second factors.
pub(super) struct Factors {
    /// The users who have one.
    pub(super) users: HashSet<UserId>,
    /// The roles that need one.
    pub(super) policy: SecondFactorPolicy,
}

/// A role in the form about who needs a second factor.
pub(super) struct RoleBox {
    pub(super) role: &'static str,
    /// Whether the choice includes the narrower roles.
    pub(super) includes_narrower: bool,
    pub(super) is_required: bool,
}

/// Returns the boxes of the form, as they are stored or as they were typed.
pub(super) fn boxes(policy: &SecondFactorPolicy, typed: Option<&Fields>) -> Vec<RoleBox> {
    let role_box = |role: UserType| RoleBox {
        role: role.as_str(),
        includes_narrower: role == UserType::Recruiter,
        is_required: match typed {
            Some(fields) => fields.has(&format!("needs.{}", role.as_str())),
            None => policy.roles().contains(&role),
        },
    };
    UserType::ALL.map(role_box).into()
}

/// Loads what the page shows.
pub(super) async fn load(visit: &Visit) -> Result<Factors, PageError> {
    let load = |app: &App, principal: &Principal| -> Result<_, AppError> {
        let (accounts, organization) = (app.accounts(), &principal.organization_id);
        Ok(Factors {
            users: accounts.users_with_second_factor(organization)?,
            policy: accounts.second_factor_policy(organization)?,
        })
    };
    visit.run(Operation::GetSecondFactorPolicy, load).await
}

/// Removes the second factor of a user.
pub(super) async fn reset(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let user = fields.get("factor-of").to_owned();
    let reset = move |app: &App, principal: &Principal| {
        let accounts = app.accounts();
        accounts.reset_second_factor(&principal.party(), &user)
    };
    visit.run(Operation::ResetSecondFactor, reset).await?;
    Ok(())
}

/// Stores which roles need a second factor, unless somebody else has changed that since the page was shown.
pub(super) async fn set_policy(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let roles = fields.names_after("needs.");
    let expected = fields.get("was").to_owned();
    let set = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let accounts = services.accounts();
            let stored = accounts.second_factor_policy(&principal.organization_id)?;
            if stored.names() != expected {
                return Err(ChangedSettings::SecondFactorPolicy.into());
            }
            Ok(accounts.set_second_factor_policy(principal, &roles)?)
        })
    };
    visit.run(Operation::SetSecondFactorPolicy, set).await??;
    Ok(())
}
