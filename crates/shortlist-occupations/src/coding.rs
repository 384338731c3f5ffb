//! The occupations that a title names.

use crate::lexicon::{Entry, Lexicon, Occupation};
use crate::title;

/// At most this many words of a title are looked up, so that a long one costs as little as a short one.
const MOST_WORDS: usize = 12;

/// A shorter word is an abbreviation, which means something only if it is the whole title.
const SHORTEST_WORD: usize = 3;

/// The occupations that a title names, each with its share. A title that the lexicon does not know has none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Coding {
    entries: Vec<Entry>,
}

/// One occupation of a coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The occupation.
    pub occupation: Occupation,
    /// Its part of the coding, in parts of a million.
    pub micros: u32,
}

impl Coding {
    /// Whether the title names no known occupation. That says nothing against it.
    pub fn is_unknown(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the occupation with the largest share; of equal ones, the first by code.
    pub fn main(&self) -> Option<Occupation> {
        self.shares().next().map(|share| share.occupation)
    }

    /// Returns all occupations, the largest share first.
    pub fn shares(&self) -> impl Iterator<Item = Share> + '_ {
        let total: u64 = self
            .entries
            .iter()
            .map(|entry| u64::from(entry.weight))
            .sum();
        self.entries.iter().filter_map(move |entry| {
            let micros = u64::from(entry.weight)
                .saturating_mul(1_000_000)
                .checked_div(total)?;
            Some(Share {
                occupation: Lexicon::built_in().occupation(entry.id)?,
                micros: u32::try_from(micros).ok()?,
            })
        })
    }

