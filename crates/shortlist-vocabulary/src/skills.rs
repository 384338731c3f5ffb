//! The vocabulary of skills: finding a name, and finding names in a text.
//!
//! A text is folded and cut into words, and the longest run of words that is a name wins, from left to right. A table
//! of names looked up by the run's own folded bytes does this without an automaton, so there is nothing to build beyond the table.

use std::collections::HashMap;
use std::sync::LazyLock;

use shortlist_domain::Span;

use crate::fold::{Token, fold, fold_key, tokens};
use crate::skill_data::{FILES, ListedName, ListedSkill, Trade, read_list};

/// A skill of a [`Vocabulary`]; it means nothing in another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillId(u32);

/// A skill found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkillHit {
    /// Which skill.
    pub skill: SkillId,
    /// The bytes of the text.
    pub span: Span,
    /// Whether the text writes the name as the vocabulary does, capitals included.
    pub exact_case: bool,
    /// Whether these words are also common words: the hit then needs company or a cue.
    pub ambiguous: bool,
}

/// A skill that an operator adds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Addition {
    /// Its canonical name; where the vocabulary knows it, the aliases are added to that skill.
    pub name: String,
    /// Other names; one that already belongs to another skill is left out.
    pub aliases: Vec<String>,
    /// Skills that it implies; names that are not known are left out.
    pub implies: Vec<String>,
}

#[derive(Debug, Clone)]
struct Skill {
    name: String,
    trade: Trade,
    soft: bool,
    ambiguous: bool,
    implies: Vec<SkillId>,
}

/// What a folded name stands for.
#[derive(Debug, Clone)]
struct Name {
    skill: SkillId,
    spelling: String,
    ambiguous: bool,
    /// Two to four letters in capitals: a text must write it so.
    acronym: bool,
}

/// Skills, their names and what they imply.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    skills: Vec<Skill>,
    names: HashMap<String, Name>,
    /// For each first word of a name, the most words that a name beginning with it has.
    longest: HashMap<String, usize>,
}

/// Endings that say nothing about which skill is meant.
const EMPTY_ENDINGS: [&str; 9] = [
    " programming language",
    " programming",
    " language",
    " framework",
    " scripting",
    " skills",
    " database",
    " basics",
    " knowledge",
];

/// Letters of the longest acronym that must be written in capitals.
const MAX_ACRONYM_LETTERS: usize = 4;
/// A shorter stem is not looked for behind a plural `s`, a version or `.js`.
const MIN_STEM_BYTES: usize = 3;

