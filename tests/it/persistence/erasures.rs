//! Erased candidates leave no trace in SQLite's file, even among many others.

use std::fs;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use shortlist_persistence::DatabaseUrl;

use crate::support::database::{on_sqlite, open};
use crate::support::records::{Tenant, at, unique};
use crate::support::writes::Writes as _;

/// The number of candidates. It is large enough that every index is several pages deep and pages are split.
const CANDIDATES: usize = 1_000;
/// One of every 40 candidates is erased.
const EVERY: usize = 40;

fn name(n: usize) -> String {
    format!("Quillon{n:05} Zephyrine")
}

/// Returns the given candidates' names that the bytes contain, ignoring case, as names or as parts of addresses.
///
/// The digest of an invented file repeats the name and can end in the middle of the number. With a year after it, that looks like another
/// number, so the surname is looked for too.
fn found(bytes: &[u8], of: impl Iterator<Item = usize>) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let names = of.flat_map(|n| [' ', '.'].map(|end| format!("quillon{n:05}{end}zephyrine")));
    names.filter(|name| text.contains(name)).collect()
}

#[test]
#[ignore = "long"]
fn no_page_keeps_an_erased_candidate_after_a_rewrite() {
    on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            return;
        };
        let store = open(url.clone());
        let tenant = Tenant::create(&store, "org_1");
        let new: Vec<_> = (0..CANDIDATES)
            .map(|n| tenant.candidate(&name(n), 500))
            .collect();
        for batch in new.chunks(200) {
            store.insert_candidates(batch, &mut unique).unwrap();
        }
        let erased = || (0..CANDIDATES).step_by(EVERY);
        for n in erased() {
            store
                .operator(&tenant.organization)
                .candidates()
                .erase(&tenant.organization, &new[n].id, "asked for it", at(1))
                .unwrap();
        }
        // SQLite overwrites what it deletes, but a page that was split can keep a copy of an entry in its unused space.
        let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
        conn.batch_execute("VACUUM").unwrap();
        drop(conn);
        assert!(store.database().truncate_wal().unwrap());
        let bytes = fs::read(path).unwrap();
        assert_eq!(found(&bytes, erased()), Vec::<String>::new());
        assert_eq!(found(&bytes, [1, CANDIDATES - 1].into_iter()).len(), 4);
        let log = fs::metadata(path.with_extension("db-wal")).unwrap();
        assert_eq!(log.len(), 0);
    });
}
