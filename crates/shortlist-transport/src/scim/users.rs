//! Users.

use serde_json::{Map, Value};
use shortlist_app::ProvisionUser;
use shortlist_domain::{ProvisionedGroup, ProvisionedUser, UserId, UserSearch};
use shortlist_scim::{
    FILTERED_OF_USERS, Filter, ListQuery, Membership, Patch, ScimError, Selection, Slice,
    UserAttributes, UserRecord, list_response, member, read_object, read_user, user_resource,
};

use super::answer::{Answer, Refusal};
use super::context::Context;

pub(super) fn list(context: &Context<'_>, query: &ListQuery) -> Result<Answer, Refusal> {
    let filter = query.filter.as_ref();
    if let Some(filter) = filter {
        filter.check_attributes(&FILTERED_OF_USERS)?;
    }
    let provisioning = context.app.provisioning();
    let mut users = provisioning.list_users(context.client, &search(filter))?;
    users.retain(|user| filter.is_none_or(|filter| filter.matches(&document(context, user))));
    let shown = users.iter().skip(query.start - 1).take(query.count);
    let resources = shown.map(|user| resource(context, user, &query.selection).map(Value::Object));
    let slice = Slice {
        resources: resources.collect::<Result<_, _>>()?,
        start: query.start,
        total: users.len(),
    };
    Ok(Answer::with(list_response(slice)))
}

/// Returns which users a filter can be about. The filter is applied to them afterwards.
fn search(filter: Option<&Filter>) -> UserSearch {
    let demanded = |attribute: &str| filter.and_then(|filter| filter.demanded(attribute));
    let id = demanded("id").and_then(|id| UserId::parse("id", id).ok());
    let email = demanded("emails.value").or_else(|| demanded("emails"));
    if let Some(id) = id {
        UserSearch::Id(id)
    } else if let Some(name) = demanded("username") {
        UserSearch::UserName(name.to_owned())
    } else if let Some(id) = demanded("externalid") {
        UserSearch::ExternalId(id.to_owned())
    } else if let Some(email) = email {
        UserSearch::Email(email.to_owned())
    } else {
        UserSearch::All
    }
}

pub(super) fn get(
    context: &Context<'_>,
    id: &str,
    selection: &Selection,
) -> Result<Answer, Refusal> {
    let user = context.app.provisioning().get_user(context.client, id)?;
    Ok(Answer::with(resource(context, &user, selection)?))
}

pub(super) fn create(
    context: &Context<'_>,
    body: &[u8],
    selection: &Selection,
) -> Result<Answer, Refusal> {
    let sent = sent(read_user(&read_object(body)?)?);
    let provisioning = context.app.provisioning();
    let user = provisioning.create_user(context.client, sent)?;
    let location = format!("{}/Users/{}", context.base, user.user.id);
    let resource = resource(context, &user, selection)?;
    Ok(Answer::created(resource, location))
}

pub(super) fn replace(
    context: &Context<'_>,
    id: &str,
    body: &[u8],
    selection: &Selection,
) -> Result<Answer, Refusal> {
    let sent = sent(read_user(&read_object(body)?)?);
    change(context, id, selection, |_before| Ok(sent.clone()))
}

pub(super) fn patch(
    context: &Context<'_>,
    id: &str,
    body: &[u8],
    selection: &Selection,
) -> Result<Answer, Refusal> {
    let patch = Patch::read(&read_object(body)?)?;
    change(context, id, selection, |before| {
        patched(context, &patch, before)
    })
}

pub(super) fn remove(context: &Context<'_>, id: &str) -> Result<Answer, Refusal> {
    let provisioning = context.app.provisioning();
    provisioning.remove_user(context.client, id)?;
    Ok(Answer::empty())
}

/// Changes a user. The new values are computed from the stored ones in the transaction, so concurrent changes lose nothing.
fn change(
    context: &Context<'_>,
    id: &str,
    selection: &Selection,
    mut compute: impl FnMut(&ProvisionedUser) -> Result<ProvisionUser, ScimError>,
) -> Result<Answer, Refusal> {
    let provisioning = context.app.provisioning();
    let mut refused = None;
    let mut sent = |before: &ProvisionedUser| match compute(before) {
        Ok(sent) => Some(sent),
        Err(error) => {
            refused = Some(error);
            None
        }
    };
    let changed = provisioning.change_user(context.client, id, &mut sent)?;
    match (changed, refused) {
        (Some(user), _) => Ok(Answer::with(resource(context, &user, selection)?)),
        (None, Some(error)) => Err(error.into()),
        (None, None) => get(context, id, selection),
    }
}

