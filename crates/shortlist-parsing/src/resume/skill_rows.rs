//! Finds tables and lists of skills without a known heading, by the labels of their rows.

use shortlist_domain::SectionKind;
use shortlist_vocabulary::find_language;

use super::page::{Page, without_bullet};
use super::skills::heads_like_group;

/// The minimum number of rows.
const MIN_ROWS: usize = 3;
/// The maximum distance in lines between two rows. A row may wrap, and a paragraph may separate two rows.
const MAX_DISTANCE: usize = 2;
/// The maximum length of a label, in bytes.
const MAX_LABEL_BYTES: usize = 40;

/// Returns the first lines of lists of skills in sections of other kinds. `kinds` are the sections of the lines.
pub(super) fn first_rows(page: &Page<'_>, kinds: &[SectionKind]) -> Vec<usize> {
    let may_list = |kind: SectionKind| {
        matches!(
            kind,
            SectionKind::Contact
                | SectionKind::Summary
                | SectionKind::Education
                | SectionKind::Certificates
                | SectionKind::Other
        )
    };
    let lines = page.numbered().zip(kinds);
    let rows = lines.filter(|((_, _, words), kind)| may_list(**kind) && is_row(words));
    let rows: Vec<usize> = rows.map(|((number, _, _), _)| number).collect();
    let continues = |above: &usize, below: &usize| {
        below - above <= MAX_DISTANCE && kinds.get(*above) == kinds.get(*below)
    };
    let lists = rows.chunk_by(continues);
    let lists = lists.filter(|rows| rows.len() >= MIN_ROWS);
    lists.filter_map(|rows| rows.first().copied()).collect()
}

/// Returns whether a line is a subject of skills and a value: `Operating systems: Solaris`.
fn is_row(words: &str) -> bool {
    let words = without_bullet(words);
    let Some(at) = words.find([':', '：', '\t']) else {
        return false;
    };
    let Some((label, value)) = words.split_at_checked(at) else {
        return false;
    };
    let value = value.trim_start_matches(|c: char| !c.is_alphanumeric());
    let names_language = |word: &str| find_language(word).is_some();
    let is_contact = value.contains('@') || value.starts_with(|c: char| c.is_ascii_digit());
    let mut words = value.split(|c: char| !c.is_alphanumeric());
    label.len() <= MAX_LABEL_BYTES
        && !value.is_empty()
        && !is_contact
        && heads_like_group(label)
        && !words.any(names_language)
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::{names, understood};

    /// Returns the skills of a summary with these lines.
    fn in_summary(lines: &str) -> Vec<String> {
        let text = format!(
            "#Grace Example\ngrace@example.org\n\n#Summary\nBuilds servers.\n{lines}\n\n#Education\nBSc, 2008\n"
        );
        let resume = understood(&text);
        names(&resume).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn labels_of_skills_need_no_heading() {
        let rows = "Languages: Erlang, Flurble\nOperating systems\tSolaris\nDatabases: PostgreSQL";
        assert_eq!(
            in_summary(rows),
            ["Erlang", "Flurble", "Solaris", "PostgreSQL"]
        );
    }

    #[test]
    fn a_few_labels_are_no_list_of_skills() {
        let few = in_summary("Languages: Erlang, Flurble\nDatabases: PostgreSQL");
        assert!(!few.contains(&"Flurble".to_owned()), "{few:?}");
        let contacts = "Mobile: 202 555 0142\nOffice: 202 555 0143\nOther: flurble@example.org";
        assert_eq!(in_summary(contacts), Vec::<String>::new());
    }
}
