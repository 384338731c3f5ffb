//! Decides which entries are parts of others: projects and titles at an employer, and repetitions.

use std::collections::{HashMap, HashSet};

use shortlist_domain::{PartialDate, Position};
use shortlist_vocabulary::is_stop_word;

use super::confidence::Basis;
use super::phrases::words;
use super::words::PositionWords;

/// The maximum number of employers that projects are compared with.
const MAX_EMPLOYERS: usize = 50;

/// The maximum number of titles that begin together at an employer and are compared.
const MAX_TITLES_AT_ONCE: usize = 20;

/// What separates an employer from its unit.
const UNIT: &str = ", ";

/// A position, and whether it may be a project at an employer.
pub(super) struct FoundPosition {
    /// The position.
    pub(super) position: Position,
    /// Whether it may be a project at an employer.
    pub(super) is_project: bool,
}

/// Returns whether a label or a list shows the employer.
pub(super) fn has_known_employer(position: &Position) -> bool {
    position.confidence.organization >= Basis::Label.of_organization()
}

/// Returns whether a label or a list shows the title.
fn has_known_title(position: &Position) -> bool {
    position.confidence.title >= Basis::Label.of_title()
}

/// Returns whether an entry begins while another one lasts.
fn begins_within(part: &Position, whole: &Position) -> bool {
    part.start >= whole.start && (whole.current || part.start <= whole.end)
}

/// Leaves out projects that begin while the person works for a known employer, and entries without known words that begin
/// together with a known one.
pub(super) fn without_projects(found: Vec<FoundPosition>) -> Vec<Position> {
    let is_employer = |it: &&FoundPosition| {
        !it.is_project && has_known_employer(&it.position) && has_known_title(&it.position)
    };
    let employers = found.iter().filter(is_employer).take(MAX_EMPLOYERS);
    let employers: Vec<Position> = employers.map(|it| it.position.clone()).collect();
    let starts: HashSet<_> = employers.iter().map(|it| it.start).collect();
    let is_part = |it: &FoundPosition| {
        let is_unknown = !has_known_title(&it.position) && !has_known_employer(&it.position);
        let is_titled = it.position.title.is_some();
        let mut employers = employers.iter();
        it.is_project && employers.any(|whole| begins_within(&it.position, whole))
            || is_titled && is_unknown && starts.contains(&it.position.start)
    };
    let kept = found.into_iter().filter(|it| !is_part(it));
    kept.map(|it| it.position).collect()
}

/// Copies the employer of a longer entry without a title to an entry within its dates whose employer is a guess.
pub(super) fn at_employer_of(mut position: Position, whole: Option<&Position>) -> Position {
    let is_guess = !has_known_employer(&position) && position.title.is_some();
    if let Some(whole) = whole.filter(|whole| is_guess && is_within(&position, whole)) {
        position.organization.clone_from(&whole.organization);
        position.confidence.organization = Basis::EntryAbove.of_organization();
    }
    position
}

/// The employers of entries without titles, which may contain the entries below them. Their units are not among them.
#[derive(Debug, Default)]
pub(super) struct Employers(Vec<Employer>);

/// An employer of an entry without a title.
#[derive(Debug)]
struct Employer {
    position: Position,
    first_word: String,
}

impl Employers {
    /// Adds the employer to the name of its unit, which is an entry without a title within the dates of the employer, whose name
    /// begins with the same distinguishing word: `Acme Motor Company`, `Acme Leoben Plant`. Remembers any other known employer.
    pub(super) fn name_unit(&mut self, position: &mut Position) {
        if position.title.is_some() || !has_known_employer(position) {
            return;
        }
        let Some(first_word) = distinguishing_words(position).next() else {
            return;
        };
        let is_whole =
            |it: &&Employer| it.first_word == first_word && is_within(position, &it.position);
        let whole = self.0.iter().rev().find(is_whole);
        let whole = whole.and_then(|it| it.position.organization.as_deref());
        match whole.zip(position.organization.as_deref()) {
            Some((whole, unit)) if !unit.eq_ignore_ascii_case(whole) => {
                position.organization = Some(format!("{whole}{UNIT}{unit}"));
            }
            Some(_) => {}
            None if self.0.len() < MAX_EMPLOYERS => self.0.push(Employer {
                position: position.clone(),
                first_word,
            }),
            None => {}
        }
    }
}