    /// Returns the coding of an occupation that a person chose, by its code (`15-1252.00`).
    pub fn of_code(code: &str) -> Option<Self> {
        let entry = Entry {
            id: Lexicon::built_in().find_code(code)?,
            weight: 1,
        };
        Some(Self {
            entries: vec![entry],
        })
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn of(mut entries: Vec<Entry>) -> Self {
        entries.sort_by_key(|entry| (u8::MAX.abs_diff(entry.weight), entry.id));
        Self { entries }
    }
}

/// Codes a job title.
///
/// Each part of the title (see [`title::parts`]) is looked up as it is, without words of seniority, and then by ever shorter groups of
/// neighbouring words ("embedded Linux software engineer" has "software engineer"). A German word is also looked up by its known end
/// ("Lohnbuchhalterin" has "Buchhalter").
pub fn code(title: &str) -> Coding {
    let lexicon = Lexicon::built_in();
    let parts = title::parts(title);
    let whole = parts.iter().find_map(|part| whole(lexicon, part));
    whole
        .or_else(|| {
            parts
                .iter()
                .find_map(|part| best_group(lexicon, &title::without_seniority(part)))
        })
        .map(Coding::of)
        .unwrap_or_default()
}

/// Looks up all words of a part together. "Intern" alone says nothing, although physicians are called so as well.
fn whole(lexicon: &Lexicon<'_>, words: &[String]) -> Option<Vec<Entry>> {
    let without_seniority = title::without_seniority(words);
    let says_what = without_seniority
        .iter()
        .any(|word| word.len() >= SHORTEST_WORD);
    match look_up(lexicon, words) {
        Some(entries) if !without_seniority.is_empty() => Some(entries),
        _ => says_what
            .then(|| look_up(lexicon, &without_seniority))
            .flatten(),
    }
}

fn look_up(lexicon: &Lexicon<'_>, words: &[String]) -> Option<Vec<Entry>> {
    lexicon.find(title::key(words)?)
}

/// Returns what the longest known group of neighbouring words names. Of several, the one with the fewest occupations says most, and
/// then the last.
fn best_group(lexicon: &Lexicon<'_>, words: &[String]) -> Option<Vec<Entry>> {
    let words = words.get(..MOST_WORDS.min(words.len()))?;
    (2..words.len())
        .rev()
        .find_map(|length| {
            let known = words
                .windows(length)
                .filter_map(|group| look_up(lexicon, group));
            known.rev().min_by_key(Vec::len)
        })
        .or_else(|| {
            // A short first word is an abbreviation of the trade ("EPC contractor"). A short last one is a role ("Oracle DBA").
            let first = words.first().filter(|word| word.len() > SHORTEST_WORD);
            [words.last(), first]
                .into_iter()
                .flatten()
                .find_map(|word| single(lexicon, word))
        })
}

/// Looks up one word, without a feminine ending, and by its end. An end that names many occupations ("-angestellte") says nothing.
fn single(lexicon: &Lexicon<'_>, word: &str) -> Option<Vec<Entry>> {
    const SHORTEST_END: usize = 6;
    const MOST_OCCUPATIONS: usize = 5;
    if word.len() < SHORTEST_WORD {
        return None;
    }
    let masculine = word
        .strip_suffix("innen")
        .or_else(|| word.strip_suffix("in"))
        .unwrap_or(word);
    let by_end = |form: &str| {
        let ends = form
            .char_indices()
            .skip(1)
            .filter_map(|(at, _)| form.get(at..));
        let known = ends
            .take_while(|end| end.len() >= SHORTEST_END)
            .find_map(|end| look_up(lexicon, &[end.to_owned()]));
        known.filter(|entries| entries.len() <= MOST_OCCUPATIONS)
    };
    let forms = [word, masculine];
    let whole = forms
        .iter()
        .find_map(|form| look_up(lexicon, &[(*form).to_owned()]));
    whole.or_else(|| forms.iter().find_map(|form| by_end(form)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn main(title: &str) -> &'static str {
        code(title).main().map_or("", |occupation| occupation.code)
    }

    #[test]
    fn titles_in_four_languages_have_a_code() {
        for (title, codes) in [
            ("Software Developer", ["15-125"].as_slice()),
            ("Senior Software Engineer (Payments)", &["15-125"]),
            ("Softwareentwicklerin", &["15-125"]),
            ("Développeuse logiciel", &["15-125"]),
            ("Desarrollador de software", &["15-125"]),
            ("Registered Nurse, ICU", &["29-1141"]),
            ("Steuerberaterin", &["13-20"]),
            ("Comptable", &["13-20", "43-30"]),
            ("Enfermera de cuidados generales", &["29-1141"]),
            ("Lagerleiter", &["11-3071", "53-1"]),
            ("Warehouse Manager", &["11-3071"]),
            ("Head Chef", &["35-1011"]),
            ("Senior Backend Engineer", &["15-1252"]),
            ("Rust Engineer (Remote) @ Globerstone", &["15-1252"]),
            ("Pflegefachkraft (m/w/d)", &["29-1141"]),
            ("Lohnbuchhalterin", &["43-3051"]),
            ("Maths teacher at Northfield School", &["25-"]),
        ] {
            let main = main(title);
            assert!(
                codes.iter().any(|code| main.starts_with(code)),
                "{title}: {main}"
            );
        }
    }

    #[test]
    fn a_word_that_any_trade_uses_names_no_occupation() {
        for title in [
            "Manager",
            "Specialist",
            "Senior Coordinator",
            "Member of the team",
            "",
            "   ",
            "()",
            "Zorbing Quibbler",
            "Leading EPC Contractor",
        ] {
            assert!(
                code(title).is_unknown(),
                "{title}: {:?}",
                code(title).main()
            );
        }
    }

    #[test]
    fn shares_add_up_and_the_largest_is_first() {
        let shares: Vec<u32> = code("Cook").shares().map(|share| share.micros).collect();
        assert!(
            shares.is_sorted_by(|first, second| first >= second),
            "{shares:?}"
        );
        let sum: u32 = shares.iter().sum();
        assert!((999_900..=1_000_000).contains(&sum), "{shares:?}");
    }

    #[test]
    fn a_code_that_a_person_chose_is_a_coding() {
        assert_eq!(
            Coding::of_code("15-1252.00")
                .and_then(|coding| coding.main())
                .map(|main| main.name),
            Some("Software Developers")
        );
        assert_eq!(Coding::of_code("99-9999.00"), None);
        assert_eq!(Coding::of_code("software"), None);
    }

    #[test]
    fn a_title_of_any_length_is_coded() {
        let long = "Regional ".repeat(40_000) + "Software Engineer";
        code(&long);
        code(&"x".repeat(300));
        code(&"(".repeat(300));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_coded_and_case_does_not_matter(text in ".{0,60}") {
            let upper = code("SOFTWARE DEVELOPER");
            proptest::prop_assert_eq!(upper, code("software developer"));
            code(&text);
        }
    }
}
