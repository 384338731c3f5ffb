//! Layouts with one column from top to bottom.

use super::parts;
use crate::resumes::profile::{Job, Profile};
use crate::resumes::sheet::Role::{Body, Entry, Name, Title};
use crate::resumes::sheet::{Block, Sheet, line};

fn sheet(parts: &[Vec<Block>]) -> Sheet {
    Sheet {
        body: parts.concat(),
        ..Sheet::default()
    }
}

pub(crate) fn one_column(profile: &Profile) -> Sheet {
    sheet(&[parts::head(profile), parts::usual_body(profile)])
}

/// Leaves out the headings, so that only order and shape show what each part is.
pub(crate) fn no_headings(profile: &Profile) -> Sheet {
    let mut body = parts::head(profile);
    body.push(line(Body, profile.summary));
    body.push(line(
        Body,
        profile
            .skills()
            .collect::<Vec<_>>()
            .join(profile.language.comma()),
    ));
    body.extend(parts::jobs(profile, parts::dates_at_the_end));
    body.extend(parts::education(profile).into_iter().skip(1));
    body.extend(parts::spoken(profile).into_iter().skip(1));
    sheet(&[body])
}

pub(crate) fn dates_below(profile: &Profile) -> Sheet {
    sheet(&[
        parts::head(profile),
        parts::skills(profile),
        parts::experience(profile, parts::narrow),
        parts::narrow_education(profile),
        parts::spoken(profile),
    ])
}

/// Lays out the resume like text typed into a form or an e-mail.
pub(crate) fn bars(profile: &Profile) -> Sheet {
    let entry = |job: &Job| {
        vec![line(
            Body,
            format!(
                "{} | {} | {} | {}",
                job.title, job.employer, job.place, job.dates
            ),
        )]
    };
    let mut education = vec![parts::heading(profile, "education")];
    education.extend(profile.studies.iter().map(|study| {
        line(
            Body,
            format!("{} | {} | {}", study.degree, study.school, study.dates),
        )
    }));
    let skills = profile.skills().collect::<Vec<_>>().join(" | ");
    sheet(&[
        vec![
            line(Body, format!("{} | {}", profile.name, profile.title())),
            parts::contact_line(profile),
        ],
        parts::summary(profile),
        vec![parts::heading(profile, "skills"), line(Body, skills)],
        parts::experience(profile, entry),
        education,
        parts::spoken(profile),
    ])
}

/// Lists several titles under one employer, each with its own dates.
pub(crate) fn promotions(profile: &Profile) -> Sheet {
    let mut experience = vec![parts::heading(profile, "experience")];
    let employer = profile.jobs.first().map_or("", |job| job.employer);
    experience.push(line(Entry, format!("{employer}, {}", profile.place)));
    for job in &profile.jobs {
        experience.push(Block::Ends(Body, job.title.to_owned(), job.dates.clone()));
        experience.extend(parts::duties(job));
    }
    sheet(&[
        vec![
            line(Name, profile.name),
            line(Title, profile.title()),
            Block::Rule,
        ],
        parts::contact_lines(profile),
        parts::summary(profile),
        experience,
        parts::education(profile),
        parts::skill_lines(profile),
    ])
}

/// Lists only titles and employers. The summary states the years of experience.
pub(crate) fn stated(profile: &Profile) -> Sheet {
    let years = profile.stated_years().to_string();
    let statement = profile.words.value("stated", 0).replace("{}", &years);
    let entry = |job: &Job| vec![line(Entry, format!("{}, {}", job.title, job.employer))];
    sheet(&[
        parts::head(profile),
        vec![
            parts::heading(profile, "summary"),
            line(Body, format!("{statement} {}", profile.summary)),
        ],
        parts::skills(profile),
        parts::experience(profile, entry),
        parts::education(profile),
        parts::spoken(profile),
    ])
}
