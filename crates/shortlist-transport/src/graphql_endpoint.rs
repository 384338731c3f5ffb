//! The GraphQL endpoint, step by step: headers, credentials, body, document, permissions, execution.

use std::sync::{Arc, LazyLock, Mutex};

use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use juniper::{GraphQLError, InputValue, OperationType, Variables};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shortlist_app::{
    AccessError, Cancellation, IdempotencyKey, IdempotentAnswer, IdempotentRequest, Operation,
};
use shortlist_domain::Principal;

use crate::admission::admit;
use crate::cancellation::CancelOnDrop;
use crate::error::{ApiError, Code, blocking};
use crate::form::read_body;
use crate::graphql::{
    AuthorizationResult, Document, DocumentError, Pass, RequestBudget, RequestContext, Scalar,
};
use crate::headers::Body;
use crate::idempotency::{IDEMPOTENCY_KEY, idempotency_key, respond, work_error};
use crate::response_media::{ResponseMedia, refused_body};
use crate::state::WebState;

/// The initial capacity of a response. Most responses fit, so they are not copied while they grow.
const USUAL_BYTES: usize = 8 << 10;

/// The most times that a mutation may select the same field under different aliases. A mutation must return the text
/// that it stored, however long the text is.
const MAX_REPEATS: u64 = 10;

/// Answers a GraphQL request.
pub(crate) async fn graphql(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    let media = ResponseMedia::of(&request);
    let mut response = match attempt(&request, payload, &state).await {
        Ok(answer) => respond(answer),
        Err(rejection) => rejection.into_response(media),
    };
    let content_type = HeaderValue::from_static(media.content_type());
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}

async fn attempt(
    request: &HttpRequest,
    payload: web::Payload,
    state: &web::Data<WebState>,
) -> Result<IdempotentAnswer, Rejection> {
    let key = idempotency_key(request)?;
    let principal = admit(request, state, Body::Json).await?;
    let organization = &principal.organization_id;
    let share = state.bodies.begin(organization);
    let (limit, seconds) = (state.graphql.body_bytes, state.body_seconds());
    let body = match read_body(payload, share, limit, seconds).await {
        Ok(body) => body,
        Err(error) if error.code == Code::BadUserInput => {
            return Err(Rejection::invalid(error.message()));
        }
        Err(error) => return Err(error.into()),
    };
    let turn = state.queries.take(organization).await?;
    let shared = state.clone();
    let client = CancelOnDrop::default();
    let cancellation = client.cancellation();
    let work = move || {
        let _turn = turn;
        let http = HttpContext {
            state: &shared,
            base_url: shared.base_url(),
            cancellation: &cancellation,
        };
        let request = parse_body(&body)?;
        run(http, principal, &request, key.map(|key| (key, &*body)))
    };
    blocking(work).await?
}

/// Why a request has no answer that may be stored.
enum Rejection {
    /// The answer is `{"error": …}`.
    Refused(ApiError),
    /// The document or its variables are invalid, and nothing ran.
    Invalid(Vec<Value>),
    /// The document ran, and some of its fields failed.
    Failed(Vec<u8>),
}

impl Rejection {
    fn into_response(self, media: ResponseMedia) -> HttpResponse {
        match self {
            Self::Refused(error) if media == ResponseMedia::GraphqlResponse => {
                let body = refused_body(&error);
                error
                    .to_response()
                    .set_body(body.to_string())
                    .map_into_boxed_body()
            }
            Self::Refused(error) => error.to_response(),
            Self::Invalid(errors) => HttpResponse::BadRequest().json(json!({ "errors": errors })),
            Self::Failed(answer) => respond(IdempotentAnswer {
                answer,
                is_replay: false,
            }),
        }
    }

    fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid(vec![coded(json!({ "message": message.into() }))])
    }
}

impl From<ApiError> for Rejection {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

impl From<DocumentError> for Rejection {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::TooManyRoots(most) => {
                Self::invalid(format!("the document has more than {most} root fields"))
            }
            DocumentError::UnknownType(name) => Self::invalid(format!(
                "a variable has the type \"{name}\", which is not in the schema"
            )),
            DocumentError::Invalid(error) => error.into(),
        }
    }
}

