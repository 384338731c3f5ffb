//! Job postings that are uploaded in place of resumes. They are skipped with that reason, and no resume is.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use shortlist_fixtures::{docx, invented_resumes, pdf, resume_file};
use shortlist_jobfiles::{JobDraft, read_job_file};
use shortlist_parsing::{ReadOptions, is_posting, read_resume};
use shortlist_vocabulary::Vocabulary;

use crate::support::resumes::docx as resume;
use crate::support::service::Service;

on_both_databases!(postings_are_skipped_in_each_language_and_format,);

const ENGLISH: &[&str] = &[
    "Payroll Specialist",
    "Maple Works, Springfield",
    "We are looking for a payroll specialist who joins our finance team.",
    "Your tasks",
    "Prepare the monthly payroll of 600 employees",
    "Requirements",
    "At least two years of experience in payroll",
    "Knowledge of SAP is an advantage",
    "What we offer",
    "30 days of holiday and flexible hours",
    "Send your application to Nora Example, jobs@example.org, +1 202-555-0143.",
];
const GERMAN: &[&str] = &[
    "Elektroniker (m/w/d) in Musterstadt",
    "Wir suchen zum nächsten Termin Verstärkung für unsere Werkstatt.",
    "Ihre Aufgaben",
    "Wartung und Reparatur von Maschinen",
    "Ihr Profil",
    "Abgeschlossene Ausbildung als Elektroniker",
    "Mindestens drei Jahre Berufserfahrung, Führerschein von Vorteil",
    "Wir bieten",
    "Unbefristeter Vertrag vom 01.03.2027 an, 30 Tage Urlaub",
    "Ihre Bewerbung senden Sie an Frau Erika Beispiel, bewerbung@example.org.",
];
const FRENCH: &[&str] = &[
    "Chargé de clientèle (H/F)",
    "Exemple Assurances recherche un chargé de clientèle pour son agence de Lyon.",
    "Vos missions",
    "Conseiller les clients et suivre leurs contrats",
    "Profil recherché",
    "Vous êtes titulaire d'un diplôme bac +2 et justifiez d'une première expérience.",
    "La maîtrise de l'anglais serait un plus.",
    "Nous offrons",
    "Mutuelle, tickets restaurant et télétravail",
    "Envoyez votre candidature à recrutement@example.org.",
];
const SPANISH: &[&str] = &[
    "Técnico de mantenimiento",
    "Empresa de ejemplo busca incorporar un técnico para su planta de Valencia.",
    "Funciones",
    "Mantenimiento preventivo de las líneas de producción",
    "Requisitos",
    "Experiencia mínima de dos años en un puesto similar",
    "Se valorará el carné de carretillero",
    "Ofrecemos",
    "Contrato indefinido y jornada completa",
    "Envía tu CV a empleo@example.org.",
];
/// A posting with the period of its contract, which looks like a dated position.
const WITH_A_PERIOD: &[&str] = &[
    "Research Assistant (f/m/d), Example Institute",
    "January 2027 - December 2028",
    "We are looking for a research assistant for a project on soil.",
    "You have a master's degree in biology and you bring experience with field work.",
    "What we offer",
    "Flexible hours and 30 days of holiday",
    "How to apply",
    "Please send your CV to research@example.org.",
];

fn postings_are_skipped_in_each_language_and_format(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let postings = [ENGLISH, GERMAN, FRENCH, SPANISH, WITH_A_PERIOD];
    let mut files = vec![("resume.docx", resume("Ada Example"))];
    for lines in postings {
        files.push(("posting.pdf", pdf(lines)));
        files.push(("posting.docx", docx(lines)));
    }
    let count = files.len() - 1;
    let (status, body) = service.upload(&service.recruiter, &job, files);
    assert_eq!(status, 200, "{body}");
    let results = body["results"].as_array().unwrap();
    assert_eq!(results[0]["outcome"], "created", "{body}");
    let is_skipped = |result: &&Value| {
        let reason = result["reason"].as_str().unwrap_or_default();
        result["outcome"] == "skipped" && reason.contains("job posting")
    };
    assert_eq!(results.iter().filter(is_skipped).count(), count, "{body}");
    assert_eq!(service.kept_files(), 1);
}

