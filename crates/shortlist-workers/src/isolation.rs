//! What a worker cannot do: found out by trying, not by what was asked of the kernel.

use std::fmt;
use std::fs::File;
use std::net::UdpSocket;
use std::os::unix::net::UnixDatagram;
use std::thread;

use serde::{Deserialize, Serialize};

/// What is shut to a worker.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Isolation {
    /// No file can be opened, and none is open.
    pub files: bool,
    /// No socket can be made.
    pub network: bool,
    /// No thread and no process can be started.
    pub processes: bool,
    /// Memory is bounded.
    pub memory: bool,
}

impl Isolation {
    /// Tries what this process should not be able to do. The caller says whether its memory is bounded and inherited descriptors are closed.
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

    /// Whether all of it is shut.
    pub fn is_complete(self) -> bool {
        self.files && self.network && self.processes && self.memory
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = |shut: bool| if shut { "shut" } else { "OPEN" };
        write!(
            f,
            "files {}, network {}, new processes {}, memory {}",
            said(self.files),
            said(self.network),
            said(self.processes),
            if self.memory { "bounded" } else { "UNBOUNDED" },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_process_finds_everything_open() {
        let found = Isolation::measure(false, false);
        assert_eq!(
            found.to_string(),
            "files OPEN, network OPEN, new processes OPEN, memory UNBOUNDED"
        );
        assert!(!found.is_complete());
    }
}
