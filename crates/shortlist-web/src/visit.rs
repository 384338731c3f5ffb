//! A request of a signed-in user.

use std::future::Future;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, Operation, WebUser};
use shortlist_domain::{
    InvalidValue, OrganizationId, Principal, SecondFactorProof, TextProblem, Timestamp,
};
use shortlist_transport::{WebState, log_caller};

pub(crate) use crate::answer::shared;

use crate::answer::in_time;
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::settings::WebApp;
use crate::step_up::{self, KeptForm};
use crate::{cookie, csrf, expired, links, respond};

/// The page of the user's own second factor.
pub(crate) const SECOND_FACTOR_PATH: &str = "/app/account/second-factor";

/// The longest view that a form of the ranking carries, in bytes. No address is longer.
const MAX_VIEW_BYTES: usize = 16 << 10;

/// The work that returns the status and the text of a page. It is boxed, so that futures stay small.
type Rendering = Box<dyn FnOnce() -> Result<(StatusCode, String), PageError> + Send>;

/// A request of a signed-in user.
pub(crate) struct Visit {
    pub(crate) request: HttpRequest,
    pub(crate) state: web::Data<WebState>,
    pub(crate) user: WebUser,
}

impl Visit {
    /// Finds the user behind a request, and checks that its form comes from this site.
    pub(crate) async fn begin(request: &HttpRequest) -> Result<Self, PageError> {
        let state = shared::<WebState>(request)?;
        let app = shared::<WebApp>(request)?;
        if !csrf::is_from_here(request) {
            return Err(PageError::OtherSite);
        }
        let token = cookie::token(request, &app).ok_or(PageError::SignIn)?;
        let address = state.client_address(request);
        let user = WebState::find_web_user(&state, token, address).await?;
        log_caller(&user.principal.organization_id, None);
        if user.second_factor.must_be_set_up() && request.path() != SECOND_FACTOR_PATH {
            return Err(PageError::SetUpFactor);
        }
        Ok(Self {
            request: request.clone(),
            state,
            user,
        })
    }

    /// Finds the user behind a request for the page of a form. It fails for users who may not send the form.
    pub(crate) async fn begin_for(
        request: &HttpRequest,
        operation: Operation,
    ) -> Result<Self, PageError> {
        let visit = Self::begin(request).await?;
        visit.run(operation, |_app, _principal| Ok(())).await?;
        Ok(visit)
    }

    pub(crate) fn frame(&self) -> Frame {
        let audience = self.state.app().mails().audience();
        Frame::of(&self.user, self.request.path(), audience)
    }

    pub(crate) fn principal(&self) -> &Principal {
        &self.user.principal
    }

    pub(crate) fn organization(&self) -> &OrganizationId {
        &self.user.principal.organization_id
    }

    /// Returns the present time of the service.
    pub(crate) fn now(&self) -> Timestamp {
        self.state.app().clock().now()
    }

    /// Returns the identifier in the address.
    pub(crate) fn id(&self) -> String {
        let id = self.request.match_info().get("id");
        id.unwrap_or_default().to_owned()
    }

    pub(crate) fn address_fields(&self) -> Fields {
        Fields::of_address(&self.request)
    }

    /// Reads the form.
    pub(crate) async fn form_fields(&self, payload: web::Payload) -> Result<Fields, PageError> {
        let (request, organization) = (&self.request, self.organization());
        let read = WebState::read_fields(&self.state, request, payload, organization, Fields::new);
        let fields = read.await?;
        match fields.exact("view").len() {
            ..=MAX_VIEW_BYTES => Ok(fields),
            _ => Err(InvalidValue::new("view", TextProblem::ViewTooLong).into()),
        }
    }

