//! Chooses the likeliest phrases of an entry: a title and an employer, or a degree and a school.

use std::cmp::Reverse;

use shortlist_domain::Span;

use super::answer::Answer;
use super::lines::Lines;
use super::pieces::{Mark, Piece};

/// How many of the likeliest phrases of each kind are combined.
const LIKELIEST: usize = 8;

/// The lowest probability of a role with its specialty, in thousandths, and the highest of the specialty as an organization.
const MIN_SPECIALTY: i32 = 60;
const MAX_NAME: i32 = 100;

/// A piece near a date, and the probability of what it is taken for, in thousandths.
#[derive(Debug, Clone, Copy)]
struct Rated {
    at: usize,
    number: i32,
}

fn rated(numbers: &[i32]) -> impl Iterator<Item = Rated> {
    let numbers = numbers.iter().enumerate();
    numbers.map(|(at, number)| Rated {
        at,
        number: *number,
    })
}

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
    let is_name = |it: &Rated| {
        let piece = piece(it.at);
        piece.is_some_and(|it| !is_in_address(lines.page.text, it))
    };
    let order = |numbers: &[i32]| -> Vec<Rated> {
        let mut order: Vec<Rated> = rated(numbers).collect();
        order.sort_by_key(|it| (Reverse(it.number), it.at));
        order.into_iter().filter(is_name).take(LIKELIEST).collect()
    };
    let (roles, organizations) = (order(&answer.role), order(&answer.organization));
    let mut best: Option<(i32, [Rated; 2])> = None;
    for role in &roles {
        for organization in &organizations {
            let pair = piece(role.at).zip(piece(organization.at));
            let is_free = pair.is_some_and(|(first, second)| !overlap(first, second));
            let total = role.number + organization.number;
            if is_free && best.is_none_or(|(most, _)| total > most) {
                best = Some((total, [*role, *organization]));
            }
        }
    }
    let text = |Rated { at, number }: Rated| {
        let piece = piece(at)?;
        Some(Phrase {
            text: worded(lines.page.text, piece),
            span: Span::new(piece.span.start, piece.span.end),
            number,
        })
    };
    match best {
        Some((_, [role, organization])) => Chosen {
            role: text(with_specialty(role, organization, answer, piece)),
            organization: text(organization),
        },
        None => {
            let first = |order: &[Rated]| order.first().copied();
            let (role, organization) = (first(&roles), first(&organizations));
            let is_role = role.map(|it| it.number) >= organization.map(|it| it.number);
            Chosen {
                role: role.filter(|_| is_role).and_then(text),
                organization: organization.filter(|_| !is_role).and_then(text),
            }
        }
    }
}

/// Returns a role with the phrase after its comma if that is no organization: `Charge Nurse, Intensive Care`.
fn with_specialty<'a>(
    role: Rated,
    organization: Rated,
    answer: &Answer,
    piece: impl Fn(usize) -> Option<&'a Piece<'a>>,
) -> Rated {
    let Some((own, employer)) = piece(role.at).zip(piece(organization.at)) else {
        return role;
    };
    let is_no_name = |from: usize, to: usize| {
        let mut parts = (0..answer.pieces.len()).filter(|at| {
            piece(*at).is_some_and(|part| part.span.start >= from && part.span.end <= to)
        });
        parts.all(|at| answer.organization.get(at).is_none_or(|it| *it < MAX_NAME))
    };
    let fits = |it: &Rated| {
        let Some(longer) = piece(it.at).filter(|_| it.number >= MIN_SPECIALTY) else {
            return false;
        };
        longer.span.start == own.span.start
            && longer.joined == own.joined + 1
            && own.after == Mark::Comma
            && !overlap(longer, employer)
            && is_no_name(own.span.end, longer.span.end)
    };
    let longer = rated(&answer.role).filter(fits);
    let found = longer.max_by_key(|it| it.number);
    found.map_or(role, |it| Rated {
        number: it.number.max(role.number),
        ..it
    })
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
    fn a_specialty_after_a_comma_is_a_part_of_the_title() {
        let chosen = |text: &str, whole: &str, employer: &str, numbers: [i32; 2]| {
            let [of_whole, of_part] = numbers;
            let (title, part) = whole.split_once(", ").unwrap();
            let title = Piece {
                after: Mark::Comma,
                ..piece(text, title)
            };
            let longer = Piece {
                joined: 2,
                ..piece(text, whole)
            };
            let found = [title, piece(text, employer), longer, piece(text, part)];
            let answer = Answer {
                date: 900,
                pieces: (0..found.len()).collect(),
                role: vec![800, 10, of_whole, 10],
                organization: vec![10, 900, 10, of_part],
            };
            let find = |at: usize| found.get(at);
            let [title, employer] = [(0, 800), (1, 900)].map(|(at, number)| Rated { at, number });
            with_specialty(title, employer, &answer, find).at
        };
        let text = "Acme, Charge Nurse, Intensive Care";
        let whole = "Charge Nurse, Intensive Care";
        assert_eq!(chosen(text, whole, "Acme", [200, 20]), 2);
        // The models do not believe in it, or it may be the employer.
        assert_eq!(chosen(text, whole, "Acme", [10, 20]), 0);
        assert_eq!(chosen(text, whole, "Acme", [200, 400]), 0);
        assert_eq!(chosen(text, whole, "Intensive Care", [200, 20]), 0);
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