/// Returns whether an entry begins and ends while another one lasts.
pub(super) fn is_within(part: &Position, whole: &Position) -> bool {
    let ends = whole.current || part.end.is_some() && part.end <= whole.end;
    begins_within(part, whole) && ends
}

/// Returns whether a position is at an employer or in a unit of it.
pub(super) fn is_at(position: &Position, employer: &Position) -> bool {
    let names = position
        .organization
        .as_deref()
        .zip(employer.organization.as_deref());
    names.is_some_and(|(name, employer)| {
        let rest = name.strip_prefix(employer);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(UNIT))
    })
}

/// Leaves out positions that are repeated, and positions without dates that repeat the title or the employer of another.
pub(super) fn without_repetitions(positions: Vec<Position>) -> Vec<Position> {
    let folded = |text: &Option<String>| text.as_deref().map(str::to_lowercase);
    let dated = positions.iter().filter(|it| it.start.is_some());
    let mut known: HashSet<String> = HashSet::new();
    let mut known_employers: HashSet<String> = HashSet::new();
    for position in dated {
        known.extend(
            [folded(&position.title), folded(&position.organization)]
                .into_iter()
                .flatten(),
        );
        known_employers.extend(employer_words(position));
    }
    // What began in the same month at the same employer and has ended is not also a current position.
    let mut ended: HashMap<_, Titles> = HashMap::new();
    for position in positions
        .iter()
        .filter(|it| it.end.is_some() && !it.current)
    {
        let titles = ended.entry(beginning(position)).or_default();
        titles.insert(title_words(position));
    }
    let mut seen = HashSet::new();
    let mut known_titles: HashMap<_, Titles> = HashMap::new();
    let mut is_new = |it: &Position| {
        let (title, organization) = (folded(&it.title), folded(&it.organization));
        let is_known = |text: &Option<String>| text.as_ref().is_some_and(|it| known.contains(it));
        // The same title at another employer is another position.
        let employer = employer_words(it);
        let is_employed_elsewhere = !employer.is_empty() && employer.is_disjoint(&known_employers);
        let is_titled_alike = is_known(&title) && !is_employed_elsewhere;
        let repeats = it.start.is_none() && (is_titled_alike || is_known(&organization));
        let is_named = title.is_some() || organization.is_some();
        if organization.is_some() && it.start.is_some() {
            let (words, begun) = (title_words(it), beginning(it));
            let has_ended = it.current && ended.get(&begun).is_some_and(|it| it.contain(&words));
            let titles = known_titles.entry(begun).or_default();
            if has_ended || titles.contain(&words) {
                return false;
            }
            titles.insert(words);
        }
        !repeats && (!is_named || seen.insert((title, organization, it.start, it.end)))
    };
    positions.into_iter().filter(|it| is_new(it)).collect()
}

/// Returns the words that distinguish an employer from others.
fn employer_words(position: &Position) -> HashSet<String> {
    distinguishing_words(position).collect()
}

fn distinguishing_words(position: &Position) -> impl Iterator<Item = String> {
    let lists = PositionWords::get();
    let is_general = |word: &String| {
        word.chars().count() == 1
            || is_stop_word(word)
            || lists.articles.contains(word)
            || lists.organization_words.contains(word)
    };
    let words = position.organization.iter().flat_map(|it| words(it));
    words.filter(move |word| !is_general(word))
}

fn title_words(position: &Position) -> HashSet<String> {
    position.title.iter().flat_map(|it| words(it)).collect()
}

