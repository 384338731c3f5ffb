//! Layouts that differ in how they present skills.

use super::parts;
use crate::resumes::profile::Profile;
use crate::resumes::sheet::Role::{Body, Entry};
use crate::resumes::sheet::{Block, Sheet, line};
use crate::resumes::words::pick;

fn sheet(profile: &Profile, skills: Vec<Block>) -> Sheet {
    let parts = [
        parts::head(profile),
        skills,
        parts::experience(profile, parts::dates_at_the_end),
        parts::education(profile),
        parts::spoken(profile),
    ];
    Sheet {
        body: parts.concat(),
        ..Sheet::default()
    }
}

/// Rates each skill with a bar or a percentage.
pub(crate) fn rated(profile: &Profile) -> Sheet {
    let mut blocks = vec![parts::heading(profile, "skills")];
    for (number, skill) in (0..).zip(profile.skills()) {
        let of_five = 3 + u8::try_from(profile.draw(number) % 3).unwrap_or(0);
        blocks.push(match profile.draw(50) % 3 {
            0 => line(Body, format!("{skill} {}%", u32::from(of_five) * 20)),
            _ => Block::Rated(skill.to_owned(), of_five),
        });
    }
    sheet(profile, blocks)
}

/// Puts skills into a table: one per row with years and a level, or three per row.
pub(crate) fn table(profile: &Profile) -> Sheet {
    let mut blocks = vec![parts::heading(profile, "skills")];
    let skills: Vec<_> = profile.skills().collect();
    let cell = |text: &str| (33, vec![line(Body, text)]);
    if profile.draw(7).is_multiple_of(2) {
        blocks.extend(
            skills
                .chunks(3)
                .map(|three| Block::Row(three.iter().map(|skill| cell(skill)).collect())),
        );
    } else {
        for (number, skill) in (0..).zip(skills) {
            let years = (1 + profile.draw(number) % 9).to_string();
            let level = pick(&["★★★★★", "★★★★☆", "★★★☆☆"], profile.draw(20 + number));
            blocks.push(Block::Row(vec![
                cell(skill),
                cell(&years),
                cell(level.unwrap_or(&"")),
            ]));
        }
    }
    sheet(profile, blocks)
}

/// Makes each group a heading, with its skills in a sentence below.
pub(crate) fn prose(profile: &Profile) -> Sheet {
    let mut blocks = vec![parts::heading(profile, "skills")];
    for group in &profile.groups {
        blocks.push(line(Entry, group.label));
        blocks.push(line(Body, group.skills.join(profile.language.comma())));
    }
    sheet(profile, blocks)
}
