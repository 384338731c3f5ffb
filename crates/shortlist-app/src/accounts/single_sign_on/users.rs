//! Which user somebody is whose identity a provider has proven, and which role they have.

use shortlist_domain::{
    EmailAddress, ExternalIdentity, IdentityProvider, NewAuditEntry, NewUser, ProvisionedGroup,
    RoleChange, User, UserChange, UserId, UserType,
};
use shortlist_persistence::{IdentityLink, StoreError, UserUpdate, Writer};

use super::{SingleSignOn, SingleSignOnError};
use crate::accounts::identity_provider::{ProvenIdentity, ProviderFailure};
use crate::accounts::named;
use crate::refusal::IdentityRefusal;
use crate::secrets::{NO_PASSWORD, random_bits};

/// Creates the writer of a sign-in, for a user once they are known.
type WriterOf<'w, 'f> = &'f dyn Fn(Option<&UserId>) -> Writer<'w>;

impl SingleSignOn<'_> {
    /// Returns the user with an identity. Creates them at the first sign-in, and gives them the role of their groups.
    ///
    /// A refusal is written to the audit log.
    pub(super) fn user_of(
        &self,
        provider: &IdentityProvider,
        proven: &ProvenIdentity,
        writer: WriterOf<'_, '_>,
    ) -> Result<User, SingleSignOnError> {
        if proven.issuer != provider.issuer {
            return Err(ProviderFailure::NotProven("issuer").into());
        }
        let identity = identity_of(proven);
        let known = self.find(provider, &identity)?;
        let id = known.as_ref().map(|user| user.id.clone());
        let found = self.find_or_create(provider, proven, known, writer);
        if let Err(SingleSignOnError::Refused(why)) = &found {
            let entry = NewAuditEntry::refused(why.to_string())
                .with_field("providerSubject", &identity.subject);
            writer(id.as_ref()).record(&[entry])?;
        }
        found
    }

    fn find(
        &self,
        provider: &IdentityProvider,
        identity: &ExternalIdentity,
    ) -> Result<Option<User>, SingleSignOnError> {
        let providers = self.sessions.store.providers();
        Ok(providers.find_user(&provider.organization_id, identity)?)
    }

    fn find_or_create(
        &self,
        provider: &IdentityProvider,
        proven: &ProvenIdentity,
        known: Option<User>,
        writer: WriterOf<'_, '_>,
    ) -> Result<User, SingleSignOnError> {
        let user = match known {
            Some(user) => user,
            None => self.link_or_create(provider, proven, writer)?,
        };
        if !user.active || user.is_integration {
            return Err(refused(IdentityRefusal::Deactivated));
        }
        self.with_role_of_groups(provider, user, &proven.groups, writer)
    }

    /// Links the account with the e-mail address, or creates one.
    fn link_or_create(
        &self,
        provider: &IdentityProvider,
        proven: &ProvenIdentity,
        writer: WriterOf<'_, '_>,
    ) -> Result<User, SingleSignOnError> {
        let identity = identity_of(proven);
        let email = verified_email(proven)?;
        if !provider.is_for(&email) {
            return Err(refused(IdentityRefusal::OtherDomain));
        }
        let users = self.sessions.store.users();
        let found = users.find_by_email(&provider.organization_id, &email)?;
        let linked = match found {
            Some((user, _hash)) => {
                let groups = self.groups_of(&user, &proven.groups)?;
                check_linkable(provider, &user, provider.role_of(&groups))?;
                self.link(&user, &identity, writer)?
            }
            None => {
                let role = provider.role_of(&proven.groups);
                let role = role.ok_or(refused(IdentityRefusal::NoRole))?;
                let new = self.new_user(provider, proven, email, role)?;
                let writer = writer(None);
                let created = writer.providers().insert_user(&new, &identity);
                created.map(Some).or_else(none_if_taken)?
            }
        };
        match linked {
            Some(user) => Ok(user),
            // Another first sign-in of the same user was faster.
            None => self
                .find(provider, &identity)?
                .ok_or(refused(IdentityRefusal::AddressTaken)),
        }
    }

    /// Links an account. Returns `None` if it was linked before.
    fn link(
        &self,
        user: &User,
        identity: &ExternalIdentity,
        writer: WriterOf<'_, '_>,
    ) -> Result<Option<User>, SingleSignOnError> {
        let now = self.sessions.clock.now();
        let writer = writer(Some(&user.id));
        let linked = writer
            .providers()
            .link(&user.organization_id, &user.id, identity, now);
        match linked {
            Ok(IdentityLink::Linked(user)) => Ok(Some(user)),
            // The same user may have signed in at the same time.
            Ok(IdentityLink::Refused) => Ok(None),
            Err(error) => none_if_taken(error),
        }
    }

    fn new_user(
        &self,
        provider: &IdentityProvider,
        proven: &ProvenIdentity,
        email: EmailAddress,
        role: UserType,
    ) -> Result<NewUser, SingleSignOnError> {
        let now = self.sessions.clock.now();
        let given = proven.full_name.as_deref().unwrap_or_default();
        // A name that cannot be stored must not keep anybody from signing in.
        let full_name = named("fullName", given).unwrap_or_else(|_| email.as_str().to_owned());
        Ok(NewUser {
            id: UserId::generate(now, random_bits()?),
            organization_id: provider.organization_id.clone(),
            user_type: role,
            full_name,
            email,
            password_hash: NO_PASSWORD.to_owned(),
            created_at: now,
        })
    }

    /// Returns the groups that a provider has proven, and those in which it has provisioned the user. A token need not name any.
    fn groups_of(&self, user: &User, proven: &[String]) -> Result<Vec<String>, SingleSignOnError> {
        let providers = self.sessions.store.providers();
        let provisioned = providers.list_groups_of_user(&user.organization_id, &user.id)?;
        let provisioned = provisioned.iter().flat_map(ProvisionedGroup::names);
        let mut groups = proven.to_vec();
        groups.extend(provisioned.map(str::to_owned));
        Ok(groups)
    }

    /// Gives a user the role of their groups, if groups have roles. The last Admin stays one.
    fn with_role_of_groups(
        &self,
        provider: &IdentityProvider,
        user: User,
        groups: &[String],
        writer: WriterOf<'_, '_>,
    ) -> Result<User, SingleSignOnError> {
        if !provider.decides_role_of(&user.id) {
            return Ok(user);
        }
        let role = provider.role_of(&self.groups_of(&user, groups)?);
        let role = role.ok_or(refused(IdentityRefusal::NoRole))?;
        if role == user.user_type {
            return Ok(user);
        }
        let change = UserChange {
            role: RoleChange::Role(role),
            ..UserChange::default()
        };
        let (organization, now) = (&provider.organization_id, self.sessions.clock.now());
        let writer = writer(Some(&user.id));
        match writer
            .users()
            .update(organization, &user.id, &change, now)?
        {
            UserUpdate::Updated(changed) => Ok(changed),
            UserUpdate::LastAdmin => {
                tracing::warn!(%organization, user = %user.id, "the last Admin keeps the role that the groups no longer give");
                Ok(user)
            }
            // The settings have changed meanwhile.
            UserUpdate::EmergencyAdmin => Ok(user),
            UserUpdate::NotFound => Err(refused(IdentityRefusal::Deactivated)),
        }
    }
}

