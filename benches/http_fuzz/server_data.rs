//! The data of a server, under names that are the same for every server.

use serde_json::Value;
use shortlist_fixtures::Random;

/// A caller.
#[derive(Debug, Clone, Default)]
pub(crate) struct Caller {
    pub(crate) id: String,
    pub(crate) user_type: String,
    pub(crate) key: String,
    pub(crate) token: String,
}

/// The identifiers and secrets of a server.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) organization: String,
    callers: Vec<Caller>,
    /// The kind and the identifier of each known object.
    known: Vec<(&'static str, String)>,
    /// The placeholder in a saved request, and this server's value for it.
    secrets: Vec<(String, String)>,
}

impl Names {
    /// Reads the callers from the sandbox's credentials.
    pub(crate) fn of_credentials(credentials: &Value) -> Self {
        let text = |value: &Value, pointer: &str| {
            let found = value.pointer(pointer).and_then(Value::as_str);
            found.unwrap_or_default().to_owned()
        };
        let mut names = Self {
            organization: text(credentials, "/organizationId"),
            ..Self::default()
        };
        let other = credentials
            .pointer("/otherOrganization")
            .unwrap_or(&Value::Null);
        for (place, of) in [credentials, other].into_iter().enumerate() {
            let key = text(of, "/apiKey");
            names
                .secrets
                .push((format!("@{{key.{place}}}"), key.clone()));
            names
                .known
                .push(("organization", text(of, "/organizationId")));
            let users = of.pointer("/users").and_then(Value::as_array);
            for user in users.into_iter().flatten() {
                let caller = Caller {
                    id: text(user, "/_id"),
                    user_type: text(user, "/userType"),
                    key: key.clone(),
                    token: text(user, "/accessToken"),
                };
                let mark = format!("@{{token.{}}}", names.callers.len());
                names.secrets.push((mark, caller.token.clone()));
                // The Admin is not added, because the run needs an Admin that no request changes.
                if caller.user_type != "Admin" {
                    names.known.push(("user", caller.id.clone()));
                }
                names.callers.push(caller);
            }
        }
        names
    }

    /// Adds objects of a kind.
    pub(crate) fn learn(&mut self, kind: &'static str, ids: &[String]) {
        for (place, id) in ids.iter().enumerate() {
            self.secrets
                .push((format!("@{{{kind}.{place}}}"), id.clone()));
            self.known.push((kind, id.clone()));
        }
    }

    pub(crate) fn admin(&self) -> Caller {
        let admin = self
            .callers
            .iter()
            .find(|caller| caller.user_type == "Admin");
        admin.cloned().unwrap_or_default()
    }

    /// Returns the Admin in most cases, otherwise another caller.
    pub(crate) fn caller(&self, chance: &mut Random) -> Caller {
        match chance.below(10) {
            0..6 => self.admin(),
            _ => {
                let place = chance.below(self.callers.len());
                self.callers.get(place).cloned().unwrap_or_default()
            }
        }
    }

    /// Returns an identifier for a field. Sometimes its kind is wrong.
    pub(crate) fn identify(&self, field: &str, chance: &mut Random) -> Option<String> {
        let kind = match field {
            "organizationId" if chance.below(12) > 0 => return Some(self.organization.clone()),
            "organizationId" => "organization",
            "recruiterId" | "interviewerId" | "userId" => "user",
            "jobId" => "job",
            "candidateId" => "candidate",
            "uId" => "code",
            "interviewId" => "interview",
            "keyId" => "issued",
            "thingId" | "_id" | "id" => "",
            _ => return None,
        };
        let any = kind.is_empty() || chance.below(15) == 0;
        let fits = |known: &&(&str, String)| any || known.0 == kind;
        let fitting: Vec<_> = self.known.iter().filter(fits).collect();
        let place = chance.below(fitting.len());
        fitting.get(place).map(|(_, id)| id.clone())
    }

    /// Replaces this server's values in a request with placeholders.
    pub(crate) fn hide(&self, bytes: &[u8]) -> Vec<u8> {
        let replace =
            |bytes: Vec<u8>, (mark, secret): &(String, String)| replaced(&bytes, secret, mark);
        self.secrets.iter().fold(bytes.to_vec(), replace)
    }

    /// Replaces the placeholders in a request with this server's values.
    pub(crate) fn restore(&self, bytes: &[u8]) -> Vec<u8> {
        let replace =
            |bytes: Vec<u8>, (mark, secret): &(String, String)| replaced(&bytes, mark, secret);
        self.secrets.iter().fold(bytes.to_vec(), replace)
    }
}

/// Replaces one text with another.
fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut made = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((byte, after)) = rest.split_first() {
        match rest.strip_prefix(from.as_bytes()) {
            Some(after) if !from.is_empty() => {
                made.extend_from_slice(to.as_bytes());
                rest = after;
            }
            _ => {
                made.push(*byte);
                rest = after;
            }
        }
    }
    made
}
