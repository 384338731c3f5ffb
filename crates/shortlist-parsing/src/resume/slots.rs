//! Decides which phrases near a date are title and employer, by their words and by the other entries of the section.
//!
//! The entries of a resume have the same parts in the same slots. So the entries whose words the lists know decide what the
//! same slots of the others contain.

use std::collections::HashMap;

use shortlist_domain::{Position, PositionConfidence};

use super::confidence::Basis;
use super::forms::Form;
use super::page::is_all_capitals;
use super::phrases::{
    MAX_LEGAL_FORM, MAX_PHRASE_CHARS, Nature, Phrase, names_organization, without_date_words,
    without_margin, words,
};
use super::places::is_place;
use super::skills::is_ideograph;
use super::words::PositionWords;

/// How well a phrase fits as the employer, in ascending order. Among equals, the first phrase wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fitness {
    Aside,
    NearUnknown,
    NearPlaced,
    OwnUnknown,
    OwnDepartment,
    NearNamed,
    OwnNamed,
    Marked,
}

/// The minimum number of words in prose. Short names may have small letters, too.
const MIN_PROSE_WORDS: usize = 4;

/// Returns whether at least three quarters of the words begin with a small letter, as in `Owns the closing for four companies`.
/// A name has capitals.
fn is_prose(phrase: &str) -> bool {
    let words = || phrase.split_whitespace();
    let small = words().filter(|word| word.starts_with(char::is_lowercase));
    let count = words().count();
    count >= MIN_PROSE_WORDS && small.count() * 4 >= count * 3
}

/// Sets the employer to the word of the title for self-employment, if there is one: `Freelance`.
fn set_self_employment(position: &mut Position) {
    let title = position.title.as_deref().unwrap_or("");
    let lower = title.to_lowercase();
    let words = PositionWords::get().self_employed.iter();
    let found = words.filter_map(|word| {
        let at = lower.find(word)?;
        let (before, after) = (lower.get(..at)?, lower.get(at + word.len()..)?);
        let is_whole = word.contains(is_ideograph)
            || !before.ends_with(char::is_alphanumeric)
                && !after.starts_with(char::is_alphanumeric);
        is_whole.then(|| title.get(at..at + word.len()).unwrap_or(word))
    });
    if let Some(word) = found.max_by_key(|word| word.len()) {
        position.organization = Some(word.to_owned());
        position.confidence.organization = Basis::List.of_organization();
    }
}

/// Returns whether a phrase is the place of the name before it: `Graz` in `Analyst · Blue Sky, Graz`.
fn is_place_of(place: &Candidate<'_>, name: &Candidate<'_>) -> bool {
    place.phrase.nature == Nature::Place && std::ptr::eq(place.phrase.cell, name.phrase.cell)
}

/// Returns whether a phrase may name a team: `Quality Lab`, `Group Finance`. A name with a legal form is an employer.
fn may_be_team(phrase: &Phrase<'_>) -> bool {
    let forms = &PositionWords::get().legal_forms;
    let has_form = words(phrase.text).any(|word| forms.contains(&word));
    let is_name = matches!(phrase.nature, Nature::Unknown | Nature::Organization);
    is_name && !phrase.employed && !has_form
}

/// Returns whether a phrase after the date is a detail of the position, and no name: `Grade 7`, `40 people`, `evening shifts`.
fn is_detail(candidate: &Candidate<'_>) -> bool {
    let text = candidate.phrase.text;
    let mut words = text.split_whitespace();
    let is_number = |word: &str| {
        word.chars()
            .all(|c| c.is_ascii_digit() || "%+.-/°º".contains(c))
    };
    let is_counted = text.split_whitespace().count() > 1 && words.any(is_number);
    candidate.slot.after_date && (is_counted || text.starts_with(char::is_lowercase))
}

/// Returns whether the last word of a phrase may name a part of an employer: `Audit Services`.
fn is_department(candidate: &Candidate<'_>) -> bool {
    let last = words(candidate.phrase.text).last();
    let departments = &PositionWords::get().departments;
    last.is_some_and(|last| departments.contains(&last))
}

