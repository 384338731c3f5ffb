//! The mail server of a configuration, if it has one.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};
use shortlist_app::{MailDefaults, MailEncryption, MailRoute, MailSetup};
use shortlist_domain::{DigestTime, MailAudience, TimeZone};
use shortlist_mail::{
    Encryption, Language, MailAddress, MailServer, Mailbox, Mailer, SignIn, Timeouts,
};

use super::external_servers;
use super::switch::Switch;
use crate::Failure;

/// The environment variable that contains the password. It has no flag and no setting, so that no list of processes and no
/// printed configuration shows it.
const PASSWORD_VARIABLE: &str = "SHORTLIST_MAIL_PASSWORD";

/// The mail server.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct MailSettings {
    /// Address of the mail server, such as `smtp://mail.example.org:587` (STARTTLS) or `smtps://mail.example.org:465` (TLS). It turns
    /// e-mail on.
    #[arg(long)]
    pub(crate) mail_url: Option<String>,
    /// Sender of e-mails, such as `Example Ltd <jobs@example.org>`.
    #[arg(long)]
    pub(crate) mail_sender: Option<String>,
    /// Domains of the addresses that organizations may send from instead, separated by commas. Without any, organizations choose only
    /// the name next to the address of `mail_sender`, so that SPF and DKIM stay valid.
    #[arg(long, value_delimiter = ',')]
    pub(crate) mail_sender_domains: Vec<String>,
    /// Whether candidates get e-mails too: about their interviews, that their application has arrived, that they get an offer, and that they were rejected.
    #[arg(long, value_enum, default_value_t = Switch::Off)]
    pub(crate) mail_to_candidates: Switch,
    /// Language of e-mails: `en`, `de`, `fr` or `es`. Organizations can choose another one.
    #[arg(long, default_value = "en")]
    pub(crate) mail_language: String,
    /// User of the mail server. The password is read from `SHORTLIST_MAIL_PASSWORD` or `--mail-password-file`.
    #[arg(long)]
    pub(crate) mail_user: Option<String>,
    /// File that contains only the password of the user.
    #[arg(long)]
    pub(crate) mail_password_file: Option<PathBuf>,
    /// Whether the connection to a `smtp://` address is encrypted. `off` is possible only for a server on this machine.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub(crate) mail_starttls: Switch,
    /// File with certificates of authorities to trust besides those of the system, PEM.
    #[arg(long)]
    pub(crate) mail_ca_file: Option<PathBuf>,
    /// How long looking up and connecting to the mail server may take.
    #[arg(long, default_value_t = 10)]
    pub(crate) mail_connect_seconds: u32,
    /// How long the mail server may take for each answer before the text of a mail.
    #[arg(long, default_value_t = 60)]
    pub(crate) mail_answer_seconds: u32,
    /// How long the mail server may take to accept the text of a mail. A mail that it accepts later is sent again.
    #[arg(long, default_value_t = 300)]
    pub(crate) mail_data_seconds: u32,
    /// Hour of the day, from 0 to 23, at which the daily digests are sent to the users who want them.
    #[arg(long, default_value_t = 7)]
    pub(crate) mail_digest_hour: u32,
    /// Time zone of that hour, such as `Europe/Berlin`.
    #[arg(long, default_value = "UTC")]
    pub(crate) mail_digest_time_zone: String,
    /// Number of e-mails that a server begins to send in a minute, in addition to a burst of at most 20 after a pause.
    #[arg(long, default_value_t = 300)]
    pub(crate) mail_per_minute: u32,
    /// Maximum number of e-mails that a server sends at once, each over its own connection.
    #[arg(long, default_value_t = 4)]
    pub(crate) mail_connections: u32,
    /// Number of e-mails that a server begins to send to one domain in a minute, in addition to a burst of at most 20 after a pause.
    #[arg(long, default_value_t = 60)]
    pub(crate) mail_domain_per_minute: u32,
    /// Maximum number of e-mails that a server sends to one domain at once.
    #[arg(long, default_value_t = 2)]
    pub(crate) mail_domain_connections: u32,
    /// Domains with other limits, such as `example.org=30/1` for 30 e-mails in a minute and 1 at once, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub(crate) mail_domain_limits: Vec<String>,
}

