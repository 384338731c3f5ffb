//! Chooses the likeliest phrases of an entry: a title and an employer, or a degree and a school.

use std::cmp::Reverse;

use shortlist_domain::Span;

use super::answer::Answer;
use super::lines::Lines;
use super::pieces::Piece;

/// How many of the likeliest phrases of each kind are combined.
const LIKELIEST: usize = 8;

/// A phrase that the models chose.
#[derive(Debug, Clone)]
pub(super) struct Phrase {
    pub(super) text: String,
    /// Its place in the text of the resume.
    pub(super) span: Span,
    /// Its probability in thousandths.
    pub(super) number: i32,
}

/// A title and an employer, or a degree and a school.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    pub(super) role: Option<Phrase>,
    pub(super) organization: Option<Phrase>,
}

/// How often phrases with these probabilities, in thousandths, were right, in percent. The models had not seen the resumes: see
/// `training/work_history.py --measure`.
const MEASURED: [(i32, i32); 8] = [
    (0, 0),
    (200, 20),
    (400, 34),
    (610, 48),
    (760, 66),
    (860, 77),
    (930, 89),
    (1_000, 94),
];

/// Returns how certain a phrase with a probability is, in percent.
pub(super) fn certainty(thousandths: i32) -> u8 {
    let number = thousandths.clamp(0, 1_000);
    let mut steps = MEASURED.iter().zip(MEASURED.iter().skip(1));
    let step = steps.find(|(_, (to, _))| number <= *to);
    let percent = step.map_or(0, |((from, low), (to, high))| {
        low + (number - from) * (high - low) / (to - from)
    });
    u8::try_from(percent).unwrap_or(0)
}

/// Returns the likeliest role and organization that do not overlap.
pub(super) fn likeliest(lines: &Lines<'_>, answer: &Answer) -> Chosen {
    let piece = |at: usize| {
        let index = answer.pieces.get(at)?;
        lines.pieces.get(*index).map(|(piece, _)| piece)
    };
    let is_name = |(at, _): &(usize, i32)| {
        let piece = piece(*at);
        piece.is_some_and(|it| !is_in_address(lines.page.text, it))
    };
    let order = |numbers: &[i32]| -> Vec<(usize, i32)> {
        let mut order: Vec<(usize, i32)> = numbers.iter().copied().enumerate().collect();
        order.sort_by_key(|(at, number)| (Reverse(*number), *at));
        order.into_iter().filter(is_name).take(LIKELIEST).collect()
    };
    let (roles, organizations) = (order(&answer.role), order(&answer.organization));
    let mut best: Option<(i32, [(usize, i32); 2])> = None;
    for role in &roles {
        for organization in &organizations {
            let pair = piece(role.0).zip(piece(organization.0));
            let is_free = pair.is_some_and(|(first, second)| !overlap(first, second));
            let total = role.1 + organization.1;
            if is_free && best.is_none_or(|(most, _)| total > most) {
                best = Some((total, [*role, *organization]));
            }
        }
    }
    let text = |(at, number): (usize, i32)| {
        let piece = piece(at)?;
        Some(Phrase {
            text: worded(lines.page.text, piece),
            span: Span::new(piece.span.start, piece.span.end),
            number,
        })
    };
    match best {
        Some((_, [role, organization])) => Chosen {
            role: text(role),
            organization: text(organization),
        },
        None => {
            let first = |order: &[(usize, i32)]| order.first().copied();
            let (role, organization) = (first(&roles), first(&organizations));
            let is_role = role.map(|(_, number)| number) >= organization.map(|(_, number)| number);
            Chosen {
                role: role.filter(|_| is_role).and_then(text),
                organization: organization.filter(|_| !is_role).and_then(text),
            }
        }
    }
}

/// Returns whether a piece is a part of an e-mail address.
fn is_in_address(text: &str, piece: &Piece<'_>) -> bool {
    let before = text.get(..piece.span.start).unwrap_or_default();
    let after = text.get(piece.span.end..).unwrap_or_default();
    before.ends_with('@') || after.starts_with('@') || piece.text.contains('@')
}

/// Returns the words of a piece. A bracket that it opens is closed as in the text, or left out with what is in it.
fn worded(text: &str, piece: &Piece<'_>) -> String {
    let words = piece.text.as_ref();
    let is_open = words.matches('(').count() > words.matches(')').count();
    let Some(open) = words.rfind('(').filter(|_| is_open) else {
        return words.to_owned();
    };
    let is_closed = text
        .get(piece.span.end..)
        .is_some_and(|rest| rest.starts_with(')'));
    if is_closed && !piece.is_continued {
        return format!("{words})");
    }
    let before = words.get(..open).unwrap_or_default().trim_end();
    if before.is_empty() { words } else { before }.to_owned()
}

/// Returns whether two pieces have words of the text in common.
fn overlap(first: &Piece<'_>, second: &Piece<'_>) -> bool {
    first.span.start < second.span.end && second.span.start < first.span.end
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::pieces::Mark;
    use super::*;

    fn piece<'a>(text: &str, words: &'a str) -> Piece<'a> {
        let start = text.find(words).unwrap();
        Piece {
            line: 0,
            span: start..start + words.len(),
            text: Cow::Borrowed(words),
            before: Mark::Edge,
            after: Mark::Edge,
            order: 0,
            count: 1,
            joined: 1,
            is_continued: false,
        }
    }

    #[test]
    fn certainty_grows_with_the_probability() {
        assert_eq!([0, 860, 1_000, 2_000].map(certainty), [0, 77, 94, 94]);
        let all: Vec<u8> = (0..=1_000).map(certainty).collect();
        assert!(all.is_sorted());
    }

    #[test]
    fn no_part_of_an_address_is_a_title_or_an_employer() {
        let text = "mina@example.org, Clerk @ Acme";
        for part in ["mina", "example.org", "mina@example.org"] {
            assert!(is_in_address(text, &piece(text, part)), "{part}");
        }
        for name in ["Clerk", "Acme"] {
            assert!(!is_in_address(text, &piece(text, name)), "{name}");
        }
    }

    #[test]
    fn a_bracket_is_closed_or_left_out() {
        let text = "Clerk (Payroll) and Acme (India Pvt Ltd";
        let piece = |words: &'static str| piece(text, words);
        assert_eq!(worded(text, &piece("Clerk (Payroll")), "Clerk (Payroll)");
        assert_eq!(worded(text, &piece("Acme (India")), "Acme");
        assert_eq!(worded(text, &piece("Pvt Ltd")), "Pvt Ltd");
    }
}