/// Returns what identifies a user.
pub(super) fn identity_of(proven: &ProvenIdentity) -> ExternalIdentity {
    ExternalIdentity {
        issuer: proven.issuer.clone(),
        subject: proven.subject.clone(),
    }
}

fn verified_email(proven: &ProvenIdentity) -> Result<EmailAddress, SingleSignOnError> {
    let email = proven.verified_email.as_deref().unwrap_or_default();
    let email = EmailAddress::parse("email", email);
    email.map_err(|_missing| refused(IdentityRefusal::NoVerifiedEmail))
}

/// Refuses to link an account that cannot sign in, or whose groups give it no role.
fn check_linkable(
    provider: &IdentityProvider,
    user: &User,
    role: Option<UserType>,
) -> Result<(), SingleSignOnError> {
    if user.is_integration {
        return Err(refused(IdentityRefusal::AddressTaken));
    }
    if !user.active {
        return Err(refused(IdentityRefusal::Deactivated));
    }
    if role.is_none() && provider.decides_role_of(&user.id) {
        return Err(refused(IdentityRefusal::NoRole));
    }
    Ok(())
}

fn refused(why: IdentityRefusal) -> SingleSignOnError {
    SingleSignOnError::Refused(why)
}

fn none_if_taken(error: StoreError) -> Result<Option<User>, SingleSignOnError> {
    match error {
        StoreError::UniqueViolation(_) => Ok(None),
        error => Err(error.into()),
    }
}
