//! How a mail with a new text looks, before it is stored.

use chrono::Duration;
use shortlist_domain::{InvalidValue, MailText, PageFormProblem, Principal};
use shortlist_mail::{Content, Values};

use crate::access::job_access::visible_candidate;
use crate::blind::Masks;
use crate::checks::{NO_JOB, find_candidate_id};
use crate::error::AppError;
use crate::mails::drafts::shown_name;
use crate::mails::listing::Mails;
use crate::mails::templates::{Choice, SetMailTemplate, check, unwritable};

/// In how many hours the invented interview begins.
const HOURS_AHEAD: i64 = 48;

impl Mails<'_> {
    /// Writes a mail with a text that need not be stored. Its values are invented, besides the organization and, if one is named by
    /// identifier or code, the candidate and the job. A masked candidate has the code for a name.
    ///
    /// # Errors
    /// Returns an error if the text is not one of this mail, or if the caller has no access to such a candidate.
    pub fn preview_template(
        &self,
        principal: &Principal,
        input: &SetMailTemplate,
        candidate: Option<&str>,
    ) -> Result<Content, AppError> {
        let choice = Choice::parse(&input.event, &input.language)?;
        let text = MailText::parse(&input.subject, &input.body)?;
        let template = check(choice.kind, &text)?;
        let begins_at = self.records.clock.now().plus(Duration::hours(HOURS_AHEAD));
        let mut values = Values::invented(begins_at)?;
        let organizations = self.records.store.organizations();
        if let Some(organization) = organizations.find(&principal.organization_id)? {
            values.organization_name = Some(organization.name);
        }
        if let Some(candidate) = candidate.filter(|_| choice.kind.is_about_candidate()) {
            self.fill_in(principal, candidate, &mut values)?;
        }
        let content = template.write(choice.language, &values);
        Ok(content.map_err(unwritable)?)
    }

    /// Writes the name and the job of a candidate into the values.
    fn fill_in(
        &self,
        principal: &Principal,
        candidate: &str,
        values: &mut Values,
    ) -> Result<(), AppError> {
        let store = self.records.store;
        let organization = &principal.organization_id;
        let found = find_candidate_id(store, organization, candidate)
            .and_then(|id| visible_candidate(store, principal, &id));
        let found = AppError::if_found(found)?;
        let found =
            found.ok_or_else(|| InvalidValue::new("candidate", PageFormProblem::NoCandidate))?;
        let masks = Masks::of(store, principal, std::slice::from_ref(&found.id))?;
        let job = store.jobs().find(organization, &found.job_id)?;
        values.job_title = Some(job.ok_or(NO_JOB)?.title);
        values.candidate_name = Some(shown_name(&found, masks.hides(&found.id)));
        Ok(())
    }
}
