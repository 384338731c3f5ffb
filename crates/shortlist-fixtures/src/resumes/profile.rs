//! An invented person's career as a resume presents it, and the facts for checking a reader.

use super::Language;
use super::dates::{self, Month, Style};
use super::words::{Track, Words, pick};
use crate::random::pseudo_random;

/// A job that the person held.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    pub(crate) title: &'static str,
    pub(crate) employer: &'static str,
    pub(crate) place: &'static str,
    pub(crate) dates: String,
    pub(crate) duties: Vec<String>,
    /// The start as `2019-03`, or `2019` if the person writes only years.
    pub(crate) start: String,
    /// The first month, and the month after the last.
    months: (i32, i32),
}

/// A degree or a school.
#[derive(Debug, Clone)]
pub(crate) struct Study {
    pub(crate) degree: &'static str,
    pub(crate) school: &'static str,
    pub(crate) dates: String,
}

/// Skills under one label.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) label: &'static str,
    pub(crate) skills: Vec<&'static str>,
}

/// Everything that a resume says.
#[derive(Debug, Clone)]
pub(crate) struct Profile {
    pub(crate) language: Language,
    pub(crate) words: Words,
    pub(crate) number: u64,
    pub(crate) name: &'static str,
    pub(crate) mail: String,
    /// Empty if the person has no telephone number.
    pub(crate) phone: String,
    pub(crate) place: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) jobs: Vec<Job>,
    pub(crate) studies: Vec<Study>,
    pub(crate) groups: Vec<Group>,
    pub(crate) spoken: Vec<&'static str>,
    /// The year in which the first job began.
    pub(crate) first_year: i32,
    pub(crate) level: &'static str,
}

impl Profile {
    /// Returns the person with a number who writes in a language. The number also selects how they write dates.
    pub(crate) fn of(language: Language, number: u64) -> Self {
        let words = Words::of(language);
        let chance = |salt: u64| pseudo_random(number, salt);
        let (name, local) = match words.line("person", chance(1)) {
            [name, local] => (*name, *local),
            _ => ("", ""),
        };
        let style = Style::of(&words, chance(2));
        let track = pick(&words.tracks, chance(3)).cloned().unwrap_or_default();
        let groups: Vec<_> = track.skills.iter().filter_map(|text| group(text)).collect();
        let jobs = jobs(&words, &track, &groups, &style, number);
        let first_year = dates::year_of(jobs.last().map_or(0, |job| job.months.0));
        let (level, studies) = studies(&words, first_year, number);
        Self {
            mail: format!("{local}@example.org"),
            phone: phone(&words, number),
            place: words.value("place", chance(6)),
            summary: words.value("summary", chance(7)),
            spoken: words.line("spoken", 0).to_vec(),
            language,
            words,
            number,
            name,
            jobs,
            studies,
            groups,
            first_year,
            level,
        }
    }

    /// Returns the title of the latest job.
    pub(crate) fn title(&self) -> &'static str {
        self.jobs.first().map_or("", |job| job.title)
    }

    pub(crate) fn skills(&self) -> impl Iterator<Item = &'static str> {
        self.groups
            .iter()
            .flat_map(|group| group.skills.iter().copied())
    }

    /// Returns one of the wordings of a heading.
    pub(crate) fn heading(&self, section: &str) -> &'static str {
        self.words
            .value(&format!("heading.{section}"), pseudo_random(self.number, 8))
    }

    /// Returns a label with its colon.
    pub(crate) fn label(&self, key: &str) -> String {
        let label = self
            .words
            .value(&format!("label.{key}"), pseudo_random(self.number, 9));
        format!("{label}{}", self.language.colon())
    }

    /// Returns a number of this person, for a choice that a layout leaves open.
    pub(crate) fn draw(&self, salt: u64) -> u64 {
        pseudo_random(self.number, 100 + salt)
    }

    /// Returns the years of experience that a resume without dates states.
    pub(crate) fn stated_years(&self) -> i32 {
        5 + to_i32(pseudo_random(self.number, 10) % 6)
    }

    /// Returns the number of months that any job covers.
    pub(crate) fn months(&self) -> i32 {
        union(self.jobs.iter().map(|job| job.months).collect())
    }
}