impl From<GraphQLError> for Rejection {
    fn from(error: GraphQLError) -> Self {
        // juniper serializes an error as a list of messages with locations, without codes.
        let listed = serde_json::to_value(&error).unwrap_or(Value::Null);
        let errors: Vec<Value> = match listed {
            Value::Array(errors) => errors.into_iter().map(coded).collect(),
            _ => vec![coded(json!({ "message": error.to_string() }))],
        };
        Self::Invalid(errors)
    }
}

/// Adds the code to an error from before the execution.
fn coded(mut error: Value) -> Value {
    if let Value::Object(fields) = &mut error {
        fields.insert(
            "extensions".to_owned(),
            json!({ "code": Code::ValidationFailed.graphql() }),
        );
    }
    error
}

/// The parts that a request needs of its HTTP context: the shared state, the prefix of links, and the client's
/// presence.
#[derive(Clone, Copy)]
struct HttpContext<'a> {
    state: &'a WebState,
    base_url: &'a str,
    cancellation: &'a Cancellation,
}

/// A document, the name of its operation, and the variables.
struct GraphqlRequest {
    document: String,
    operation: Option<String>,
    variables: Variables<Scalar>,
}

/// The members of a request's JSON object. `query` accepts any JSON, so that the error can say what it must be.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    query: Option<Value>,
    operation_name: Option<String>,
    variables: Option<InputValue<Scalar>>,
}

/// Parses the JSON object of a request. A list is refused, because batches are not supported.
fn parse_body(body: &[u8]) -> Result<GraphqlRequest, Rejection> {
    // serde would accept a list as the members in their order.
    let is_object = body.trim_ascii_start().starts_with(b"{");
    let members: Members = match serde_json::from_slice(body) {
        Ok(members) if is_object => members,
        Err(error) if !error.is_data() => {
            return Err(Rejection::invalid(format!("the body is not JSON: {error}")));
        }
        Err(error) if is_object => {
            return Err(Rejection::invalid(format!(
                "the body cannot be read: {error}"
            )));
        }
        _ => {
            return Err(Rejection::invalid(
                "the body must be one JSON object with `query`; batches are not supported",
            ));
        }
    };
    let Some(Value::String(document)) = members.query else {
        return Err(Rejection::invalid("the body has no `query` string"));
    };
    let variables = match members.variables {
        None | Some(InputValue::Null) => Variables::default(),
        Some(InputValue::Object(named)) => named
            .into_iter()
            .map(|(name, value)| (name.item, value.item))
            .collect(),
        Some(_) => return Err(Rejection::invalid("`variables` must be a JSON object")),
    };
    Ok(GraphqlRequest {
        document,
        operation: members.operation_name,
        variables,
    })
}

/// Refuses subscriptions, and documents that cost more than `most`.
fn check_cost(
    document: &Document,
    variables: &Variables<Scalar>,
    most: u64,
) -> Result<(), Rejection> {
    if document.operation_type() == OperationType::Subscription {
        return Err(Rejection::invalid("subscriptions are not supported"));
    }
    let cost = document.cost().total(variables);
    if cost > most {
        return Err(Rejection::invalid(format!(
            "the document costs {cost}, which exceeds the limit of {most}; request fewer fields or aliases, or smaller pages"
        )));
    }
    let repeats = document.cost().repeats;
    if document.operation_type() == OperationType::Mutation && repeats > MAX_REPEATS {
        return Err(Rejection::invalid(format!(
            "the document selects the same field of a mutation {repeats} times; the limit is {MAX_REPEATS}"
        )));
    }
    Ok(())
}

