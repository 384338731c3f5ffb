//! Commands that end soon after they have used the database.

use rcgen::generate_simple_self_signed;
use shortlist_persistence::SUPPORTS_TLS;

use super::program::run;
use crate::support::own_server::ServerFolder;
use crate::support::threads::at_once;

/// The number of commands at once, and of commands after each other.
const AT_ONCE: usize = 4;
const ROUNDS: usize = 25;

/// Promise: a command ends as it should, even while its pool opens another connection. Before, a signal ended one of about 50: OpenSSL was
/// torn down while another thread made a TLS handshake.
#[test]
fn short_commands_end_cleanly_on_postgresql() {
    let Some(folder) = ServerFolder::create() else {
        return;
    };
    let pair = generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let certificate = folder.write("server.crt", &pair.cert.pem());
    let key = folder.write("server.key", &pair.signing_key.serialize_pem());
    let options = format!(
        "-c ssl=on -c ssl_cert_file={} -c ssl_key_file={}",
        certificate.display(),
        key.display()
    );
    let server = folder.server("tls", &options);
    server.create();
    server.start();
    let database = format!("{}?sslmode=require", server.address());
    let outcomes = at_once(AT_ONCE, |_| {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let migrate = ["migrate", "--database-url", &database, "--data-dir"];
        let migrate = [&migrate[..], &[data.to_str().unwrap()]].concat();
        (0..ROUNDS).map(|_| run(&migrate)).collect::<Vec<_>>()
    });
    for output in outcomes.into_iter().flatten() {
        // A build for development has no TLS, and says so.
        assert_eq!(output.status.success(), SUPPORTS_TLS, "{output:?}");
    }
}