/// What e-mails are sent with.
pub(crate) struct ConfiguredMail {
    pub(crate) mailer: Mailer,
    /// What mails have unless their organization has chosen something else.
    pub(crate) defaults: MailDefaults,
    /// The address of the server, as it is shown.
    pub(crate) server: String,
}

impl MailSettings {
    /// Rejects settings of a mail server that is not given, and addresses that cannot be used.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.language()?;
        self.throttle()?;
        self.digest_time()?;
        if self.mail_url.is_some() {
            self.server()?;
            self.defaults()?;
            return Ok(());
        }
        let given = [
            ("mail_sender", self.mail_sender.is_some()),
            ("mail_sender_domains", !self.mail_sender_domains.is_empty()),
            ("mail_user", self.mail_user.is_some()),
            ("mail_password_file", self.mail_password_file.is_some()),
            ("mail_ca_file", self.mail_ca_file.is_some()),
            ("mail_domain_limits", !self.mail_domain_limits.is_empty()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => Err(Failure::new(format!(
                "{name} is set but mail_url is not, so no mail would be sent; set mail_url, or leave {name} out"
            ))),
            None => Ok(()),
        }
    }

    /// Returns who gets mails, if a mail server is configured.
    pub(crate) fn audience(&self) -> Option<MailAudience> {
        let audience = match self.mail_to_candidates {
            Switch::On => MailAudience::UsersAndCandidates,
            Switch::Off => MailAudience::Users,
        };
        self.mail_url.as_ref().map(|_url| audience)
    }

    /// Returns when the daily digests are sent.
    pub(super) fn digest_time(&self) -> Result<DigestTime, Failure> {
        let zone = TimeZone::parse("mail_digest_time_zone", &self.mail_digest_time_zone);
        let zone = zone.map_err(Failure::of("use the time of digests"))?;
        DigestTime::new(self.mail_digest_hour, zone)
            .ok_or_else(|| Failure::new("mail_digest_hour must be from 0 to 23"))
    }

    /// Returns what e-mails are sent with, if there is a mail server. This connects to nothing.
    pub(crate) fn configured(&self) -> Result<Option<ConfiguredMail>, Failure> {
        let Some(mut server) = self.server()? else {
            return Ok(None);
        };
        server.sign_in = self.sign_in()?;
        server.ca_file.clone_from(&self.mail_ca_file);
        let shown = server.to_string();
        let mailer = Mailer::new(server).map_err(|error| {
            let advice = error.advice();
            Failure::of(format!("use the mail server {shown}; {advice}"))(error)
        })?;
        Ok(Some(ConfiguredMail {
            mailer,
            defaults: self.defaults()?,
            server: shown,
        }))
    }

    /// Returns what pages show of these settings, if there is a mail server.
    pub(crate) fn setup(&self) -> Result<Option<MailSetup>, Failure> {
        let Some(server) = self.server()? else {
            return Ok(None);
        };
        Ok(Some(MailSetup {
            route: MailRoute::Server {
                host: server.host().to_owned(),
                port: server.port(),
                encryption: match server.encryption() {
                    Encryption::Tls => MailEncryption::Tls,
                    Encryption::StartTls => MailEncryption::StartTls,
                    Encryption::None => MailEncryption::None,
                },
            },
            defaults: self.defaults()?,
        }))
    }

    fn server(&self) -> Result<Option<MailServer>, Failure> {
        let Some(url) = &self.mail_url else {
            return Ok(None);
        };
        let attempt = "use the mail server";
        let mut server = MailServer::parse("mail_url", url).map_err(Failure::of(attempt))?;
        server.timeouts = self.timeouts();
        if self.mail_starttls == Switch::On {
            return Ok(Some(server));
        }
        let server = server.unencrypted("mail_starttls");
        server.map(Some).map_err(Failure::of(attempt))
    }

    fn defaults(&self) -> Result<MailDefaults, Failure> {
        Ok(MailDefaults {
            sender: self.sender()?,
            language: self.language()?,
            sender_domains: self.sender_domains()?,
        })
    }

