//! Layouts that differ in the form and place of the name and the contacts.

use super::parts;
use crate::resumes::profile::Profile;
use crate::resumes::sheet::Role::{Name, Small, Title};
use crate::resumes::sheet::{Block, Sheet, line};

fn sheet(head: Vec<Block>, profile: &Profile) -> Sheet {
    Sheet {
        body: [head, parts::usual_body(profile)].concat(),
        ..Sheet::default()
    }
}

pub(crate) fn capitals(profile: &Profile) -> Sheet {
    let head = vec![
        line(Name, parts::capitals(profile, profile.name)),
        line(Title, parts::capitals(profile, profile.title())),
        parts::contact_line(profile),
    ];
    sheet(head, profile)
}

pub(crate) fn split_name(profile: &Profile) -> Sheet {
    let (first, last) = profile.name.split_once(' ').unwrap_or((profile.name, ""));
    let mut head = vec![line(Name, first)];
    if !last.is_empty() {
        head.push(line(Name, last));
    }
    head.push(line(Title, profile.title()));
    head.push(parts::contact_line(profile));
    sheet(head, profile)
}

/// Writes `Name, PMP` or `Name – Title` on one line, with the contacts below.
pub(crate) fn name_with_title(profile: &Profile) -> Sheet {
    let (name, title) = (profile.name, profile.title());
    let text = match profile.draw(5) % 3 {
        0 => format!("{name} – {title}"),
        1 => format!("{name} | {title}"),
        _ => format!(
            "{name}{}",
            profile.words.value("postnominal", profile.draw(6))
        ),
    };
    sheet(
        vec![line(Name, text), parts::contact_line(profile)],
        profile,
    )
}

pub(crate) fn page_header(profile: &Profile) -> Sheet {
    Sheet {
        header: vec![line(Title, profile.name), parts::contact_line(profile)],
        body: [
            vec![line(Title, profile.title())],
            parts::usual_body(profile),
        ]
        .concat(),
        ..Sheet::default()
    }
}

pub(crate) fn page_footer(profile: &Profile) -> Sheet {
    Sheet {
        footer: vec![parts::contact_line(profile)],
        body: [
            vec![line(Name, profile.name), line(Title, profile.title())],
            parts::usual_body(profile),
        ]
        .concat(),
        ..Sheet::default()
    }
}

pub(crate) fn text_boxes(profile: &Profile) -> Sheet {
    let mut contact = vec![parts::heading(profile, "contact")];
    contact.extend(parts::contact_lines(profile));
    Sheet {
        boxes: vec![
            vec![line(Name, profile.name), line(Small, profile.title())],
            contact,
            parts::skill_lines(profile),
        ],
        body: [
            parts::summary(profile),
            parts::experience(profile, parts::dates_at_the_end),
            parts::education(profile),
        ]
        .concat(),
        ..Sheet::default()
    }
}

/// Puts icons before the contacts and before a profile address.
///
/// The icons are glyphs of an icon font, which are private-use characters.
pub(crate) fn icons(profile: &Profile) -> Sheet {
    let local = profile.mail.split('@').next().unwrap_or_default();
    let link = format!("linkedin.com/in/{}", local.replace('.', "-"));
    let contacts = [
        ('\u{F095}', profile.phone.as_str()),
        ('\u{F0E0}', &profile.mail),
        ('\u{F08C}', &link),
        ('\u{F3C5}', profile.place),
    ];
    let given = contacts.into_iter().filter(|(_, text)| !text.is_empty());
    let shown: Vec<_> = given.map(|(icon, text)| format!("{icon} {text}")).collect();
    let head = vec![
        line(Name, profile.name),
        line(Title, profile.title()),
        line(Small, shown.join("   ")),
    ];
    sheet(head, profile)
}

/// Shows `E-mail` and `Phone` as the text of links.
pub(crate) fn links(profile: &Profile) -> Sheet {
    let word = |key: &str| profile.words.value(key, 0).to_owned();
    let mut head = vec![line(Name, profile.name), line(Title, profile.title())];
    let mail = format!("mailto:{}", profile.mail);
    head.push(Block::Link(Small, word("label.mail"), mail));
    if !profile.phone.is_empty() {
        let dialled = profile.phone.replace(' ', "");
        head.push(Block::Link(
            Small,
            word("label.phone"),
            format!("tel:{dialled}"),
        ));
    }
    sheet(head, profile)
}
