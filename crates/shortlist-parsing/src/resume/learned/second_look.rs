//! The second look at each date and piece, when the first answers at the other dates are known.
//!
//! The entries of a resume have the same parts in the same places, and a phrase belongs to one entry. So the second look knows what the
//! first found in the same slot at the other dates, and how well a piece fits there.

use super::answer::Answer;
use super::features::{Slot, slot};
use super::lines::Lines;
use hashbrown::HashMap;

/// The lowest probability of a date whose entry counts for others, in thousandths.
const MIN_PEER: i32 = 350;
/// The maximum number of dates between two that count for each other.
const MAX_APART: usize = 12;
/// The value of what does not exist.
const NONE: i32 = -1;

/// How many numbers the first answers give for a piece.
const OF_SECOND_LOOK: usize = 15;

/// A slot of a piece that is not joined, or joined in the same way.
type Place = (Slot, usize);

/// What the first answers say about all dates.
pub(super) struct SecondLook<'a> {
    lines: &'a Lines<'a>,
    answers: &'a [Answer],
    /// What the models of the other kind of entries say.
    others: &'a [Answer],
    places: Vec<Vec<Place>>,
    /// The places of the likeliest role and organization of each date.
    picked: Vec<[Option<Place>; 2]>,
    /// How well each piece fits as role and organization of each date near it.
    uses: HashMap<usize, Vec<(usize, [i32; 2])>>,
}

fn number(value: usize) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

fn best(values: &[i32]) -> i32 {
    values.iter().copied().max().unwrap_or(0)
}

impl<'a> SecondLook<'a> {
    pub(super) fn of(lines: &'a Lines<'a>, answers: &'a [Answer], others: &'a [Answer]) -> Self {
        let mut second = Self {
            lines,
            answers,
            others,
            places: Vec::with_capacity(answers.len()),
            picked: Vec::with_capacity(answers.len()),
            uses: HashMap::new(),
        };
        for (index, answer) in answers.iter().enumerate() {
            second.add(index, answer);
        }
        second
    }

    fn add(&mut self, index: usize, answer: &Answer) {
        let date = self.lines.dates.get(index);
        let place = |piece: &usize| {
            let (piece, _) = self.lines.pieces.get(*piece)?;
            Some((slot(piece, date?), piece.joined))
        };
        let places: Vec<Place> = answer.pieces.iter().filter_map(place).collect();
        let first_best = |values: &[i32]| {
            let most = best(values);
            let at = values.iter().position(|value| *value == most)?;
            places.get(at).copied()
        };
        self.picked
            .push([first_best(&answer.role), first_best(&answer.organization)]);
        self.places.push(places);
        let fits = answer.role.iter().zip(&answer.organization);
        for (piece, (role, organization)) in answer.pieces.iter().zip(fits) {
            let fit = [
                answer.date * role / 1_000,
                answer.date * organization / 1_000,
            ];
            self.uses.entry(*piece).or_default().push((index, fit));
        }
    }

    /// Returns the dates that count for another.
    fn peers(&self, index: usize) -> Vec<usize> {
        let first = index.saturating_sub(MAX_APART);
        let last = (index + MAX_APART + 1).min(self.answers.len());
        let is_peer = |at: &usize| {
            let date = self.answers.get(*at).map_or(0, |answer| answer.date);
            *at != index && date >= MIN_PEER
        };
        (first..last).filter(is_peer).collect()
    }

    /// Returns how well a piece fits as role and organization of the other dates.
    fn elsewhere(&self, piece: usize, index: usize) -> [i32; 2] {
        let uses = self.uses.get(&piece).map(Vec::as_slice).unwrap_or_default();
        let others = uses.iter().filter(|(at, _)| *at != index);
        others.fold([0, 0], |[role, organization], (_, fit)| {
            [role.max(fit[0]), organization.max(fit[1])]
        })
    }

