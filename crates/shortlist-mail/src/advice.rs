//! What to do about a mail that was not sent, and where.

use crate::error::{AddressRole, Misconfigured, SendError, Unreachable};
use crate::reply::ServerReply;
use crate::step::Step;

impl SendError {
    /// Returns what to do, and where.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::TryLater { step, .. } => later_advice(*step),
            Self::Refused { step, reply } => refused_advice(*step, reply),
            Self::NeedsUtf8 { role } => utf8_advice(*role),
            Self::Unwritable => {
                "shorten the names of sender and recipient, and report this as a fault of Shortlist"
            }
            Self::Unreachable {
                step: Step::Tls,
                problem,
            } => tls_advice(*problem),
            Self::Unreachable { problem, .. } => problem.advice(),
            Self::Misconfigured { problem, .. } => problem.advice(),
        }
    }
}

fn utf8_advice(role: AddressRole) -> &'static str {
    match role {
        AddressRole::Sender => {
            "use a sender address without such letters: mail_sender, or the one under Settings, Mail"
        }
        AddressRole::ReplyTo => {
            "use an address for answers without such letters (Settings, Mail, or the job), or a mail server with SMTPUTF8"
        }
        AddressRole::Recipient => {
            "ask the recipient for another address, or use a mail server with SMTPUTF8"
        }
    }
}

fn later_advice(step: Step) -> &'static str {
    match step {
        Step::Recipient => {
            "nothing: many servers accept mail of unknown senders only at the second attempt"
        }
        Step::SignIn => {
            "wait a few minutes; if it stays, check whether the account of mail_user is locked"
        }
        Step::Tls => {
            "wait a few minutes; if it stays, ask the operator of the mail server why it does not begin TLS"
        }
        _ => "wait a few minutes; if it stays, ask the operator of the mail server for its limits",
    }
}

fn refused_advice(step: Step, reply: &ServerReply) -> &'static str {
    if reply.asks_for_sign_in() {
        return "the server takes mail only after signing in: check mail_user and the password";
    }
    let subject = reply.status.map(|status| status.subject);
    match step {
        Step::Tls => {
            "the server offers STARTTLS and refuses it: check its TLS certificate and key, or use smtps:// with port 465"
        }
        Step::Resolve | Step::Connect | Step::SignIn => {
            "check mail_url, and whether this machine may use the mail server"
        }
        Step::Sender => {
            "use a sender that the user of the mail server may send as: mail_sender, or the one under Settings, Mail"
        }
        Step::Recipient if subject == Some(7) => {
            "the server may forward mail only after signing in: check mail_user, and that it may send to other domains"
        }
        Step::Recipient => {
            "correct the address of the recipient, where the candidate or the user is edited"
        }
        Step::Data if reply.code == 552 => "shorten the text: the mail is too large for the server",
        Step::Data => {
            "the server took the mail for unwanted: check SPF, DKIM and DMARC of the sender's domain, and the text of the template"
        }
    }
}

fn tls_advice(problem: Unreachable) -> &'static str {
    match problem {
        Unreachable::Handshake => problem.advice(),
        _ => {
            "the connection ended before TLS was agreed on: check the port in mail_url (465 needs smtps://, 587 and 25 need smtp://), and firewalls or virus scanners that interrupt TLS"
        }
    }
}

impl Unreachable {
    fn advice(self) -> &'static str {
        match self {
            Self::UnknownHost => {
                "correct the host name in mail_url, or the name server of this machine"
            }
            Self::Connection(_) => {
                "check host and port in mail_url, and the firewalls between this machine and the mail server"
            }
            Self::NoAnswer(_) => {
                "check the port in mail_url (465 needs smtps://, 587 and 25 need smtp://), and the firewalls on the way"
            }
            Self::NoSmtp => {
                "check host and port in mail_url: port 465 needs smtps://, 587 and 25 need smtp://"
            }
            Self::Handshake => "the mail server needs TLS 1.2 or 1.3 with current ciphers",
        }
    }
}

impl Misconfigured {
    fn advice(&self) -> &'static str {
        match self {
            Self::NoStartTls => {
                "use the port of the server that has it (usually 587), or smtps:// with port 465"
            }
            Self::NotTls => "use smtp:// in mail_url for a port with STARTTLS (usually 587)",
            Self::Certificate(problem) => problem.advice(),
            Self::Authorities => "mail_ca_file must contain certificates in PEM form",
            Self::NoSignIn => {
                "leave out mail_user, or use the port for signing in (usually 587 or 465)"
            }
            Self::SignInRefused(_) => {
                "check mail_user and the password; some providers need a password for this program alone"
            }
            Self::Unencrypted => "remove mail_starttls, or send by a mail server on this machine",
        }
    }
}
