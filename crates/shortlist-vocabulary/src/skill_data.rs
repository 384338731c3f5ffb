//! Reads the lists of skills under `data/`.
//!
//! Each line is one skill, and `#` begins a comment:
//! ```text
//! [~]Canonical name[?] | alias[?], alias > implied name, implied name
//! ```
//! `?` marks a name that is also a common word, or that has only one or two letters. It counts only next to other skills. `~`
//! marks a soft skill, which anyone can write into a sentence. Implied names are canonical names of any file.
//!
//! The files under `data/names/` add names in other languages, in the same format without the marks of the canonical name.

use std::collections::BTreeMap;
use std::fmt;

/// The trade of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trade {
    /// Programming languages, frameworks, testing, methods.
    Software,
    /// Databases, analysis, machine learning.
    Data,
    /// Cloud services, operation, networks, operating systems.
    Cloud,
    /// Information security.
    Security,
    /// Electronics and embedded systems.
    Electronics,
    /// Enterprise systems: ERP, CRM and their modules.
    Enterprise,
    /// Office programs and administration.
    Office,
    /// Engineering, CAD and simulation.
    Engineering,
    /// Finance, accounting, insurance.
    Finance,
    /// Sales, marketing, media.
    Sales,
    /// Human resources.
    HumanResources,
    /// Health, nursing, care.
    Health,
    /// Manufacturing, quality, maintenance, crafts.
    Manufacturing,
    /// Logistics, purchasing, transport.
    Logistics,
    /// Hotels, kitchens, tourism, beauty.
    Hospitality,
    /// Teaching and social work.
    Education,
    /// Law, public service, protection.
    Law,
    /// Building and real estate.
    Construction,
    /// Design, film, sound.
    Design,
    /// Customer service and retail.
    CustomerService,
    /// Science and laboratory, farming, environment.
    Science,
    /// Projects, products and business management.
    Projects,
    /// Soft skills, which jobs in any trade ask for.
    Soft,
    /// Skills that the operator added.
    Added,
}

impl Trade {
    /// Returns the trade in words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Software => "software",
            Self::Data => "data",
            Self::Cloud => "cloud and operations",
            Self::Security => "information security",
            Self::Electronics => "electronics",
            Self::Enterprise => "enterprise systems",
            Self::Office => "office",
            Self::Engineering => "engineering",
            Self::Finance => "finance",
            Self::Sales => "sales and marketing",
            Self::HumanResources => "human resources",
            Self::Health => "health",
            Self::Manufacturing => "manufacturing and crafts",
            Self::Logistics => "logistics",
            Self::Hospitality => "hospitality",
            Self::Education => "education and social work",
            Self::Law => "law and public service",
            Self::Construction => "construction and real estate",
            Self::Design => "design",
            Self::CustomerService => "customer service and retail",
            Self::Science => "science and farming",
            Self::Projects => "projects and business",
            Self::Soft => "soft skills",
            Self::Added => "added",
        }
    }
}

/// Every list, with its trade.
pub(crate) const FILES: [(Trade, &str); 23] = [
    (Trade::Software, include_str!("../data/software.txt")),
    (Trade::Data, include_str!("../data/data.txt")),
    (Trade::Cloud, include_str!("../data/cloud.txt")),
    (Trade::Security, include_str!("../data/security.txt")),
    (Trade::Electronics, include_str!("../data/electronics.txt")),
    (Trade::Enterprise, include_str!("../data/enterprise.txt")),
    (Trade::Office, include_str!("../data/office.txt")),
    (Trade::Engineering, include_str!("../data/engineering.txt")),
    (Trade::Finance, include_str!("../data/finance.txt")),
    (Trade::Sales, include_str!("../data/sales.txt")),
    (
        Trade::HumanResources,
        include_str!("../data/human_resources.txt"),
    ),
    (Trade::Health, include_str!("../data/health.txt")),
    (
        Trade::Manufacturing,
        include_str!("../data/manufacturing.txt"),
    ),
    (Trade::Logistics, include_str!("../data/logistics.txt")),
    (Trade::Hospitality, include_str!("../data/hospitality.txt")),
    (Trade::Education, include_str!("../data/education.txt")),
    (Trade::Law, include_str!("../data/law.txt")),
    (
        Trade::Construction,
        include_str!("../data/construction.txt"),
    ),
    (Trade::Design, include_str!("../data/design.txt")),
    (
        Trade::CustomerService,
        include_str!("../data/customer_service.txt"),
    ),
    (Trade::Science, include_str!("../data/science.txt")),
    (Trade::Projects, include_str!("../data/projects.txt")),
    (Trade::Soft, include_str!("../data/soft.txt")),
];

/// The names of skills in other languages.
pub(crate) const NAMES: [&str; 7] = [
    include_str!("../data/names/de.txt"),
    include_str!("../data/names/fr.txt"),
    include_str!("../data/names/es.txt"),
    include_str!("../data/names/it.txt"),
    include_str!("../data/names/pt.txt"),
    include_str!("../data/names/nl.txt"),
    include_str!("../data/names/pl.txt"),
];

/// The size of the built-in vocabulary in a trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TradeSize {
    /// The trade.
    pub trade: Trade,
    /// The number of skills.
    pub skills: usize,
    /// The number of names, including the canonical ones.
    pub names: usize,
}

impl fmt::Display for TradeSize {
    /// Writes a row of the table in `docs/VOCABULARY.md`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trade = self.trade.as_str();
        write!(out, "| {trade} | {} | {} |", self.skills, self.names)
    }
}

