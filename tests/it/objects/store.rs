//! The file store against an object server: stored files can be read, failures are reported, and no partial file
//! remains.

use std::io::{ErrorKind, Read, Write};

use shortlist_app::{
    FileStore, NetworkTrust, ObjectStore, ServerAddress, ServerSecret, StagedFile,
};
use shortlist_objects::{Bucket, IN_FLIGHT_MIB, PART_BYTES, S3Options, S3Store, Versioning};
use tempfile::TempDir;

use super::server::{BUCKET, ObjectServer};
use super::signature::{ACCESS_KEY, REGION, SECRET, hex, sha256};

fn store_at(url: &str, place: &str, secret: &str) -> S3Store {
    let secret = ServerSecret::parse(secret).unwrap();
    let bucket = Bucket::parse(place).unwrap();
    let mut options = S3Options::new(bucket, REGION, ACCESS_KEY, secret).unwrap();
    options.endpoint = Some(ServerAddress::parse(url, NetworkTrust::Untrusted).unwrap());
    S3Store::new(&options).unwrap()
}

fn store(server: &ObjectServer) -> S3Store {
    store_at(&server.url, &format!("s3://{BUCKET}/some/prefix"), SECRET)
}

fn stage(folder: &TempDir, bytes: &[u8]) -> StagedFile {
    let mut file = FileStore::open(folder.path())
        .unwrap()
        .staging()
        .begin()
        .unwrap();
    file.write(bytes).unwrap();
    file.finish().unwrap()
}

/// Returns bytes that each depend on their position.
fn content(bytes: u64) -> Vec<u8> {
    let bytes = usize::try_from(bytes).unwrap();
    (0..251_u8).cycle().take(bytes).collect()
}

fn read(store: &S3Store, key: &str, part: Option<std::ops::Range<u64>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    store
        .open(key, part)
        .unwrap()
        .read_to_end(&mut bytes)
        .unwrap();
    bytes
}

#[test]
fn stored_objects_can_be_read_and_deleted() {
    let (server, folder) = (ObjectServer::start(), TempDir::new().unwrap());
    let store = store(&server);
    let keys: Vec<String> = (0..7).map(|n| format!("resumes/%2e%2e/cnd-{n}")).collect();
    let files = keys
        .iter()
        .map(|key| (key.clone(), stage(&folder, key.as_bytes())));
    store.put(files.collect()).unwrap();
    for key in &keys {
        let object = server.kept().objects[&format!("some/prefix/{key}")].clone();
        assert_eq!(object.stated_hash, hex(sha256(key.as_bytes())));
        assert_eq!(read(&store, key, None), key.as_bytes());
    }
    // A folder whose name only begins with this prefix is not listed.
    let other = "resumes/%2e%2e-beside/cnd".to_owned();
    store
        .put(vec![(other.clone(), stage(&folder, b"x"))])
        .unwrap();
    let mut listed = store.list("resumes/%2e%2e").unwrap();
    listed.sort();
    assert_eq!(listed, keys);
    store.remove(&listed).unwrap();
    store.remove(&listed).unwrap();
    assert_eq!(server.keys(""), [format!("some/prefix/{other}")]);
    let Err(gone) = store.open(&keys[0], None) else {
        panic!("it was removed");
    };
    assert_eq!(gone.kind(), ErrorKind::NotFound);
}

#[test]
fn a_large_file_is_uploaded_in_parts_and_read_in_ranges() {
    let (server, folder) = (ObjectServer::start(), TempDir::new().unwrap());
    let store = store(&server);
    let film = content(2 * PART_BYTES + 12_345);
    let key = "recordings/org/cnd/rec";
    store
        .put(vec![(key.to_owned(), stage(&folder, &film))])
        .unwrap();
    {
        let kept = server.kept();
        let object = &kept.objects[&format!("some/prefix/{key}")];
        assert_eq!((object.parts, kept.open_uploads()), (3, 0));
        assert_eq!(object.stated_hash, hex(sha256(&film)));
        assert!(object.bytes == film);
    }
    let middle = PART_BYTES - 5..PART_BYTES + 1_000;
    let expected = usize::try_from(middle.start).unwrap()..usize::try_from(middle.end).unwrap();
    assert!(read(&store, key, Some(middle)) == film[expected]);
    // A read that is cut off resumes at the same position.
    server.kept().cut_off = true;
    server.kept().reads = 0;
    assert!(read(&store, key, None) == film);
    assert_eq!(server.kept().reads, 2);
}

