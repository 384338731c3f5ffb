//! An operation of the document: what the caller sends, and every response that the checks may give.

use shortlist_domain::limits::MAX_IDENTIFIER_CHARS;
use shortlist_domain::{IDENTIFIER_PATTERN, MAX_UPLOAD_ID_CHARS, UPLOAD_ID_PATTERN};
use utoipa::ToSchema;
use utoipa::openapi::path::{OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::server::Server;
use utoipa::openapi::{
    Content, HttpMethod, PathItem, PathsBuilder, Ref, RefOr, Required, ResponseBuilder,
};

use super::{KEY_SCHEME, REQUEST_ID, TOKEN_SCHEME};
use crate::error::ErrorBody;

/// What an operation needs from its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Nothing.
    Public,
    /// A link that contains a signature.
    Link,
    /// An API key.
    Key,
    /// An API key and a user's access token.
    Caller,
}

/// The shape of refusals other than those of the credentials.
#[derive(Debug, Clone)]
pub(super) enum Refusals {
    /// `{"error": …}`.
    Error,
    /// `{"error": …}`, or the shape of the operation's own response.
    ErrorOr(String),
}

/// An operation of the document.
pub(super) struct Endpoint {
    path: &'static str,
    method: HttpMethod,
    operation: OperationBuilder,
    refusals: Refusals,
}

/// Returns the schema of a text.
pub(super) fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// Returns the schema of an identifier. Clients may choose that of an upload.
pub(super) fn identifier(name: &str) -> ObjectBuilder {
    let (most, pattern) = match name {
        "upload_id" => (MAX_UPLOAD_ID_CHARS, UPLOAD_ID_PATTERN),
        _ => (MAX_IDENTIFIER_CHARS, IDENTIFIER_PATTERN),
    };
    text()
        .min_length(Some(1))
        .max_length(Some(most))
        .pattern(Some(pattern))
}

/// Returns a body of JSON with this schema.
pub(super) fn json<T: ToSchema>() -> Content {
    Content::new(Some(Ref::from_schema_name(T::name())))
}

/// Returns a body of any bytes. OpenAPI describes these by their media type alone, but generators of clients need a schema.
pub(super) fn bytes() -> Content {
    Content::new(Some(binary()))
}

/// Returns the schema of bytes.
pub(super) fn binary() -> ObjectBuilder {
    text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
}

/// Returns a body of text.
pub(super) fn plain_text() -> Content {
    Content::new(Some(text()))
}

/// Returns a body of JSON that another document describes.
pub(super) fn any_json() -> Content {
    Content::new(Some(ObjectBuilder::new()))
}