/// Parses `Label: skill, skill`.
fn group(text: &'static str) -> Option<Group> {
    let (label, skills) = text.split_once([':', '：'])?;
    let skills = items(skills);
    Some(Group {
        label: label.trim(),
        skills,
    })
}

/// Returns a telephone number in the notation of the language. One person in twelve has none.
fn phone(words: &Words, number: u64) -> String {
    if pseudo_random(number, 11).is_multiple_of(12) {
        return String::new();
    }
    digits(
        words.value("phone", pseudo_random(number, 4)),
        pseudo_random(number, 5),
    )
}

/// Returns the items of a list. A comma in brackets is part of an item.
fn items(list: &'static str) -> Vec<&'static str> {
    let mut depth = 0;
    let parts = list.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && matches!(c, ',' | '、' | '،')
    });
    parts.map(str::trim).collect()
}

fn digits(pattern: &str, mut number: u64) -> String {
    let digit = |c| match c {
        '#' => {
            number /= 10;
            char::from_digit(u32::try_from(number % 10).unwrap_or(0), 10).unwrap_or('0')
        }
        c => c,
    };
    pattern.chars().map(digit).collect()
}

/// Returns two to four jobs, the latest first.
///
/// Most people still have their latest job. Some jobs overlap, and some leave a gap.
fn jobs(words: &Words, track: &Track, groups: &[Group], style: &Style, number: u64) -> Vec<Job> {
    let count = 2 + pseudo_random(number, 20) % 3;
    let skills: Vec<_> = groups.iter().flat_map(|group| &group.skills).collect();
    let mut jobs = Vec::new();
    let mut end: Month = match pseudo_random(number, 21) % 4 {
        0 => style.rounded(dates::AS_OF - to_i32(pseudo_random(number, 22) % 30) - 2),
        _ => dates::AS_OF,
    };
    for (place, order) in (0..count).enumerate() {
        let draw = |salt: u64| pseudo_random(number, 30 + 10 * order + salt);
        let start = style.rounded(end - 14 - to_i32(draw(1) % 40));
        let current = order == 0 && end == dates::AS_OF;
        let skill = |salt| pick(&skills, draw(salt)).map_or("", |skill| skill);
        let duties = track.duties.iter().enumerate();
        jobs.push(Job {
            title: track.titles.get(place).copied().unwrap_or_default(),
            employer: words.value("employer", pseudo_random(number, 28) + order),
            place: words.value("place", draw(2)),
            dates: style.range(start, (!current).then(|| end - 1)),
            duties: duties
                .map(|(salt, duty)| duty.replace("{skill}", skill(salt.try_into().unwrap_or(0))))
                .collect(),
            start: style.iso(start),
            months: (start, end),
        });
        end = match draw(4) % 5 {
            0 => style.rounded(start - 1 - to_i32(draw(5) % 5)),
            1 => style.rounded(start + 2),
            _ => start,
        };
    }
    jobs
}

/// Returns the level of the degree, and the studies.
///
/// The studies are a degree that ended before the first job, and a school before it.
fn studies(words: &Words, first_year: i32, number: u64) -> (&'static str, Vec<Study>) {
    let mut studies = Vec::new();
    let mut level = "school";
    let end = first_year - to_i32(pseudo_random(number, 90) % 2);
    let mut years = 3 + to_i32(pseudo_random(number, 91) % 2);
    if let [found, degree] = words.line("degree", pseudo_random(number, 92)) {
        level = *found;
        studies.push(Study {
            degree,
            school: words.value("school", pseudo_random(number, 93)),
            dates: format!("{} – {end}", end - years),
        });
        // The resume leaves out the degrees in between.
        years += match level {
            "doctorate" => 5,
            "master" => 2,
            _ => 0,
        };
    }
    if let [school, degree] = words.line("secondary", pseudo_random(number, 94)) {
        studies.push(Study {
            degree,
            school,
            dates: (end - years).to_string(),
        });
    }
    (level, studies)
}

fn to_i32(number: u64) -> i32 {
    i32::try_from(number).unwrap_or(0)
}

/// Returns the number of months that any of the ranges covers.
fn union(mut ranges: Vec<(i32, i32)>) -> i32 {
    ranges.sort_unstable();
    let (mut total, mut reached) = (0, i32::MIN);
    for (start, end) in ranges {
        total += (end - start.max(reached)).max(0);
        reached = reached.max(end);
    }
    total
}
