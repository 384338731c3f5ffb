//! Layouts with the look of typesetting programs.

use super::parts;
use crate::resumes::profile::{Job, Profile};
use crate::resumes::sheet::Role::{Body, Entry, Name, Title};
use crate::resumes::sheet::{Block, Setting, Sheet, line};

/// Writes employer and dates, then title and place, like LaTeX templates, with a rule below each heading.
pub(crate) fn tex(profile: &Profile) -> Sheet {
    let entry = |job: &Job| {
        vec![
            Block::Ends(Entry, job.employer.to_owned(), job.dates.clone()),
            Block::Ends(Body, job.title.to_owned(), job.place.to_owned()),
        ]
    };
    let mut body = vec![line(Name, profile.name), parts::contact_line(profile)];
    let sections = [
        parts::education(profile),
        parts::experience(profile, entry),
        parts::skills(profile),
    ];
    for section in sections {
        let mut blocks = section.into_iter();
        body.extend(blocks.next());
        body.push(Block::Rule);
        body.extend(blocks);
    }
    Sheet {
        body,
        setting: Setting::Tex,
        ..Sheet::default()
    }
}

/// Puts the name on the left and the contacts at the right edge. Headings are widely spaced capitals.
pub(crate) fn spaced(profile: &Profile) -> Sheet {
    let head = Block::Row(vec![
        (
            62,
            vec![line(Name, profile.name), line(Title, profile.title())],
        ),
        (38, parts::contact_lines(profile)),
    ]);
    Sheet {
        body: [vec![head, Block::Rule], parts::usual_body(profile)].concat(),
        setting: Setting::Spaced,
        ..Sheet::default()
    }
}