    /// Computes something in a turn of the user's organization. Whatever depends on texts of users belongs here, because the
    /// event loop answers all users.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PageError> {
        let computed = WebState::compute(&self.state, self.organization(), work);
        Ok(computed.await?)
    }

    /// Returns a page with the status 200.
    pub(crate) fn page<T: Template + Send + 'static>(
        &self,
        page: T,
    ) -> impl Future<Output = Result<HttpResponse, PageError>> {
        self.page_with_status(StatusCode::OK, page)
    }

    /// Returns a page with another status.
    pub(crate) fn page_with_status<T: Template + Send + 'static>(
        &self,
        status: StatusCode,
        page: T,
    ) -> impl Future<Output = Result<HttpResponse, PageError>> {
        self.built(move || Ok((status, page)))
    }

    /// Builds and renders a page in the blocking pool.
    pub(crate) fn built<T: Template>(
        &self,
        build: impl FnOnce() -> Result<(StatusCode, T), PageError> + Send + 'static,
    ) -> impl Future<Output = Result<HttpResponse, PageError>> {
        let render = move || {
            let (status, page) = build()?;
            Ok((status, respond::render(&page)?))
        };
        self.rendered(Box::new(render))
    }

    async fn rendered(&self, render: Rendering) -> Result<HttpResponse, PageError> {
        let (status, html) = self.compute(render).await??;
        Ok(respond::html(status, html))
    }

    /// Returns whether dangerous operations need a code first.
    fn needs_fresh_code(&self) -> bool {
        self.user.second_factor.needs_fresh_code(self.now())
    }

    /// Takes the code or the passkey of a form that has one.
    async fn take_code(&mut self, fields: &Fields) -> Result<(), PageError> {
        if !step_up::is_sent(fields) {
            return Ok(());
        }
        if let Err(refused) = step_up::prove(&self.state, self.principal(), fields).await {
            // If the form was sent twice, the other request may have used the code a moment ago.
            let now = Self::begin(&self.request).await?;
            if now.needs_fresh_code() {
                return Err(refused.into());
            }
            *self = now;
        } else {
            self.user.second_factor.proof = SecondFactorProof::At(self.now());
        }
        Ok(())
    }

    /// Runs a use case that needs a permission. A dangerous one needs a fresh code before a form carries it out.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        operation: Operation,
        work: impl FnOnce(&App, &Principal) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, PageError> {
        let changes = !self.request.method().is_safe();
        if changes && operation.needs_fresh_code() && self.needs_fresh_code() {
            return Err(PageError::TypeCode);
        }
        let done = WebState::run(&self.state, self.principal(), operation, work);
        Ok(done.await?)
    }
}

/// Answers a request with a page, an error page or the sign-in page, within the time that pages have.
pub(crate) fn answer(
    request: &HttpRequest,
    work: impl Future<Output = Result<HttpResponse, PageError>>,
) -> impl Future<Output = HttpResponse> {
    let work = Box::pin(work);
    answer_upload(request, in_time(work))
}

/// Answers a request whose body is an upload, which has its own deadlines.
pub(crate) async fn answer_upload(
    request: &HttpRequest,
    work: impl Future<Output = Result<HttpResponse, PageError>>,
) -> HttpResponse {
    match work.await {
        Ok(mut response) => {
            respond::add_retry_time(&mut response, None);
            response
        }
        Err(PageError::SetUpFactor) => respond::redirect(SECOND_FACTOR_PATH),
        Err(PageError::SignIn) => {
            let here = request.uri().path_and_query();
            let here = here.map_or("", |here| here.as_str());
            let next = if request.method().is_safe() { here } else { "" };
            respond::redirect(&links::with_fields("/app/sign-in", &[("next", next)]))
        }
        Err(error) => error_page(request, &error).await,
    }
}

/// Returns the page for an unknown address.
pub(crate) async fn not_found(request: HttpRequest) -> HttpResponse {
    error_page(&request, &PageError::NotFound).await
}

/// Returns an error as a page, with the navigation if the viewer is signed in.
async fn error_page(request: &HttpRequest, error: &PageError) -> HttpResponse {
    let visit = in_time(Visit::begin(request)).await;
    error.respond(visit.ok().map(|visit| visit.frame()))
}

/// Answers a form. If the session has ended, the page keeps what was typed, so that it can be sent after a sign-in.
pub(crate) async fn answer_form<F: Future<Output = Result<HttpResponse, PageError>>>(
    request: HttpRequest,
    payload: web::Payload,
    work: impl FnOnce(Visit, Fields) -> F,
) -> HttpResponse {
    let begun = in_time(Visit::begin(&request)).await;
    let visit = match begun {
        Ok(visit) => visit,
        Err(PageError::SignIn) => {
            let kept = expired::keep_form(&request, payload);
            return respond::last_of_connection(answer(&request, kept).await);
        }
        Err(PageError::SetUpFactor) => return respond::redirect(SECOND_FACTOR_PATH),
        Err(error) => return error.respond(None),
    };
    match visit.form_fields(payload).await {
        Ok(fields) => answer(&request, carry_out(visit, fields, work)).await,
        Err(error) => answer(&request, async { Err(error) }).await,
    }
}

/// Carries a form out. If that needs a fresh code, the page that asks for it keeps the form. A code that a form has although the session
/// needs none, because another tab has sent one, is left unused.
async fn carry_out<F: Future<Output = Result<HttpResponse, PageError>>>(
    mut visit: Visit,
    fields: Fields,
    work: impl FnOnce(Visit, Fields) -> F,
) -> Result<HttpResponse, PageError> {
    let state = visit.state.clone();
    let kept = visit.needs_fresh_code().then(|| {
        let (frame, principal) = (visit.frame(), visit.principal());
        KeptForm::new(&visit.request, frame, principal, &fields)
    });
    let typed = fields.without(&step_up::FIELDS);
    let Some(kept) = kept else {
        return work(visit, typed).await;
    };
    if let Err(refused) = visit.take_code(&fields).await {
        let (status, problem) = refused.about_input()?;
        return kept.ask(&state, status, problem).await;
    }
    match work(visit, typed).await {
        Err(PageError::TypeCode) => {
            kept.ask(&state, StatusCode::UNAUTHORIZED, String::new())
                .await
        }
        done => done,
    }
}
