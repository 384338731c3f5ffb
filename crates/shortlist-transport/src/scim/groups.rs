//! Groups.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use shortlist_app::ProvisionGroup;
use shortlist_domain::{ProvisionedGroup, UserId};
use shortlist_scim::{
    FILTERED_OF_GROUPS, Filter, GroupAttributes, GroupRecord, ListQuery, Patch, ScimError,
    ScimType, Selection, Slice, group_resource, list_response, read_group, read_object,
};

use super::answer::{Answer, Refusal};
use super::context::Context;

/// After how many members a list ends. The client asks for the next groups then.
const MAX_LISTED_MEMBERS: usize = 20_000;
/// How many members a filter may name.
const MAX_FILTERED_MEMBERS: usize = 20;

pub(super) fn list(context: &Context<'_>, query: &ListQuery) -> Result<Answer, Refusal> {
    let provisioning = context.app.provisioning();
    let mut groups = provisioning.list_groups(context.client)?;
    if let Some(filter) = &query.filter {
        filter.check_attributes(&FILTERED_OF_GROUPS)?;
        let named = named_members(context, filter)?;
        let none = Vec::new();
        groups.retain(|group| {
            let members = named.get(group.id.as_str()).unwrap_or(&none);
            filter.matches(&document(context, group, members))
        });
    }
    let mut resources = Vec::new();
    let mut members = 0;
    for group in groups.iter().skip(query.start - 1).take(query.count) {
        let resource = resource(context, group, &query.selection)?;
        let listed = resource.get("members").and_then(Value::as_array);
        members += listed.map_or(0, Vec::len);
        if members > MAX_LISTED_MEMBERS && !resources.is_empty() {
            break;
        }
        resources.push(Value::Object(resource));
    }
    Ok(Answer::with(list_response(Slice {
        resources,
        start: query.start,
        total: groups.len(),
    })))
}

/// Returns the members that a filter names, by the groups that they are in.
fn named_members(
    context: &Context<'_>,
    filter: &Filter,
) -> Result<BTreeMap<String, Vec<String>>, Refusal> {
    let named: BTreeSet<&str> = filter.texts_about("members").into_iter().collect();
    if named.len() > MAX_FILTERED_MEMBERS {
        let problem = format!("the filter names more than {MAX_FILTERED_MEMBERS} members");
        return Err(ScimError::of_type(ScimType::InvalidFilter, problem).into());
    }
    let provisioning = context.app.provisioning();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in named {
        let Ok(user) = UserId::parse("members", name) else {
            continue;
        };
        for group in provisioning.list_groups_of_user(context.client, &user)? {
            let members = found.entry(group.id.into_string()).or_default();
            members.push(name.to_owned());
        }
    }
    Ok(found)
}

pub(super) fn get(
    context: &Context<'_>,
    id: &str,
    selection: &Selection,
) -> Result<Answer, Refusal> {
    let group = context.app.provisioning().get_group(context.client, id)?;
    Ok(Answer::with(resource(context, &group, selection)?))
}

pub(super) fn create(
    context: &Context<'_>,
    body: &[u8],
    selection: &Selection,
) -> Result<Answer, Refusal> {
    let sent = sent(read_group(&read_object(body)?)?);
    let provisioning = context.app.provisioning();
    let group = provisioning.create_group(context.client, sent)?;
    let location = format!("{}/Groups/{}", context.base, group.id);
    let resource = resource(context, &group, selection)?;
    Ok(Answer::created(resource, location))
}

pub(super) fn replace(
    context: &Context<'_>,
    id: &str,
    body: &[u8],
    selection: &Selection,
) -> Result<Answer, Refusal> {
    let sent = sent(read_group(&read_object(body)?)?);
    change(context, id, |_before, _members| Ok(sent.clone()))?;
    get(context, id, selection)
}

/// Changes parts of a group. Unless the client names attributes, the answer has no body: a group can have many members.
pub(super) fn patch(
    context: &Context<'_>,
    id: &str,
    body: &[u8],
    selection: &Selection,
) -> Result<Answer, Refusal> {
    let patch = Patch::read(&read_object(body)?)?;
    change(context, id, |before, members| {
        let members: Vec<String> = members.iter().map(UserId::to_string).collect();
        let mut document = document(context, before, &members);
        patch.apply(&mut document)?;
        Ok(sent(read_group(&document)?))
    })?;
    if selection.is_given() {
        get(context, id, selection)
    } else {
        Ok(Answer::empty())
    }
}

pub(super) fn remove(context: &Context<'_>, id: &str) -> Result<Answer, Refusal> {
    let provisioning = context.app.provisioning();
    provisioning.remove_group(context.client, id)?;
    Ok(Answer::empty())
}

/// Changes a group. The new values are computed from the stored ones in the transaction, so concurrent changes lose nothing.
fn change(
    context: &Context<'_>,
    id: &str,
    mut compute: impl FnMut(&ProvisionedGroup, &[UserId]) -> Result<ProvisionGroup, ScimError>,
) -> Result<(), Refusal> {
    let provisioning = context.app.provisioning();
    let mut refused = None;
    let mut sent = |before: &ProvisionedGroup, members: &[UserId]| match compute(before, members) {
        Ok(sent) => Some(sent),
        Err(error) => {
            refused = Some(error);
            None
        }
    };
    let changed = provisioning.change_group(context.client, id, &mut sent)?;
    match (changed, refused) {
        (None, Some(error)) => Err(error.into()),
        _ => Ok(()),
    }
}

fn sent(attributes: GroupAttributes) -> ProvisionGroup {
    ProvisionGroup {
        display_name: attributes.display_name,
        external_id: attributes.external_id,
        members: attributes.member_ids,
    }
}

/// Returns the resource of a group, with what the client asks for.
fn resource(
    context: &Context<'_>,
    group: &ProvisionedGroup,
    selection: &Selection,
) -> Result<Map<String, Value>, Refusal> {
    let members = if selection.has("members") {
        let provisioning = context.app.provisioning();
        provisioning.list_members(context.client, &group.id)?
    } else {
        Vec::new()
    };
    let members: Vec<String> = members.into_iter().map(UserId::into_string).collect();
    let mut resource = document(context, group, &members);
    selection.apply(&mut resource);
    Ok(resource)
}

fn document(
    context: &Context<'_>,
    group: &ProvisionedGroup,
    members: &[String],
) -> Map<String, Value> {
    let record = GroupRecord {
        id: group.id.as_str(),
        display_name: &group.display_name,
        external_id: group.external_id.as_deref(),
        member_ids: Some(members),
        created: &group.created_at.to_string(),
    };
    group_resource(&record, &context.base)
}
