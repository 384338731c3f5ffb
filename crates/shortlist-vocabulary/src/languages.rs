//! Spoken languages by their names in many languages, and the words for how well someone speaks one.

use std::sync::LazyLock;

use crate::fold::{fold_key, key_of};
use hashbrown::HashMap;

/// How well someone speaks a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Proficiency {
    /// A beginner's level: A1, A2.
    Basic,
    /// Enough for everyday use: B1, B2.
    Intermediate,
    /// Enough for work: C1, C2, fluent.
    Fluent,
    /// The level of a native speaker.
    Native,
}

const PROFICIENCIES: [(Proficiency, &[&str]); 4] = [
    (
        Proficiency::Basic,
        &[
            "a1",
            "a2",
            "basic",
            "beginner",
            "elementary",
            "elementary proficiency",
            "elementary working",
            "basics",
            "grundkenntnisse",
            "anfänger",
            "notions",
            "débutant",
            "scolaire",
            "básico",
            "basico",
            "nociones",
            "elemental",
            "elementare",
            "scolastico",
            "base",
            "basis",
            "beginner level",
            "basiskennis",
            "初级",
            "基础",
            "базовый",
            "начальный",
        ],
    ),
    (
        Proficiency::Intermediate,
        &[
            "b1",
            "b2",
            "intermediate",
            "upper intermediate",
            "pre intermediate",
            "conversational",
            "limited working",
            "limited working proficiency",
            "working knowledge",
            "good",
            "mittelstufe",
            "gut",
            "gute kenntnisse",
            "fortgeschritten",
            "konversationssicher",
            "intermédiaire",
            "bon niveau",
            "intermedio",
            "medio",
            "intermediário",
            "conversación",
            "buono",
            "discreto",
            "goed",
            "redelijk",
            "中级",
            "良好",
            "средний",
            "разговорный",
            "cet 4",
        ],
    ),
    (
        Proficiency::Fluent,
        &[
            "c1",
            "c2",
            "fluent",
            "fluently",
            "proficient",
            "advanced",
            "professional working",
            "professional working proficiency",
            "full professional",
            "full professional proficiency",
            "business fluent",
            "excellent",
            "very good",
            "fließend",
            "verhandlungssicher",
            "sehr gut",
            "courant",
            "couramment",
            "avancé",
            "bilingue",
            "professionnel",
            "fluido",
            "avanzado",
            "alto",
            "fluente",
            "avançado",
            "ottimo",
            "avanzato",
            "vloeiend",
            "uitstekend",
            "流利",
            "精通",
            "熟练",
            "свободный",
            "свободно",
            "продвинутый",
            "cet 6",
        ],
    ),
    (
        Proficiency::Native,
        &[
            "native",
            "native speaker",
            "native or bilingual",
            "native or bilingual proficiency",
            "bilingual",
            "mother tongue",
            "first language",
            "muttersprache",
            "muttersprachler",
            "langue maternelle",
            "maternelle",
            "nativo",
            "nativa",
            "lengua materna",
            "língua materna",
            "materno",
            "madrelingua",
            "moedertaal",
            "母语",
            "родной",
            "рідна",
        ],
    ),
];

/// Returns the English name of a spoken language, for its name in any listed language.
pub fn find_language(word: &str) -> Option<&'static str> {
    static NAMES: LazyLock<HashMap<String, &'static str>> = LazyLock::new(language_names);
    NAMES.get(key_of(word).as_ref()).copied()
}

/// Returns how well a language is spoken, for a whole phrase such as `C1`, `fluent` or `Muttersprache`.
pub fn find_proficiency(phrase: &str) -> Option<Proficiency> {
    let key = key_of(phrase);
    PROFICIENCIES
        .into_iter()
        .find(|(_, words)| words.contains(&key.as_ref()))
        .map(|(proficiency, _)| proficiency)
}

fn language_names() -> HashMap<String, &'static str> {
    let mut names = HashMap::new();
    for line in include_str!("../data/languages.txt").lines() {
        let (english, others) = line.split_once('|').unwrap_or((line, ""));
        let english = english.trim();
        if english.is_empty() || english.starts_with('#') {
            continue;
        }
        for name in std::iter::once(english).chain(others.split(',')) {
            let key = fold_key(name);
            if !key.is_empty() {
                names.entry(key).or_insert(english);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_by_their_names_in_many_languages() {
        for (name, english) in [
            ("ENGLISH", "English"),
            ("Französisch", "French"),
            ("español", "Spanish"),
            ("português", "Portuguese"),
            ("Nederlands", "Dutch"),
            ("英语", "English"),
            ("Русский язык", "Russian"),
            ("हिन्दी", "Hindi"),
        ] {
            assert_eq!(find_language(name), Some(english), "{name}");
        }
        assert_eq!(find_language("Java"), None);
        assert_eq!(find_language(""), None);
    }

    #[test]
    fn proficiency_is_read_from_words_and_levels() {
        assert_eq!(find_proficiency("C1"), Some(Proficiency::Fluent));
        assert_eq!(
            find_proficiency("Native or Bilingual"),
            Some(Proficiency::Native)
        );
        assert_eq!(
            find_proficiency("Verhandlungssicher"),
            Some(Proficiency::Fluent)
        );
        assert_eq!(find_proficiency("B1"), Some(Proficiency::Intermediate));
        assert_eq!(
            find_proficiency("Grundkenntnisse"),
            Some(Proficiency::Basic)
        );
        assert_eq!(find_proficiency("Java"), None);
    }
}