/// Applies a change of parts to a stored user.
fn patched(
    context: &Context<'_>,
    patch: &Patch,
    before: &ProvisionedUser,
) -> Result<ProvisionUser, ScimError> {
    let mut document = document(context, before);
    document.remove("name");
    document.remove("displayName");
    patch.apply(&mut document)?;
    keep_stored_name(&mut document, before);
    let attributes = read_user(&document)?;
    let had_address_as_name = before.user_name.to_lowercase() == before.user.email.folded();
    let keeps_address = attributes.email.as_deref() == Some(before.user.email.as_str());
    let is_renamed = attributes.user_name.as_deref() != Some(before.user_name.as_str());
    let mut sent = sent(attributes);
    if had_address_as_name && keeps_address && is_renamed {
        // The address follows the name, which was the same. A name that is no address changes nothing.
        sent.address = None;
    }
    Ok(sent)
}

/// Keeps the stored name if a change sends no `displayName`. A `name` counts only while the user has no other name than the `userName`:
/// providers send both, also in different calls, and the name would change back and forth.
fn keep_stored_name(document: &mut Map<String, Value>, before: &ProvisionedUser) {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        _ => false,
    };
    if member(document, "displayName").is_some_and(|name| !is_empty(name)) {
        return;
    }
    let stored = &before.user.full_name;
    let is_open = stored.is_empty() || *stored == before.user_name;
    if !is_open || !has_whole_name(document) {
        document.insert("displayName".to_owned(), stored.as_str().into());
    }
}

/// Returns whether there is a `name` that is enough. A part of one is not.
fn has_whole_name(document: &Map<String, Value>) -> bool {
    let name = member(document, "name").and_then(Value::as_object);
    let has = |part: &str| {
        let part = name.and_then(|name| member(name, part));
        part.and_then(Value::as_str)
            .is_some_and(|text| !text.is_empty())
    };
    has("formatted") || (has("givenName") && has("familyName"))
}

fn sent(attributes: UserAttributes) -> ProvisionUser {
    ProvisionUser {
        user_name: attributes.user_name,
        external_id: attributes.external_id,
        display_name: attributes.display_name,
        address: attributes.email,
        is_active: attributes.active,
    }
}

/// Returns the resource of a user, with what the client asks for.
fn resource(
    context: &Context<'_>,
    user: &ProvisionedUser,
    selection: &Selection,
) -> Result<Map<String, Value>, Refusal> {
    let memberships = if selection.has("groups") {
        let provisioning = context.app.provisioning();
        provisioning.list_groups_of_user(context.client, &user.user.id)?
    } else {
        Vec::new()
    };
    let membership = |group: ProvisionedGroup| Membership {
        group: group.id.into_string(),
        name: group.display_name,
    };
    let memberships: Vec<Membership> = memberships.into_iter().map(membership).collect();
    let mut resource = with_groups(context, user, &memberships);
    selection.apply(&mut resource);
    Ok(resource)
}

/// Returns a user for filters and changes, without groups. The only address is the primary one.
fn document(context: &Context<'_>, user: &ProvisionedUser) -> Map<String, Value> {
    let mut document = with_groups(context, user, &[]);
    let emails = document.get_mut("emails").and_then(Value::as_array_mut);
    let emails = emails.into_iter().flatten();
    for email in emails.filter_map(Value::as_object_mut) {
        email.insert("primary".to_owned(), Value::Bool(true));
    }
    document
}

fn with_groups(
    context: &Context<'_>,
    user: &ProvisionedUser,
    memberships: &[Membership],
) -> Map<String, Value> {
    let record = UserRecord {
        id: user.user.id.as_str(),
        user_name: &user.user_name,
        external_id: user.external_id.as_deref(),
        display_name: &user.user.full_name,
        address: user.user.email.as_str(),
        is_active: user.user.active,
        memberships: Some(memberships),
        created: &user.created_at.to_string(),
    };
    user_resource(&record, &context.base)
}
