//! The sandbox's credentials. They are created once and stored in the data folder. Each start issues new access tokens.

use std::fs;
use std::io::Write;
use std::path::Path;

use chrono::Duration;
use serde::{Deserialize, Serialize};
use shortlist_app::{
    AccountConflict, App, AppError, Conflict, CreateApiKey, CreateOrganization, CreateUser,
    UpdateUser, random_password,
};
use shortlist_domain::{EmailAddress, OrganizationId, Party, Permission, UserType};
use tempfile::NamedTempFile;

use crate::Failure;

/// How long the printed access tokens are valid, in days.
const TOKEN_DAYS: i64 = 30;
/// How long the printed keys are valid, in days. They should outlast the sandbox.
const KEY_DAYS: i64 = 3_650;
/// The permissions of the second key, which shows what a refused request looks like.
const RESTRICTED: [Permission; 1] = [Permission::JobsRead];

/// Everything a client needs to call the sandbox.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Credentials {
    pub(crate) environment: String,
    pub(crate) service_url: String,
    #[serde(rename = "graphqlUrl")]
    pub(crate) graphql_url: String,
    pub(crate) organization_id: String,
    pub(crate) api_key: String,
    pub(crate) restricted_api_key: RestrictedKey,
    pub(crate) users: Vec<UserCredentials>,
    pub(crate) other_organization: OtherOrganization,
}

/// A key with few permissions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RestrictedKey {
    pub(crate) key: String,
    pub(crate) permissions: Vec<String>,
}

/// A user, with a password and an access token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserCredentials {
    #[serde(rename = "_id")]
    pub(crate) id: String,
    pub(crate) user_type: String,
    pub(crate) full_name: String,
    pub(crate) email: String,
    pub(crate) password: String,
    pub(crate) access_token: String,
}

/// A second tenant, which shows that it cannot reach any data of the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OtherOrganization {
    pub(crate) organization_id: String,
    pub(crate) api_key: String,
    pub(crate) users: Vec<UserCredentials>,
}

const ORGANIZATION: [&str; 2] = ["org_demo", "Demo Organization"];
const OTHER_ORGANIZATION: [&str; 2] = ["org_other", "Other Organization"];

/// Returns a user who has no password yet.
fn person(id: &str, user_type: UserType, full_name: &str, email: &str) -> CreateUser {
    CreateUser {
        id: Some(id.to_owned()),
        user_type,
        full_name: full_name.to_owned(),
        email: email.to_owned(),
        password: String::new(),
    }
}

/// The users of the demo organization.
fn people() -> [CreateUser; 4] {
    [
        person(
            "usr_demo_admin",
            UserType::Admin,
            "Adelheid Oxenfarth",
            "admin@demo.example.org",
        ),
        person(
            "usr_demo_recruiter",
            UserType::Recruiter,
            "Rurik Talvimaa",
            "recruiter@demo.example.org",
        ),
        person(
            "usr_demo_colleague",
            UserType::Recruiter,
            "Colette Abernook",
            "colleague@demo.example.org",
        ),
        person(
            "usr_demo_interviewer",
            UserType::Interviewer,
            "Ingram Vossberry",
            "interviewer@demo.example.org",
        ),
    ]
}

/// The users of the other organization.
fn other_people() -> [CreateUser; 1] {
    [person(
        "usr_other_admin",
        UserType::Admin,
        "Odile Brackwater",
        "admin@other.example.org",
    )]
}

impl Credentials {
    /// Returns the users and keys that an earlier start created for an organization.
    fn stored<'a>(
        stored: Option<&'a Self>,
        organization: &str,
    ) -> (&'a [UserCredentials], Vec<&'a str>) {
        match stored {
            Some(stored) if stored.organization_id == organization => {
                let keys = vec![
                    stored.api_key.as_str(),
                    stored.restricted_api_key.key.as_str(),
                ];
                (&stored.users, keys)
            }
            Some(stored) => (
                &stored.other_organization.users,
                vec![stored.other_organization.api_key.as_str()],
            ),
            None => (&[], Vec::new()),
        }
    }

    /// Ensures that both organizations exist, with users and keys that work. Credentials of an earlier start are used again
    /// if the database still accepts them.
    pub(crate) fn provide(
        app: &App,
        stored: Option<&Self>,
        service_url: &str,
    ) -> Result<Self, Failure> {
        let [id, name] = ORGANIZATION;
        let demo = Tenant::provide(app, stored, id, name, people())?;
        let [id, name] = OTHER_ORGANIZATION;
        let other = Tenant::provide(app, stored, id, name, other_people())?;
        Ok(Self {
            environment: app.settings().environment.as_str().to_owned(),
            service_url: service_url.to_owned(),
            graphql_url: format!("{service_url}/graphql"),
            api_key: demo.key(app, 0, "sandbox", &Permission::ALL)?,
            restricted_api_key: RestrictedKey {
                key: demo.key(app, 1, "sandbox, restricted", &RESTRICTED)?,
                permissions: RESTRICTED.iter().map(ToString::to_string).collect(),
            },
            other_organization: OtherOrganization {
                api_key: other.key(app, 0, "sandbox", &Permission::ALL)?,
                organization_id: other.id.into_string(),
                users: other.users,
            },
            organization_id: demo.id.into_string(),
            users: demo.users,
        })
    }

    /// Reads the credentials of an earlier start. Returns `None` if they cannot be read, so that new ones are created.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        let text = fs::read(path).ok()?;
        serde_json::from_slice(&text)
            .inspect_err(|error| tracing::warn!(%error, "the stored credentials are damaged; new ones will be created"))
            .ok()
    }

    /// Writes the credentials to a file that only this user can read. The file is replaced in one step, so that nobody reads
    /// half of it.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        let attempt = || format!("write the credentials to {}", path.display());
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut json = serde_json::to_vec_pretty(self).map_err(Failure::of(attempt()))?;
        json.push(b'\n');
        // A named temporary file is created with mode 0600.
        let mut file = NamedTempFile::new_in(folder).map_err(Failure::of(attempt()))?;
        file.write_all(&json)
            .and_then(|()| file.as_file().sync_all())
            .map_err(Failure::of(attempt()))?;
        file.persist(path).map_err(Failure::of(attempt()))?;
        Ok(())
    }
}

