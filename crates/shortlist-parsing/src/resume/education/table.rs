//! Reads tables of education: rows below a line with the names of the columns.

use shortlist_domain::{EducationEntry, EducationLevel, SectionKind, Span};
use shortlist_vocabulary::read_field;

use super::super::confidence::of_degree;
use super::super::page::{Page, without_bullet};
use super::super::sections::LineKind;
use super::super::words::EducationWords;
use super::school::{MAX_SCHOOL_BYTES, is_mark};
use super::{is_in_progress, last_date, real_degree};

/// The maximum number of columns.
const MAX_COLUMNS: usize = 12;
/// The maximum length of the name of a column, in bytes.
const MAX_NAME_BYTES: usize = 48;
/// The maximum number of rows of a table.
const MAX_ROWS: usize = 20;

/// What a column contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Degree,
    School,
    Board,
    Date,
    Mark,
    Other,
}

/// A line of a table of education.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The index of the line.
    pub(super) line: usize,
    /// What it says, or `None` if it names the columns.
    pub(super) entry: Option<EducationEntry>,
}

/// Returns the lines of the tables of education, in order.
pub(super) fn rows_of_tables(page: &Page<'_>, kinds: &[LineKind]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut open: Option<(Vec<Column>, usize)> = None;
    for (line, _, words) in page.numbered() {
        if let Some(columns) = columns_of(words) {
            rows.push(Row { line, entry: None });
            open = Some((columns, 0));
            continue;
        }
        let Some((columns, count)) = open.as_mut() else {
            continue;
        };
        let section = kinds.get(line).map(|kind| kind.kind);
        let follows_entry = rows.last().is_some_and(|row| row.entry.is_some());
        let is_education = section == Some(SectionKind::Education) || follows_entry;
        let entry = row(page, line, columns, is_education);
        *count += 1;
        match entry {
            Some(entry) if *count <= MAX_ROWS => rows.push(Row {
                line,
                entry: Some(entry),
            }),
            // A line without cells is text between two rows, or the end of the table.
            _ if *count <= MAX_ROWS && words.contains('\t') => {}
            _ => open = None,
        }
    }
    rows
}

/// Returns the columns that a line names, if it is the head of a table of education.
fn columns_of(words: &str) -> Option<Vec<Column>> {
    let cells: Vec<&str> = words.split('\t').collect();
    if !(2..=MAX_COLUMNS).contains(&cells.len()) {
        return None;
    }
    let mut columns: Vec<Column> = cells.iter().map(|cell| column_of(cell)).collect();
    // The rest of a broken `Name of Institution` is in the next line.
    let names = columns.iter_mut().zip(&cells);
    let mut names = names.filter(|(column, cell)| {
        **column == Column::Other && column_of(cell) == Column::Other && is_open_name(cell)
    });
    if let (Some((column, _)), None) = (names.next(), names.next()) {
        *column = Column::School;
    }
    let has = |column: Column| columns.contains(&column);
    let named = columns.iter().filter(|it| **it != Column::Other).count();
    let names_school = has(Column::School) || has(Column::Board);
    let is_head = has(Column::Degree) && (names_school || has(Column::Date) && has(Column::Mark))
        || names_school && has(Column::Date) && has(Column::Mark);
    (is_head && named * 2 > columns.len()).then_some(columns)
}

/// Returns whether the name of a column breaks off: `Name of`.
fn is_open_name(cell: &str) -> bool {
    cell.trim().to_lowercase().ends_with(" of")
}

