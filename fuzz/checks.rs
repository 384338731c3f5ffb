//! The properties that must hold for every input.

use std::sync::Once;

use shortlist_domain::{Resume, Span};
use shortlist_jobfiles::{Source, read_job_file};
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_vocabulary::Vocabulary;

/// Reads the bytes as a resume and checks the result.
///
/// Panics of other crates are expected, because the readers catch them. A panic in this project's code ends the run.
pub fn read(bytes: &[u8]) {
    watch_own_panics();
    if let Ok(resume) = read_resume(bytes, &ReadOptions::default(), Vocabulary::built_in()) {
        check(&resume);
    }
}

/// Reads a job file with a prompt and checks the result.
pub fn read_jobs(file: &[u8], prompt: &[u8]) {
    watch_own_panics();
    let read = match read_job_file(
        file,
        std::str::from_utf8(prompt).ok(),
        Vocabulary::built_in(),
    ) {
        Ok(read) => read,
        Err(error) => return assert!(!error.problems().is_empty()),
    };
    assert!(!read.drafts.is_empty() && read.drafts.len() <= 10_000);
    for draft in &read.drafts {
        assert!(!draft.title.trim().is_empty() && draft.title.chars().count() <= 300);
        assert!(draft.description.chars().count() <= 100_000 && draft.skills.len() <= 200);
        for told in &draft.sources {
            match told.source {
                Source::Cell(place) => assert!(place < read.plan.columns.len()),
                Source::Clause(place) => assert!(place < read.interpretation.len()),
                Source::Default => {}
            }
        }
    }
}

/// The separator between the parts of an input.
pub const SEPARATOR: &[u8] = b"\xFF\xFE\xFF";

/// Returns the first parts of an input. Missing parts are empty.
pub fn pieces<const N: usize>(bytes: &[u8]) -> [&[u8]; N] {
    let mut pieces = [&bytes[..0]; N];
    let mut rest = bytes;
    for piece in &mut pieces {
        let end = rest
            .windows(SEPARATOR.len())
            .position(|window| window == SEPARATOR);
        let (this, after) = match end {
            Some(end) => (&rest[..end], &rest[end + SEPARATOR.len()..]),
            None => (rest, &rest[..0]),
        };
        (*piece, rest) = (this, after);
    }
    pieces
}

fn watch_own_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let fuzzer = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let own = |file: &str| file.contains("shortlist") || file.starts_with("/rustc/");
            if panic.location().is_none_or(|at| own(at.file())) {
                fuzzer(panic);
            }
        }));
    });
}

/// Checks that every span of a resume is within its text.
pub fn check(resume: &Resume) {
    let text = resume.text.as_str();
    let stands = |span: Span| assert!(text.get(span.start..span.end).is_some(), "{span:?}");
    resume.sections.iter().for_each(|section| {
        stands(section.span);
        assert!(text.is_char_boundary(section.body_start));
    });
    resume.skills.iter().for_each(|skill| {
        stands(skill.span);
        assert!(!skill.name.trim().is_empty());
    });
    resume
        .positions
        .iter()
        .for_each(|position| stands(position.span));
    resume.education.iter().for_each(|entry| stands(entry.span));
    let starts = resume.text.page_starts();
    assert!(starts.is_sorted() && starts.iter().all(|start| text.is_char_boundary(*start)));
    assert!(text.len() <= 3 * 8_000_000);
}
