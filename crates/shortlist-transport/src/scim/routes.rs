//! What a call is about, and what it does.

use actix_web::{HttpRequest, web};
use shortlist_scim::{
    ListQuery, ScimError, ScimType, Selection, read_object, resource_type, resource_types, schema,
    schemas, service_provider_config,
};

use super::answer::{Answer, Refusal};
use super::context::Context;
use super::{groups, users};

/// What a path is about.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Subject {
    Config,
    ResourceTypes,
    ResourceType(String),
    Schemas,
    Schema(String),
    Users,
    User(String),
    SearchUsers,
    Groups,
    Group(String),
    SearchGroups,
    /// A part of the protocol that is announced as unsupported.
    Unsupported,
}

impl Subject {
    fn of(path: &str) -> Option<Self> {
        let segments: Vec<&str> = path.split('/').filter(|one| !one.is_empty()).collect();
        Some(match segments.as_slice() {
            ["ServiceProviderConfig"] => Self::Config,
            ["ResourceTypes"] => Self::ResourceTypes,
            ["ResourceTypes", name] => Self::ResourceType((*name).to_owned()),
            ["Schemas"] => Self::Schemas,
            ["Schemas", urn] => Self::Schema((*urn).to_owned()),
            ["Users"] => Self::Users,
            ["Users", ".search"] => Self::SearchUsers,
            ["Users", id] => Self::User((*id).to_owned()),
            ["Groups"] => Self::Groups,
            ["Groups", ".search"] => Self::SearchGroups,
            ["Groups", id] => Self::Group((*id).to_owned()),
            [".search" | "Bulk" | "Me"] => Self::Unsupported,
            _ => return None,
        })
    }

    /// Returns the methods, as in an `Allow` header.
    fn methods(&self) -> &'static str {
        match self {
            Self::Config
            | Self::ResourceTypes
            | Self::ResourceType(_)
            | Self::Schemas
            | Self::Schema(_) => "GET",
            Self::Users | Self::Groups => "GET, POST",
            Self::User(_) | Self::Group(_) => "GET, PUT, PATCH, DELETE",
            Self::SearchUsers | Self::SearchGroups => "POST",
            Self::Unsupported => "",
        }
    }
}

/// A call: its method, what it is about, and its parameters.
pub(super) struct Call {
    method: String,
    subject: Subject,
    query: String,
}

impl Call {
    /// Returns the call of a request, whose path begins with the base.
    pub(super) fn of(request: &HttpRequest, base: &str) -> Result<Self, Refusal> {
        let path = request.path();
        let path = path.strip_prefix(base).filter(|rest| rest.starts_with('/'));
        let subject = path.and_then(Subject::of).ok_or_else(no_path)?;
        let method = request.method().as_str();
        let allowed = subject.methods();
        if subject == Subject::Unsupported {
            return Err(
                ScimError::new(501, "this is not supported; see ServiceProviderConfig").into(),
            );
        }
        if !allowed.split(", ").any(|one| one == method) {
            return Err(Refusal::of_method(allowed));
        }
        Ok(Self {
            method: method.to_owned(),
            subject,
            query: request.query_string().to_owned(),
        })
    }

    pub(super) fn has_body(&self) -> bool {
        ["POST", "PUT", "PATCH"].contains(&self.method.as_str())
    }

    /// Returns whether the body can name the members of a group.
    pub(super) fn is_about_groups(&self) -> bool {
        matches!(self.subject, Subject::Groups | Subject::Group(_))
    }

    /// Does what the call asks for.
    pub(super) fn run(self, context: &Context<'_>, body: &[u8]) -> Result<Answer, Refusal> {
        let base = context.base.as_str();
        let parameters = parameters(&self.query)?;
        let query = || ListQuery::of_parameters(&parameters);
        match (self.subject, self.method.as_str()) {
            (Subject::Config, _) => Ok(Answer::with(service_provider_config(base))),
            (Subject::ResourceTypes, _) => Ok(Answer::with(resource_types(base))),
            (Subject::ResourceType(name), _) => {
                let found = resource_type(&name, base).ok_or_else(no_path)?;
                Ok(Answer::with(found))
            }
            (Subject::Schemas, _) => Ok(Answer::with(schemas(base))),
            (Subject::Schema(urn), _) => Ok(Answer::with(schema(&urn, base).ok_or_else(no_path)?)),
            (Subject::Users, "GET") => users::list(context, &query()?),
            (Subject::Users, _) => users::create(context, body, &selection(&parameters)),
            (Subject::SearchUsers, _) => {
                users::list(context, &ListQuery::of_search(&read_object(body)?)?)
            }
            (Subject::User(id), "GET") => users::get(context, &id, &selection(&parameters)),
            (Subject::User(id), "PUT") => {
                users::replace(context, &id, body, &selection(&parameters))
            }
            (Subject::User(id), "PATCH") => {
                users::patch(context, &id, body, &selection(&parameters))
            }
            (Subject::User(id), _) => users::remove(context, &id),
            (Subject::Groups, "GET") => groups::list(context, &query()?),
            (Subject::Groups, _) => groups::create(context, body, &selection(&parameters)),
            (Subject::SearchGroups, _) => {
                groups::list(context, &ListQuery::of_search(&read_object(body)?)?)
            }
            (Subject::Group(id), "GET") => groups::get(context, &id, &selection(&parameters)),
            (Subject::Group(id), "PUT") => {
                groups::replace(context, &id, body, &selection(&parameters))
            }
            (Subject::Group(id), "PATCH") => {
                groups::patch(context, &id, body, &selection(&parameters))
            }
            (Subject::Group(id), _) => groups::remove(context, &id),
            (Subject::Unsupported, _) => Err(no_path().into()),
        }
    }
}

fn no_path() -> ScimError {
    ScimError::new(404, "no such resource; see ResourceTypes")
}

fn parameters(query: &str) -> Result<Vec<(String, String)>, ScimError> {
    let parsed = web::Query::<Vec<(String, String)>>::from_query(query);
    let parsed = parsed.map_err(|_malformed| {
        let problem = "the query parameters cannot be read; percent-encode them";
        ScimError::of_type(ScimType::InvalidValue, problem)
    });
    parsed.map(web::Query::into_inner)
}

fn selection(parameters: &[(String, String)]) -> Selection {
    let find = |name: &str| {
        let mut pairs = parameters.iter();
        let found = pairs.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    Selection::of(find("attributes"), find("excludedAttributes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_its_subject() {
        let of = Subject::of;
        assert_eq!(of("/Users"), Some(Subject::Users));
        assert_eq!(of("/Users/"), Some(Subject::Users));
        assert_eq!(of("/Users/.search"), Some(Subject::SearchUsers));
        assert_eq!(of("/Groups/g"), Some(Subject::Group("g".to_owned())));
        assert_eq!(of("/Bulk"), Some(Subject::Unsupported));
        for unknown in ["", "/", "/users", "/Users/a/b", "/Roles"] {
            assert_eq!(of(unknown), None, "{unknown}");
        }
    }
}
