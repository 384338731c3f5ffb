//! The parts that all pages of a signed-in user share.

use shortlist_app::{Operation, WebUser};
use shortlist_domain::{MailAudience, UserType};

use crate::assets::{self, AssetPaths};

/// The parts of the web app, as the navigation has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Start,
    /// The list of jobs.
    Jobs,
    /// A job or a candidate.
    Job,
    People,
    Interviews,
    Reports,
    Settings,
    Help,
    Other,
}

impl Section {
    /// Returns the part that the page at a path belongs to.
    fn of(path: &str) -> Self {
        let mut parts = path.split('/').skip(2);
        match (parts.next(), parts.next()) {
            (None | Some(""), _) => Self::Start,
            (Some("jobs"), None) => Self::Jobs,
            (Some("jobs" | "candidates"), _) => Self::Job,
            (Some("people"), _) => Self::People,
            (Some("interviews"), _) => Self::Interviews,
            (Some("reports"), _) => Self::Reports,
            (Some("settings" | "account"), _) => Self::Settings,
            (Some("help"), _) => Self::Help,
            _ => Self::Other,
        }
    }
}

/// A link of the navigation.
#[derive(Debug, Clone)]
pub(crate) struct NavLink {
    pub(crate) path: &'static str,
    pub(crate) name: &'static str,
    /// Whether the page belongs to this part.
    pub(crate) is_current: bool,
}

/// Returns the navigation of a role on the page at a path.
fn navigation(role: UserType, path: &str) -> Vec<NavLink> {
    use Section::{Help, Interviews, Job, Jobs, People, Reports, Settings, Start};
    let section = Section::of(path);
    let link = |path, name, of: &[Section]| NavLink {
        path,
        name,
        is_current: of.contains(&section),
    };
    let mut links = match role {
        UserType::Admin => vec![
            link("/app", "All jobs", &[Start, Job]),
            link("/app/jobs", "My jobs", &[Jobs]),
        ],
        UserType::Recruiter => vec![link("/app/jobs", "Jobs", &[Start, Jobs, Job])],
        UserType::HiringManager | UserType::ReadOnly => {
            vec![link("/app", "Jobs", &[Start, Jobs, Job])]
        }
        UserType::Interviewer => vec![
            link("/app", "Interviews", &[Start, Job]),
            link("/app/interviews", "Calendar", &[Interviews]),
        ],
    };
    if role != UserType::Interviewer {
        links.extend([
            link("/app/people", "People", &[People]),
            link("/app/interviews", "Interviews", &[Interviews]),
            link("/app/reports", "Reports", &[Reports]),
        ]);
    }
    links.push(link("/app/settings", "Settings", &[Settings]));
    links.push(link("/app/help", "Help", &[Help]));
    links
}

/// The frame of a page.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) assets: AssetPaths,
    pub(crate) user: String,
    /// The text in the search box of the header.
    pub(crate) search: String,
    /// The user and the organization, so that scripts show what a tab keeps to nobody else. An identifier is unique only within an
    /// organization.
    pub(crate) owner: String,
    pub(crate) role: &'static str,
    user_type: UserType,
    /// The navigation.
    pub(crate) links: Vec<NavLink>,
    /// Whether the user sees whole jobs. Interviewers do not.
    pub(crate) is_recruiter: bool,
    /// Whether the user may change the status and the stage of candidates.
    pub(crate) may_decide: bool,
    /// Whether the user manages the organization.
    pub(crate) is_admin: bool,
    /// Who gets mails from the service.
    audience: Option<MailAudience>,
}

impl Frame {
    /// Returns the frame with a text in the search box.
    pub(crate) fn with_search(self, text: &str) -> Self {
        Self {
            search: text.to_owned(),
            ..self
        }
    }

    /// Returns whether the user changes jobs and everything about their candidates. The forms for it are not shown to others.
    pub(crate) fn manages_jobs(&self) -> bool {
        self.user_type.manages_jobs()
    }

    /// Returns whether the user writes notes, reviews and reports.
    pub(crate) fn may_review(&self) -> bool {
        self.user_type != UserType::ReadOnly
    }

    /// Returns whether the user exports the data of candidates.
    pub(crate) fn may_export(&self) -> bool {
        Operation::ExportCandidate.is_open_to(self.user_type)
    }

    /// Returns whether the user needs this tab of a job.
    pub(crate) fn shows_tab(&self, path: &str) -> bool {
        match path {
            "/review" => self.may_decide,
            "/edit" => self.manages_jobs(),
            _ => true,
        }
    }

    /// Returns the frame of the page at this path.
    pub(crate) fn of(user: &WebUser, path: &str, audience: Option<MailAudience>) -> Self {
        Self {
            links: navigation(user.principal.user_type, path),
            assets: assets::paths(),
            user: user.full_name.clone(),
            search: String::new(),
            owner: format!(
                "{} {}",
                user.principal.organization_id, user.principal.user_id
            ),
            role: user.principal.user_type.as_str(),
            user_type: user.principal.user_type,
            may_decide: user.may_decide,
            is_recruiter: user.principal.user_type != UserType::Interviewer,
            is_admin: user.principal.user_type == UserType::Admin,
            audience,
        }
    }

    /// Returns that a candidate does not hear of a decision, next to the form for it; empty if the candidate gets a mail.
    pub(crate) fn decision_notice(&self) -> &'static str {
        match self.audience {
            None => "No mail server is configured, so nobody is notified of a rejection.",
            Some(MailAudience::Users) => {
                "Candidates get no mails from this service, so nobody is notified of a rejection."
            }
            Some(MailAudience::UsersAndCandidates) => "",
        }
    }

    /// Returns who hears of a new interview.
    pub(crate) fn interview_notice(&self) -> &'static str {
        match self.audience {
            None => {
                "No mail server is configured, so nobody is notified. Inform the interviewers and the candidate yourself."
            }
            Some(MailAudience::Users) => {
                "The interviewers get an invitation by mail. Candidates get no mails from this service: tell the candidate yourself."
            }
            Some(MailAudience::UsersAndCandidates) => {
                "The interviewers get an invitation by mail, and so does the candidate if an e-mail address is known."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_belongs_to_a_part_of_the_navigation() {
        for (path, section) in [
            ("/app", Section::Start),
            ("/app/", Section::Start),
            ("/app/search", Section::Other),
            ("/app/jobs", Section::Jobs),
            ("/app/jobs/job_1/board", Section::Job),
            ("/app/candidates/cnd_1", Section::Job),
            ("/app/people/per_1", Section::People),
            ("/app/account/sessions", Section::Settings),
        ] {
            assert_eq!(Section::of(path), section, "{path}");
        }
    }

    #[test]
    fn each_role_has_its_own_navigation() {
        let marked = |role, path| {
            let links = navigation(role, path).into_iter();
            let marked = links.filter(|link| link.is_current).map(|link| link.name);
            marked.collect::<Vec<_>>()
        };
        assert_eq!(marked(UserType::Admin, "/app/jobs/job_1"), ["All jobs"]);
        assert_eq!(marked(UserType::Recruiter, "/app/jobs/job_1"), ["Jobs"]);
        assert_eq!(
            marked(UserType::Interviewer, "/app/interviews"),
            ["Calendar"]
        );
        for role in [UserType::HiringManager, UserType::ReadOnly] {
            assert_eq!(marked(role, "/app"), ["Jobs"]);
            assert_eq!(marked(role, "/app/people"), ["People"]);
        }
        assert_eq!(marked(UserType::Recruiter, "/app/search"), [""; 0]);
    }
}
