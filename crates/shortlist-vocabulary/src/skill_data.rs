//! Reading the lists of skills under `data/`.
//!
//! One skill a line, `#` opens a comment:
//! ```text
//! [~]Canonical name[?] | alias[?], alias > implied name, implied name
//! ```
//! `?` marks a name that is also a common word or only one or two letters, so that it counts only beside other skills;
//! `~` marks a soft skill, which anyone may write into a sentence. Implied names are canonical names of any file.

/// The trade that a skill belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trade {
    /// Programming languages, frameworks, testing, methods.
    Software,
    /// What people are asked for whatever they do.
    Soft,
    /// Added by the operator.
    Added,
}

/// Every list.
pub(crate) const FILES: [(Trade, &str); 2] = [
    (Trade::Software, include_str!("../data/software.txt")),
    (Trade::Soft, include_str!("../data/soft.txt")),
];

/// A name as a list writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListedName<'a> {
    pub(crate) spelling: &'a str,
    pub(crate) ambiguous: bool,
}

/// A line of a list; the first name is the canonical one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedSkill<'a> {
    pub(crate) names: Vec<ListedName<'a>>,
    pub(crate) implies: Vec<&'a str>,
    pub(crate) soft: bool,
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
