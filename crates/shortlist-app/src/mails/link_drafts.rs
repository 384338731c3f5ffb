//! Mails with a link by which a user sets a password. The token is derived here, so no row contains it.

use shortlist_domain::{AccountLinkId, LinkState, MailFailureReason, QueuedMail};

use crate::error::AppError;
use crate::mails::MailOutbox;
use crate::mails::drafts::{ComposedMail, MailDraft, PasswordPage};
use crate::secrets::hash_secret;
use crate::signed_links::{LinkSigner, account_link_path};

impl MailOutbox<'_> {
    /// Looks up what a mail with a link says.
    pub(super) fn compose_link(
        &self,
        queued: QueuedMail,
        link: &AccountLinkId,
    ) -> Result<ComposedMail, AppError> {
        let organization_id = &queued.organization_id;
        let users = self.store.users();
        let found = users.find_link(organization_id, link)?;
        let now = self.clock.now();
        let Some(link) = found.filter(|link| link.state(now) == LinkState::Open) else {
            return Ok(ComposedMail::Dropped(MailFailureReason::LinkClosed));
        };
        let user = users.find(organization_id, &link.user_id)?;
        let user = user.filter(|user| user.active && !user.is_integration);
        let organization = self.store.organizations().find(organization_id)?;
        let (Some(user), Some(organization)) = (user, organization) else {
            return Ok(ComposedMail::Dropped(MailFailureReason::UserInactive));
        };
        let signer = LinkSigner {
            store: self.store,
            clock: self.clock,
        };
        let token = signer.account_token(organization_id, &link.id)?;
        if hash_secret(&token) != link.token_hash {
            return Ok(ComposedMail::Dropped(MailFailureReason::KeyChanged));
        }
        let password_page = PasswordPage {
            path: account_link_path(&token),
            expires_at: link.times.expires_at,
        };
        Ok(ComposedMail::Draft(Box::new(MailDraft {
            password_page: Some(password_page),
            ..MailDraft::to_user(queued, user, organization)
        })))
    }
}
