//! A GraphQL request's way: headers, credentials, body, document, rights, execution.

use std::sync::{Arc, Mutex};

use actix_web::http::header::{ACCEPT, CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use juniper::{GraphQLError, InputValue, OperationType, Variables};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shortlist_app::{AccessError, Answered, NamedRequest, Operation, RequestName};
use shortlist_domain::{Principal, Timestamp};

use super::Explorer;
use super::context::{Asked, Pass, RequestContext};
use super::documents::Unusable;
use crate::admission::authenticate;
use crate::error::{ApiError, Code, blocking};
use crate::form::read_body;
use crate::headers::{Body, Credentials, note_key};
use crate::repeat::{request_name, respond, unanswered};
use crate::secure::EXPLORER_POLICY;
use crate::state::WebState;

/// How long a request may wait for its turn before it is asked to come again.
const MAX_WAIT: std::time::Duration = std::time::Duration::from_secs(10);

/// What most answers fit into, so that they do not grow through many copies.
const USUAL_BYTES: usize = 8 << 10;

/// The mutation that a named document may repeat.
const REPEATABLE: Operation = Operation::AssignInterviewer;

/// Answers a GraphQL request.
pub(crate) async fn graphql(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    let credentials = Credentials::of(&request, Body::Json, &state.proxies);
    let named = credentials.and_then(|found| Ok((found, request_name(&request)?)));
    let (credentials, name) = match named {
        Ok(named) => named,
        Err(error) => return error.to_response(),
    };
    let body = read_body(payload, state.graphql.body_bytes, state.body_seconds()).await;
    let Ok(Ok(_permit)) = tokio::time::timeout(MAX_WAIT, state.queries.acquire()).await else {
        return ApiError::new(Code::Unavailable, "the service is saturated; try again")
            .retry_after(1)
            .to_response();
    };
    let (shared, base_url) = (state.clone(), state.base_url(&request));
    let work = move || {
        let front = Front {
            state: &shared,
            base_url: &base_url,
        };
        answer(front, &credentials, name, body)
    };
    match blocking(work).await {
        Ok((answer, key_ends_at)) => {
            note_key(&request, key_ends_at, state.app.now());
            answer.into_response()
        }
        Err(error) => error.to_response(),
    }
}

/// What a request comes to.
enum Answer {
    /// `{"error": …}`.
    Refused(ApiError),
    /// Something in the document or its variables: nothing ran.
    Invalid(Vec<Value>),
    /// It ran, now or before.
    Ran(Answered),
}

impl Answer {
    fn into_response(self) -> HttpResponse {
        match self {
            Self::Refused(error) => error.to_response(),
            Self::Invalid(errors) => HttpResponse::BadRequest().json(json!({ "errors": errors })),
            Self::Ran(answered) => respond(answered),
        }
    }

    fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid(vec![coded(json!({ "message": message.into() }))])
    }
}

impl From<Unusable> for Answer {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::TooManyRoots(most) => {
                Self::invalid(format!("the document has more than {most} root fields"))
            }
            Unusable::UnknownType(name) => Self::invalid(format!(
                "a variable is of the type \"{name}\", which the schema does not have"
            )),
            Unusable::Invalid(error) => error.into(),
        }
    }
}

impl From<GraphQLError> for Answer {
    fn from(error: GraphQLError) -> Self {
        // juniper serialises an error as a list of messages with places, without codes.
        let listed = serde_json::to_value(&error).unwrap_or(Value::Null);
        let errors: Vec<Value> = match listed {
            Value::Array(errors) => errors.into_iter().map(coded).collect(),
            _ => vec![coded(json!({ "message": error.to_string() }))],
        };
        Self::Invalid(errors)
    }
}

/// Adds the code to an error that was found before anything ran.
fn coded(mut error: Value) -> Value {
    if let Value::Object(fields) = &mut error {
        fields.insert(
            "extensions".to_owned(),
            json!({ "code": Code::ValidationFailed.graphql() }),
        );
    }
    error
}

/// What stands before the service: what all handlers share, and what the caller calls it.
#[derive(Clone, Copy)]
struct Front<'a> {
    state: &'a WebState,
    base_url: &'a str,
}

/// The answer, with when the key ends where that is known.
fn answer(
    front: Front<'_>,
    credentials: &Credentials,
    name: Option<RequestName>,
    body: Result<Vec<u8>, ApiError>,
) -> (Answer, Option<Timestamp>) {
    let principal = match authenticate(front.state, credentials) {
        Ok(principal) => principal,
        Err(error) => return (Answer::Refused(error), None),
    };
    let key_ends_at = principal.key_expires_at;
    let parsed = body
        .map_err(|error| match error.code {
            Code::RequestTimeout => Answer::Refused(error),
            _ => Answer::invalid(error.message),
        })
        .and_then(|body| Ok((parse_body(&body)?, body)));
    let done = parsed.and_then(|(question, body)| {
        let named = name.map(|name| (name, body.as_slice()));
        run(front, principal, &question, named)
    });
    match done {
        Ok(answer) | Err(answer) => (answer, key_ends_at),
    }
}

