//! `shortlist backup` and `shortlist restore`: no data is lost, and no data is overwritten.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Sandbox, address, error_output, run, text};
use crate::support::database::{on_empty_postgresql, on_plain_postgresql, on_sqlite};
use crate::support::own_server::program;

/// Returns the output of a command that must succeed.
fn output_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn replayed(data: &Path, url: &DatabaseUrl) -> String {
    let database = address(url);
    let places = ["--data-dir", text(data), "--database-url", &database];
    output_of(&[&["replay", "--all", "--json"], &places[..]].concat())
}

/// Runs one of PostgreSQL's own programs.
fn postgresql(name: &str, arguments: &[&str]) {
    let program = program(name).expect("PostgreSQL's programs are installed");
    assert!(
        Command::new(program)
            .args(arguments)
            .status()
            .unwrap()
            .success()
    );
}

/// A sandbox with candidates, and a backup of it.
struct Scene {
    folder: TempDir,
    sandbox: Sandbox,
    backup: PathBuf,
    save: Vec<String>,
}

impl Scene {
    fn back_up(url: &DatabaseUrl) -> Self {
        let folder = TempDir::new().unwrap();
        let (data, backup) = (folder.path().join("data"), folder.path().join("backup"));
        let (database, dump) = (address(url), folder.path().join("dump"));
        let sandbox = Sandbox::start(folder.path(), &["--database-url", &database]);
        // An organization may be called like a folder of the program. What arrives is not part of a backup.
        fs::create_dir_all(data.join("files/resumes/staging")).unwrap();
        fs::write(data.join("files/resumes/staging/cnd_1"), "a resume").unwrap();
        fs::write(data.join("files/staging/arriving"), "bytes").unwrap();
        let mut save = vec!["backup", "--to", text(&backup), "--data-dir", text(&data)];
        save.extend(["--database-url", &database]);
        if let DatabaseUrl::PostgreSql(server) = url {
            let copy = ["--format", "custom", "--file", text(&dump), server];
            postgresql("pg_dump", &copy);
            save.extend(["--database-dump", text(&dump)]);
        }
        output_of(&save);
        let save = save.into_iter().map(str::to_owned).collect();
        Self {
            folder,
            sandbox,
            backup,
            save,
        }
    }

    fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Returns a command that restores a backup to a folder, and a database that does not exist yet.
fn restore(from: &Path, to: &Path, url: &DatabaseUrl) -> Vec<String> {
    let database = match url {
        DatabaseUrl::Sqlite(_) => to.join("restored.db").to_str().unwrap().to_owned(),
        DatabaseUrl::PostgreSql(server) => server.clone(),
    };
    let restore = ["restore", "--from", text(from), "--data-dir", text(to)];
    let restore = restore.into_iter().chain(["--database-url", &database]);
    restore.map(str::to_owned).collect()
}

fn strs(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

#[test]
fn a_backup_of_a_running_server_is_restored_completely_on_sqlite() {
    on_sqlite(|url| {
        let scene = Scene::back_up(url);
        let (data, fresh) = (scene.place("data"), scene.place("fresh"));
        let refused = error_output(&strs(&scene.save));
        assert!(refused.contains("is not empty"), "{refused}");
        let database = address(url);
        let again = ["restore", "--from", text(&scene.backup), "--data-dir"];
        let again = [&again[..], &[text(&data), "--database-url", &database]].concat();
        let refused = error_output(&again);
        assert!(refused.contains("would replace it"), "{refused}");

        // A restore that stopped before the database arrived can be repeated.
        fs::create_dir_all(fresh.join("files/resumes")).unwrap();
        output_of(&strs(&restore(&scene.backup, &fresh, url)));
        let restored = DatabaseUrl::Sqlite(fresh.join("restored.db"));
        is_complete(&scene, &data, url, &fresh, &restored);
    });
}

#[test]
#[ignore = "long"]
fn a_backup_of_a_running_server_is_restored_completely_on_postgresql() {
    on_plain_postgresql(|url| {
        let scene = Scene::back_up(url);
        let (data, fresh) = (scene.place("data"), scene.place("fresh"));
        output_of(&strs(&restore(&scene.backup, &fresh, url)));
        output_of(&strs(&restore(&scene.backup, &fresh, url)));
        on_empty_postgresql(|restored| {
            let dump = scene.backup.join("shortlist.dump");
            let server = address(restored);
            postgresql("pg_restore", &["--dbname", &server, text(&dump)]);
            is_complete(&scene, &data, url, &fresh, restored);
        });
        fs::write(fresh.join("files/resumes/other"), "another resume").unwrap();
        let mixed = error_output(&strs(&restore(&scene.backup, &fresh, url)));
        assert!(mixed.contains("mix two sets of files"), "{mixed}");
    });
}

/// Checks that every candidate has its scored file, and that the file gives the same receipt.
fn is_complete(
    scene: &Scene,
    data: &Path,
    url: &DatabaseUrl,
    fresh: &Path,
    restored: &DatabaseUrl,
) {
    let after = replayed(fresh, restored);
    assert_eq!(after, replayed(data, url));
    let count = usize::try_from(scene.sandbox.candidate_count()).unwrap();
    assert_eq!(after.matches(r#""verdict":"same""#).count(), count);
    assert!(fresh.join("files/resumes/staging/cnd_1").exists());
    assert!(!fresh.join("files/staging/arriving").exists());
}

/// Returns a resume in a backup.
fn resume(backup: &Path) -> PathBuf {
    let resumes = backup.join("files/resumes");
    let organizations = fs::read_dir(&resumes).unwrap();
    let mut folders = organizations.map(|entry| entry.unwrap().path());
    let folder = folders.find(|path| !path.ends_with("staging")).unwrap();
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort_unstable();
    files.swap_remove(0)
}

/// Changes a byte in the middle of a file.
fn change(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let half = bytes.len() / 2;
    bytes[half] ^= 1;
    fs::write(file, bytes).unwrap();
}

/// Each damage, and what the error says about it.
type Damage = (&'static str, fn(&Path, &Path));

const DAMAGES: [Damage; 11] = [
    ("is missing", |backup, _| {
        fs::remove_file(resume(backup)).unwrap();
    }),
    ("is empty instead of", |backup, _| {
        fs::write(resume(backup), "").unwrap();
    }),
    ("has changed", |backup, _| change(&resume(backup))),
    ("bytes instead of", |backup, _| {
        fs::write(resume(backup), "short").unwrap();
    }),
    ("is not part of the backup", |backup, _| {
        fs::write(backup.join("files/resumes/other"), "more").unwrap();
    }),
    ("is missing", |backup, _| {
        fs::remove_dir_all(backup.join("files/resumes")).unwrap();
    }),
    ("has changed", |_, database| change(database)),
    ("is missing", |_, database| {
        fs::remove_file(database).unwrap();
    }),
    ("manifest.jsonl is missing", |backup, _| {
        fs::remove_file(backup.join("manifest.jsonl")).unwrap();
    }),
    ("was cut off", |backup, _| {
        let manifest = backup.join("manifest.jsonl");
        let text = fs::read_to_string(&manifest).unwrap();
        let (kept, _last) = text.trim_end().rsplit_once('\n').unwrap();
        fs::write(&manifest, format!("{kept}\n")).unwrap();
    }),
    ("manifest.jsonl is damaged", |backup, _| {
        change(&backup.join("manifest.jsonl"));
    }),
];

/// Promise: a backup that is not exactly what was written is refused, and nothing is restored.
fn a_damaged_backup_is_refused(url: &DatabaseUrl) {
    let scene = Scene::back_up(url);
    let database = match url {
        DatabaseUrl::Sqlite(_) => "shortlist.db",
        DatabaseUrl::PostgreSql(_) => "shortlist.dump",
    };
    let fresh = scene.place("fresh");
    for (number, (expected, damage)) in DAMAGES.into_iter().enumerate() {
        let damaged = scene.place(&format!("damaged{number}"));
        let copied = Command::new("cp")
            .args(["-r", text(&scene.backup), text(&damaged)])
            .status();
        assert!(copied.unwrap().success());
        damage(&damaged, &damaged.join(database));
        let error = error_output(&strs(&restore(&damaged, &fresh, url)));
        assert!(
            error.contains(expected) && error.contains(text(&damaged)),
            "{number}: {error}"
        );
        assert!(!fresh.exists(), "{number}");
    }
    let nothing = error_output(&strs(&restore(&scene.place("none"), &fresh, url)));
    assert!(
        nothing.contains("give a folder that shortlist backup wrote"),
        "{nothing}"
    );
}

#[test]
fn a_damaged_backup_is_refused_on_sqlite() {
    on_sqlite(a_damaged_backup_is_refused);
}

#[test]
#[ignore = "long"]
fn a_damaged_backup_is_refused_on_postgresql() {
    on_plain_postgresql(a_damaged_backup_is_refused);
}

#[test]
fn a_postgresql_database_is_dumped_by_its_own_program_first() {
    on_plain_postgresql(|url| {
        let folder = TempDir::new().unwrap();
        let (data, backup) = (folder.path().join("data"), folder.path().join("backup"));
        let (database, empty) = (address(url), folder.path().join("empty"));
        fs::write(&empty, "").unwrap();
        let save = ["backup", "--to", text(&backup), "--data-dir", text(&data)];
        let save = [&save[..], &["--database-url", &database]].concat();
        let error = error_output(&save);
        assert!(error.contains("first run pg_dump"), "{error}");
        let error = error_output(&[&save[..], &["--database-dump", text(&empty)]].concat());
        assert!(
            error.contains("is not what pg_dump --format custom writes"),
            "{error}"
        );
        assert!(!backup.exists());
    });
}
