//! Completes positions by the heading of their section: `Internship`, `Work experience at Acme`.

use shortlist_domain::Position;

use super::confidence::Basis;
use super::headings::heading_and_rest;
use super::parts::has_known_employer;
use super::phrases::{MAX_PHRASE_CHARS, without_margin};
use super::words::PositionWords;

/// Names positions at known employers by the heading of their section, if nothing else does: `Internship`.
pub(super) fn name_by_heading(positions: &mut [Position], heading: &str) {
    let folded = heading
        .trim_matches(|c: char| !c.is_alphabetic())
        .to_lowercase();
    let Some(title) = title_of(&folded) else {
        return;
    };
    let is_unnamed = |it: &&mut Position| it.title.is_none() && has_known_employer(it);
    for position in positions.iter_mut().filter(is_unnamed) {
        position.title = Some(title.to_owned());
        position.confidence.title = Basis::Label.of_title();
    }
}

/// Returns the title that the words of a heading name. Other words may be around them, unless the heading names several
/// things: `Summer internship details`.
fn title_of(heading: &str) -> Option<&'static str> {
    let is_single = !heading.contains(['&', '/', ',']) && !heading.contains(" and ");
    let is_around = |name: &str| {
        let words = format!(" {heading} ");
        is_single && words.contains(&format!(" {name} "))
    };
    let titles = PositionWords::get().titles_by_heading.iter();
    let found = titles.filter(|(name, _)| *name == heading || is_around(name));
    found
        .max_by_key(|(name, _)| name.len())
        .map(|(_, title)| title)
}

/// Adds the employer that the heading of a section names to the positions without one: `Work experience at Acme`.
pub(super) fn employ_by_heading(positions: &mut [Position], heading: &str) {
    let Some((_, name)) = heading_and_rest(heading) else {
        return;
    };
    let name = without_margin(name);
    let is_name = (1..=MAX_PHRASE_CHARS).contains(&name.len());
    let is_titled = |it: &&mut Position| it.title.is_some() && it.organization.is_none();
    for position in positions.iter_mut().filter(|it| is_name && is_titled(it)) {
        position.organization = Some(name.to_owned());
        position.confidence.organization = Basis::EntryAbove.of_organization();
    }
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::understood;

    #[test]
    fn a_heading_may_name_the_title() {
        for (heading, title) in [
            ("Details of Internship", Some("Internship")),
            ("Internship and Work Experience", None),
        ] {
            let resume = understood(&format!(
                "#Mina Example\nmina@example.org\n\n#{heading}\nAcme Ltd, May 2015 to June 2015\n- Wrote reports.\n"
            ));
            let titles = resume.positions.iter().map(|it| it.title.as_deref());
            assert_eq!(titles.collect::<Vec<_>>(), [title], "{heading}");
        }
    }

    #[test]
    fn a_heading_may_name_the_employer() {
        let resume = understood(
            "#Mina Example\nmina@example.org\n\n#WORK EXPERIENCE AT BLUE SKY:\n\
             Working as a Data Analyst from May 2015 to June 2018\n- Wrote reports.\n\n\
             #Education\nB.Sc. Physics\n",
        );
        let employers = resume.positions.iter().map(|it| it.organization.as_deref());
        assert_eq!(employers.collect::<Vec<_>>(), [Some("BLUE SKY")]);
    }
}