/// The words of each title that began together at an employer.
#[derive(Debug, Default)]
struct Titles(Vec<HashSet<String>>);

impl Titles {
    /// Returns whether a title has most words of a known one, or the reverse. A list of employers may precede their descriptions,
    /// with shorter titles.
    fn contain(&self, words: &HashSet<String>) -> bool {
        let mut known = self.0.iter();
        known.any(|known| known.intersection(words).count() * 2 > known.len().min(words.len()))
    }

    fn insert(&mut self, words: HashSet<String>) {
        if self.0.len() < MAX_TITLES_AT_ONCE {
            self.0.push(words);
        }
    }
}

/// Returns the employer and the start of a position. Positions that began in the same year may follow each other, so the end
/// distinguishes them if the month is unknown.
fn beginning(position: &Position) -> (Option<String>, Option<PartialDate>, Option<PartialDate>) {
    let employer = position.organization.as_deref().map(str::to_lowercase);
    let has_month = position.start.is_some_and(|start| start.month.is_some());
    let end = position.end.filter(|_| !has_month);
    (employer, position.start, end)
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::positions;

    #[test]
    fn projects_at_an_employer_are_not_positions() {
        let entries = "Worked as Data Analyst with Acme Ltd from May 2015 to June 2018\n\
                       Project\tReports\nClient\tGlobex\nDuration\tMay 2015 - June 2016\nRole\tReporter\n\
                       Project\tCharts\nClient\tInitech\nDuration\tJuly 2016 - June 2018\nRole\tReporter";
        assert_eq!(positions(entries), ["Data Analyst | Acme Ltd"]);
    }

    #[test]
    fn a_dated_name_within_a_position_is_its_project() {
        let entries = "工作时间: 2014.10－2016.8\n单位: 示例公司\n岗位: 软件工程师\n- Wrote.\n\n\
                       项目名称：知菜谱（H5） 2015 年 4 月—2015 年 7 月\n软件环境：HTML\n";
        assert_eq!(positions(entries), ["软件工程师 | 示例公司"]);
    }

    #[test]
    fn titles_within_the_dates_of_an_employer_share_it() {
        let entries = "ACME CORPORATION, Graz\t1995 to 2013\n- A maker of labels.\n\
                       Director of Reports\t2010 to 2013\n- Led.\n\
                       Director: Charts and Maps\t1995 to 2010\n- Drew.";
        assert_eq!(
            positions(entries),
            [
                "Director of Reports | ACME CORPORATION",
                "Director: Charts and Maps | ACME CORPORATION"
            ]
        );
    }

    #[test]
    fn a_unit_within_the_dates_of_its_employer_has_both_names() {
        let entries = "ACME MOTOR COMPANY, July 1995 - Present\n\n\
                       Graz Institute of Technology, Graz, Austria, June 2000 - Present\n- Studied.\n\
                       Acme Leoben Plant, Leoben, Austria, July 1995 - June 2000\n\
                       Paint Engineer, January 1998 - June 2000\nResponsible for paint.\n\
                       Process Engineer, October 1996 - January 1998\nResponsible for processes.";
        assert_eq!(
            positions(entries),
            [
                "? | Graz Institute of Technology",
                "Paint Engineer | ACME MOTOR COMPANY, Acme Leoben Plant",
                "Process Engineer | ACME MOTOR COMPANY, Acme Leoben Plant",
            ]
        );
    }

    #[test]
    fn employers_are_no_units_of_each_other() {
        assert_eq!(
            positions(
                "Bank of Graz, 2010 - Present\n- Led.\nMinistry of Finance, 2012 - 2014\n- Filed."
            ),
            ["? | Bank of Graz", "? | Ministry of Finance"]
        );
        assert_eq!(
            positions(
                "Acme Ltd, 2010 - Present\n- Led.\nAcme Labs, 2012 - Present\n- Filed.\n\
                 Acme Systems, 2015 - Present\n- Drew."
            ),
            [
                "? | Acme Ltd",
                "? | Acme Ltd, Acme Labs",
                "? | Acme Ltd, Acme Systems"
            ]
        );
    }

    #[test]
    fn a_shorter_title_at_the_same_time_and_employer_repeats_a_position() {
        let entries = "Data Analyst, Acme Ltd\tMar 2015 – Jun 2018\nClerk, Acme Ltd\tMar 2015 – Jun 2018\n\n\
                       Senior Data Analyst for Reports, Acme Ltd\tMar 2015 – Jun 2018\n- Wrote.";
        assert_eq!(
            positions(entries),
            ["Data Analyst | Acme Ltd", "Clerk | Acme Ltd"]
        );
    }

    #[test]
    fn a_position_that_has_ended_is_not_also_a_current_one() {
        let entries = "Since Oct 2012 associated with Acme Ltd as a Data Analyst\n\n\
                       Senior Data Analyst, Acme Ltd\tOct 2012 – Mar 2018\n- Wrote.";
        assert_eq!(positions(entries), ["Senior Data Analyst | Acme Ltd"]);
        let entries = "Founder, Acme Ltd\tOct 2012 – Present\n- Led.\n\
                       Data Analyst, Acme Ltd\tOct 2012 – Mar 2018\n- Wrote.";
        assert_eq!(
            positions(entries),
            ["Founder | Acme Ltd", "Data Analyst | Acme Ltd"]
        );
    }

    #[test]
    fn other_titles_at_the_same_time_or_another_employer_repeat_nothing() {
        assert_eq!(
            positions(
                "Reading Practicum, Hilltop Bank\tSep 2008 – Dec 2008\n- Read.\n\
                 Letter Sorting Practicum, Hilltop Bank\tSep 2008 – Dec 2008\n- Sorted."
            ),
            [
                "Reading Practicum | Hilltop Bank",
                "Letter Sorting Practicum | Hilltop Bank"
            ]
        );
        assert_eq!(
            positions(
                "- Blue Sky (Graz, Austria) Web Developer\nTools: Rust, Go.\nWrote pages.\nRead pages.\n\
                 2017 - 2018 Acme Ltd (Graz, Austria) Web Developer\nTools: Rust."
            ),
            ["Web Developer | Blue Sky", "Web Developer | Acme Ltd"]
        );
    }

    #[test]
    fn an_undated_position_repeats_a_dated_one_at_the_same_employer() {
        assert_eq!(
            positions(
                "Data Analyst, Acme Works\tMar 2015 – Jun 2018\n- Wrote.\n- Read.\n- Asked.\n\
                 Worked as a Data Analyst with M/s. Acme Works Ltd."
            ),
            ["Data Analyst | Acme Works"]
        );
    }

    #[test]
    fn a_promotion_in_the_same_year_repeats_nothing() {
        let entries =
            "Senior Clerk, Acme Ltd\t2015 – 2018\n- Led.\nClerk, Acme Ltd\t2015 – 2015\n- Sorted.";
        assert_eq!(
            positions(entries),
            ["Senior Clerk | Acme Ltd", "Clerk | Acme Ltd"]
        );
    }

    #[test]
    fn dates_in_the_form_of_a_project_are_its_own() {
        let entries = "Data Analyst, Acme Ltd\tMay 2005 – June 2018\n- Wrote.\n\
                       1. PROJECT : REPORTS\nYEAR : 2010 - 2011\nNATURE OF WORK : WRITING";
        assert_eq!(positions(entries), ["Data Analyst | Acme Ltd"]);
    }

    #[test]
    fn repeated_positions_are_reported_once() {
        let entry = "Data Analyst, Acme Ltd\tMar 2015 – Jun 2018\n- Wrote reports.\n";
        assert_eq!(
            positions(&format!("{entry}{entry}")),
            ["Data Analyst | Acme Ltd"]
        );
    }
}