impl Vocabulary {
    /// The vocabulary that the program brings with it, built when first asked for.
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::from_lists);
        &BUILT_IN
    }

    fn from_lists() -> Self {
        let mut vocabulary = Self::default();
        let mut implied = Vec::new();
        for (trade, list) in FILES {
            for listed in read_list(list) {
                let id = vocabulary.insert(trade, &listed);
                implied.push((id, listed.implies));
            }
        }
        for (id, names) in implied {
            vocabulary.insert_implied(id, names.iter().copied());
        }
        vocabulary
    }

    /// This vocabulary with an operator's own skills.
    #[must_use]
    pub fn with_additions(&self, additions: &[Addition]) -> Self {
        let mut vocabulary = self.clone();
        let ids: Vec<_> = additions
            .iter()
            .map(|addition| vocabulary.add(addition))
            .collect();
        for (id, addition) in ids.into_iter().zip(additions) {
            vocabulary.insert_implied(id, addition.implies.iter().map(String::as_str));
        }
        vocabulary
    }

    fn add(&mut self, addition: &Addition) -> SkillId {
        let listed = ListedSkill {
            names: std::iter::once(&addition.name)
                .chain(&addition.aliases)
                .map(|spelling| ListedName {
                    spelling,
                    ambiguous: false,
                })
                .collect(),
            implies: Vec::new(),
            soft: false,
        };
        let known = self
            .names
            .get(&fold_key(&addition.name))
            .map(|name| name.skill);
        match known {
            None => self.insert(Trade::Added, &listed),
            Some(id) => {
                listed
                    .names
                    .iter()
                    .for_each(|name| self.insert_name(id, *name));
                id
            }
        }
    }

    fn insert(&mut self, trade: Trade, listed: &ListedSkill<'_>) -> SkillId {
        let id = SkillId(u32::try_from(self.skills.len()).unwrap_or(u32::MAX));
        let canonical = listed.names.first();
        self.skills.push(Skill {
            name: canonical.map_or_else(String::new, |name| name.spelling.to_owned()),
            trade,
            soft: listed.soft,
            ambiguous: canonical.is_some_and(|name| name.ambiguous),
            implies: Vec::new(),
        });
        for name in &listed.names {
            self.insert_name(id, *name);
        }
        id
    }

    /// Takes a name and, for one with a dot inside, its spellings with a blank and with nothing; the first owner keeps a name.
    fn insert_name(&mut self, skill: SkillId, listed: ListedName<'_>) {
        let key = fold_key(listed.spelling);
        if key.contains('.') {
            for spelling in [key.replace('.', " "), key.replace('.', "")] {
                self.insert_key(spelling.trim().to_owned(), skill, listed);
            }
        }
        self.insert_key(key, skill, listed);
    }

    fn insert_key(&mut self, key: String, skill: SkillId, listed: ListedName<'_>) {
        let words = tokens(&key);
        let Some(first) = words.first().and_then(|word| key.get(word.start..word.end)) else {
            return;
        };
        let longest = self.longest.entry(first.to_owned()).or_default();
        *longest = words.len().max(*longest);
        self.names.entry(key).or_insert_with(|| Name {
            skill,
            spelling: listed.spelling.to_owned(),
            ambiguous: listed.ambiguous,
            acronym: is_acronym(listed.spelling),
        });
    }

    fn insert_implied<'a>(&mut self, id: SkillId, names: impl Iterator<Item = &'a str>) {
        let implied: Vec<_> = names
            .filter_map(|name| self.names.get(&fold_key(name)))
            .map(|name| name.skill)
            .filter(|skill| *skill != id)
            .collect();
        if let Some(skill) = self.skill_mut(id) {
            for implied in implied {
                if !skill.implies.contains(&implied) {
                    skill.implies.push(implied);
                }
            }
        }
    }

    fn skill(&self, id: SkillId) -> Option<&Skill> {
        self.skills.get(usize::try_from(id.0).ok()?)
    }

    fn skill_mut(&mut self, id: SkillId) -> Option<&mut Skill> {
        self.skills.get_mut(usize::try_from(id.0).ok()?)
    }

    /// How many skills there are.
    pub fn len(&self) -> usize {
        self.skills.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.skills.is_empty()
    }

    /// Every skill, in the order of the lists.
    pub fn ids(&self) -> impl Iterator<Item = SkillId> + '_ {
        (0..).map(SkillId).take(self.skills.len())
    }

    /// The canonical name.
    pub fn name(&self, id: SkillId) -> &str {
        self.skill(id).map_or("", |skill| &skill.name)
    }

    /// The trade whose list it stands in.
    pub fn trade(&self, id: SkillId) -> Trade {
        self.skill(id).map_or(Trade::Added, |skill| skill.trade)
    }

    /// Whether the canonical name is also a common word, or one or two letters.
    pub fn is_ambiguous(&self, id: SkillId) -> bool {
        self.skill(id).is_some_and(|skill| skill.ambiguous)
    }

    /// Whether it is a soft skill, which counts for little outside a skills section.
    pub fn is_soft(&self, id: SkillId) -> bool {
        self.skill(id).is_some_and(|skill| skill.soft)
    }

    /// The skills that having it shows too, directly listed ones only: Spring Boot implies Spring and Java.
    pub fn implies(&self, id: SkillId) -> &[SkillId] {
        self.skill(id).map_or(&[], |skill| &skill.implies)
    }

    /// The skill that a whole name stands for, in any case.
    ///
    /// A remark in brackets, a version, a plural `s`, `.js` and empty endings ("programming") are cut where the name is
    /// not known with them.
    pub fn find(&self, name: &str) -> Option<SkillId> {
        let key = fold_key(name);
        if let Some(id) = self.find_key(&key) {
            return Some(id);
        }
        let (before, _) = name.split_once(['(', '[', '（'])?;
        self.find_key(&fold_key(before))
    }

    fn find_key(&self, key: &str) -> Option<SkillId> {
        self.find_spelling(key)
            .or_else(|| self.find_spelling(without_version_words(key)))
            .or_else(|| {
                let stem = EMPTY_ENDINGS
                    .iter()
                    .find_map(|ending| key.strip_suffix(ending))?;
                self.find_spelling(stem)
            })
            .map(|(name, _)| name.skill)
    }

    /// The name that a folded spelling is, or is but for its ending, and the spelling's bytes that are the name.
    fn find_spelling(&self, spelling: &str) -> Option<(&Name, usize)> {
        if let Some(name) = self.names.get(spelling) {
            return Some((name, spelling.len()));
        }
        endings_cut(spelling)
            .into_iter()
            .flatten()
            .find_map(|(ending, stem)| {
                let name = self.names.get(stem)?;
                // "Words" is not Word, but "Word2019" is.
                let refused = name.ambiguous && ending == Ending::Plural;
                (!refused).then_some((name, stem.len()))
            })
    }

    /// The skills that a text names: the longest names, from left to right, on word borders.
    pub fn scan(&self, text: &str) -> Vec<SkillHit> {
        let folded = fold(text);
        let words = tokens(&folded.text);
        let mut hits = Vec::new();
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let found = self.longest_at(&folded.text, rest, |range, name| {
                let span = folded.source_span(range);
                let source = text.get(span.start..span.end).unwrap_or("");
                let written = !name.acronym || !source.contains(char::is_lowercase);
                written.then(|| SkillHit {
                    skill: name.skill,
                    span,
                    exact_case: source == name.spelling,
                    ambiguous: name.ambiguous,
                })
            });
            match found {
                Some((count, hit)) => {
                    hits.push(hit);
                    at += count;
                }
                None => at += 1,
            }
        }
        hits
    }

    /// The longest run of the words that is an accepted name, and how many words it has.
    fn longest_at(
        &self,
        folded: &str,
        words: &[Token],
        accept: impl Fn(std::ops::Range<usize>, &Name) -> Option<SkillHit>,
    ) -> Option<(usize, SkillHit)> {
        let first = words.first()?;
        let first_word = folded.get(first.start..first.end)?;
        // A word that begins no name may still be one but for its ending.
        let most = self.longest.get(first_word).copied().unwrap_or(1);
        let phrase = words.iter().take_while(|word| !word.phrase_ends).count() + 1;
        (1..=most.min(phrase).min(words.len()))
            .rev()
            .find_map(|count| {
                let last = words.get(count - 1)?;
                let (name, length) = self.find_spelling(folded.get(first.start..last.end)?)?;
                let hit = accept(first.start..first.start + length, name)?;
                Some((count, hit))
            })
    }
}