    /// Returns the domains that organizations may send from, as DNS uses them. An address in each is parsed as one of theirs will be.
    fn sender_domains(&self) -> Result<Vec<String>, Failure> {
        let parse = |domain: &String| {
            let domain = domain.trim().trim_start_matches('@');
            let address = format!("postmaster@{domain}");
            let parsed = MailAddress::parse("mail_sender_domains", &address);
            parsed.map(|parsed| parsed.domain().to_owned())
        };
        let domains = self.mail_sender_domains.iter().map(parse);
        let domains: Result<Vec<String>, _> = domains.collect();
        domains.map_err(Failure::of("use the domains of senders"))
    }

    fn language(&self) -> Result<Language, Failure> {
        Language::find(&self.mail_language)
            .ok_or_else(|| Failure::new("mail_language must be en, de, fr or es"))
    }

    fn sender(&self) -> Result<Mailbox, Failure> {
        let sender = self.mail_sender.as_deref().ok_or_else(|| {
            Failure::new(
                "mail_url needs a sender; set mail_sender, such as \"Example Ltd <jobs@example.org>\"",
            )
        })?;
        Mailbox::parse("mail_sender", sender).map_err(Failure::of("use the sender of e-mails"))
    }

    fn sign_in(&self) -> Result<Option<SignIn>, Failure> {
        let file = self.mail_password_file.as_deref();
        let what = "the password of the mail server's user";
        let password = external_servers::password(what, file, PASSWORD_VARIABLE)?;
        match (&self.mail_user, password) {
            (None, None) => Ok(None),
            (Some(user), Some(password)) => Ok(Some(SignIn {
                user: user.clone(),
                password,
            })),
            (Some(_), None) => Err(Failure::new(
                "mail_user needs a password; give mail_password_file or SHORTLIST_MAIL_PASSWORD",
            )),
            (None, Some(_)) => Err(Failure::new(
                "there is a password of the mail server and no user; set mail_user, or remove the password",
            )),
        }
    }

