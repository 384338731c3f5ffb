//! The callers of tests: users of two organizations, with their keys and tokens.

use chrono::Duration;
use shortlist_app::{App, CreateApiKey};
use shortlist_domain::{
    EmailAddress, NewOrganization, NewUser, OrganizationId, Party, Permission, StageList, User,
    UserId, UserType,
};
use shortlist_persistence::Store;

use super::records::at;
use super::writes::Writes as _;

/// The credentials of a caller.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) key: String,
    pub(crate) token: String,
    pub(crate) user_id: String,
    pub(crate) organization_id: String,
}

pub(super) struct People {
    pub(super) admin: Caller,
    pub(super) recruiter: Caller,
    pub(super) colleague: Caller,
    pub(super) interviewer: Caller,
    pub(super) stranger: Caller,
}

impl People {
    pub(super) fn create(store: &Store, app: &App) -> Self {
        let organization = |id: &str| {
            let id = OrganizationId::parse("o", id).unwrap();
            let new = NewOrganization {
                id: id.clone(),
                name: "Example".into(),
                stages: StageList::default(),
                created_at: at(0),
            };
            store.insert_organization(&new).unwrap();
            let key = api_key(app, &id, &Permission::ALL);
            (id, key)
        };
        let (ours, our_key) = organization("org_ours");
        let (theirs, their_key) = organization("org_theirs");
        let ours = |id: &str, role| caller(app, &our_key, user(store, &ours, id, role));
        Self {
            admin: ours("usr_admin", UserType::Admin),
            recruiter: ours("usr_recruiter", UserType::Recruiter),
            colleague: ours("usr_colleague", UserType::Recruiter),
            interviewer: ours("usr_interviewer", UserType::Interviewer),
            stranger: caller(
                app,
                &their_key,
                user(store, &theirs, "usr_stranger", UserType::Admin),
            ),
        }
    }
}

/// Creates another user of our organization, and returns their credentials.
pub(super) fn create_user(store: &Store, app: &App, id: &str, role: UserType) -> Caller {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let key = api_key(app, &organization, &Permission::ALL);
    caller(app, &key, user(store, &organization, id, role))
}

pub(super) fn api_key(
    app: &App,
    organization: &OrganizationId,
    permissions: &[Permission],
) -> String {
    let request = CreateApiKey {
        name: "test".into(),
        permissions: permissions.to_vec(),
        lifetime: None,
    };
    let party = Party::operator(organization);
    app.accounts()
        .create_api_key(&party, request)
        .unwrap()
        .secret
}

/// Creates a user without a known password.
fn user(store: &Store, organization: &OrganizationId, id: &str, user_type: UserType) -> User {
    let new = NewUser {
        id: UserId::parse("u", id).unwrap(),
        organization_id: organization.clone(),
        user_type,
        full_name: format!("Name of {id}"),
        email: EmailAddress::parse("e", &format!("{id}@example.org")).unwrap(),
        password_hash: "none".into(),
        created_at: at(0),
    };
    store.insert_user(&new).unwrap()
}

fn caller(app: &App, key: &str, user: User) -> Caller {
    let (user_id, organization_id) = (user.id.to_string(), user.organization_id.to_string());
    let session = app.sessions().open(user, Duration::days(1)).unwrap();
    Caller {
        key: key.to_owned(),
        token: session.access_token,
        user_id,
        organization_id,
    }
}
