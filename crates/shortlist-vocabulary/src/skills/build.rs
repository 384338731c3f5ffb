//! Builds a vocabulary from the lists, and adds an operator's skills.

use super::endings::is_acronym;
use super::{Name, Skill, SkillId, Vocabulary};
use crate::additions::{Addition, Additions, is_common_word};
use crate::fold::{fold_key, tokens};
use crate::skill_data::{FILES, ListedName, ListedSkill, NAMES, Trade, read_list};

impl Vocabulary {
    pub(super) fn from_lists() -> Self {
        let mut vocabulary = Self::default();
        let mut implied = Vec::new();
        for (trade, list) in FILES {
            for listed in read_list(list) {
                let id = vocabulary.insert(trade, &listed);
                implied.push((id, listed.implies));
            }
        }
        for listed in NAMES.into_iter().flat_map(read_list) {
            let named = vocabulary.names.get(&fold_key(listed.canonical()));
            if let Some(id) = named.map(|name| name.skill) {
                let names = listed.aliases().iter();
                names.for_each(|name| vocabulary.insert_name(id, *name));
            }
        }
        for (id, names) in implied {
            vocabulary.insert_implied(id, names.iter().copied());
        }
        vocabulary
    }

    /// Returns this vocabulary with an operator's skills.
    #[must_use]
    pub fn with_additions(&self, additions: &Additions) -> Self {
        let mut vocabulary = self.clone();
        vocabulary.additions_digest = Some(additions.digest());
        vocabulary.names.reserve(additions.names());
        for addition in &additions.skills {
            vocabulary.add(addition);
        }
        vocabulary
    }

    fn add(&mut self, addition: &Addition) {
        let listed = ListedSkill {
            names: std::iter::once(&addition.name)
                .chain(&addition.aliases)
                .map(|spelling| ListedName {
                    spelling,
                    ambiguous: addition
                        .ambiguous
                        .unwrap_or_else(|| is_common_word(spelling)),
                })
                .collect(),
            implies: Vec::new(),
            soft: false,
        };
        match self.find_existing(&addition.name) {
            None => {
                self.insert(Trade::Added, &listed);
            }
            Some(id) => listed
                .names
                .iter()
                .for_each(|name| self.insert_name(id, *name)),
        }
    }

    /// Returns the skill of a name, which may have a remark in brackets: `Java (computer programming)`.
    fn find_existing(&self, name: &str) -> Option<SkillId> {
        let bare = name.split_once(" (").map_or(name, |(bare, _)| bare);
        [name, bare]
            .iter()
            .find_map(|name| self.names.get(&fold_key(name)))
            .map(|name| name.skill)
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

    /// Inserts a name. If it contains a dot, the spellings with a space and with nothing in its place are also inserted.
    ///
    /// The first skill with a name keeps it.
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
}
