//! Error pages. They say what happened and what to do, and contain the request id.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, http::header::CONTENT_TYPE};
use askama::Template;
use shortlist_app::AppError;
use shortlist_domain::{InvalidValue, JobProblem, PageFormProblem, Problem, TextProblem};
use shortlist_transport::{ApiError, ErrorCause, current_request_id};

use crate::assets::AssetPaths;
use crate::changed_meanwhile::ChangedMeanwhile;
use crate::frame::Frame;
use crate::respond;

/// Why there is no page.
#[derive(Debug)]
pub(crate) enum PageError {
    /// Nobody is signed in.
    SignIn,
    /// The user has to set up a second factor first.
    SetUpFactor,
    /// The operation needs a fresh code of the user's second factor.
    TypeCode,
    /// The form comes from another site.
    OtherSite,
    /// The use case refused.
    Refused(ApiError),
    /// Somebody else has changed what a form showed.
    Changed(ChangedMeanwhile),
    /// The page does not exist.
    NotFound,
    /// The page took too long.
    TooSlow,
    /// The page cannot be built.
    Internal,
}

impl From<ApiError> for PageError {
    fn from(error: ApiError) -> Self {
        match error.status() {
            StatusCode::UNAUTHORIZED => Self::SignIn,
            _ => Self::Refused(error),
        }
    }
}

impl From<InvalidValue> for PageError {
    fn from(invalid: InvalidValue) -> Self {
        Self::Refused(AppError::from(invalid).into())
    }
}

impl From<ChangedMeanwhile> for PageError {
    fn from(changed: ChangedMeanwhile) -> Self {
        Self::Changed(changed)
    }
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    assets: AssetPaths,
    title: &'static str,
    message: String,
    /// Whether a form that was answered with this page may succeed another time.
    may_repeat: bool,
    request_id: String,
}

/// The page of an error for somebody who is signed in.
#[derive(Template)]
#[template(path = "error_framed.html")]
struct FramedErrorPage {
    frame: Frame,
    title: &'static str,
    message: String,
    may_repeat: bool,
    request_id: String,
}

impl PageError {
    /// Returns the error for a template that failed, and logs it.
    pub(crate) fn internal(error: &askama::Error) -> Self {
        // The middleware logs the request's status and id; a template fails only through a defect.
        debug_assert!(false, "{error}");
        Self::Internal
    }

    /// Returns the error for a form that asks for something that its page does not offer. Nothing is changed.
    pub(crate) fn unknown_action() -> Self {
        InvalidValue::new("action", PageFormProblem::NotOffered).into()
    }

    /// Returns whether the interviewer has another interview at the same time.
    pub(crate) fn is_overlap(&self) -> bool {
        matches!(
            self,
            Self::Refused(error) if matches!(error.cause(), Some(ErrorCause::InterviewOverlap))
        )
    }

    /// Returns whether somebody changed the job after it was read.
    pub(crate) fn is_changed_meanwhile(&self) -> bool {
        matches!(
            self,
            Self::Refused(error) if matches!(error.value(), Some(Problem::Job(JobProblem::Changed(_))))
        )
    }

    /// Returns the message for a form, if another input can succeed.
    pub(crate) fn about_input(self) -> Result<(StatusCode, String), Self> {
        match self {
            Self::Refused(error)
                if matches!(
                    error.status(),
                    StatusCode::BAD_REQUEST
                        | StatusCode::CONFLICT
                        | StatusCode::PAYLOAD_TOO_LARGE
                        | StatusCode::UNPROCESSABLE_ENTITY
                        | StatusCode::TOO_MANY_REQUESTS
                ) =>
            {
                Ok((error.status(), of_error(&error)))
            }
            Self::Changed(changed) => Ok((StatusCode::CONFLICT, sentence(&changed.to_string()))),
            other => Err(other),
        }
    }

