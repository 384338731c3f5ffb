//! Writes an invitation, its move and its cancellation to a folder, and sends them by a mail server if one is named:
//! `invitation FOLDER [SMTP_ADDRESS CA_FILE]`. `.ci/extended` gives the files to other programs.

mod sample;

use std::path::{Path, PathBuf};
use std::{env, fs};

use sample::{Problem, mails};
use shortlist_mail::{MailServer, Mailer};

fn main() -> Result<(), Problem> {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().ok_or("give a folder")?;
    for (name, mail) in mails()? {
        let path = Path::new(&folder).join(name);
        fs::write(path.with_extension("eml"), mail.to_bytes()?)?;
        if let Some(invitation) = &mail.invitation {
            fs::write(path.with_extension("ics"), invitation.to_ics())?;
        }
    }
    match (arguments.next(), arguments.next()) {
        (Some(address), Some(authorities)) => send(&address, authorities.into()),
        _ => Ok(()),
    }
}

fn send(address: &str, authorities: PathBuf) -> Result<(), Problem> {
    let mut server = MailServer::parse("address", address)?;
    server.ca_file = Some(authorities);
    let mailer = Mailer::new(server)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    for (name, mail) in mails()? {
        let answer = runtime.block_on(mailer.send(&mail));
        answer.map_err(|error| format!("{name}: {error}; {}", error.advice()))?;
    }
    Ok(())
}
