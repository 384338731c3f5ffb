//! The words that make up the resumes of a language.
//!
//! Each line of a language's file is a key and its values, separated by ` | `. These keys have special rules:
//! - `skills` and `duty` belong to the `track` above them.
//! - In a `phone`, each `#` is a digit.
//! - A `degree` begins with its level.
//! - `date` contains the forms of a month: `M` is its name, `S` its short name, `N` its number in two digits, `Y` the year.
//! - In `page`, `{}` is the number of the page. In `stated`, it is the number of years.
//! - `between` contains separators between two months other than a dash. Some languages do not have it.
//! - `europass` and `consultant` contain the labels of these layouts. Some languages do not have them.

use super::Language;

/// A trade: its job titles with the latest first, and the skills and duties of its people.
#[derive(Debug, Clone, Default)]
pub(crate) struct Track {
    pub(crate) titles: Vec<&'static str>,
    pub(crate) skills: Vec<&'static str>,
    pub(crate) duties: Vec<&'static str>,
}

/// The words of a language.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    lines: Vec<(&'static str, Vec<&'static str>)>,
    pub(crate) tracks: Vec<Track>,
}

impl Words {
    pub(crate) fn of(language: Language) -> Self {
        let mut words = Self {
            lines: Vec::new(),
            tracks: Vec::new(),
        };
        for line in language.words().lines() {
            let mut values = line.split('|').map(str::trim);
            let key = values.next().unwrap_or_default();
            if !key.starts_with('#') {
                words.take(key, values.collect());
            }
        }
        words
    }

    fn take(&mut self, key: &'static str, values: Vec<&'static str>) {
        if key == "track" {
            self.tracks.push(Track {
                titles: values,
                ..Track::default()
            });
            return;
        }
        match (key, self.tracks.last_mut()) {
            ("skills", Some(track)) => track.skills = values,
            ("duty", Some(track)) => track.duties.extend(values),
            _ => self.lines.push((key, values)),
        }
    }

    /// Returns whether the language has the key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.lines.iter().any(|(own, _)| *own == key)
    }

    /// Returns the values of one line of the key.
    pub(crate) fn line(&self, key: &str, number: u64) -> &[&'static str] {
        let lines: Vec<_> = self.lines.iter().filter(|(own, _)| *own == key).collect();
        pick(&lines, number).map_or(&[], |(_, values)| values)
    }

    /// Returns one of the values from all lines of the key.
    pub(crate) fn value(&self, key: &str, number: u64) -> &'static str {
        pick(&self.values(key), number).map_or("", |value| value)
    }

    /// Returns the values from all lines of the key.
    pub(crate) fn values(&self, key: &str) -> Vec<&'static str> {
        let lines = self.lines.iter().filter(|(own, _)| *own == key);
        lines.flat_map(|(_, values)| values).copied().collect()
    }

    /// Returns the value at a place in the key's line.
    pub(crate) fn at(&self, key: &str, place: usize) -> &'static str {
        self.line(key, 0).get(place).copied().unwrap_or_default()
    }
}

/// Returns an item of a list, selected by number.
pub(crate) fn pick<T>(list: &[T], number: u64) -> Option<&T> {
    let length = u64::try_from(list.len()).unwrap_or(u64::MAX).max(1);
    list.get(usize::try_from(number % length).unwrap_or(0))
}

/// Returns the text in capitals, as its language writes them: Greek capitals have no accents.
pub fn capitals(text: &str) -> String {
    let bare = |c| match c {
        'Ά' => 'Α',
        'Έ' => 'Ε',
        'Ή' => 'Η',
        'Ί' | 'Ϊ' => 'Ι',
        'Ό' => 'Ο',
        'Ύ' | 'Ϋ' => 'Υ',
        'Ώ' => 'Ω',
        c => c,
    };
    text.to_uppercase().chars().map(bare).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: &str = "person phone place address present date summary employer school secondary degree spoken nation interests \
        postnominal label.name label.phone label.mail label.address label.born label.nationality heading.document \
        heading.summary heading.experience heading.education heading.skills heading.languages heading.contact \
        heading.personal heading.interests heading.certificates heading.projects heading.references heading.volunteering \
        certificate project volunteer referee page columns stated";

    #[test]
    fn every_language_has_what_a_resume_needs() {
        for language in Language::ALL {
            let words = Words::of(language);
            for key in KEYS.split_whitespace() {
                assert!(words.has(key), "{language:?} {key}");
            }
            for (key, most) in [
                ("months", 12),
                ("short", 12),
                ("degree", 2),
                ("secondary", 2),
            ] {
                for line in 0..8 {
                    assert_eq!(words.line(key, line).len(), most, "{language:?} {key}");
                }
            }
            let europass = words.line("europass", 0).len();
            assert!([0, 14].contains(&europass), "{language:?} {europass}");
        }
    }

    #[test]
    fn every_trade_has_titles_skills_and_duties() {
        for language in Language::ALL {
            let words = Words::of(language);
            assert!(words.tracks.len() >= 2, "{language:?}");
            for track in &words.tracks {
                let lengths = (track.titles.len(), track.skills.len(), track.duties.len());
                assert!(lengths >= (4, 2, 3), "{language:?} {:?}", track.titles);
            }
        }
    }
}
