//! A folder that mails are delivered into instead of being sent, for the sandbox.
//!
//! Each mail is a file that mail programs open, `<time>-<identifier>.eml`. Its first header names the organization. A file with another
//! name, without this header or with anything but a mail is left alone and not shown.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use shortlist_domain::{OrganizationId, Timestamp};
use shortlist_mail::{Mail, ReadMail};
use tempfile::NamedTempFile;

/// How many mails are kept, of all organizations together.
pub const MAX_KEPT_MAILS: usize = 200;

/// The largest file that is read. The texts of mails are much shorter.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// The number of digits of the time, in milliseconds, with which names begin: their order is that of the mails.
const TIME_DIGITS: usize = 13;
const ENDING: &str = ".eml";
const OWNER: &str = "X-Shortlist-Organization: ";

/// A folder of mails.
#[derive(Debug, Clone)]
pub struct MailFolder(PathBuf);

/// A mail in the folder.
#[derive(Debug, Clone)]
pub struct KeptMail {
    /// The name of its file, without the ending.
    pub name: String,
    /// When it was written.
    pub at: Timestamp,
    /// What it says.
    pub mail: ReadMail,
}

impl MailFolder {
    /// Uses a folder, which must exist.
    pub fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// Returns where the folder is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Removes the oldest mails if there would be too many, and writes a mail of an organization.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written. Then it has no part of the mail.
    pub fn deliver(&self, organization: &OrganizationId, mail: &Mail) -> io::Result<()> {
        let bytes = mail.to_bytes().map_err(io::Error::other)?;
        let id = mail.id.as_str().split('@').next().unwrap_or_default();
        let name = format!("{:0TIME_DIGITS$}-{id}{ENDING}", mail.at.unix_millis());
        // After the mail is written, a failure would write it again.
        self.make_room()?;
        let mut file = NamedTempFile::new_in(&self.0)?;
        write!(file, "{OWNER}{organization}\r\n")?;
        file.write_all(&bytes)?;
        file.persist(self.0.join(name))?;
        Ok(())
    }

    /// Lists the mails of an organization, the newest first.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub fn list(&self, organization: &OrganizationId) -> io::Result<Vec<KeptMail>> {
        let names = self.names()?.into_iter();
        Ok(names
            .filter_map(|name| self.read(organization, &name))
            .collect())
    }

    /// Returns a mail of an organization by its name, without the ending.
    pub fn find(&self, organization: &OrganizationId, name: &str) -> Option<KeptMail> {
        self.read(organization, &format!("{name}{ENDING}"))
    }

    /// Removes the oldest mails, so that another one can be kept.
    fn make_room(&self) -> io::Result<()> {
        for name in self.names()?.iter().skip(MAX_KEPT_MAILS - 1) {
            match fs::remove_file(self.0.join(name)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Lists the names of mails, the newest first.
    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let name = entry?.file_name().into_string();
            names.extend(name.ok().filter(|name| time_of(name).is_some()));
        }
        names.sort_unstable_by(|one, other| other.cmp(one));
        Ok(names)
    }

    /// Reads a file, unless it is damaged, gone or no mail of the organization.
    fn read(&self, organization: &OrganizationId, name: &str) -> Option<KeptMail> {
        let at = time_of(name)?;
        let file = File::open(self.0.join(name)).ok()?;
        let mut bytes = Vec::new();
        file.take(MAX_FILE_BYTES).read_to_end(&mut bytes).ok()?;
        let owner = format!("{OWNER}{organization}\r\n");
        let mail = bytes.strip_prefix(owner.as_bytes())?;
        Some(KeptMail {
            name: name.strip_suffix(ENDING)?.to_owned(),
            at,
            mail: ReadMail::read(mail)?,
        })
    }
}

