//! What a worker cannot do. It is measured by attempts, not inferred from what the kernel was asked to forbid.

use std::fmt;
use std::fs::File;
use std::net::UdpSocket;
use std::os::unix::net::UnixDatagram;
use std::thread;

use serde::{Deserialize, Serialize};

/// The abilities that a worker has lost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Isolation {
    /// No file can be opened, and no inherited one is open.
    pub files: bool,
    /// No socket can be created.
    pub network: bool,
    /// No thread or process can be started.
    pub processes: bool,
    /// Memory is limited.
    pub memory: bool,
}

impl Isolation {
    /// Attempts what this process should not be able to do. The caller passes whether memory is limited and inherited
    /// descriptors are closed.
    pub(crate) fn measure(memory: bool, closed: bool) -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").is_ok() || UnixDatagram::unbound().is_ok();
        let thread = thread::Builder::new()
            .spawn(|| ())
            .map(thread::JoinHandle::join);
        Self {
            files: closed && File::open("/").is_err(),
            network: !socket,
            processes: thread.is_err(),
            memory,
        }
    }

    /// Returns whether the isolation is complete.
    pub fn is_complete(self) -> bool {
        self.files && self.network && self.processes && self.memory
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = |blocked: bool| if blocked { "blocked" } else { "ALLOWED" };
        write!(
            f,
            "files {}, network {}, new processes {}, memory {}",
            state(self.files),
            state(self.network),
            state(self.processes),
            if self.memory { "limited" } else { "UNLIMITED" },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_process_is_not_isolated() {
        let found = Isolation::measure(false, false);
        assert_eq!(
            found.to_string(),
            "files ALLOWED, network ALLOWED, new processes ALLOWED, memory UNLIMITED"
        );
        assert!(!found.is_complete());
    }
}
