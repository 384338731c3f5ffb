//! `shortlist sandbox`: a demo organization with working credentials.

use std::path::Path;
use std::sync::Arc;

use shortlist_app::{AddressRules, App, Clock, Settings};
use shortlist_domain::{EmailAddress, Environment, OpenWork, OrganizationId};
use shortlist_persistence::ListSource;
use shortlist_transport::ExplorerCredentials;
use shortlist_web::DemoUser;
use shortlist_workers::Isolation;

use crate::cli::SandboxArguments;
use crate::config::{Config, Switch};
use crate::credentials::{Credentials, UserCredentials};
use crate::demo::DemoClock;
use crate::http::{DemoAccess, Listener};
use crate::mail::SandboxMails;
use crate::outbox::Outbox;
use crate::readers::{self, ReaderOptions};
use crate::service::{self, DataLocations};
use crate::vocabulary::OperatorSkills;
use crate::{Failure, demo, output, single_sign_on, telemetry};

/// The file in the data folder that contains the keys and passwords.
const CREDENTIALS_FILE: &str = "credentials.json";

/// Runs the sandbox until a signal to stop.
pub(crate) fn run(arguments: &SandboxArguments) -> Result<(), Failure> {
    let config = configuration(arguments)?;
    telemetry::start(&config.logging.log, config.logging.log_format)?;
    let listener = Listener::bind(&config)?;
    let locations = DataLocations {
        data_dir: &config.server.data_dir,
        database_url: config.database.database_url.as_deref(),
        lists: ListSource::Database,
        max_connections: config.database.max_connections,
        objects: None,
    };
    locations.check_folder()?;
    let skills = OperatorSkills::load(config.resumes.vocabulary.as_deref())?;
    let pool = readers::start_for_many(&ReaderOptions {
        vocabulary: skills.for_workers(),
        ..config.readers()
    })?;
    let isolation = pool.isolation();
    let is_published = config.is_published()?;
    let settings = Settings {
        // Whoever signs in as a demo user could otherwise call the programs of this machine.
        webhooks: if is_published {
            AddressRules::default()
        } else {
            AddressRules::with_this_machine()
        },
        ..config.settings(Environment::Sandbox)?
    };
    let clock = Arc::new(DemoClock::new());
    let shared: Arc<dyn Clock> = Arc::<DemoClock>::clone(&clock);
    let app = service::open(&locations, settings, skills.into_vocabulary(), shared)?;
    service::prepare(&app)?;
    let app = single_sign_on::add_providers(app).with_readers(pool);
    let stored_file = config.server.data_dir.join(CREDENTIALS_FILE);
    let stored = Credentials::read(&stored_file);
    let credentials = Credentials::provide(&app, stored.as_ref(), &listener.base_url())?;
    // Written before the demo data is loaded, so that an interrupted start loses no password.
    credentials.write(&stored_file)?;
    let start = load_demo(arguments, &app, &credentials, &clock)?;
    if let Some(path) = &arguments.credentials_file {
        credentials.write(path)?;
    }
    let mails = SandboxMails::open(&config.server.data_dir)?;
    // After the demo data is loaded: nobody wants the mails of its invented month.
    let app = Arc::new(mails.add_to(app));
    let explorer = Some(explorer_credentials(&credentials)).filter(|_| !is_published);
    let demo = DemoAccess {
        users: demo_users(&credentials),
        mails: Some(mails.folder.clone()),
        explorer: explorer.unwrap_or_default(),
    };
    let address = config.http.public_url.clone();
    let address = address.unwrap_or_else(|| listener.base_url());
    // It stops after the server does, so that the mails of the last requests are delivered.
    let _outbox = Outbox::start_sandbox(&app, mails, &config, address)?;
    listener.serve(app, &config, demo, || {
        let folder = &config.server.data_dir;
        output::print_result(&welcome(&credentials, start.as_ref(), folder, isolation))?;
        output::print_result("ready")
    })
}

/// Loads the demo data, unless the sandbox is empty. Returns the job with the most candidates that accepts resumes.
fn load_demo(
    arguments: &SandboxArguments,
    app: &App,
    credentials: &Credentials,
    clock: &DemoClock,
) -> Result<Option<OpenWork>, Failure> {
    if arguments.empty {
        return Ok(None);
    }
    demo::load(app, credentials, arguments.demo, clock)?;
    demo::largest_job(app, credentials)
}

fn configuration(arguments: &SandboxArguments) -> Result<Config, Failure> {
    let mut config = Config::defaults()?;
    config.server.bind = arguments.bind;
    config.server.data_dir = arguments.data_dir.clone();
    config.database.database_url = arguments.database_url.clone();
    config.http.behind_proxy = arguments.behind_proxy;
    config.http.allowed_hosts = arguments.allowed_hosts.clone();
    config.http.cors_origins = arguments.cors_origins.clone();
    config.http.public_url = arguments.public_url.clone();
    config.graphql.explorer = true;
    config.readers.isolation = arguments.isolation;
    config.readers.readers = arguments.readers;
    config.access.requests_per_minute = arguments.requests_per_minute;
    config.resumes.vocabulary = arguments.vocabulary.clone();
    config.logging.log = "warn".to_owned();
    config.metrics.metrics = Switch::Off;
    Ok(config)
}

