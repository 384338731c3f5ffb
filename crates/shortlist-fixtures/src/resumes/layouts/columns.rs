//! Layouts with columns next to each other.

use super::parts;
use crate::resumes::profile::Profile;
use crate::resumes::sheet::Role::{Body, Name, Title};
use crate::resumes::sheet::{Block, Setting, Sheet, line};

pub(crate) fn two_columns(profile: &Profile) -> Sheet {
    let left = [
        parts::summary(profile),
        parts::experience(profile, parts::narrow),
    ];
    let right = [
        parts::narrow_education(profile),
        parts::skill_lines(profile),
        parts::spoken_lines(profile),
    ];
    let mut body = parts::head(profile);
    body.push(Block::Row(vec![(50, left.concat()), (50, right.concat())]));
    Sheet {
        body,
        ..Sheet::default()
    }
}

/// Returns the content of a sidebar: everything that has no dates.
fn sidebar(profile: &Profile) -> Vec<Block> {
    let mut contact = vec![parts::heading(profile, "contact")];
    contact.extend(parts::contact_lines(profile));
    let interests = vec![
        parts::heading(profile, "interests"),
        line(Body, profile.words.value("interests", 0)),
    ];
    [
        contact,
        parts::skill_lines(profile),
        parts::spoken_lines(profile),
        interests,
    ]
    .concat()
}

fn main_column(profile: &Profile) -> Vec<Block> {
    [
        vec![line(Name, profile.name), line(Title, profile.title())],
        parts::summary(profile),
        parts::experience(profile, parts::dates_at_the_end),
        parts::education(profile),
    ]
    .concat()
}

pub(crate) fn sidebar_left(profile: &Profile) -> Sheet {
    Sheet {
        body: vec![Block::Row(vec![
            (32, sidebar(profile)),
            (68, main_column(profile)),
        ])],
        setting: Setting::Dark,
        ..Sheet::default()
    }
}

pub(crate) fn sidebar_right(profile: &Profile) -> Sheet {
    Sheet {
        body: vec![Block::Row(vec![
            (66, main_column(profile)),
            (34, sidebar(profile)),
        ])],
        ..Sheet::default()
    }
}
