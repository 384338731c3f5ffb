//! Text that people cannot see, or see differently, changes no score and is reported.

use shortlist_benches::receipts::prepared;
use shortlist_domain::{MicroPoints, Resume};
use shortlist_fixtures::{
    Format, HIDDEN_WORDS, HiddenText, hidden_texts, invented_resumes, plain_resume,
};

use crate::support::{read, scored, weights};

/// Returns the value and the contribution of each criterion, for a posting that requires the hidden words.
fn points(resume: &Resume) -> Vec<(MicroPoints, MicroPoints)> {
    let job = prepared(
        "Platform Engineer",
        "2 years of Kubernetes. Fluent English and Dutch. PMP. Bachelor's degree in Computer Science. You lead a team.",
        &[
            "Python",
            "Kubernetes",
            "Terraform",
            "Kafka",
            "PostgreSQL",
            "Docker",
        ],
    );
    let weights = weights(&[
        "skills",
        "experience",
        "education",
        "leadership",
        "languages",
        "certifications",
        "Kafka",
    ]);
    let receipt = scored(&job, resume, &weights);
    let criteria = receipt.criteria.iter();
    criteria
        .map(|part| (part.value, part.contribution))
        .collect()
}

/// Returns what is wrong with one way of hiding.
fn wrong(hidden: &HiddenText) -> Option<String> {
    let way = format!("{} ({})", hidden.way, hidden.format.as_str());
    let plain = read(&plain_resume(hidden.format));
    let resume = read(&hidden.bytes);
    if points(&resume) != points(&plain) {
        return Some(format!("{way}: the score moved, {:?}", resume.findings));
    }
    let same = |text: &str| text.split_whitespace().collect::<String>();
    let quoted = resume.findings.iter().any(|finding| {
        Some(finding.kind.as_str()) == hidden.kind
            && finding.page == hidden.page
            && same(&finding.quote).contains(&same(hidden.quote))
    });
    let reported = match hidden.kind {
        Some(_) => quoted,
        None => resume.findings.is_empty(),
    };
    (!reported).then(|| format!("{way}: {:?}", resume.findings))
}

#[test]
fn hidden_words_change_no_score_and_are_reported_with_kind_page_and_quote() {
    let all = hidden_texts();
    let wrong: Vec<String> = all.iter().filter_map(wrong).collect();
    assert!(
        wrong.is_empty(),
        "{} of {} ways:\n{}",
        wrong.len(),
        all.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_same_words_change_the_score_when_visible() {
    for format in [Format::Pdf, Format::Docx] {
        let plain = read(&plain_resume(format));
        assert!(plain.findings.is_empty(), "{:?}", plain.findings);
        let lines: Vec<&str> = plain.text.as_str().lines().chain([HIDDEN_WORDS]).collect();
        let more = read(&shortlist_fixtures::docx(&lines));
        assert!(points(&more) > points(&plain));
    }
}

#[test]
#[ignore = "long"]
fn of_the_invented_resumes_that_hide_nothing_less_than_one_in_two_hundred_is_flagged() {
    let all: Vec<_> = invented_resumes().collect();
    let flagged: Vec<String> = all
        .iter()
        .filter_map(|file| {
            let findings = read(&file.bytes).findings;
            (!findings.is_empty()).then(|| format!("{}: {findings:?}", file.file_name()))
        })
        .collect();
    assert!(
        flagged.len() * 200 < all.len(),
        "{} of {}:\n{}",
        flagged.len(),
        all.len(),
        flagged.join("\n")
    );
}