    fn parts(&self) -> (StatusCode, &'static str, String) {
        let of = |status, title, message: &str| (status, title, message.to_owned());
        match self {
            Self::SignIn => of(StatusCode::UNAUTHORIZED, "Sign in", "Please sign in."),
            Self::SetUpFactor => of(
                StatusCode::FORBIDDEN,
                "Set up a second factor",
                "Your organization requires a second factor. Set it up on the page of your account first.",
            ),
            Self::TypeCode => of(
                StatusCode::UNAUTHORIZED,
                "Confirm that it is you",
                "This needs your second factor. Go back, and send the form again.",
            ),
            Self::OtherSite => of(
                StatusCode::FORBIDDEN,
                "This form came from another site",
                "For your safety it was not accepted. Go back, load the page again and send the form from there.",
            ),
            Self::NotFound => of(
                StatusCode::NOT_FOUND,
                "Page not found",
                "There is no such page in your organization. Check the address, or go to the start page.",
            ),
            Self::TooSlow => of(
                StatusCode::SERVICE_UNAVAILABLE,
                "This takes too long",
                "The service did not finish in time. If you sent a form, it may still be carried out: look at the page \
                 again before you send it another time.",
            ),
            Self::Internal => of(
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something went wrong",
                "The page could not be shown. Try again. If it happens again, send the request id to your administrator.",
            ),
            Self::Refused(error) => {
                let title = title_of(error.status());
                (error.status(), title, of_error(error))
            }
            Self::Changed(changed) => {
                let status = StatusCode::CONFLICT;
                (status, title_of(status), sentence(&changed.to_string()))
            }
        }
    }

    /// Returns the error as a page, with a frame for somebody who is signed in.
    pub(crate) fn respond(&self, frame: Option<Frame>) -> HttpResponse {
        if let Self::Refused(error) = self
            && (error.status() == StatusCode::NOT_FOUND || is_malformed_identifier(error))
        {
            return Self::NotFound.respond(frame);
        }
        let (status, title, message) = self.parts();
        let request_id = current_request_id();
        let may_repeat = !matches!(status, StatusCode::FORBIDDEN | StatusCode::NOT_FOUND);
        let page = match frame {
            Some(frame) => respond::page_with_status(
                status,
                &FramedErrorPage {
                    frame,
                    title,
                    message,
                    may_repeat,
                    request_id,
                },
            ),
            None => respond::page_with_status(
                status,
                &ErrorPage {
                    assets: crate::assets::paths(),
                    title,
                    message,
                    may_repeat,
                    request_id,
                },
            ),
        };
        let mut response = page.unwrap_or_else(|_error| {
            HttpResponse::build(status)
                .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
                .body(title)
        });
        let seconds = match self {
            Self::Refused(error) => error.retry_after_seconds(),
            _ => None,
        };
        respond::add_retry_time(&mut response, seconds);
        response
    }
}

fn title_of(status: StatusCode) -> &'static str {
    match status {
        StatusCode::FORBIDDEN => "You do not have permission",
        StatusCode::CONFLICT => "This conflicts with existing data",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests",
        StatusCode::SERVICE_UNAVAILABLE => "The service is busy",
        StatusCode::INTERNAL_SERVER_ERROR => "Something went wrong",
        _ => "This did not work",
    }
}

/// Returns whether an identifier in the address is malformed. Such a page does not exist either.
fn is_malformed_identifier(error: &ApiError) -> bool {
    let identifiers = ["jobId", "candidateId", "interviewId"];
    let is_identifier = error
        .field()
        .is_some_and(|field| identifiers.contains(&field));
    is_identifier && matches!(error.value(), Some(Problem::Text(_)))
}

/// Returns an error of the API in the words of the pages: with the label of a field instead of its name.
pub(crate) fn of_error(error: &ApiError) -> String {
    of_field(error.field(), error.problem(), error.value())
}

/// Returns what is wrong with a value in the words of the pages.
pub(crate) fn of_invalid(invalid: &InvalidValue) -> String {
    let problem = &invalid.problem;
    of_field(Some(&invalid.field), &problem.to_string(), Some(problem))
}