/// Whether a name is two to four capitals and digits.
fn is_acronym(spelling: &str) -> bool {
    spelling.chars().count() <= MAX_ACRONYM_LETTERS
        && spelling.contains(char::is_alphabetic)
        && !spelling.contains(char::is_lowercase)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Plural,
    Version,
    Script,
}

/// What stands before a version, a `.js` and a plural `s`, where enough does.
fn endings_cut(spelling: &str) -> [Option<(Ending, &str)>; 3] {
    let version = spelling
        .ends_with(|c: char| c.is_ascii_digit())
        .then(|| spelling.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'));
    let script = spelling
        .strip_suffix("js")
        .map(|stem| stem.trim_end_matches(['.', ' ']));
    [
        (Ending::Version, version),
        (Ending::Script, script),
        (Ending::Plural, spelling.strip_suffix('s')),
    ]
    .map(|(ending, stem)| {
        stem.filter(|stem| stem.len() >= MIN_STEM_BYTES && !stem.ends_with(' '))
            .map(|stem| (ending, stem))
    })
}

/// The key without trailing words that are numbers: `python 3.8`, `excel 2016`, `angular 2+`, `java 8 11`.
fn without_version_words(key: &str) -> &str {
    let mut stem = key;
    while let Some((before, last)) = stem.rsplit_once(' ') {
        let digits = last.strip_prefix('v').unwrap_or(last);
        if !digits.starts_with(|c: char| c.is_ascii_digit())
            || digits.contains(|c: char| c.is_alphabetic() && c != 'x')
        {
            break;
        }
        stem = before;
    }
    stem
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(name: &str) -> Option<&'static str> {
        let vocabulary = Vocabulary::built_in();
        vocabulary.find(name).map(|id| vocabulary.name(id))
    }

    fn scanned(text: &str) -> Vec<(&str, &'static str)> {
        let vocabulary = Vocabulary::built_in();
        vocabulary
            .scan(text)
            .into_iter()
            .map(|hit| {
                (
                    text.get(hit.span.start..hit.span.end).unwrap(),
                    vocabulary.name(hit.skill),
                )
            })
            .collect()
    }

    #[test]
    fn a_name_is_found_in_its_spellings() {
        let rows = [
            ("javascript", "JavaScript"),
            ("NodeJS", "Node.js"),
            ("Node JS", "Node.js"),
            ("React.js", "React"),
            ("ReactJS", "React"),
            ("Python 3.8", "Python"),
            ("Python3", "Python"),
            ("Python (Django, Flask)", "Python"),
            ("HTML5", "HTML"),
            ("REST APIs", "REST APIs"),
            ("Java programming", "Java"),
            ("Spring-Boot", "Spring Boot"),
            ("ci/cd", "CI/CD"),
            ("c++", "C++"),
            ("go", "Go"),
        ];
        for (name, canonical) in rows {
            assert_eq!(found(name), Some(canonical), "{name}");
        }
        assert_eq!(found("words"), None);
        assert_eq!(found(""), None);
        assert_eq!(found("(Java)"), Some("Java"));
    }

    #[test]
    fn the_longest_name_wins_and_places_are_the_texts_own() {
        assert_eq!(
            scanned(
                "Built Spring Boot services (Java 11) and NodeJS, React.js; wrote REST APIs in C#."
            ),
            [
                ("Spring Boot", "Spring Boot"),
                ("Java", "Java"),
                ("NodeJS", "Node.js"),
                ("React", "React"),
                ("REST APIs", "REST APIs"),
                ("C#", "C#"),
            ]
        );
        assert_eq!(
            scanned("Machine\nlearning"),
            [("Machine\nlearning", "Machine Learning")]
        );
        assert_eq!(scanned("Machine, learning"), []);
        assert_eq!(scanned("熟悉Java开发"), [("Java", "Java")]);
        assert_eq!(scanned("python@example.org javascripting"), []);
    }

    #[test]
    fn acronyms_count_in_capitals_only() {
        assert_eq!(scanned("AWS"), [("AWS", "AWS")]);
        assert_eq!(scanned("aws"), []);
        assert_eq!(found("aws"), Some("AWS"));
    }

    #[test]
    fn common_words_are_told() {
        let vocabulary = Vocabulary::built_in();
        let ambiguous = |text: &str| vocabulary.scan(text).first().map(|hit| hit.ambiguous);
        assert_eq!(ambiguous("we go there"), Some(true));
        assert_eq!(ambiguous("we wrote golang there"), Some(false));
        assert_eq!(ambiguous("he words it"), None);
        let go = vocabulary.find("Golang").unwrap();
        assert!(vocabulary.is_ambiguous(go));
    }

    #[test]
    fn an_operator_may_add_skills() {
        let additions = [
            Addition {
                name: "Flux Welding".to_owned(),
                aliases: vec!["FW-9".to_owned(), "Java".to_owned()],
                implies: vec!["Python".to_owned(), "Unknown Thing".to_owned()],
            },
            Addition {
                name: "java".to_owned(),
                aliases: vec!["Jaba".to_owned()],
                implies: Vec::new(),
            },
        ];
        let vocabulary = Vocabulary::built_in().with_additions(&additions);
        let added = vocabulary.find("fw 9").unwrap();
        assert_eq!(vocabulary.name(added), "Flux Welding");
        assert_eq!(vocabulary.trade(added), Trade::Added);
        let implied = vocabulary.implies(added);
        assert_eq!(implied, [vocabulary.find("Python").unwrap()]);
        assert_eq!(vocabulary.find("Jaba"), vocabulary.find("Java"));
        assert_eq!(vocabulary.name(vocabulary.find("java").unwrap()), "Java");
    }

    proptest! {
        #[test]
        fn any_text_is_scanned_in_order_without_overlap(text in "\\PC{0,60}|([a-cRGo.#+ ,\n]|Java|AWS|é|职|js|s){0,40}") {
            let vocabulary = Vocabulary::built_in();
            let mut reached = 0;
            for hit in vocabulary.scan(&text) {
                prop_assert!(hit.span.start >= reached);
                prop_assert!(text.get(hit.span.start..hit.span.end).is_some_and(|words| !words.is_empty()));
                reached = hit.span.end;
            }
            vocabulary.find(&text);
        }
    }
}
