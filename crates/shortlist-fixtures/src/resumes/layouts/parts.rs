//! Parts that most layouts share.

use crate::resumes::profile::{Job, Profile};
use crate::resumes::sheet::Role::{Body, Bullet, Entry, Heading, Name, Small, Title};
use crate::resumes::sheet::{Block, line};
use crate::resumes::{Language, words};

/// Returns the name, the title, and the contacts on one line.
pub(crate) fn head(profile: &Profile) -> Vec<Block> {
    vec![
        line(Name, profile.name),
        line(Title, profile.title()),
        contact_line(profile),
    ]
}

/// Returns a text in capitals by the rules of the person's language: the Turkish i keeps its dot.
pub(crate) fn capitals(profile: &Profile, text: &str) -> String {
    if profile.language == Language::Turkish {
        words::capitals(&text.replace('i', "İ"))
    } else {
        words::capitals(text)
    }
}

/// Returns the contacts on one line.
pub(crate) fn contact_line(profile: &Profile) -> Block {
    let between = match profile.draw(1) % 3 {
        0 => " | ",
        1 => " • ",
        _ => "  ·  ",
    };
    let parts = [profile.place, &profile.phone, &profile.mail];
    let given: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    line(Small, given.join(between))
}

/// Returns the contacts on separate lines, with or without labels.
pub(crate) fn contact_lines(profile: &Profile) -> Vec<Block> {
    let labelled = profile.draw(2).is_multiple_of(2);
    let lines = [
        ("phone", profile.phone.as_str()),
        ("mail", &profile.mail),
        ("address", profile.words.value("address", 0)),
    ];
    let given = lines.into_iter().filter(|(_, value)| !value.is_empty());
    let shown = given.map(|(label, value)| {
        if labelled {
            line(Body, profile.label(label) + value)
        } else {
            line(Body, value)
        }
    });
    shown.collect()
}

pub(crate) fn heading(profile: &Profile, section: &str) -> Block {
    line(Heading, profile.heading(section))
}

pub(crate) fn summary(profile: &Profile) -> Vec<Block> {
    vec![heading(profile, "summary"), line(Body, profile.summary)]
}

/// Returns the jobs under their heading.
pub(crate) fn experience(profile: &Profile, entry: fn(&Job) -> Vec<Block>) -> Vec<Block> {
    let mut blocks = vec![heading(profile, "experience")];
    blocks.extend(jobs(profile, entry));
    blocks
}

pub(crate) fn jobs(profile: &Profile, entry: fn(&Job) -> Vec<Block>) -> Vec<Block> {
    let one = |job: &Job| {
        let mut blocks = entry(job);
        blocks.extend(duties(job));
        blocks
    };
    profile.jobs.iter().flat_map(one).collect()
}

pub(crate) fn duties(job: &Job) -> impl Iterator<Item = Block> {
    // The first two duties become one item, which fills the whole width.
    let longer = job.duties.iter().take(2).cloned().collect::<Vec<_>>();
    let others = job.duties.iter().skip(2).cloned();
    std::iter::once(longer.join(" "))
        .chain(others)
        .map(|duty| line(Bullet, duty))
}

/// Returns the title with its dates at the far end of the line, and the employer below.
pub(crate) fn dates_at_the_end(job: &Job) -> Vec<Block> {
    vec![
        Block::Ends(Entry, job.title.to_owned(), job.dates.clone()),
        line(Body, format!("{}, {}", job.employer, job.place)),
    ]
}

/// Returns the title, the employer and the dates on separate lines, for a narrow column.
pub(crate) fn narrow(job: &Job) -> Vec<Block> {
    vec![
        line(Entry, job.title),
        line(Body, job.employer),
        line(Body, job.dates.clone()),
    ]
}

pub(crate) fn education(profile: &Profile) -> Vec<Block> {
    let mut blocks = vec![heading(profile, "education")];
    for study in &profile.studies {
        blocks.push(Block::Ends(
            Entry,
            study.degree.to_owned(),
            study.dates.clone(),
        ));
        blocks.push(line(Body, study.school));
    }
    blocks
}

/// Returns the education for a narrow column, with the dates on separate lines.
pub(crate) fn narrow_education(profile: &Profile) -> Vec<Block> {
    let mut blocks = vec![heading(profile, "education")];
    for study in &profile.studies {
        blocks.push(line(Entry, study.degree));
        blocks.push(line(Body, study.school));
        blocks.push(line(Body, study.dates.clone()));
    }
    blocks
}

/// Returns the skills under their heading: all on one line, or each group on one line.
pub(crate) fn skills(profile: &Profile) -> Vec<Block> {
    let mut blocks = vec![heading(profile, "skills")];
    let (comma, colon) = (profile.language.comma(), profile.language.colon());
    if profile.draw(3).is_multiple_of(2) {
        let all: Vec<_> = profile.skills().collect();
        blocks.push(line(Body, all.join(comma)));
    } else {
        let groups = profile.groups.iter();
        blocks.extend(groups.map(|group| {
            line(
                Body,
                format!("{}{colon}{}", group.label, group.skills.join(comma)),
            )
        }));
    }
    blocks
}

/// Returns the skills on separate lines, with or without bullets.
pub(crate) fn skill_lines(profile: &Profile) -> Vec<Block> {
    let role = if profile.draw(4).is_multiple_of(2) {
        Bullet
    } else {
        Body
    };
    let mut blocks = vec![heading(profile, "skills")];
    blocks.extend(profile.skills().map(|skill| line(role, skill)));
    blocks
}

pub(crate) fn spoken(profile: &Profile) -> Vec<Block> {
    vec![
        heading(profile, "languages"),
        line(Body, profile.spoken.join(profile.language.comma())),
    ]
}

pub(crate) fn spoken_lines(profile: &Profile) -> Vec<Block> {
    let mut blocks = vec![heading(profile, "languages")];
    blocks.extend(profile.spoken.iter().map(|spoken| line(Body, *spoken)));
    blocks
}

/// Returns what follows the head in most one-column resumes.
pub(crate) fn usual_body(profile: &Profile) -> Vec<Block> {
    [
        summary(profile),
        experience(profile, dates_at_the_end),
        education(profile),
        skills(profile),
        spoken(profile),
    ]
    .concat()
}