/// Returns what a column contains by its name. All words of the name must be known.
fn column_of(name: &str) -> Column {
    let lists = EducationWords::get();
    let lower = name.to_lowercase();
    let words = || {
        let words = lower.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty())
    };
    let is_known = |word: &str| {
        lists.column_words.contains(word)
            || lists.degree_columns.contains(word)
            || lists.school_columns.contains(word)
            || lists.board_columns.contains(word)
            || lists.date_columns.contains(word)
            || lists.mark_columns.contains(word)
    };
    if name.len() > MAX_NAME_BYTES || !words().all(is_known) {
        return Column::Other;
    }
    let kinds = [
        (&lists.date_columns, Column::Date),
        (&lists.mark_columns, Column::Mark),
        (&lists.school_columns, Column::School),
        (&lists.board_columns, Column::Board),
        (&lists.degree_columns, Column::Degree),
    ];
    let known = kinds
        .into_iter()
        .find(|(list, _)| words().any(|word| list.contains(word)));
    match known {
        Some((_, column)) => column,
        None if name.contains('%') => Column::Mark,
        None => Column::Other,
    }
}

/// Reads a row. In other sections than education, the first one must name a degree.
fn row(
    page: &Page<'_>,
    number: usize,
    columns: &[Column],
    is_education: bool,
) -> Option<EducationEntry> {
    let line = page.lines.get(number)?;
    let words = page.words(line);
    let cells: Vec<&str> = words.split('\t').map(str::trim).collect();
    if cells.len() < 2 || cells.len() > columns.len() + 1 {
        return None;
    }
    let placed = place(&cells, columns);
    let in_column = |wanted: Column| {
        let mut placed = placed.iter();
        placed.find_map(|(cell, column)| (*column == wanted).then_some(*cell))
    };
    let degree = in_column(Column::Degree).map(without_bullet).unwrap_or("");
    let school = in_column(Column::School).or(in_column(Column::Board));
    let school = school.map(school_name).filter(|it| !it.is_empty());
    let end = in_column(Column::Date).and_then(last_date);
    let end = end.or_else(|| cells.iter().rev().find_map(|cell| last_date(cell)));
    // In the column of degrees, `mba` is one too. Capitals of ASCII keep all offsets.
    let found = real_degree(degree).or_else(|| {
        let mut found = real_degree(&degree.to_ascii_uppercase())?;
        found.name = degree.get(found.span.start..found.span.end)?.to_owned();
        Some(found)
    });
    let known = found.is_some() || is_class(degree);
    let is_row = known || is_education && !degree.is_empty() && (end.is_some() || school.is_some());
    if !is_row || !known && is_mark(degree) {
        return None;
    }
    let at = line.span.start + words.find(degree).unwrap_or(0);
    let (name, level, span, field) = match found {
        Some(found) => {
            let field = degree.get(found.span.end..).and_then(read_field);
            let span = Span::new(at + found.span.start, at + found.span.end);
            (found.name, Some(found.level), span, field)
        }
        None => {
            let level = known.then_some(EducationLevel::School);
            let span = Span::new(at, at + degree.len());
            (degree.to_owned(), level, span, None)
        }
    };
    Some(EducationEntry {
        degree: name,
        field,
        confidence: of_degree(school.is_some(), school.is_some(), end.is_some()),
        institution: school,
        level,
        end,
        in_progress: is_in_progress(words),
        span,
    })
}

/// Assigns cells to columns. If cells are missing, each cell belongs to the next column that fits it.
fn place<'a>(cells: &[&'a str], columns: &[Column]) -> Vec<(&'a str, Column)> {
    if cells.len() == columns.len() {
        return cells.iter().copied().zip(columns.iter().copied()).collect();
    }
    let mut next = 0;
    let mut placed = Vec::with_capacity(cells.len());
    for cell in cells {
        let rest = columns.get(next..).unwrap_or_default();
        let found = rest.iter().position(|column| fits(cell, *column));
        if let Some(skipped) = found {
            next += skipped;
            placed.extend(columns.get(next).map(|column| (*cell, *column)));
            next += 1;
        }
    }
    placed
}

fn fits(cell: &str, column: Column) -> bool {
    let is_date = || last_date(cell).is_some() && !cell.contains('%');
    match column {
        Column::Date => is_date(),
        Column::Mark => is_mark(cell) && !is_date(),
        Column::Degree => real_degree(cell).is_some() || is_class(cell),
        Column::School | Column::Board => !is_mark(cell) && !is_class(cell),
        Column::Other => true,
    }
}

