//! `shortlist mail`: a test of the settings for e-mail.

mod folder;
mod transport;

use std::io;

use clap::{Args, Subcommand};
use shortlist_app::MailIdentity;
use shortlist_domain::MailSender;
use shortlist_mail::{
    Content, HeaderText, Mail, MailAddress, Mailbox, MessageId, SendError, StepReport,
};

use crate::config::{Config, ConfigArguments, ConfiguredMail, check_variables};
use crate::{Failure, output, service};

pub(crate) use folder::SandboxMails;
pub(crate) use transport::add_transport;

/// The text of the test.
const TEXT: &str =
    "This mail is a test of the settings of Shortlist. It has arrived, so they are right.\n";

/// Flags of `mail`.
#[derive(Debug, Args)]
pub(crate) struct MailArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Send a mail, and print what the server answers in each step. If a step fails, this says what to do.
    Test(TestArguments),
}

#[derive(Debug, Args)]
struct TestArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// Address that the mail is sent to.
    #[arg(long)]
    to: String,
}

pub(crate) fn run(arguments: &MailArguments) -> Result<(), Failure> {
    let Task::Test(arguments) = &arguments.task;
    check_variables()?;
    let to = MailAddress::parse("to", &arguments.to).map_err(Failure::of("send a test"))?;
    let config = Config::load(&arguments.config)?;
    let configured = config.mail.configured()?.ok_or_else(|| {
        Failure::new("no mail server is configured; set mail_url and mail_sender (docs/OPERATIONS.md, E-mail)")
    })?;
    let defaults = configured.defaults.for_organization(&MailSender::default());
    let mail = test_mail(&defaults, to)?;
    output::print_result(&format!("mail from {} by {}", mail.from, configured.server))?;
    send(&configured, &mail)?;
    output::print_result(&format!(
        "The server has taken the mail {}. If it does not arrive, look for it among unwanted mail, and for a report of failure at {}.",
        mail.id, mail.from.address
    ))
}

fn test_mail(identity: &MailIdentity, to: MailAddress) -> Result<Mail, Failure> {
    let at = service::now();
    let domain = identity.from.address.domain();
    let id = format!("test.{}@{domain}", at.unix_millis());
    Ok(Mail {
        id: MessageId::parse("id", &id).map_err(Failure::of("name the test"))?,
        at,
        from: identity.from.clone(),
        reply_to: identity.reply_to.clone(),
        to: Mailbox::new("", to),
        content: Content {
            subject: HeaderText::new("Test of the settings of Shortlist"),
            text: TEXT.to_owned(),
            html: format!(
                "<!doctype html>\n<html lang=\"en\"><body><p>{}</p></body></html>\n",
                TEXT.trim()
            ),
        },
        invitation: None,
    })
}

fn send(configured: &ConfiguredMail, mail: &Mail) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::of("start the runtime that mails are sent in"))?;
    let mut printed: io::Result<()> = Ok(());
    let mut print = |step: StepReport| {
        let line = format!("ok      {:10} {}", step.step.as_str(), step.result);
        if let Err(error) = output::try_print(&line) {
            printed = Err(error);
        }
    };
    let sent = runtime.block_on(configured.mailer.send_and_report(mail, &mut print));
    printed.map_err(Failure::of("write to standard output"))?;
    sent.map(drop).map_err(|error| explained(&error))
}

/// Returns the failure of a step with what to do about it.
fn explained(error: &SendError) -> Failure {
    Failure::new(format!("{error}\n  to do: {}", error.advice()))
}