/// Returns the size of the built-in vocabulary by trade, in the order of the lists.
pub fn trade_sizes() -> impl Iterator<Item = TradeSize> {
    let mut in_other_languages: BTreeMap<&str, usize> = BTreeMap::new();
    for listed in NAMES.into_iter().flat_map(read_list) {
        *in_other_languages.entry(listed.canonical()).or_default() += listed.aliases().len();
    }
    FILES.into_iter().map(move |(trade, list)| {
        let names = read_list(list).map(|skill| {
            let others = in_other_languages.get(skill.canonical());
            skill.names.len() + others.copied().unwrap_or(0)
        });
        TradeSize {
            trade,
            skills: read_list(list).count(),
            names: names.sum(),
        }
    })
}

/// A name as a list writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListedName<'a> {
    pub(crate) spelling: &'a str,
    pub(crate) ambiguous: bool,
}

/// A line of a list. The first name is the canonical one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedSkill<'a> {
    pub(crate) names: Vec<ListedName<'a>>,
    pub(crate) implies: Vec<&'a str>,
    pub(crate) soft: bool,
}

impl<'a> ListedSkill<'a> {
    pub(crate) fn canonical(&self) -> &'a str {
        self.names.first().map_or("", |name| name.spelling)
    }

    /// Returns the names after the canonical one.
    pub(crate) fn aliases(&self) -> &[ListedName<'a>] {
        self.names.get(1..).unwrap_or(&[])
    }
}

/// Reads the lines of a list.
pub(crate) fn read_list(list: &str) -> impl Iterator<Item = ListedSkill<'_>> {
    list.lines().filter_map(read_line)
}

fn read_line(line: &str) -> Option<ListedSkill<'_>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with("# ") {
        return None;
    }
    let (line, soft) = match line.strip_prefix('~') {
        Some(rest) => (rest, true),
        None => (line, false),
    };
    let (line, implied) = line.split_once(" > ").unwrap_or((line, ""));
    let (canonical, aliases) = line.split_once('|').unwrap_or((line, ""));
    let names = std::iter::once(canonical.trim())
        .chain(items(aliases))
        .map(read_name)
        .collect();
    let implies = items(implied).collect();
    Some(ListedSkill {
        names,
        implies,
        soft,
    })
}

fn items(part: &str) -> impl Iterator<Item = &str> {
    part.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

fn read_name(name: &str) -> ListedName<'_> {
    match name.strip_suffix('?') {
        Some(spelling) => ListedName {
            spelling: spelling.trim_end(),
            ambiguous: true,
        },
        None => ListedName {
            spelling: name,
            ambiguous: false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold_key;

    #[test]
    fn a_name_belongs_to_one_skill_and_what_is_implied_exists() {
        let mut owners = BTreeMap::new();
        let mut wrong = Vec::new();
        let lists = FILES.map(|(_, list)| list).into_iter().chain(NAMES);
        let skills: Vec<_> = lists.flat_map(read_list).collect();
        for skill in &skills {
            for name in &skill.names {
                let owner = skill.names[0].spelling;
                let key = fold_key(name.spelling);
                if key.is_empty()
                    || owners
                        .insert(key, owner)
                        .is_some_and(|other| other != owner)
                {
                    wrong.push(format!("{} of {owner} has another owner", name.spelling));
                }
            }
        }
        for skill in &skills {
            for implied in &skill.implies {
                if owners
                    .get(&fold_key(implied))
                    .is_none_or(|owner| owner != implied)
                {
                    wrong.push(format!(
                        "{} implies no skill: {implied}",
                        skill.names[0].spelling
                    ));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn no_skill_is_listed_twice() {
        let mut keys = BTreeMap::new();
        for (trade, list) in FILES {
            for skill in read_list(list) {
                let key = fold_key(skill.names[0].spelling);
                let other = keys.insert(key, trade);
                assert_eq!(
                    other, None,
                    "{} is listed in {trade:?} and in another list",
                    skill.names[0].spelling
                );
            }
        }
    }

    #[test]
    fn names_in_other_languages_belong_to_listed_skills_and_add_something() {
        let lists = || FILES.into_iter().flat_map(|(_, list)| read_list(list));
        let known: Vec<String> = lists().map(|skill| fold_key(skill.canonical())).collect();
        let mut wrong = Vec::new();
        for list in NAMES {
            let mut seen = Vec::new();
            for listed in read_list(list) {
                let key = fold_key(listed.canonical());
                let is_wrong = listed.aliases().is_empty() || seen.contains(&key);
                if is_wrong || !known.contains(&key) {
                    wrong.push(listed.canonical());
                }
                seen.push(key);
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn the_document_lists_the_sizes() {
        let document = include_str!("../../../docs/VOCABULARY.md");
        for size in trade_sizes() {
            let row = size.to_string();
            assert!(document.contains(&row), "docs/VOCABULARY.md lacks {row}");
        }
    }

    #[test]
    fn every_trade_has_enough_skills() {
        let counts = FILES.map(|(trade, list)| (trade, read_list(list).count()));
        for (trade, count) in counts {
            assert!(count >= 60, "{trade:?} has {count} skills");
        }
        assert!(counts.iter().map(|(_, count)| count).sum::<usize>() >= 3_000);
    }

    #[test]
    fn one_or_two_letters_are_marked() {
        let known = ["C#", "F#", "C++", "UX", "UI"];
        for list in FILES.map(|(_, list)| list).into_iter().chain(NAMES) {
            for name in read_list(list).flat_map(|skill| skill.names) {
                let short = name
                    .spelling
                    .chars()
                    .filter(|c| c.is_alphanumeric())
                    .count()
                    < 2;
                assert!(
                    !short || name.ambiguous || known.contains(&name.spelling),
                    "{}",
                    name.spelling
                );
            }
        }
    }
}