/// An organization with users that work.
struct Tenant<'a> {
    id: OrganizationId,
    users: Vec<UserCredentials>,
    stored_keys: Vec<&'a str>,
}

impl<'a> Tenant<'a> {
    fn provide(
        app: &App,
        stored: Option<&'a Credentials>,
        id: &str,
        name: &str,
        people: impl IntoIterator<Item = CreateUser>,
    ) -> Result<Self, Failure> {
        let request = CreateOrganization {
            id: Some(id.to_owned()),
            name: name.to_owned(),
        };
        created_or_existing(app.accounts().create_organization(request))
            .map_err(Failure::of("create the demo organization"))?;
        let id = OrganizationId::parse("organizationId", id)
            .map_err(Failure::of("name the demo organization"))?;
        let (stored_users, stored_keys) = Credentials::stored(stored, id.as_str());
        let users = people
            .into_iter()
            .map(|person| provide_user(app, &id, person, stored_users))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            id,
            users,
            stored_keys,
        })
    }

    /// Returns the stored key if it still works and has the right permissions. Otherwise, creates a new one.
    fn key(
        &self,
        app: &App,
        place: usize,
        name: &str,
        permissions: &[Permission],
    ) -> Result<String, Failure> {
        if let (Some(key), Some(user)) = (self.stored_keys.get(place), self.users.first()) {
            let works = app.access().authenticate(key, &user.access_token, "");
            if works.is_ok_and(|caller| caller.permissions == permissions) {
                return Ok((*key).to_owned());
            }
        }
        let request = CreateApiKey {
            name: name.to_owned(),
            permissions: permissions.to_vec(),
            lifetime: Some(Duration::days(KEY_DAYS)),
        };
        let issued = app
            .accounts()
            .create_api_key(&Party::operator(&self.id), request)
            .map_err(Failure::of("create the demo keys"))?;
        Ok(issued.secret)
    }
}

fn provide_user(
    app: &App,
    organization: &OrganizationId,
    person: CreateUser,
    stored: &[UserCredentials],
) -> Result<UserCredentials, Failure> {
    let attempt = "create the demo users";
    let earlier = stored
        .iter()
        .find(|user| person.id.as_ref() == Some(&user.id));
    let password = match earlier {
        Some(user) => user.password.clone(),
        None => random_password().map_err(Failure::of(attempt))?,
    };
    let request = CreateUser { password, ..person };
    let id = request.id.clone().unwrap_or_default();
    let created = created_or_existing(
        app.accounts()
            .create_user(&Party::operator(organization), &request),
    )
    .map_err(Failure::of(attempt))?;
    if created.is_none() {
        // If the database or the folder was replaced, their passwords may differ.
        let change = UpdateUser {
            password: Some(request.password.clone()),
            ..UpdateUser::default()
        };
        app.accounts()
            .update_user(&Party::operator(organization), &id, &change)
            .map_err(Failure::of(attempt))?;
    }
    let email = EmailAddress::parse("email", &request.email).map_err(Failure::of(attempt))?;
    let session = app
        .sessions()
        .open_for(organization, &email, Duration::days(TOKEN_DAYS))
        .map_err(Failure::of("open sessions for the demo users"))?;
    Ok(UserCredentials {
        id,
        user_type: request.user_type.as_str().to_owned(),
        full_name: request.full_name,
        email: request.email,
        password: request.password,
        access_token: session.access_token,
    })
}

fn created_or_existing<T>(result: Result<T, AppError>) -> Result<Option<T>, AppError> {
    match result {
        Ok(created) => Ok(Some(created)),
        Err(AppError::Conflict(Conflict::Account(
            AccountConflict::OrganizationTaken | AccountConflict::UserTaken,
        ))) => Ok(None),
        Err(error) => Err(error),
    }
}
