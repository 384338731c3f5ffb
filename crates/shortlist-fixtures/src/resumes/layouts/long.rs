//! Layouts with more than a reader needs.
//!
//! They contain dates that are not jobs, other people's contacts, and the name of the document.

use super::parts;
use crate::resumes::profile::{Job, Profile};
use crate::resumes::sheet::Role::{Body, Bullet, Entry, Name, Small};
use crate::resumes::sheet::{Block, Sheet, line};

pub(crate) fn long(profile: &Profile) -> Sheet {
    let words = &profile.words;
    let entry = |job: &Job| {
        let mut blocks = parts::dates_at_the_end(job);
        blocks.extend(parts::duties(job));
        blocks
    };
    let page = words.value("page", 0).replace("{}", "1");
    Sheet {
        footer: vec![line(Small, format!("{} – {page}", profile.name))],
        body: [
            parts::head(profile),
            parts::summary(profile),
            parts::experience(profile, entry),
            projects(profile),
            parts::education(profile),
            certificates(profile),
            parts::skills(profile),
            parts::spoken(profile),
            volunteering(profile),
            vec![
                parts::heading(profile, "interests"),
                line(Body, words.value("interests", 0)),
            ],
            references(profile),
        ]
        .concat(),
        ..Sheet::default()
    }
}

/// Returns a project whose years overlap with those of a job.
fn projects(profile: &Profile) -> Vec<Block> {
    let year = profile.first_year;
    vec![
        parts::heading(profile, "projects"),
        Block::Ends(
            Entry,
            profile.words.value("project", 0).to_owned(),
            format!("{} – {}", year + 1, year + 2),
        ),
    ]
}

fn certificates(profile: &Profile) -> Vec<Block> {
    let certificate = profile.words.value("certificate", 0);
    vec![
        parts::heading(profile, "certificates"),
        line(Bullet, format!("{certificate}, {}", profile.first_year + 3)),
    ]
}

/// Returns voluntary work before the first job, when the person was not employed.
fn volunteering(profile: &Profile) -> Vec<Block> {
    let year = profile.first_year;
    vec![
        parts::heading(profile, "volunteering"),
        Block::Ends(
            Entry,
            profile.words.value("volunteer", 0).to_owned(),
            format!("{} – {}", year - 9, year - 5),
        ),
    ]
}

fn references(profile: &Profile) -> Vec<Block> {
    let label = |key: &str, value: &str| profile.label(key) + value;
    vec![
        parts::heading(profile, "references"),
        line(Body, profile.words.value("referee", 0)),
        line(
            Body,
            [
                label("phone", "+1 202 555 0199"),
                label("mail", "referee@example.com"),
            ]
            .join(" · "),
        ),
    ]
}

/// Writes `Curriculum vitae` in the largest type, and signs with the place, the date and the name at the end.
pub(crate) fn titled(profile: &Profile) -> Sheet {
    let document = parts::capitals(profile, profile.words.value("heading.document", 0));
    let mut head = vec![line(Name, document), line(Entry, profile.name)];
    head.extend(parts::contact_lines(profile));
    let signature = vec![
        Block::Rule,
        line(Body, format!("{}, 15.11.2026", profile.place)),
        line(Body, profile.name),
    ];
    Sheet {
        body: [head, parts::usual_body(profile), signature].concat(),
        ..Sheet::default()
    }
}

/// Lists each assignment under labels. Returns `None` if the language has no such convention.
pub(crate) fn consultant(profile: &Profile) -> Option<Sheet> {
    let words = &profile.words;
    if !words.has("consultant") {
        return None;
    }
    let colon = profile.language.colon();
    let labelled = |place: usize, text: &str| {
        let label = words.at("consultant", place);
        line(Body, format!("{label}{colon}{text}"))
    };
    let mut experience = vec![parts::heading(profile, "experience")];
    for (job, group) in profile.jobs.iter().zip(profile.groups.iter().cycle()) {
        experience.extend([
            labelled(0, &format!("{}, {}", job.employer, job.place)),
            labelled(1, &job.dates),
            labelled(2, job.title),
        ]);
        experience.extend(parts::duties(job));
        experience.push(labelled(3, &group.skills.join(profile.language.comma())));
    }
    Some(Sheet {
        body: [
            parts::head(profile),
            parts::summary(profile),
            parts::skills(profile),
            experience,
            parts::education(profile),
        ]
        .concat(),
        ..Sheet::default()
    })
}