/// A request's document, which operation of it, and with what variables.
struct Question {
    document: String,
    operation: Option<String>,
    variables: Variables,
}

/// A request's members. `query` may be anything here, so that the error can say what it must be.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    query: Option<Value>,
    operation_name: Option<String>,
    variables: Option<InputValue>,
}

/// Reads the JSON object of a request; a list of them is no batch here.
fn parse_body(body: &[u8]) -> Result<Question, Answer> {
    // A list would be taken for the members in their order.
    let is_object = body.trim_ascii_start().starts_with(b"{");
    let members: Members = match serde_json::from_slice(body) {
        Ok(members) if is_object => members,
        Err(error) if !error.is_data() => {
            return Err(Answer::invalid(format!("the body is not JSON: {error}")));
        }
        Err(error) if is_object => {
            return Err(Answer::invalid(format!("the body cannot be read: {error}")));
        }
        _ => {
            return Err(Answer::invalid(
                "the body must be one JSON object with `query`; batches are not served",
            ));
        }
    };
    let Some(Value::String(document)) = members.query else {
        return Err(Answer::invalid("the body has no `query` string"));
    };
    let variables = match members.variables {
        None | Some(InputValue::Null) => Variables::default(),
        Some(InputValue::Object(named)) => named
            .into_iter()
            .map(|(name, value)| (name.item, value.item))
            .collect(),
        Some(_) => return Err(Answer::invalid("`variables` must be a JSON object")),
    };
    Ok(Question {
        document,
        operation: members.operation_name,
        variables,
    })
}

/// Carries out a document. Where it was sent with a name, and schedules interviews and does nothing else, the first answer
/// under that name is given again: nothing of a candidate and no secret stands in it that would have to be kept.
fn run(
    Front { state, base_url }: Front<'_>,
    principal: Principal,
    question: &Question,
    named: Option<(RequestName, &[u8])>,
) -> Result<Answer, Answer> {
    let name = question.operation.as_deref();
    let document = state.documents.validated(&question.document, name)?;
    if document.operation_type() == OperationType::Subscription {
        return Err(Answer::invalid("subscriptions are not served"));
    }
    let context = |pass| RequestContext {
        app: Arc::clone(&state.app),
        principal: principal.clone(),
        base_url: base_url.to_owned(),
        pass,
    };
    let asking = context(Pass::Authorize(Mutex::default()));
    document.execute(&question.variables, &asking)?;
    let Asked {
        refusal,
        operations,
    } = asking.pass.asked();
    if let Some(error) = refusal {
        return Err(Answer::Refused(AccessError::into(error)));
    }
    let repeatable = !operations.is_empty() && operations.iter().all(|done| *done == REPEATABLE);
    let named = named.filter(|_| repeatable).map(|(name, body)| {
        let mut named = NamedRequest::new(name, &principal, REPEATABLE);
        named.add("body", body);
        named
    });
    let work = || {
        let (data, errors) = document.execute(&question.variables, &context(Pass::Run))?;
        respond_with(data, errors)
    };
    let done = state.app.once(&principal, REPEATABLE, named, work);
    done.map(Answer::Ran)
        .map_err(|why| unanswered(why).unwrap_or_else(Answer::Refused))
}

/// Serialises a response. One with errors is no success, and so not kept.
fn respond_with<D: Serialize, E: Serialize>(data: D, errors: Vec<E>) -> Result<Vec<u8>, Answer> {
    let failed = !errors.is_empty();
    let response = Response {
        data,
        errors: failed.then_some(errors),
    };
    let mut answer = Vec::with_capacity(USUAL_BYTES);
    serde_json::to_writer(&mut answer, &response)
        .map_err(|error| Answer::Refused(ApiError::internal(&error)))?;
    if failed {
        let again = false;
        return Err(Answer::Ran(Answered { answer, again }));
    }
    Ok(answer)
}

#[derive(Serialize)]
struct Response<D, E> {
    data: D,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<E>,
}

/// The explorer page, for a browser, where it is switched on.
pub(crate) async fn explorer(request: HttpRequest, state: web::Data<WebState>) -> HttpResponse {
    let accept = request
        .headers()
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or("");
    if state.graphql.explorer == Explorer::Off || !accept.contains("text/html") {
        return crate::method_not_allowed().await;
    }
    match juniper_actix::graphiql_handler("/graphql", None).await {
        Ok(mut page) => {
            let policy = HeaderValue::from_static(EXPLORER_POLICY);
            page.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
            page
        }
        Err(error) => ApiError::internal(&error).to_response(),
    }
}

/// The schema in the schema definition language.
pub(crate) async fn sdl(state: web::Data<WebState>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(state.schema.as_sdl())
}