/// Returns the time in the name of a mail. Anything else, such as the path of another file, has none.
fn time_of(name: &str) -> Option<Timestamp> {
    let (time, id) = name.strip_suffix(ENDING)?.split_once('-')?;
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_+.".contains(c);
    let is_time = time.len() == TIME_DIGITS && time.bytes().all(|byte| byte.is_ascii_digit());
    if !is_time || !id.chars().all(is_allowed) {
        return None;
    }
    Timestamp::from_unix_millis(time.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use shortlist_mail::{Content, HeaderText, Mailbox, MessageId};
    use tempfile::TempDir;

    use super::*;

    fn mail(seconds: i64, id: &str) -> Mail {
        Mail {
            id: MessageId::parse("id", &format!("{id}@example.org")).unwrap(),
            at: Timestamp::from_unix_millis(seconds * 1_000).unwrap(),
            from: Mailbox::parse("from", "Example Ltd <jobs@example.org>").unwrap(),
            reply_to: None,
            to: Mailbox::parse("to", "ada@example.net").unwrap(),
            content: Content {
                subject: HeaderText::new(&format!("About {id}")),
                text: "Hello\n".to_owned(),
                html: "<p>Hello</p>\n".to_owned(),
            },
            invitation: None,
        }
    }

    fn organization(id: &str) -> OrganizationId {
        OrganizationId::parse("id", id).unwrap()
    }

    fn names(folder: &MailFolder, organization: &OrganizationId) -> Vec<String> {
        let kept = folder.list(organization).unwrap().into_iter();
        kept.map(|one| one.name).collect()
    }

    #[test]
    fn an_organization_sees_its_own_mails_the_newest_first() {
        let place = TempDir::new().unwrap();
        let folder = MailFolder::new(place.path().to_owned());
        let (ours, theirs) = (organization("org_1"), organization("org_10"));
        for seconds in [9, 200] {
            folder
                .deliver(&ours, &mail(seconds, "rejected.cnd_1.0"))
                .unwrap();
        }
        folder
            .deliver(&theirs, &mail(5, "rejected.cnd_2.0"))
            .unwrap();
        let expected = [
            "0000000200000-rejected.cnd_1.0",
            "0000000009000-rejected.cnd_1.0",
        ];
        assert_eq!(names(&folder, &ours), expected);
        let found = folder.find(&ours, expected[0]).unwrap();
        assert_eq!(found.mail.subject, "About rejected.cnd_1.0");
        assert_eq!(found.at, mail(200, "x").at);
        assert!(folder.find(&theirs, expected[0]).is_none());
        assert_eq!(names(&folder, &theirs).len(), 1);
    }

    #[test]
    fn foreign_and_damaged_files_are_left_alone() {
        let place = TempDir::new().unwrap();
        let folder = MailFolder::new(place.path().join("mails"));
        let ours = organization("org_1");
        fs::create_dir(folder.path()).unwrap();
        folder.deliver(&ours, &mail(1, "whole")).unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        write("notes.txt", b"Hello");
        write("0000000002000-other.eml", b"Subject: Hello\r\n\r\nHello");
        write(
            "0000000003000-cut.eml",
            b"X-Shortlist-Organization: org_1\r\n\0",
        );
        fs::create_dir(folder.path().join("0000000004000-folder.eml")).unwrap();
        let whole = fs::read(folder.path().join("0000000001000-whole.eml")).unwrap();
        fs::write(place.path().join("0000000005000-outside.eml"), whole).unwrap();
        assert_eq!(names(&folder, &ours), ["0000000001000-whole"]);
        for name in [
            "../0000000005000-outside",
            "0000000005000-/../../x",
            "",
            "notes",
        ] {
            assert!(folder.find(&ours, name).is_none(), "{name}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
    }

    #[test]
    fn the_newest_mails_are_kept() {
        let place = TempDir::new().unwrap();
        let folder = MailFolder::new(place.path().to_owned());
        let ours = organization("org_1");
        for seconds in 1..=i64::try_from(MAX_KEPT_MAILS).unwrap() + 2 {
            folder.deliver(&ours, &mail(seconds, "x")).unwrap();
        }
        let kept = names(&folder, &ours);
        assert_eq!(kept.len(), MAX_KEPT_MAILS);
        assert_eq!(kept.last().unwrap(), "0000000003000-x");
    }
}