/// Where a phrase is, relative to the date of its entry. The entries of a resume have the same parts in the same slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Slot {
    /// The number of lines below the date; negative above it.
    pub(super) line: isize,
    pub(super) after_date: bool,
    /// The index among the phrases of the line before or after the date.
    pub(super) order: usize,
}

/// A phrase near the date of an entry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub(super) slot: Slot,
    pub(super) phrase: Phrase<'a>,
}

/// What was read near the date of an entry.
#[derive(Debug, Default)]
pub(super) struct Reading<'a> {
    form: Position,
    title: Option<Candidate<'a>>,
    organization: Option<(Fitness, Candidate<'a>)>,
    place: Option<&'a str>,
    /// Whether it may be a project at an employer.
    pub(super) is_project: bool,
    /// All phrases that may be title or employer, the most likely first.
    pub(super) candidates: Vec<Candidate<'a>>,
}

impl<'a> Reading<'a> {
    /// Begins with what the labelled lines near the date say.
    pub(super) fn new(form: Form) -> Self {
        Self {
            form: form.values,
            is_project: form.is_project,
            ..Self::default()
        }
    }

    /// Returns the only phrase of the line above the date, if it may be the employer and a title is in the line of the date.
    fn above(&self) -> Option<Candidate<'a>> {
        self.title.filter(|title| title.slot.line == 0)?;
        let is_above =
            |it: &&Candidate<'a>| it.slot.line == -1 && it.phrase.nature != Nature::Place;
        let mut above = self.candidates.iter().filter(is_above);
        let (only, None) = (above.next()?, above.next()) else {
            return None;
        };
        let is_name = matches!(only.phrase.nature, Nature::Unknown | Nature::Organization);
        is_name.then_some(*only)
    }

    /// Returns the slot of the unknown phrase right after the title in the line of the date, which may be a team or an employer:
    /// `Technician, Quality Lab`.
    pub(super) fn after_title(&self) -> Option<Slot> {
        let title = self.title.filter(|title| title.slot.line == 0)?;
        let next = Slot {
            order: title.slot.order + 1,
            ..title.slot
        };
        let found = self.candidates.iter().find(|it| it.slot == next)?;
        let is_same = std::ptr::eq(found.phrase.cell, title.phrase.cell);
        (is_same && may_be_team(&found.phrase)).then_some(next)
    }

    /// Leaves out the phrase in a slot, which is a team of the employer above.
    pub(super) fn leave_out(&mut self, slot: Slot) {
        self.candidates.retain(|it| it.slot != slot);
        self.organization = self.organization.filter(|(_, it)| it.slot != slot);
    }

    /// Returns whether a line above the date has a phrase that may be the employer.
    pub(super) fn has_name_above(&self) -> bool {
        let mut candidates = self.candidates.iter();
        candidates.any(|it| it.slot.line < 0 && it.phrase.nature != Nature::Place)
    }

    /// Takes the phrases of a line.
    pub(super) fn take(&mut self, candidates: &[Candidate<'a>]) {
        let mut next = candidates.iter().skip(1).chain(candidates.last());
        for candidate in candidates {
            let is_placed = next.next().is_some_and(|next| is_place_of(next, candidate));
            let own = candidate.slot.line == 0;
            let fitness = match candidate.phrase.nature {
                Nature::Title => {
                    self.title.get_or_insert(*candidate);
                    continue;
                }
                Nature::Place => {
                    self.place.get_or_insert(candidate.phrase.text);
                    continue;
                }
                Nature::Organization if candidate.phrase.employed => Fitness::Marked,
                Nature::Organization if own && self.names_department(candidate) => {
                    Fitness::OwnDepartment
                }
                Nature::Organization if own => Fitness::OwnNamed,
                Nature::Organization if is_prose(candidate.phrase.text) => Fitness::Aside,
                Nature::Organization => Fitness::NearNamed,
                Nature::Aside => Fitness::Aside,
                Nature::Unknown if own && is_detail(candidate) => Fitness::Aside,
                Nature::Unknown if own => Fitness::OwnUnknown,
                Nature::Unknown if is_placed => Fitness::NearPlaced,
                Nature::Unknown => Fitness::NearUnknown,
            };
            // What may be a part of the employer loses only to an employer on another line.
            let is_better = |known: Fitness| match (known, fitness) {
                (Fitness::OwnDepartment, Fitness::OwnNamed) => false,
                (Fitness::OwnDepartment, Fitness::NearNamed) => !is_department(candidate),
                _ => fitness > known,
            };
            if self.organization.is_none_or(|(known, _)| is_better(known)) {
                self.organization = Some((fitness, *candidate));
            }
        }
    }

    /// Returns whether a phrase after the title may be a part of the employer: `Senior Auditor – External Audit Services`.
    fn names_department(&self, candidate: &Candidate<'a>) -> bool {
        let follows_title = self.title.is_some_and(|title| {
            let (title, slot) = (title.slot, candidate.slot);
            (title.line, title.after_date, title.order + 1)
                == (slot.line, slot.after_date, slot.order)
        });
        follows_title && is_department(candidate)
    }

    fn named_organization(&self) -> Option<Candidate<'a>> {
        let named = |(fitness, _): &(Fitness, _)| *fitness >= Fitness::NearNamed;
        self.organization
            .filter(named)
            .map(|(_, candidate)| candidate)
    }

    /// Returns whether a label or a word shows the title.
    pub(super) fn has_title(&self) -> bool {
        self.form.title.is_some() || self.title.is_some()
    }

    /// Returns whether a label or a word in the line of the date shows the title.
    pub(super) fn has_own_title(&self) -> bool {
        let is_own = |title: Candidate<'_>| title.slot.line == 0;
        self.form.title.is_some() || self.title.is_some_and(is_own)
    }

    /// Returns whether a label names the title, and nothing the employer.
    pub(super) fn lacks_employer(&self) -> bool {
        self.form.title.is_some() && self.form.organization.is_none() && self.organization.is_none()
    }

    /// Returns whether a line above the date certainly has the title or the employer.
    pub(super) fn is_begun_above(&self) -> bool {
        let mut known = self.title.into_iter().chain(self.named_organization());
        known.any(|it| it.slot.line < 0)
    }

    /// Returns whether title and employer are certain.
    pub(super) fn is_complete(&self) -> bool {
        let form = self.form.title.is_some() && self.form.organization.is_some();
        form || self.title.is_some() && self.named_organization().is_some()
    }

    /// Returns the phrase without a certain nature that is in the slot with the most votes.
    fn by_votes(
        &self,
        votes: &HashMap<Slot, usize>,
        others: &HashMap<Slot, usize>,
        taken: Option<&Candidate<'a>>,
    ) -> Option<Candidate<'a>> {
        let count =
            |votes: &HashMap<Slot, usize>, slot: &Slot| votes.get(slot).copied().unwrap_or(0);
        let is_free = |candidate: &&Candidate<'a>| {
            candidate.phrase.nature == Nature::Unknown
                && taken.is_none_or(|taken| taken.slot != candidate.slot)
                && count(votes, &candidate.slot) > count(others, &candidate.slot)
        };
        let free = self.candidates.iter().filter(is_free).rev();
        free.max_by_key(|candidate| count(votes, &candidate.slot))
            .copied()
    }

    /// Returns the phrase that is the title if no list knows its words: the one in the line of the date, if the employer is
    /// named elsewhere or is in the line above.
    fn likely_title(&self, named: Option<&Candidate<'a>>) -> Option<Candidate<'a>> {
        let unknown = |line: isize| {
            let candidates = self.candidates.iter();
            candidates.filter(move |it| it.slot.line == line && it.phrase.nature == Nature::Unknown)
        };
        let is_elsewhere = named.is_some() || unknown(-1).next().is_some();
        let own = unknown(0).next().filter(|_| unknown(0).count() == 1);
        own.filter(|_| is_elsewhere)
            .copied()
            .or_else(|| self.before_employer(named?))
    }

    /// Returns the only phrase before an employer in its cell, which is the title in a trade that no list knows:
    /// `Optikerin, Sehwerk GmbH`.
    fn before_employer(&self, named: &Candidate<'a>) -> Option<Candidate<'a>> {
        let slot = named.slot;
        let first = Slot { order: 0, ..slot };
        let found = self.candidates.iter().find(|it| it.slot == first)?;
        let is_same = std::ptr::eq(found.phrase.cell, named.phrase.cell);
        let lists = PositionWords::get();
        let is_form = |word: &String| {
            let is_short = word.len() <= MAX_LEGAL_FORM;
            is_short && lists.organization_words.contains(word) || lists.legal_forms.contains(word)
        };
        let has_form = named.phrase.employed || words(named.phrase.text).any(|it| is_form(&it));
        let may_be_title = slot.order == 1 && is_same && has_form;
        (may_be_title && found.phrase.nature == Nature::Unknown).then_some(*found)
    }

    /// Returns the only phrase of the line above the title, if the title is in the line above the date. Below the date, such an
    /// entry has its tasks.
    fn above_title(&self, title: Option<&Candidate<'a>>) -> Option<Candidate<'a>> {
        title.filter(|title| title.slot.line == -1)?;
        let mut above = self.candidates.iter().filter(|it| it.slot.line == -2);
        let (only, None) = (above.next()?, above.next()) else {
            return None;
        };
        (only.phrase.nature == Nature::Unknown).then_some(*only)
    }

    /// Returns the phrase that fits best as the employer and is not the title.
    fn likely_organization(&self, title: Option<&Candidate<'a>>) -> Option<Candidate<'a>> {
        let is_other = |it: &Candidate<'a>| title.is_none_or(|title| title.slot != it.slot);
        let best = self.organization.map(|(_, candidate)| candidate);
        let is_below = best.is_some_and(|best| best.slot.line > 0);
        if let Some(above) = self.above_title(title).filter(|_| is_below) {
            return Some(above);
        }
        let of_nature = |nature: Nature| {
            let candidates = self.candidates.iter().copied();
            candidates.filter(move |it| it.phrase.nature == nature)
        };
        let others = of_nature(Nature::Unknown).chain(of_nature(Nature::Aside));
        best.into_iter().chain(others).find(is_other)
    }

    /// Returns the title with the phrases that follow it in its cell, unless the employer or a place is among them:
    /// `Analyst (Small Firms), Research`.
    fn whole_title(&self, title: &Candidate<'a>, organization: Option<&Candidate<'a>>) -> &'a str {
        let phrase = title.phrase;
        let is_same = |other: &Phrase<'a>| std::ptr::eq(other.cell, phrase.cell);
        let names_other = |it: &&Candidate<'a>| {
            let nature = it.phrase.nature;
            is_same(&it.phrase) && matches!(nature, Nature::Organization | Nature::Place)
        };
        let is_shared = organization.is_none_or(|it| is_same(&it.phrase))
            || self.candidates.iter().any(|it| names_other(&it));
        let after = phrase.cell.split_once(phrase.text).map(|(_, after)| after);
        let Some(after) = after.filter(|_| !is_shared) else {
            return phrase.text;
        };
        let start = phrase.cell.len() - after.len() - phrase.text.len();
        let whole = phrase.cell.get(start..).unwrap_or(phrase.text);
        let whole = without_date_words(without_margin(whole));
        let is_whole = whole.len() <= MAX_PHRASE_CHARS && whole.len() >= phrase.text.len();
        if is_whole { whole } else { phrase.text }
    }

    /// Returns the title that no label names, and how the title was recognized.
    fn title_by(
        &self,
        votes: &Votes,
        named: Option<&Candidate<'a>>,
    ) -> (Option<Candidate<'a>>, Option<Basis>) {
        match (&self.form.title, self.title) {
            (Some(_), title) => return (title, Some(Basis::Label)),
            (None, title @ Some(_)) => return (title, Some(Basis::List)),
            (None, None) => {}
        }
        let voted = self.by_votes(&votes.titles, &votes.organizations, named);
        let likely = || self.likely_title(named).map(|title| (title, Basis::Place));
        let found = voted.map(|title| (title, Basis::OtherEntries));
        found.or_else(likely).unzip()
    }

    /// Returns the employer that no label names, and how the employer was recognized.
    fn organization_by(
        &self,
        votes: &Votes,
        named: Option<Candidate<'a>>,
        title: Option<&Candidate<'a>>,
    ) -> (Option<Candidate<'a>>, Option<Basis>) {
        let voted = || self.by_votes(&votes.organizations, &votes.titles, title);
        let likely = || self.likely_organization(title);
        let above = self.above().filter(|_| votes.employers_above);
        let found = named.map(|named| (named, Basis::List));
        let found = found.or_else(|| above.map(|above| (above, Basis::OtherEntries)));
        let found = found.or_else(|| voted().map(|voted| (voted, Basis::OtherEntries)));
        let (found, basis) = found
            .or_else(|| likely().map(|likely| (likely, Basis::Place)))
            .unzip();
        match self.form.organization {
            Some(_) => (found, Some(Basis::Label)),
            None => (found, basis),
        }
    }

    /// Returns the position. Phrases that no list knows are interpreted like those in the same slots of other entries.
    pub(super) fn into_position(self, votes: &Votes, at_same: bool) -> (Position, Option<Slot>) {
        let named = self.named_organization();
        let (title, title_basis) = self.title_by(votes, named.as_ref());
        let is_known =
            |(_, basis): &(_, Option<Basis>)| matches!(basis, Some(Basis::List | Basis::Label));
        let (organization, organization_basis) =
            Some(self.organization_by(votes, named, title.as_ref()))
                .filter(|found| !at_same || is_known(found))
                .unwrap_or_default();
        let named_title = title.map(|title| self.whole_title(&title, organization.as_ref()));
        let mut position = Position {
            title: self.form.title.or(named_title.map(ToOwned::to_owned)),
            organization: self
                .form
                .organization
                .or(organization.map(|it| it.phrase.text.to_owned())),
            place: self.form.place.or(self.place.map(ToOwned::to_owned)),
            confidence: PositionConfidence {
                title: title_basis.map_or(0, Basis::of_title),
                organization: organization_basis.map_or(0, Basis::of_organization),
            },
            ..Position::default()
        };
        // In `Globex, Austria` alone, the employer takes the position of the town.
        let is_guess = position.confidence.organization <= Basis::Place.of_organization();
        let is_employer = |name: &str, place: &str| {
            let stands_out = is_all_capitals(name) && !is_all_capitals(place);
            position.organization.is_none() || is_guess && (stands_out || names_organization(name))
        };
        if let Some((first, rest)) = position
            .place
            .as_deref()
            .and_then(|place| place.split_once(','))
            .filter(|(first, rest)| !is_place(first) && is_employer(first, rest))
        {
            position.organization = Some(first.trim().to_owned());
            position.confidence.organization = Basis::Place.of_organization();
            position.place = Some(rest.trim().to_owned());
        }
        // An unknown name on the line of the date is a better guess: it may be a client.
        let is_near = organization.is_none_or(|it| it.slot.line != 0);
        if position.organization.is_none() || is_guess && is_near {
            set_self_employment(&mut position);
        }
        (position, organization.map(|it| it.slot))
    }
}

/// In how many entries of a section a slot certainly contains the title or the employer.
#[derive(Debug, Default)]
pub(super) struct Votes {
    titles: HashMap<Slot, usize>,
    organizations: HashMap<Slot, usize>,
    /// Whether every entry has its title in the line of the date and a name in the line above.
    employers_above: bool,
}

impl Votes {
    /// Counts the certain titles and employers of entries by their slots.
    pub(super) fn of<'a: 'b, 'b>(readings: impl Iterator<Item = &'b Reading<'a>>) -> Self {
        let mut votes = Self::default();
        let (mut count, mut above) = (0, 0);
        for reading in readings {
            count += 1;
            above += usize::from(reading.above().is_some());
            if let Some(title) = reading.title {
                *votes.titles.entry(title.slot).or_default() += 1;
            }
            if let Some(organization) = reading.named_organization() {
                *votes.organizations.entry(organization.slot).or_default() += 1;
            }
        }
        votes.employers_above = count > 1 && above == count;
        votes
    }
}