    /// Returns the share of peers that picked a place, in thousandths.
    fn share(&self, peers: &[usize], which: usize, place: Option<Place>) -> i32 {
        let picked = |at: &&usize| {
            let picked = self.picked.get(**at).and_then(|picked| picked.get(which));
            place.is_some() && picked.copied().flatten() == place
        };
        let count = number(peers.iter().filter(picked).count());
        (count * 1_000)
            .checked_div(number(peers.len()))
            .unwrap_or(0)
    }

    /// Describes the pieces near a date by the first answers.
    pub(super) fn of_pieces(&self, index: usize) -> Vec<[i32; OF_SECOND_LOOK]> {
        let known = self.answers.get(index).zip(self.places.get(index));
        let Some((answer, places)) = known else {
            return Vec::new();
        };
        let peers = self.peers(index);
        let sums = self.sums(&peers);
        let count = number(peers.len());
        let (best_role, best_organization) = (best(&answer.role), best(&answer.organization));
        let other = self.others.get(index);
        let of_other = |numbers: Option<&Vec<i32>>, at: usize| {
            numbers.and_then(|it| it.get(at)).copied().unwrap_or(0)
        };
        let values = answer.role.iter().zip(&answer.organization);
        let pieces = answer.pieces.iter().zip(places).zip(values).enumerate();
        let rows = pieces.map(|(at, ((piece, place), (role, organization)))| {
            let mean = |which: usize| sums.get(place)?.get(which)?.checked_div(count);
            let [as_role, as_organization] = self.elsewhere(*piece, index);
            [
                *role,
                *organization,
                best_role - role,
                best_organization - organization,
                mean(0).unwrap_or(NONE),
                mean(1).unwrap_or(NONE),
                self.share(&peers, 0, Some(*place)),
                self.share(&peers, 1, Some(*place)),
                count,
                as_role,
                as_organization,
                answer.date,
                other.map_or(0, |other| other.date),
                of_other(other.map(|other| &other.role), at),
                of_other(other.map(|other| &other.organization), at),
            ]
        });
        rows.collect()
    }

    /// Returns the sums of what the first answers say about each place at the peers.
    fn sums(&self, peers: &[usize]) -> HashMap<Place, [i32; 2]> {
        let mut sums: HashMap<Place, [i32; 2]> = HashMap::new();
        for peer in peers {
            let Some((other, places)) = self.answers.get(*peer).zip(self.places.get(*peer)) else {
                continue;
            };
            let values = other.role.iter().zip(&other.organization);
            for (place, (role, organization)) in places.iter().zip(values) {
                let sum = sums.entry(*place).or_default();
                *sum = [sum[0] + role, sum[1] + organization];
            }
        }
        sums
    }

    /// Describes a date by the first answers.
    pub(super) fn of_date(&self, index: usize) -> Vec<i32> {
        let Some(answer) = self.answers.get(index) else {
            return Vec::new();
        };
        let peers = &self.peers(index);
        let date = |at: Option<usize>| {
            let found = at.and_then(|at| self.answers.get(at));
            found.map_or(NONE, |answer| answer.date)
        };
        let line = |at: usize| self.lines.dates.get(at).map_or(0, |date| date.line);
        let first = index.saturating_sub(MAX_APART);
        let near = (first..index + MAX_APART + 1)
            .filter(|at| *at != index && line(*at).abs_diff(line(index)) <= 2);
        let elsewhere = answer
            .pieces
            .iter()
            .map(|piece| self.elsewhere(*piece, index));
        let [as_role, as_organization] =
            elsewhere.fold([0, 0], |[a, b], [c, d]| [a.max(c), b.max(d)]);
        let [role, organization] = self.picked.get(index).copied().unwrap_or_default();
        vec![
            answer.date,
            best(&answer.role),
            best(&answer.organization),
            number(peers.len()),
            self.answers.iter().map(|answer| answer.date).sum(),
            date(index.checked_sub(1)),
            date(index.checked_add(1)),
            self.share(peers, 0, role),
            self.share(peers, 1, organization),
            near.map(|at| date(Some(at))).max().unwrap_or(NONE),
            as_role,
            as_organization,
            self.others.get(index).map_or(0, |other| other.date),
            self.others.iter().map(|other| other.date).sum(),
        ]
    }
}
