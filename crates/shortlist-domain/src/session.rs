//! Sessions, as their users see them.

use crate::{ClientDevice, SessionId, Timestamp};

/// What a session is used with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionKind {
    /// A browser that shows the web app.
    WebApp,
    /// A program that calls the API.
    Api,
}

impl SessionKind {
    /// Returns the name, as it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WebApp => "WebApp",
            Self::Api => "Api",
        }
    }

    /// Finds a kind by its name.
    pub fn find(name: &str) -> Option<Self> {
        [Self::WebApp, Self::Api]
            .into_iter()
            .find(|kind| kind.as_str() == name)
    }
}

/// From where a session is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionOrigin {
    /// What it is used with.
    pub kind: SessionKind,
    /// The browser and the system.
    pub device: ClientDevice,
    /// The network of the client, such as `192.0.2.0/24`, if known. It is so coarse that it names no household.
    pub network: Option<String>,
}

/// A session that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its identifier.
    pub id: SessionId,
    /// What it is used with. `None` if it was opened by an earlier version and not refreshed since.
    pub kind: Option<SessionKind>,
    /// The browser and the system that it was opened with.
    pub device: ClientDevice,
    /// The network that it was last used from, if known.
    pub network: Option<String>,
    /// When the user signed in.
    pub opened_at: Timestamp,
    /// When it was last used, accurate to some minutes.
    pub last_used_at: Option<Timestamp>,
    /// When it ends unless it is used again.
    pub ends_at: Timestamp,
}
