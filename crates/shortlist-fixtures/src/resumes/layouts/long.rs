//! More than a reader needs: dates that are no jobs, and contacts that are not the person's.

use super::parts;
use crate::resumes::profile::{Job, Profile};
use crate::resumes::sheet::Role::{Body, Bullet, Entry, Small};
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

/// With the years of a project beside the job.
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

/// Years before the first job, in which nobody was employed.
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