    fn timeouts(&self) -> Timeouts {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Timeouts {
            connect: seconds(self.mail_connect_seconds),
            answer: seconds(self.mail_answer_seconds),
            data: seconds(self.mail_data_seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::Config;

    fn defaults() -> MailSettings {
        Config::defaults().unwrap().mail
    }

    fn mail(url: &str) -> MailSettings {
        MailSettings {
            mail_url: Some(url.to_owned()),
            mail_sender: Some("Example Ltd <jobs@example.org>".to_owned()),
            ..defaults()
        }
    }

    fn refused(settings: &MailSettings) -> String {
        let used = settings
            .check()
            .and_then(|()| settings.configured().map(drop));
        used.unwrap_err().report()
    }

    #[test]
    fn no_mail_is_sent_unless_a_server_is_given() {
        assert!(defaults().configured().unwrap().is_none());
        assert_eq!(defaults().timeouts(), Timeouts::default());
        let forgotten = MailSettings {
            mail_url: None,
            ..mail("")
        };
        assert!(refused(&forgotten).contains("mail_url is not"));
    }

    #[test]
    fn candidates_get_mails_only_if_that_is_on() {
        assert_eq!(defaults().audience(), None);
        let users = mail("smtp://mail.example.org");
        assert_eq!(users.audience(), Some(MailAudience::Users));
        let all = MailSettings {
            mail_to_candidates: Switch::On,
            ..users
        };
        assert_eq!(all.audience(), Some(MailAudience::UsersAndCandidates));
    }

    #[test]
    fn mails_have_one_of_four_languages() {
        let in_language = |language: &str| MailSettings {
            mail_language: language.to_owned(),
            ..mail("smtp://mail.example.org")
        };
        let german = in_language("de-AT").configured().unwrap().unwrap();
        assert_eq!(german.defaults.language, Language::German);
        assert!(refused(&in_language("tlh")).contains("en, de, fr or es"));
    }

    #[test]
    fn organizations_may_send_from_the_domains_that_are_listed() {
        let with = |domains: &[&str]| MailSettings {
            mail_sender_domains: domains.iter().map(|one| (*one).to_owned()).collect(),
            ..mail("smtp://mail.example.org")
        };
        let domains = |settings: MailSettings| {
            let setup = settings.setup().unwrap().unwrap();
            setup.defaults.sender_domains
        };
        assert_eq!(domains(with(&[])), Vec::<String>::new());
        let two = with(&["@Example.ORG", " müller.example"]);
        assert_eq!(domains(two), ["example.org", "xn--mller-kva.example"]);
        for wrong in ["localhost", "a b.example", "jobs@example.org", ""] {
            let refused = refused(&with(&[wrong]));
            assert!(refused.contains("mail_sender_domains"), "{refused}");
        }
        let without_server = MailSettings {
            mail_url: None,
            mail_sender: None,
            ..with(&["example.org"])
        };
        assert!(refused(&without_server).contains("mail_url is not"));
    }

    #[test]
    fn digests_have_an_hour_and_a_time_zone() {
        let at = |hour: u32, zone: &str| MailSettings {
            mail_digest_hour: hour,
            mail_digest_time_zone: zone.to_owned(),
            ..mail("smtp://mail.example.org")
        };
        assert_eq!(defaults().digest_time().unwrap(), DigestTime::default());
        assert!(at(0, "Europe/Berlin").check().is_ok());
        assert!(refused(&at(24, "UTC")).contains("from 0 to 23"));
        let unknown = refused(&at(7, "Europe/Atlantis"));
        assert!(unknown.contains("mail_digest_time_zone"), "{unknown}");
    }

    #[test]
    fn incomplete_and_unencrypted_settings_are_refused() {
        let unnamed = MailSettings {
            mail_sender: None,
            ..mail("smtp://mail.example.org")
        };
        assert!(refused(&unnamed).contains("mail_sender"));
        assert!(refused(&mail("mail.example.org")).contains("mail_url: must be"));
        let secret = refused(&mail("smtp://ada:s3cret@mail.example.org"));
        assert!(
            secret.contains("mail_user") && !secret.contains("s3cret"),
            "{secret}"
        );
        let far = MailSettings {
            mail_starttls: Switch::Off,
            ..mail("smtp://mail.example.org:25")
        };
        assert!(refused(&far).contains("unencrypted to another machine"));
        let near = MailSettings {
            mail_url: Some("smtp://127.0.0.1:25".to_owned()),
            ..far
        };
        assert_eq!(
            near.configured().unwrap().unwrap().server,
            "smtp://127.0.0.1:25"
        );
    }

    #[test]
    fn the_password_comes_from_a_file_and_is_not_shown() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "s3cret with spaces ü\n").unwrap();
        let signed_in = MailSettings {
            mail_user: Some("ada".to_owned()),
            mail_password_file: Some(file.path().to_owned()),
            ..mail("smtp://mail.example.org")
        };
        let sign_in = signed_in.sign_in().unwrap().unwrap();
        assert_eq!(sign_in.password, "s3cret with spaces ü");
        let setup = signed_in.setup().unwrap().unwrap();
        let route = MailRoute::Server {
            host: "mail.example.org".to_owned(),
            port: 587,
            encryption: MailEncryption::StartTls,
        };
        assert_eq!(setup.route, route);
        assert!(!format!("{setup:?}").contains("s3cret"), "{setup:?}");
        let config = Config {
            mail: signed_in.clone(),
            ..Config::defaults().unwrap()
        };
        let shown = format!("{:?} {}", sign_in, config.redacted_toml().unwrap());
        assert!(!shown.contains("s3cret"), "{shown}");
        let nobody = MailSettings {
            mail_user: None,
            ..signed_in.clone()
        };
        assert!(refused(&nobody).contains("mail_user"));
        let unknown = MailSettings {
            mail_password_file: None,
            ..signed_in.clone()
        };
        assert!(refused(&unknown).contains("mail_password_file"));
        fs::write(file.path(), "\n").unwrap();
        assert!(refused(&signed_in).contains("is empty"));
        fs::write(file.path(), "two\nlines").unwrap();
        assert!(refused(&signed_in).contains("one line"));
    }
}
