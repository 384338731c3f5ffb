//! One process can use several vocabularies, also at the same time. No result depends on a vocabulary that was used earlier.

use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::json;
use shortlist_app::{App, Clock, FileStore, Settings};
use shortlist_domain::{Environment, FileDigest, JobId, OrganizationId, ScoreReceipt, Weights};
use shortlist_jobfiles::read_job_file;
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_scoring::{
    JobText, PreparedJob, Profile, ScoreInput, engine_version, read_requirements, score,
};
use shortlist_vocabulary::{Additions, Vocabulary};
use tempfile::TempDir;

use crate::support::database::on_sqlite;
use crate::support::service::Service;
use crate::support::threads::at_once;

/// A skill that only [`with_flux_welding`] knows.
const ADDED: &str = "canonical,aliases\nFlux Welding,FXW-9\n";
/// A resume with that skill under its other name.
const RESUME: &[u8] =
    b"{\\rtf1 Ada Example\\par ada@example.org\\par Skills\\par FXW-9, Java\\par}";
/// A posting that asks for it.
const POSTING: &str = "FXW-9 is required.";
/// A job file with that skill in a description.
const JOBS: &[u8] = b"Title,Description\nShipbuilder,Builds hulls with FXW-9\n";
const PROMPT: &str = "Extract the skills from the description";
/// The number of threads, and how often each changes to the other vocabulary.
const THREADS: usize = 4;
const CHANGES: usize = 10;

pub(super) fn with_flux_welding() -> Arc<Vocabulary> {
    let additions = Additions::read(ADDED.as_bytes()).unwrap();
    Arc::new(Vocabulary::built_in().with_additions(&additions))
}

/// Returns the skills of the resume, of a posting and of the job file.
fn skills_read(vocabulary: &Vocabulary) -> [Vec<String>; 3] {
    let resume = read_resume(RESUME, &ReadOptions::default(), vocabulary).unwrap();
    let posting = read_requirements(&posting(), vocabulary);
    let file = read_job_file(JOBS, Some(PROMPT), vocabulary).unwrap();
    let drafts = file.drafts.into_iter();
    [
        resume.skills.into_iter().map(|skill| skill.name).collect(),
        posting.skills.into_iter().map(|skill| skill.name).collect(),
        drafts.flat_map(|draft| draft.skills).collect(),
    ]
}

fn posting() -> JobText<'static> {
    JobText {
        title: "Shipbuilder",
        description: POSTING,
        skills: &[],
    }
}

/// Scores the resume for a job that lists the skill by its first name.
fn receipt(vocabulary: &Vocabulary) -> ScoreReceipt {
    let job = JobText {
        skills: &["Flux Welding".to_owned()],
        ..posting()
    };
    let job = PreparedJob::new(&job, &read_requirements(&job, vocabulary), vocabulary);
    let resume = read_resume(RESUME, &ReadOptions::default(), vocabulary).unwrap();
    let input = ScoreInput {
        profile: &Profile::of(&resume, vocabulary),
        weights: &Weights::new(&[("skills".to_owned(), 1.0), ("FXW-9".to_owned(), 1.0)]).unwrap(),
        as_of: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
        document: FileDigest([7; 32]),
    };
    score(&job, &input, vocabulary)
}

#[test]
fn two_vocabularies_give_two_results_in_parallel_threads() {
    let added = with_flux_welding();
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    let both = [
        (
            Vocabulary::built_in(),
            [names(&["FXW-9", "Java"]), names(&[]), names(&[])],
        ),
        (
            &added,
            [
                names(&["Flux Welding", "Java"]),
                names(&["Flux Welding"]),
                names(&["Flux Welding"]),
            ],
        ),
    ];
    let receipts = at_once(THREADS, |thread| {
        let turns = (thread..thread + CHANGES).map(|turn| &both[turn % both.len()]);
        turns
            .map(|(vocabulary, skills)| {
                assert_eq!(skills_read(vocabulary), *skills);
                receipt(vocabulary)
            })
            .collect::<Vec<_>>()
    });
    let first = &receipts[0];
    let (plain, extended) = (&first[0], &first[1]);
    assert!(plain.score < extended.score, "{plain:?} {extended:?}");
    assert_eq!(plain.engine_version, engine_version(Vocabulary::built_in()));
    assert_eq!(extended.engine_version, engine_version(&added));
    for (thread, receipts) in receipts.iter().enumerate() {
        for (turn, receipt) in receipts.iter().enumerate() {
            assert_eq!(*receipt, first[(thread + turn) % both.len()]);
        }
    }
}

#[test]
fn two_services_read_one_job_with_their_own_vocabularies() {
    on_sqlite(|url| {
        let service = Service::start(url);
        let (folder, clock) = (TempDir::new().unwrap(), Arc::clone(&service.clock));
        let clock: Arc<dyn Clock> = clock;
        let files = FileStore::open(folder.path()).unwrap();
        let settings = Settings::new(Environment::Sandbox);
        let store = service.store().clone();
        let other = App::new(store, files, clock, settings, with_flux_welding());
        let id = service.create_job("Shipbuilder", json!({ "jobDescription": POSTING }));
        let organization = OrganizationId::parse("o", &service.admin.organization_id).unwrap();
        let id = JobId::parse("id", &id).unwrap();
        let job = service
            .store()
            .jobs()
            .find(&organization, &id)
            .unwrap()
            .unwrap();
        let knows_it = at_once(THREADS, |thread| {
            let app = if thread % 2 == 0 {
                &*service.app
            } else {
                &other
            };
            let requirements = app.jobs().requirements(&job);
            requirements
                .skills
                .iter()
                .any(|skill| skill.name == "Flux Welding")
        });
        assert_eq!(knows_it, [false, true, false, true]);
    });
}