/// Returns what a newcomer needs: the address, the credentials, and a first call to paste.
fn welcome(
    credentials: &Credentials,
    start: Option<&OpenWork>,
    data_dir: &Path,
    isolation: Isolation,
) -> String {
    let folder = data_dir
        .canonicalize()
        .unwrap_or_else(|_error| data_dir.to_path_buf());
    let mut lines = vec![
        format!("Shortlist sandbox at {}/app", credentials.service_url),
        start.map_or_else(String::new, |job| start_line(credentials, job)),
        format!(
            "  GraphQL          {}  (open it in a browser to explore)",
            credentials.graphql_url
        ),
        format!("  Data folder      {}", folder.display()),
        format!(
            "  Mails            {}/app/sandbox/mails  (none is sent; the Admin reads them here)",
            credentials.service_url
        ),
        format!("  Resumes read     in separate processes: {isolation}"),
        format!("  Organization     {}", credentials.organization_id),
        format!("  API key          {}", credentials.api_key),
        format!(
            "  Restricted key   {}  ({})",
            credentials.restricted_api_key.key,
            credentials.restricted_api_key.permissions.join(", ")
        ),
        String::new(),
    ];
    lines.extend(credentials.users.iter().flat_map(user_lines));
    let other = &credentials.other_organization;
    lines.push(String::new());
    lines.push(format!(
        "  Another tenant   {}, API key {}",
        other.organization_id, other.api_key
    ));
    lines.extend(other.users.iter().flat_map(user_lines));
    lines.push(String::new());
    lines.push("Try it:".to_owned());
    lines.push(String::new());
    lines.push(first_call(credentials));
    lines.push(String::new());
    lines.join("\n")
}

/// Returns where a newcomer sees most: the ranking with the most candidates.
fn start_line(credentials: &Credentials, job: &OpenWork) -> String {
    format!(
        "\n  Start here       {}/app/jobs/{}\n                   The ranking of {}, with {} candidates.\n                   Choose a Recruiter or the Admin of the demo organization.\n",
        credentials.service_url, job.job_id, job.title, job.candidates
    )
}

/// Returns the users of both organizations, whom the web app signs in with one button.
fn demo_users(credentials: &Credentials) -> Vec<DemoUser> {
    let other = &credentials.other_organization;
    let ours = credentials.users.iter();
    let ours = ours.map(|user| (&credentials.organization_id, user, ""));
    let theirs = other.users.iter();
    let theirs = theirs.map(|user| (&other.organization_id, user, " of another organization"));
    let demo_user = |(organization, user, of): (&String, &UserCredentials, &str)| {
        Some(DemoUser {
            organization: OrganizationId::parse("organization", organization).ok()?,
            email: EmailAddress::parse("email", &user.email).ok()?,
            label: format!("{}, {}{of}", user.full_name, user.user_type),
        })
    };
    ours.chain(theirs).filter_map(demo_user).collect()
}

/// Returns the credentials of the first recruiter for the explorer.
fn explorer_credentials(credentials: &Credentials) -> ExplorerCredentials {
    let recruiter = recruiter(credentials);
    recruiter.map_or_else(ExplorerCredentials::default, |user| ExplorerCredentials {
        api_key: credentials.api_key.clone(),
        access_token: user.access_token.clone(),
        organization_id: credentials.organization_id.clone(),
        user_id: user.id.clone(),
        user_type: user.user_type.clone(),
    })
}

fn recruiter(credentials: &Credentials) -> Option<&UserCredentials> {
    let mut users = credentials.users.iter();
    users.find(|user| user.user_type == "Recruiter")
}

/// Returns the credentials of a user as lines of text.
fn user_lines(user: &UserCredentials) -> [String; 3] {
    [
        format!("  {} {} ({})", user.user_type, user.id, user.full_name),
        format!(
            "    sign in        {}  password {}",
            user.email, user.password
        ),
        format!("    access token   {}", user.access_token),
    ]
}

/// Returns a curl command that lists the jobs of the first recruiter.
fn first_call(credentials: &Credentials) -> String {
    let Some(recruiter) = recruiter(credentials) else {
        return String::new();
    };
    let body = serde_json::json!({
        "query": "query($input: getJobsInput!) { getJobs(input: $input) { jobs { _id title } } }",
        "variables": { "input": {
            "organizationId": credentials.organization_id,
            "recruiterId": recruiter.id,
            "userType": recruiter.user_type,
        } },
    });
    format!(
        "curl -s {} -H 'x-api-key: {}' -H 'Authorization: Bearer {}' -H 'Content-Type: application/json' -d '{body}'",
        credentials.graphql_url, credentials.api_key, recruiter.access_token
    )
}
