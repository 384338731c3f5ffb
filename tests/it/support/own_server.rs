//! PostgreSQL servers of a test's own, which it may stop.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::geteuid;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::database::{execute, is_required, variable};
use super::ports::free_port;

/// The folder with PostgreSQL's programs. Continuous integration sets it. Without it, Debian's folder is used.
const PROGRAMS_VARIABLE: &str = "SHORTLIST_TEST_POSTGRES_PROGRAMS";
const DEBIAN: &str = "/usr/lib/postgresql";

/// A folder for the data of servers.
pub(crate) struct ServerFolder {
    programs: PathBuf,
    folder: TempDir,
}

impl ServerFolder {
    /// Creates a folder, if PostgreSQL's programs are installed.
    pub(crate) fn create() -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(!is_required(), "set {PROGRAMS_VARIABLE}");
            return None;
        };
        let folder = TempDir::new().unwrap();
        if geteuid().is_root() {
            run("chown", &["postgres", text(folder.path())]);
        }
        Some(Self { programs, folder })
    }

    /// Writes a file that only the servers can read, and returns its path.
    pub(crate) fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        if geteuid().is_root() {
            run("chown", &["postgres", text(&path)]);
        }
        path
    }

    /// Returns a server with its options. Nothing is created yet.
    pub(crate) fn server(&self, name: &str, options: &str) -> OwnServer {
        OwnServer {
            programs: self.programs.clone(),
            data: self.folder.path().join(name),
            log: self.folder.path().join(format!("{name}.log")),
            port: free_port(),
            options: options.to_owned(),
        }
    }
}

/// A PostgreSQL server, which stops when it is dropped.
pub(crate) struct OwnServer {
    programs: PathBuf,
    data: PathBuf,
    log: PathBuf,
    pub(crate) port: u16,
    options: String,
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        self.stop();
    }
}

impl OwnServer {
    /// Creates its data.
    pub(crate) fn create(&self) {
        let arguments = [
            "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale", "C",
        ];
        self.run("initdb", &[&arguments[..], &["--no-sync"]].concat());
    }

    /// Creates its data as a standby of another server, which is running.
    pub(crate) fn copy(&self, primary: &Self) {
        // `-R` writes the primary's address into the new folder, so that the standby follows it.
        let follow = ["-d", &primary.address(), "-R", "-c", "fast", "--no-sync"];
        self.run("pg_basebackup", &follow);
    }

    /// Starts the server.
    pub(crate) fn start(&self) {
        let folder = self.data.parent().unwrap();
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c fsync=off {}",
            self.port,
            text(folder),
            self.options
        );
        let start = ["-l", text(&self.log), "-w", "-o", &options, "start"];
        let status = self.command("pg_ctl", &start).status().unwrap();
        let log = || fs::read_to_string(&self.log);
        assert!(status.success(), "pg_ctl {start:?}: {status}: {:?}", log());
    }

    /// Stops the server like a crash.
    pub(crate) fn stop(&self) {
        let mut stop = self.command("pg_ctl", &["-m", "immediate", "stop"]);
        let _stopped_already = stop.stderr(Stdio::null()).status().unwrap();
    }

    /// Returns the URL of the server.
    pub(crate) fn url(&self) -> DatabaseUrl {
        DatabaseUrl::PostgreSql(self.address())
    }

    /// Returns the address of the server.
    pub(crate) fn address(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Runs a statement.
    pub(crate) fn execute(&self, statement: &str) {
        execute(&self.address(), &[statement]);
    }

    /// Returns how often the log contains the text of a statement.
    pub(crate) fn times_asked(&self, statement: &str) -> usize {
        let log = fs::read(&self.log).unwrap();
        String::from_utf8_lossy(&log).matches(statement).count()
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let status = self.command(program, arguments).status().unwrap();
        assert!(status.success(), "{program} {arguments:?}: {status}");
    }

    /// Returns a command of PostgreSQL on this server's folder. PostgreSQL refuses to run as root, so root runs it as
    /// another user.
    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let program = self.programs.join(program);
        let mut command = if geteuid().is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--", text(&program)]);
            command
        } else {
            Command::new(program)
        };
        command.args(["-D", text(&self.data)]).args(arguments);
        // That user may not be allowed to read the current directory.
        command.current_dir(self.data.parent().unwrap());
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    }
}

/// Returns one of PostgreSQL's programs, such as `pg_dump`.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    programs().map(|folder| folder.join(name))
}

fn programs() -> Option<PathBuf> {
    let given = variable(PROGRAMS_VARIABLE).map(PathBuf::from);
    let newest = || {
        let versions = fs::read_dir(DEBIAN).ok()?;
        let folders = versions.map(|version| version.unwrap().path().join("bin"));
        folders.filter(|bin| bin.join("initdb").exists()).max()
    };
    given.or_else(newest)
}

fn run(program: &str, arguments: &[&str]) {
    assert!(
        Command::new(program)
            .args(arguments)
            .status()
            .unwrap()
            .success()
    );
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
