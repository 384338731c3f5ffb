//! The sessions that users see and end: their own, and for Admins those of the users of their organization.

use shortlist_domain::{Principal, Session, SessionId, User, UserId};

use crate::accounts::sign_in::Sessions;
use crate::error::AppError;
use crate::operations::Operation;

/// The error for a session that has ended, or that is not the user's.
const NO_SESSION: AppError = AppError::NotFound {
    field: "sessionId",
    what: "session of this user",
};

/// A session in a list.
#[derive(Debug, Clone)]
pub struct ListedSession {
    /// The session.
    pub session: Session,
    /// Whether it is the session of whoever lists.
    pub is_current: bool,
}

/// The sessions of a user.
#[derive(Debug, Clone)]
pub struct UserSessions {
    /// The user.
    pub user: User,
    /// The sessions that have not ended, the last used one first.
    pub sessions: Vec<ListedSession>,
}

impl Sessions<'_> {
    /// Lists the caller's own sessions that have not ended, the last used one first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_own(&self, principal: &Principal) -> Result<Vec<ListedSession>, AppError> {
        self.list_live(principal, &principal.user_id)
    }

    /// Ends one of the caller's own sessions, which may be the current one.
    ///
    /// # Errors
    /// Returns an error if the caller has no such session.
    pub fn end_own(&self, principal: &Principal, session_id: &str) -> Result<(), AppError> {
        self.end(
            principal,
            Operation::EndSession,
            &principal.user_id,
            session_id,
        )
    }

    /// Ends the caller's own sessions except the current one. Returns how many there were.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn end_others(&self, principal: &Principal) -> Result<usize, AppError> {
        let (organization, user) = (&principal.organization_id, &principal.user_id);
        let kept = principal.session_id.as_ref();
        let writer = self
            .writers
            .for_caller(principal, Operation::EndOtherSessions);
        let now = self.clock.now();
        Ok(writer
            .sessions()
            .end_all_except(organization, user, kept, now)?)
    }

    /// Lists the sessions of a user of the caller's organization.
    ///
    /// # Errors
    /// Returns an error if the organization has no such user.
    pub fn list_of_user(
        &self,
        principal: &Principal,
        user_id: &str,
    ) -> Result<UserSessions, AppError> {
        let user = self.user_of_caller(principal, user_id)?;
        let sessions = self.list_live(principal, &user.id)?;
        Ok(UserSessions { user, sessions })
    }

    /// Ends a session of a user of the caller's organization.
    ///
    /// # Errors
    /// Returns an error if the organization has no such user, or the user no such session.
    pub fn end_of_user(
        &self,
        principal: &Principal,
        user_id: &str,
        session_id: &str,
    ) -> Result<(), AppError> {
        let user = self.user_of_caller(principal, user_id)?;
        self.end(principal, Operation::EndUserSession, &user.id, session_id)
    }

    /// Ends all sessions of a user of the caller's organization. Returns how many there were.
    ///
    /// # Errors
    /// Returns an error if the organization has no such user.
    pub fn end_all_of_user(&self, principal: &Principal, user_id: &str) -> Result<usize, AppError> {
        let user = self.user_of_caller(principal, user_id)?;
        let writer = self
            .writers
            .for_caller(principal, Operation::EndUserSessions);
        let (organization, now) = (&principal.organization_id, self.clock.now());
        Ok(writer
            .sessions()
            .end_all_except(organization, &user.id, None, now)?)
    }

    /// Returns a user of the caller's organization.
    pub(crate) fn user_of_caller(
        &self,
        principal: &Principal,
        user_id: &str,
    ) -> Result<User, AppError> {
        let id = UserId::parse("userId", user_id)?;
        let found = self.store.users().find(&principal.organization_id, &id)?;
        found.ok_or(AppError::NotFound {
            field: "userId",
            what: "user",
        })
    }

    fn list_live(
        &self,
        principal: &Principal,
        user: &UserId,
    ) -> Result<Vec<ListedSession>, AppError> {
        let (organization, now) = (&principal.organization_id, self.clock.now());
        let live = self.store.sessions().list_live(organization, user, now)?;
        let listed = |session: Session| ListedSession {
            is_current: principal.session_id.as_ref() == Some(&session.id),
            session,
        };
        Ok(live.into_iter().map(listed).collect())
    }

    fn end(
        &self,
        principal: &Principal,
        operation: Operation,
        user: &UserId,
        session_id: &str,
    ) -> Result<(), AppError> {
        let id = SessionId::parse("sessionId", session_id)?;
        let writer = self.writers.for_caller(principal, operation);
        let (organization, now) = (&principal.organization_id, self.clock.now());
        if writer.sessions().end(organization, user, &id, now)? {
            Ok(())
        } else {
            Err(NO_SESSION)
        }
    }
}
