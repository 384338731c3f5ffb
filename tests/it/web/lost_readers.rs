//! What a page answers while no process can read files.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;

use rustix::process::{Signal, kill_process};
use tempfile::TempDir;

use super::visitor::{RECRUITER, Visitor};
use crate::binary::program::Sandbox;
use crate::binary::readers::workers_of;
use crate::support::threads::until;

/// Promise: what a recruiter types is not blamed for a missing reader. The same form succeeds when readers can start.
#[test]
#[ignore = "long"]
fn a_typed_candidate_is_sent_again_later_if_nothing_can_read_it() {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("program");
    // Readers run the program of their server. A copy can become a file that nobody may run.
    let script = format!("cp \"$0\" '{0}' && exec '{0}' \"$@\"", program.display());
    let sandbox = Sandbox::start_in_shell(folder.path(), &["--empty"], &script);
    let add = format!("/app/jobs/{}/add", sandbox.create_job("Gardener"));
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    let send = || recruiter.post(&add, &[("name", "Ada Example")]);
    fs::set_permissions(&program, Permissions::from_mode(0o600)).unwrap();
    for reader in workers_of(sandbox.program.id()) {
        kill_process(reader, Signal::KILL).unwrap();
    }
    let answer = send();
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.headers()["retry-after"], "5");
    let page = answer.text().unwrap();
    let advice = "send the request again in a few seconds";
    assert!(page.contains(advice), "{page}");
    assert_eq!(sandbox.candidate_count(), 0);
    fs::set_permissions(&program, Permissions::from_mode(0o700)).unwrap();
    until(|| send().status() == 303);
    assert_eq!(sandbox.candidate_count(), 1);
    sandbox.program.stop();
}