impl Endpoint {
    /// Returns an operation with the parameters of its path, and the responses that every operation may have.
    pub(super) fn new(
        path: &'static str,
        method: HttpMethod,
        tag: &str,
        id: &str,
        summary: &str,
    ) -> Self {
        let operation = OperationBuilder::new()
            .tag(tag)
            .operation_id(Some(id))
            .summary(Some(summary));
        let endpoint = Self {
            path,
            method,
            operation,
            refusals: Refusals::Error,
        };
        let names = path
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next());
        names.fold(endpoint, |endpoint, name| {
            let subject = name.trim_end_matches("_id");
            let parameter = ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Path)
                .required(Required::True)
                .description(Some(format!("The identifier of the {subject}.")))
                .schema(Some(identifier(name)));
            endpoint.with(|operation| operation.parameter(parameter))
        })
    }

    fn with(self, change: impl FnOnce(OperationBuilder) -> OperationBuilder) -> Self {
        Self {
            operation: change(self.operation),
            ..self
        }
    }

    /// Sets the shape of refusals.
    pub(super) fn refusals(self, refusals: Refusals) -> Self {
        Self { refusals, ..self }
    }

    /// Adds what the summary leaves out.
    pub(super) fn describe(self, description: &str) -> Self {
        self.with(|operation| operation.description(Some(description)))
    }

    /// Sets what the operation needs, with the responses of these checks.
    pub(super) fn access(self, access: Access) -> Self {
        let endpoint = self.refuse(
            500,
            "The service failed. Quote the request id to its operator.",
        );
        if access == Access::Public {
            return endpoint.with(|operation| operation.security(SecurityRequirement::default()));
        }
        let endpoint = endpoint
            .refuse(403, "The caller may not do this.")
            .refuse(
                429,
                "Too many requests. `Retry-After` says when to try again.",
            )
            .refuse(
                503,
                "The service is overloaded. `Retry-After` says when to try again.",
            );
        if access == Access::Link {
            return endpoint.with(|operation| operation.security(SecurityRequirement::default()));
        }
        let nothing: [&str; 0] = [];
        let mut security = SecurityRequirement::new(KEY_SCHEME, nothing);
        if access == Access::Caller {
            security = security.add(TOKEN_SCHEME, nothing);
        }
        endpoint
            .with(|operation| operation.security(security))
            .refuse(400, "A header, a parameter or the body is invalid.")
            .refuse(401, "The API key or the access token is invalid.")
    }

    /// Adds an optional header of the request.
    pub(super) fn header(self, name: &str, description: &str) -> Self {
        self.parameter(ParameterIn::Header, name, description, text())
    }

    /// Adds an optional header with an identifier that the caller chooses.
    pub(super) fn chosen_id(self, name: &str, description: &str) -> Self {
        let visible = text().pattern(Some("^[!-~]{1,255}$"));
        self.parameter(ParameterIn::Header, name, description, visible)
    }

    /// Adds an optional parameter of the address.
    pub(super) fn query(self, name: &str, description: &str) -> Self {
        self.parameter(ParameterIn::Query, name, description, text())
    }

    /// Adds an optional parameter.
    pub(super) fn parameter(
        self,
        place: ParameterIn,
        name: &str,
        description: &str,
        schema: impl Into<RefOr<Schema>>,
    ) -> Self {
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(place)
            .required(Required::False)
            .description(Some(description))
            .schema(Some(schema));
        self.with(|operation| operation.parameter(parameter))
    }

    /// Sets the body of the request, with the responses of the checks of its size and time.
    pub(super) fn body(self, media_types: &[&str], content: &Content) -> Self {
        let body = RequestBodyBuilder::new().required(Some(Required::True));
        let body = media_types.iter().fold(body, |body, media_type| {
            body.content(*media_type, content.clone())
        });
        self.with(|operation| operation.request_body(Some(body.build())))
            .refuse(408, "The body did not arrive in time.")
            .refuse(413, "The body is too large.")
    }

    /// Adds a successful response.
    pub(super) fn answer(self, status: u16, description: &str, media: &[(&str, Content)]) -> Self {
        let response = ResponseBuilder::new()
            .description(description)
            .header_ref(REQUEST_ID, header_reference());
        let response = media
            .iter()
            .fold(response, |response, (media_type, content)| {
                response.content(*media_type, content.clone())
            });
        self.with(|operation| operation.response(status.to_string(), response))
    }

    /// Adds a refusal.
    pub(super) fn refuse(self, status: u16, description: &str) -> Self {
        let error = RefOr::from(Ref::from_schema_name(ErrorBody::name()));
        let schema: RefOr<Schema> = match &self.refusals {
            Refusals::Error => error,
            Refusals::ErrorOr(name) => utoipa::openapi::OneOfBuilder::new()
                .item(error)
                .item(Ref::from_schema_name(name))
                .into(),
        };
        let is_head = self.method == HttpMethod::Head;
        let media = ("application/json", Content::new(Some(schema)));
        let media = if is_head { Vec::new() } else { vec![media] };
        self.answer(status, description, &media)
    }

    /// Sets the address of an operation that has another than the service.
    pub(super) fn server(self, url: &str) -> Self {
        self.with(|operation| operation.server(Server::new(url)))
    }

    /// Adds the operation to the paths.
    pub(super) fn add_to(paths: PathsBuilder, endpoint: Self) -> PathsBuilder {
        paths.path(
            endpoint.path,
            PathItem::new(endpoint.method, endpoint.operation.build()),
        )
    }
}

fn header_reference() -> Ref {
    Ref::new(format!("#/components/headers/{REQUEST_ID}"))
}
