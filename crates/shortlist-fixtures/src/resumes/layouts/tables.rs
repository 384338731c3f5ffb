//! Layouts that consist of one table, or that keep the dates in a column.

use super::parts;
use crate::resumes::profile::Profile;
use crate::resumes::sheet::Role::{self, Body, Entry, Name, Title};
use crate::resumes::sheet::{Block, Sheet, line};

/// Returns a row with a label and its value.
fn row(share: i32, label: impl Into<String>, value: Vec<Block>) -> Block {
    Block::Row(vec![(share, vec![line(Body, label)]), (100 - share, value)])
}

/// Puts everything into rows below the name of the document, with labels for the personal details.
pub(crate) fn labels(profile: &Profile) -> Sheet {
    let words = &profile.words;
    let mut body = vec![
        line(Title, words.value("heading.document", profile.draw(1))),
        parts::heading(profile, "personal"),
    ];
    let born = format!("17.04.{}", 1975 + profile.draw(2) % 20);
    let details = [
        ("name", profile.name),
        ("address", words.value("address", 0)),
        ("phone", &profile.phone),
        ("mail", &profile.mail),
        ("born", &born),
        ("nationality", words.value("nation", 0)),
    ];
    let details = details.into_iter().filter(|(_, value)| !value.is_empty());
    body.extend(
        details.map(|(label, value)| row(30, profile.label(label), vec![line(Body, value)])),
    );
    body.push(parts::heading(profile, "experience"));
    for job in &profile.jobs {
        let mut value = vec![line(Entry, format!("{}, {}", job.title, job.employer))];
        value.extend(parts::duties(job));
        body.push(row(30, job.dates.clone(), value));
    }
    body.push(parts::heading(profile, "education"));
    for study in &profile.studies {
        let text = format!("{}, {}", study.degree, study.school);
        body.push(row(30, study.dates.clone(), vec![line(Body, text)]));
    }
    body.push(parts::heading(profile, "skills"));
    for group in &profile.groups {
        let skills = group.skills.join(profile.language.comma());
        body.push(row(30, group.label, vec![line(Body, skills)]));
    }
    Sheet {
        body,
        ..Sheet::default()
    }
}

/// Uses the labels of the Europass form in the left column. Returns `None` if the language has no such form.
pub(crate) fn europass(profile: &Profile) -> Option<Sheet> {
    const SHARE: i32 = 36;
    let words = &profile.words;
    if !words.has("europass") {
        return None;
    }
    let label = |place: usize| words.at("europass", place);
    let section = |place: usize| {
        Block::Row(vec![
            (SHARE, vec![line(Entry, label(place))]),
            (100 - SHARE, Vec::new()),
        ])
    };
    let plain = |place: usize, text: &str| row(SHARE, label(place), vec![line(Body, text)]);
    let mut body = vec![
        line(Title, label(0)),
        section(1),
        plain(2, profile.name),
        row(
            SHARE,
            words.value("label.mail", 0),
            vec![line(Body, profile.mail.clone())],
        ),
    ];
    if !profile.phone.is_empty() {
        body.push(plain(3, &profile.phone));
    }
    body.push(section(4));
    for job in &profile.jobs {
        let employer = format!("{}, {}", job.employer, job.place);
        let duties = job
            .duties
            .iter()
            .map(|duty| line(Body, duty.clone()))
            .collect();
        body.extend([
            plain(5, &job.dates),
            plain(6, job.title),
            row(SHARE, label(8), duties),
            plain(7, &employer),
        ]);
    }
    body.push(section(9));
    for study in &profile.studies {
        body.extend([
            plain(5, &study.dates),
            plain(10, study.degree),
            plain(11, study.school),
        ]);
    }
    body.push(section(12));
    for group in &profile.groups {
        let text = group.skills.join(profile.language.comma());
        body.push(plain(13, &text));
    }
    Some(Sheet {
        body,
        ..Sheet::default()
    })
}

/// Puts the dates on the left and the jobs and studies on the right.
pub(crate) fn dates_left(profile: &Profile) -> Sheet {
    let mut body = vec![line(Name, profile.name)];
    body.extend(parts::contact_lines(profile));
    body.push(parts::heading(profile, "experience"));
    for job in &profile.jobs {
        let mut value = vec![
            line(Entry, job.title),
            line(Body, format!("{}, {}", job.employer, job.place)),
        ];
        value.extend(parts::duties(job));
        body.push(row(24, job.dates.clone(), value));
    }
    body.push(parts::heading(profile, "education"));
    for study in &profile.studies {
        let value = vec![line(Entry, study.degree), line(Body, study.school)];
        body.push(row(24, study.dates.clone(), value));
    }
    body.extend(parts::skills(profile));
    body.extend(parts::spoken(profile));
    Sheet {
        body,
        ..Sheet::default()
    }
}

/// Shows the education in a table with a head row, and the grades next to the years.
pub(crate) fn education(profile: &Profile) -> Sheet {
    let cells = |texts: [&str; 4], role: Role| {
        let shares = [34, 34, 16, 16];
        let cells = shares.into_iter().zip(texts);
        Block::Row(
            cells
                .map(|(share, text)| (share, vec![line(role, text)]))
                .collect(),
        )
    };
    let mut table = vec![parts::heading(profile, "education")];
    let head = [0, 1, 2, 3].map(|place| profile.words.at("columns", place));
    table.push(cells(head, Entry));
    for (study, grade) in profile.studies.iter().zip(["8.4", "78 %"]) {
        table.push(cells(
            [study.degree, study.school, &study.dates, grade],
            Body,
        ));
    }
    Sheet {
        body: [
            parts::head(profile),
            parts::summary(profile),
            table,
            parts::experience(profile, parts::dates_at_the_end),
            parts::skills(profile),
        ]
        .concat(),
        ..Sheet::default()
    }
}