/// Returns whether a text is a class of a school: `X`, `12`, `Xth`.
fn is_class(text: &str) -> bool {
    let word = text.trim_matches(|c: char| !c.is_alphanumeric());
    EducationWords::get().classes.contains(&word.to_lowercase())
}

fn school_name(cell: &str) -> String {
    let is_margin = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | '-' | '–' | ':');
    let name = without_bullet(cell).trim_matches(is_margin);
    let name = if name.len() > MAX_SCHOOL_BYTES {
        name.split([',', '(']).next().unwrap_or("").trim()
    } else {
        name
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::understood;

    /// Returns each entry as `degree | institution | end`.
    fn entries(lines: &str) -> Vec<String> {
        let resume = understood(&format!(
            "#Mina Example\nmina@example.org\n\n#Education\n{lines}\n\n#Skills\nRust\n"
        ));
        let or_none = |value: Option<String>| value.unwrap_or_else(|| "?".to_owned());
        let entries = resume.education.iter();
        entries
            .map(|entry| {
                let end = or_none(entry.end.map(|end| end.to_string()));
                let school = or_none(entry.institution.clone());
                format!("{} | {school} | {end}", entry.degree)
            })
            .collect()
    }

    #[test]
    fn the_name_of_a_column_may_break_off() {
        assert_eq!(
            entries(
                "Course\tYear of passing\tName of\tPercentage\n\
                 B.Tech\t2014\tHilltop Technical\t68%\nXII\t2010\tSample Grove\t72%"
            ),
            [
                "B.Tech | Hilltop Technical | 2014",
                "XII | Sample Grove | 2010"
            ]
        );
    }

    #[test]
    fn the_head_of_a_table_says_what_its_columns_contain() {
        assert_eq!(
            entries(
                "Course\tInstitute\tBoard/University\tYear of passing\tPercentage\n\
                 B.Tech (Mechanical)\tN.I.T. Hilltop\tExample University\t2014\t68%\n\
                 XII\tSample Convent\tState Board\t2010\t72%\n\
                 X\tSample Convent\tState Board\t2008\t81%"
            ),
            [
                "B.Tech | N.I.T. Hilltop | 2014",
                "XII | Sample Convent | 2010",
                "X | Sample Convent | 2008"
            ]
        );
        assert_eq!(
            entries(
                "Year\tQualification\tBoard/University\tResult\n\
                 2012\tDiploma in Law\tExample Open\tFirst class\n2009\t12th\tC.B.S.E"
            ),
            ["Diploma | Example Open | 2012", "12th | C.B.S.E | 2009"]
        );
        assert_eq!(
            entries("Course\tCollege\tYear\tMarks\nmba finance\tExample Institute\t2015\t75 %"),
            ["mba | Example Institute | 2015"]
        );
    }

    #[test]
    fn a_row_may_lack_cells() {
        assert_eq!(
            entries(
                "Degree\tSchool/College\tUniversity/Board\tYear\tMarks\n\
                 M.Sc\tExample University\t2016\t7.9 CGPA\nB.Sc\tHilltop Arts\tExample Univ\t2014"
            ),
            [
                "M.Sc | Example University | 2016",
                "B.Sc | Hilltop Arts | 2014"
            ]
        );
    }

    #[test]
    fn a_row_below_a_degree_may_have_an_unknown_one() {
        let resume = understood(
            "#Mina Example\n\n#Profile\nHonest\n\nCourse\tCollege\tYear\tPercentage\n\
             MBA\tExample Institute\t2015\t75 %\nDegree\tHilltop Degree College\t2013\t70 %",
        );
        let schools = resume.education.iter();
        let schools: Vec<_> = schools.filter_map(|it| it.institution.as_deref()).collect();
        assert_eq!(schools, ["Example Institute", "Hilltop Degree College"]);
    }
}