/// Executes a document. If it has an idempotency key and is a mutation, a retry gets the first response.
fn run(
    HttpContext {
        state,
        base_url,
        cancellation,
    }: HttpContext<'_>,
    principal: Principal,
    request: &GraphqlRequest,
    key_and_body: Option<(IdempotencyKey, &[u8])>,
) -> Result<IdempotentAnswer, Rejection> {
    let name = request.operation.as_deref();
    let document = state.documents.validated(&request.document, name)?;
    check_cost(&document, &request.variables, state.graphql.cost)?;
    let budget = RequestBudget::new(
        &state.app,
        &state.graphql,
        document.operation_type(),
        document.cost().repeats,
        cancellation,
    );
    let budget = Arc::new(budget);
    let context = |pass| RequestContext {
        app: Arc::clone(&state.app),
        principal: principal.clone(),
        base_url: base_url.to_owned(),
        pass,
        repeats_fields: document.cost().repeats_fields(),
        budget: Arc::clone(&budget),
    };
    let authorizing = context(Pass::Authorize(Mutex::default()));
    document.execute(&request.variables, &authorizing)?;
    let AuthorizationResult {
        refusal,
        operations,
    } = authorizing.pass.into_result();
    if let Some(error) = refusal {
        return Err(Rejection::Refused(AccessError::into(error)));
    }
    let mut operation = operations.first().copied();
    let mut idempotent = None;
    if let Some((key, body)) = key_and_body
        && document.operation_type() == OperationType::Mutation
    {
        operation = repeatable(&operations)?;
        let request = operation.map(|operation| IdempotentRequest::new(key, &principal, operation));
        idempotent = request.map(|mut request| {
            request.add("body", body);
            request
        });
    }
    let work = || {
        let (data, errors) = document.execute(&request.variables, &context(Pass::Run))?;
        respond_with(data, errors)
    };
    let operation = operation.unwrap_or(Operation::ApiKeyInfo);
    let done = state
        .app
        .idempotency()
        .run(&principal, operation, idempotent, work);
    done.map_err(|why| work_error(why).unwrap_or_else(Rejection::Refused))
}

/// Returns the operation of a mutation whose response may be stored for retries.
///
/// A document with several mutations may fail in part, and a retry would then repeat the others. Assignments are safe to repeat.
fn repeatable(operations: &[Operation]) -> Result<Option<Operation>, ApiError> {
    let refused = |problem: String| {
        Err(ApiError::new(
            Code::BadHeader,
            format!("{IDEMPOTENCY_KEY}: {problem}"),
        ))
    };
    if let Some(operation) = operations
        .iter()
        .find(|operation| operation.answers_a_secret())
    {
        let name = operation.name();
        return refused(format!(
            "{name} does not support it, because its response contains a secret, which is never stored; send the request without it"
        ));
    }
    let is_assignment = |operation: &Operation| *operation == Operation::AssignInterviewer;
    if operations.len() > 1 && !operations.iter().all(is_assignment) {
        return refused("send only one mutation in a document".to_owned());
    }
    Ok(operations.first().copied())
}

/// Serializes a response. A response with errors is not stored for retries.
fn respond_with<D: Serialize, E: Serialize>(data: D, errors: Vec<E>) -> Result<Vec<u8>, Rejection> {
    let failed = !errors.is_empty();
    let response = Response {
        data,
        errors: failed.then_some(errors),
    };
    let mut answer = Vec::with_capacity(USUAL_BYTES);
    serde_json::to_writer(&mut answer, &response)
        .map_err(|error| Rejection::Refused(ApiError::internal(&error)))?;
    if failed {
        return Err(Rejection::Failed(answer));
    }
    Ok(answer)
}

#[derive(Serialize)]
struct Response<D, E> {
    data: D,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<E>,
}

static EVENTS_SCHEMA: LazyLock<Bytes> =
    LazyLock::new(|| Bytes::from(shortlist_app::event_schema().to_string()));

/// Returns the JSON Schema of events, without credentials: it contains no data.
pub(crate) async fn events_schema() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/schema+json")
        .body(EVENTS_SCHEMA.clone())
}

/// Returns the schema in the schema definition language.
pub(crate) async fn sdl(state: web::Data<WebState>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(state.sdl())
}