#[test]
fn many_large_files_at_once_take_their_turns() {
    let (server, folder) = (ObjectServer::start(), TempDir::new().unwrap());
    let store = store(&server);
    let film = content(PART_BYTES + 1);
    let more_than_fit = IN_FLIGHT_MIB / 8 + 3;
    let files = (0..more_than_fit).map(|n| (format!("recordings/{n}"), stage(&folder, &film)));
    store.put(files.collect()).unwrap();
    assert_eq!(server.keys("some/prefix/recordings/").len(), more_than_fit);
}

#[test]
fn temporary_errors_are_retried_and_permanent_ones_reported() {
    let (server, folder) = (ObjectServer::start(), TempDir::new().unwrap());
    let store = store(&server);
    let put = |key: &str| store.put(vec![(key.to_owned(), stage(&folder, b"abc"))]);
    server.kept().refuse = Some((503, 2));
    put("resumes/a").unwrap();
    assert_eq!(read(&store, "resumes/a", None), b"abc");
    server.kept().refuse = Some((503, usize::MAX));
    assert_eq!(
        put("resumes/b").unwrap_err().kind(),
        ErrorKind::NotConnected
    );
    server.kept().refuse = Some((403, usize::MAX));
    assert_eq!(
        put("resumes/b").unwrap_err().kind(),
        ErrorKind::PermissionDenied
    );
    server.kept().refuse = None;
    assert_eq!(server.keys(""), ["some/prefix/resumes/a"]);
}

#[test]
fn an_upload_that_fails_leaves_nothing() {
    let (server, folder) = (ObjectServer::start(), TempDir::new().unwrap());
    let store = store(&server);
    server.kept().refuse_parts = true;
    let film = content(PART_BYTES + 1);
    let refused = store.put(vec![("recordings/a".to_owned(), stage(&folder, &film))]);
    assert!(refused.is_err());
    server.kept().refuse_parts = false;
    for bytes in [3, PART_BYTES + 1] {
        // The disk returns a different file than the one that arrived.
        let staged = stage(&folder, &content(bytes));
        let mut file = std::fs::File::options()
            .write(true)
            .open(staged.path())
            .unwrap();
        file.write_all(b"xyz").unwrap();
        let changed = store
            .put(vec![("recordings/b".to_owned(), staged)])
            .unwrap_err();
        assert_eq!(changed.kind(), ErrorKind::InvalidData);
    }
    assert_eq!((server.keys(""), server.kept().open_uploads()), (vec![], 0));
}

#[test]
fn a_check_of_the_store_says_what_to_do() {
    let server = ObjectServer::start();
    let place = format!("s3://{BUCKET}");
    assert_eq!(
        store_at(&server.url, &place, SECRET).check().unwrap(),
        Versioning::Disabled
    );
    server.kept().versioned = true;
    assert_eq!(store(&server).check().unwrap(), Versioning::Enabled);
    assert_eq!(server.keys(""), Vec::<String>::new());
    for (url, place, secret, expected) in [
        (
            server.url.as_str(),
            place.as_str(),
            "another-secret",
            "Check the access key",
        ),
        (&server.url, "s3://another", SECRET, "Create the bucket"),
        ("http://127.0.0.1:1", &place, SECRET, "s3_endpoint"),
    ] {
        let refused = store_at(url, place, secret)
            .check()
            .unwrap_err()
            .to_string();
        assert!(
            refused.contains(expected) && refused.contains(url),
            "{refused}"
        );
        assert!(!refused.contains(secret), "{refused}");
    }
}
