//! The GraphQL types and operations of the caller's own passkeys. They are added in a browser.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::Principal;

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct ListPasskeysInput {
    organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct RemovePasskeyInput {
    organization_id: String,
    passkey_id: String,
}

object! {
    /// A passkey of the caller. The service knows only its public key, which is not shown.
    pub(crate) struct Passkey(shortlist_domain::Passkey) as passkey {
        passkey_id: &str = passkey.id.as_str();
        /// The name that the caller gave it, such as that of the device.
        name: &str = passkey.name.as_str();
        /// When the caller added it.
        created_at: String = passkey.created_at.to_string();
        /// When it was last used. Null if it was never used.
        last_used_at: Option<String> = passkey.last_used_at.map(|at| at.to_string());
    }
}

/// The passkeys of the caller, the oldest first.
#[derive(GraphQLObject)]
pub(crate) struct PasskeyList {
    passkeys: Vec<Passkey>,
}

impl PasskeyList {
    fn load(context: &RequestContext, app: &App, principal: &Principal) -> Result<Self, AppError> {
        let passkeys = app.sessions().list_passkeys(principal)?;
        context.charge(ITEM_BYTES * passkeys.len())?;
        Ok(Self {
            passkeys: passkeys.into_iter().map(Passkey).collect(),
        })
    }
}

pub(crate) fn list(context: &RequestContext, input: &ListPasskeysInput) -> Resolved<PasskeyList> {
    context.perform(
        Operation::ListPasskeys,
        of_organization(&input.organization_id),
        |app, principal| PasskeyList::load(context, app, principal),
    )
}

pub(crate) fn remove(
    context: &RequestContext,
    input: &RemovePasskeyInput,
) -> Resolved<PasskeyList> {
    context.perform(
        Operation::RemovePasskey,
        of_organization(&input.organization_id),
        |app, principal| {
            app.sessions()
                .remove_passkey(principal, &input.passkey_id)?;
            PasskeyList::load(context, app, principal)
        },
    )
}