/// The fields of the API with the labels that they have on the pages.
const LABELS: &[(&str, &str)] = &[
    ("action", "The action"),
    ("interviewerIds", "Interviewers"),
    ("dateAndTime", "Time"),
    ("durationMinutes", "Minutes"),
    ("timeZone", "Time zone"),
    ("meetingLink", "Link"),
    ("videoPlaybackLink", "Link to a recording"),
    ("candidateAnswer", "Answer"),
    ("title", "Title"),
    ("jobDescription", "Description"),
    ("skills", "Skills"),
    ("jobCode", "Job code"),
    ("department", "Department"),
    ("location", "Location"),
    ("employmentType", "Employment type"),
    ("resumeScoreBreakdown", "Weights"),
    ("files", "Files"),
    ("reason", "Reason"),
    ("name", "Name"),
    ("addTags", "Tags to add"),
    ("removeTags", "Tags to remove"),
    ("candidateIds", "Selected candidates"),
    ("candidates", "Candidates:"),
    ("belowScore", "Score"),
    ("change", "Change:"),
    ("status", "Status"),
    ("days", "Days"),
    ("overlapHours", "Hours"),
    ("permissions", "Permissions"),
    ("fullName", "Name"),
    ("emailAddress", "E-mail address"),
    ("replyTo", "Address for answers"),
    ("language", "Language"),
    ("phoneNumber", "Telephone"),
    ("text", "Text"),
    ("email", "E-mail address"),
    ("password", "Password"),
    ("newPassword", "New password"),
    ("currentPassword", "Current password"),
    ("code", "Code"),
    ("passkey", "Passkey"),
    ("roles", "Roles"),
    ("from", "From"),
    ("to", "Until"),
    ("userId", "User"),
    ("candidateId", "Candidate:"),
    ("userType", "Role"),
    ("issuer", "Issuer"),
    ("clientId", "Client ID"),
    ("clientSecret", "Client secret"),
    ("domains", "Domains"),
    ("emergencyAdminId", "Emergency Admin"),
    ("defaultRole", "Default role"),
    ("groupRoles", "Roles of groups"),
    ("subject", "Subject:"),
    ("body", "Text:"),
];

fn of_field(field: Option<&str>, problem: &str, value: Option<&Problem>) -> String {
    let Some(field) = field else {
        return sentence(problem);
    };
    match LABELS.iter().find(|(name, _)| *name == field) {
        Some((_, label)) if value.is_some_and(is_of_whole_form) => {
            sentence(&format!("{}: {problem}", label.trim_end_matches(':')))
        }
        Some((_, label)) => sentence(&format!("{label} {problem}")),
        None => sentence(&format!("{field}: {problem}")),
    }
}

/// Returns whether a problem is that of a whole form, at the field where it was noticed. Then its text is a sentence of its own.
fn is_of_whole_form(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::Text(TextProblem::FormTooLong(_) | TextProblem::TooManyFields(_))
    )
}

/// Returns a text as a sentence: with a capital letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{}{}{end}", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_field_by_its_label() {
        let invalid = InvalidValue::new("jobDescription", TextProblem::NulCharacter);
        assert_eq!(
            of_invalid(&invalid),
            "Description must not contain a NUL character."
        );
        assert_eq!(
            of_error(&ApiError::from(AppError::from(invalid))),
            "Description must not contain a NUL character."
        );
        assert_eq!(of_field(None, "too many: 5", None), "Too many: 5.");
        assert_eq!(of_field(Some("other"), "x", None), "Other: x.");
    }

    #[test]
    fn a_problem_of_the_whole_form_follows_a_colon() {
        let weights =
            |problem: TextProblem| of_invalid(&InvalidValue::new("resumeScoreBreakdown", problem));
        assert_eq!(
            weights(TextProblem::FormTooLong(128 << 10)),
            "Weights: all fields together exceed the limit of 128 KiB."
        );
        assert_eq!(
            weights(TextProblem::TooManyBytes(9)),
            "Weights must have at most 9 bytes."
        );
        let candidate = InvalidValue::new("candidateId", TextProblem::TooManyFields(64));
        assert_eq!(
            of_invalid(&candidate),
            "Candidate: the form has more than 64 fields."
        );
    }
}
