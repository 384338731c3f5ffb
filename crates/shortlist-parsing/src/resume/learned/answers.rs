//! What the models say about the dates of a resume: as dates of positions, and as dates of studies.

use super::answer::Answer;
use super::date_features::of_date;
use super::entries::Entries;
use super::lines::Lines;
use super::models::forests;
use super::piece_features::{Around, of_piece};
use super::second_look::SecondLook;
use super::trees::Forest;

/// The lowest probability of a date at which the rules read a position that is certain enough to be shown, in thousandths.
pub(super) const MIN_RULED_DATE: i32 = 400;
/// The lowest probability of a date that dates a study, in thousandths.
pub(super) const MIN_STUDY: i32 = 500;
/// Below this probability at the first look, the pieces near a date are not looked at, in thousandths.
const MIN_LOOK: i32 = 50;
/// The answers for all dates.
pub(super) struct Answers {
    pub(super) work: Vec<Answer>,
    pub(super) study: Vec<Answer>,
}

impl Answers {
    /// Asks the models.
    pub(super) fn of(lines: &Lines<'_>, ruled: &Entries) -> Self {
        let [
            work_date,
            work_role,
            work_organization,
            work_date_again,
            work_role_again,
            work_organization_again,
            study_date,
            study_role,
            study_organization,
            study_date_again,
            study_role_again,
            study_organization_again,
        ] = &forests().0;
        let mut rows = rows(lines, ruled);
        let first = |forests: [&Forest; 3]| -> Vec<Answer> {
            let answers = rows.iter().map(|row| row.answer(forests, MIN_LOOK));
            answers.collect()
        };
        let work = first([work_date, work_role, work_organization]);
        let study = first([study_date, study_role, study_organization]);
        let mut again = |look: &SecondLook<'_>, forests: [&Forest; 3], least: i32| -> Vec<Answer> {
            let rows = rows.iter_mut().enumerate();
            let answers = rows.map(|(index, row)| row.answer_again(look, index, forests, least));
            answers.collect()
        };
        Self {
            work: again(
                &SecondLook::of(lines, &work, &study),
                [work_date_again, work_role_again, work_organization_again],
                MIN_RULED_DATE,
            ),
            study: again(
                &SecondLook::of(lines, &study, &work),
                [study_date_again, study_role_again, study_organization_again],
                MIN_STUDY,
            ),
        }
    }
}

/// The descriptions of a date and of the pieces near it.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) date: Vec<i32>,
    pub(super) pieces: Vec<(usize, Vec<i32>)>,
}

/// Describes all dates.
pub(super) fn rows(lines: &Lines<'_>, ruled: &Entries) -> Vec<Rows> {
    let row = |index: usize| {
        let around = Around::of(lines, index, ruled)?;
        let near = lines.near(lines.dates.get(index)?).into_iter();
        let pieces = near.map(|at| (at, of_piece(lines, &around, at)));
        Some(Rows {
            date: of_date(lines, index, ruled),
            pieces: pieces.collect(),
        })
    };
    (0..lines.dates.len()).filter_map(row).collect()
}

impl Rows {
    /// Returns the answer of three forests. Below the least probability of the date, those of its pieces are 0.
    fn answer(&self, [date, role, organization]: [&Forest; 3], least: i32) -> Answer {
        let date = date.probability(&self.date);
        let all = |forest: &Forest| {
            if date < least {
                return vec![0; self.pieces.len()];
            }
            forest.probabilities(self.pieces.iter().map(|(_, row)| row.as_slice()))
        };
        Answer {
            date,
            pieces: self.pieces.iter().map(|(piece, _)| *piece).collect(),
            role: all(role),
            organization: all(organization),
        }
    }

    /// Returns the answer of three forests that also know what the first ones said. Below the least probability of the date, its
    /// pieces are left out. The rows are longer meanwhile, which is faster than copies of them.
    fn answer_again(
        &mut self,
        look: &SecondLook<'_>,
        index: usize,
        [date, role, organization]: [&Forest; 3],
        least: i32,
    ) -> Answer {
        let date = date.probability(&[self.date.as_slice(), &look.of_date(index)].concat());
        if date < least {
            return Answer {
                date,
                ..Answer::default()
            };
        }
        let own = self.pieces.first().map_or(0, |(_, row)| row.len());
        for ((_, row), more) in self.pieces.iter_mut().zip(look.of_pieces(index)) {
            row.extend(more);
        }
        let rows = || self.pieces.iter().map(|(_, row)| row.as_slice());
        let all = |forest: &Forest| forest.probabilities(rows());
        let answer = Answer {
            date,
            pieces: self.pieces.iter().map(|(piece, _)| *piece).collect(),
            role: all(role),
            organization: all(organization),
        };
        for (_, row) in &mut self.pieces {
            row.truncate(own);
        }
        answer
    }
}