/// Returns the names of the documents that are recognized as postings, or as something else.
fn named<'a>(
    files: impl IntoIterator<Item = (String, Vec<u8>)> + 'a,
    posting: bool,
) -> Vec<String> {
    let options = ReadOptions::default();
    let is_so = |bytes: &[u8]| {
        let resume = read_resume(bytes, &options, Vocabulary::built_in());
        resume.is_ok_and(|resume| is_posting(&resume) == posting)
    };
    let files = files.into_iter().filter(|(_, bytes)| is_so(bytes));
    files.map(|(name, _)| name).collect()
}

fn files_in(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let paths = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let file = |path: PathBuf| (path.display().to_string(), fs::read(&path).unwrap());
    paths.map(file).collect()
}

/// Returns the folder of the corpus, if it is there.
fn corpus() -> Option<PathBuf> {
    std::env::var_os("SHORTLIST_CORPUS").map(PathBuf::from)
}

fn demo(file: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo");
    root.join(file)
}

/// Returns a job as a document, in both formats.
fn printed(draft: &JobDraft) -> [(String, Vec<u8>); 2] {
    let mut lines = vec![draft.title.clone()];
    lines.extend(draft.location.clone());
    lines.extend(draft.description.lines().map(str::to_owned));
    for attribute in &draft.attributes {
        lines.extend([attribute.name.clone(), attribute.value.clone()]);
    }
    lines.push(format!("Skills: {}", draft.skills.join(", ")));
    let name = |format: &str| format!("{}.{format}", draft.title);
    [(name("docx"), docx(&lines)), (name("pdf"), pdf(&lines))]
}

#[test]
fn the_jobs_of_the_demo_are_postings() {
    for file in ["jobs.json", "jobs.csv", "jobs-german.csv"] {
        let bytes = fs::read(demo(file)).unwrap();
        let jobs = read_job_file(&bytes, None, Vocabulary::built_in()).unwrap();
        let documents = jobs.drafts.iter().flat_map(printed);
        assert_eq!(named(documents, false), [""; 0], "{file}");
    }
}

#[test]
fn the_postings_of_the_corpus_are_postings() {
    let Some(corpus) = corpus() else {
        return;
    };
    let texts = files_in(&corpus.join("common_sense/jobs"));
    assert!(texts.len() > 9, "{}", texts.len());
    let documents = texts.iter().flat_map(|(name, text)| {
        let text = String::from_utf8(text.clone()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let name = |format: &str| format!("{name}.{format}");
        [(name("docx"), docx(&lines)), (name("pdf"), pdf(&lines))]
    });
    assert_eq!(named(documents, false), [""; 0]);
}

#[test]
#[ignore = "long"]
fn no_resume_is_a_posting() {
    let simple = (0..60).map(resume_file).map(|one| (one.name, one.bytes));
    assert_eq!(named(simple, true), [""; 0]);
    assert_eq!(named(files_in(&demo("resumes")), true), [""; 0]);
    let invented = invented_resumes().map(|one| (one.file_name(), one.bytes));
    assert_eq!(named(invented, true), [""; 0]);
    let Some(corpus) = corpus() else {
        return;
    };
    let found = files_in(&corpus.join("common_sense/resumes"));
    assert_eq!(named(found, true), [""; 0]);
    let list = fs::read_to_string(corpus.join("open/MANIFEST.tsv")).unwrap();
    let resumes = list
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let resumes = resumes.filter(|row| row[2] == "resume");
    let found = resumes.map(|row| {
        let name = format!("{}.{}", row[0], row[1]);
        let bytes = fs::read(corpus.join("open").join(&name)).unwrap();
        (name, bytes)
    });
    assert_eq!(named(found, true), [""; 0]);
}
