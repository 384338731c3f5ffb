//! Reads an entry of an experience section: title, organization and place.

use shortlist_domain::Position;

use super::dates::DateRange;
use super::forms::{Form, FormStart, MAX_FORM_LINES, read_form};
use super::labels::{Field, labelled};
use super::page::{Page, is_all_capitals, without_bullet};
use super::paragraphs::{Paragraph, is_item, names_title, paragraph_of};
use super::phrases::{MAX_PHRASE_CHARS, phrases};
use super::slots::{Candidate, Reading, Slot, Votes};
use super::words::PositionWords;
use super::work_table::TableHead;

/// An entry of an experience section: its date, and the lines that may belong to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct DatedEntry {
    /// The index of the line with the date.
    pub(super) line: usize,
    /// The first line that may belong to the entry, and the line after its last one.
    pub(super) bounds: (usize, usize),
    /// The date.
    pub(super) range: DateRange,
}

/// The distances of the lines near a date, the most likely first.
const NEAR: [isize; 4] = [-1, 1, -2, 2];
/// The same distances if the dates begin the entries.
const BELOW: [isize; 4] = [1, 2, -1, -2];

/// Returns the order in which the lines near a date are read. If the first entry of a section has nothing above its date, the
/// lines above the other dates belong to the entries before them.
fn near_order(page: &Page<'_>, first: &DatedEntry) -> [isize; 4] {
    let above = first.line.checked_sub(1);
    let is_first = above.is_none_or(|above| !is_head_of(page, first, above));
    let begins = is_first && is_head_of(page, first, first.line + 1);
    if begins { BELOW } else { NEAR }
}

/// What was read about an entry.
#[derive(Debug)]
pub(super) struct Described {
    /// The entry.
    pub(super) entry: DatedEntry,
    /// Title, organization and place.
    pub(super) position: Position,
    /// Whether it may be a project at an employer.
    pub(super) is_project: bool,
}

/// Reads title, organization and place of the entries of a section from the dated lines and their neighbours.
///
/// It leaves out the entries without a certain title that are not about work.
pub(super) fn describe(
    page: &Page<'_>,
    entries: &[DatedEntry],
    is_work: impl Fn(&DatedEntry) -> bool,
) -> Vec<Described> {
    let paragraphs = entries.iter().map(|entry| paragraph_of(page, entry));
    let paragraphs: Vec<Option<Paragraph>> = paragraphs.collect();
    let section = entries.first().zip(entries.last());
    let heads = section.map_or_else(Vec::new, |(first, last)| {
        TableHead::find_all(page, first.bounds.0, last.bounds.1)
    });
    let start = section.map_or_else(FormStart::default, |(first, _)| {
        FormStart::find(page, first.bounds.0, first.line)
    });
    let order = section.map_or(NEAR, |(first, _)| near_order(page, first));
    let readings = entries.iter().zip(&paragraphs);
    let readings = readings.map(|(entry, paragraph)| {
        let row = TableHead::entry(&heads, page, entry.line);
        let form = row.map(|values| Form {
            values,
            is_project: false,
        });
        let form = form.unwrap_or_else(|| read_form(page, entry.line, entry.bounds, start));
        (*entry, read(page, entry, paragraph, form, order))
    });
    let readings: Vec<(DatedEntry, Reading<'_>)> = readings
        .filter(|(entry, reading)| reading.has_title() || is_work(entry))
        .collect();
    let votes = Votes::of(readings.iter().map(|(_, reading)| reading));
    let readings = readings.into_iter();
    let described = readings.map(|(entry, reading)| Described {
        entry,
        is_project: reading.is_project,
        position: reading.into_position(&votes),
    });
    described.collect()
}

fn read<'a>(
    page: &Page<'a>,
    entry: &DatedEntry,
    paragraph: &'a Option<Paragraph>,
    form: Form,
    order: [isize; 4],
) -> Reading<'a> {
    let number = entry.line;
    let mut reading = Reading::new(form);
    let (before, after) = match paragraph {
        Some(paragraph) => (paragraph.text.as_str(), ""),
        None => around_date(page, number, entry.range),
    };
    let is_read = |line: usize| {
        let lines = paragraph.as_ref().map(|it| &it.lines);
        lines.is_some_and(|lines| lines.contains(&line))
    };
    for (part, after_date) in [(before, false), (after, true)] {
        let words = match labelled(part) {
            Some((Field::Aside | Field::Client, value)) => value,
            _ => part,
        };
        let own = candidates(words, 0, after_date);
        reading.take(&own);
        reading.candidates.extend(own);
    }
    let near = order.map(|distance| (distance, number.checked_add_signed(distance)));
    for (distance, line) in near {
        let Some(line) = line.filter(|line| !is_read(*line) && is_head_of(page, entry, *line))
        else {
            continue;
        };
        let near = candidates(page.line(line), distance, false);
        if !reading.is_complete() {
            reading.take(&near);
        }
        reading.candidates.extend(near);
    }
    if !reading.has_title()
        && let Some((distance, line)) = title_below_description(page, entry)
    {
        reading.take(&candidates(page.line(line), distance, false));
    }
    reading
}

/// Returns the line with the title, if a paragraph about the employer separates it from the date: a bold line.
fn title_below_description(page: &Page<'_>, entry: &DatedEntry) -> Option<(isize, usize)> {
    let is_described = |line: usize| {
        let words = page.line(line);
        words.len() > MAX_PHRASE_CHARS / 2 && !is_item(page, line)
    };
    let last = entry.bounds.1.min(entry.line + MAX_FORM_LINES);
    let mut lines = (2..).zip(entry.line + 2..last);
    lines
        .by_ref()
        .take_while(|(_, line)| is_described(line - 1))
        .find(|(_, line)| {
            let is_bold = page.lines.get(*line).is_some_and(|line| line.bold);
            is_bold && is_head_line(page, *line) && names_title(page.line(*line))
        })
}

fn candidates(words: &str, line: isize, after_date: bool) -> Vec<Candidate<'_>> {
    let phrases = phrases(words).into_iter().enumerate();
    phrases
        .map(|(order, phrase)| Candidate {
            slot: Slot {
                line,
                after_date,
                order,
            },
            phrase,
        })
        .collect()
}

/// Returns whether a line near the date belongs to the head of an entry, with all lines between them.
fn is_head_of(page: &Page<'_>, entry: &DatedEntry, line: usize) -> bool {
    let between = match line < entry.line {
        true => line + 1..entry.line,
        false => entry.line + 1..line,
    };
    let joined = between
        .into_iter()
        .all(|between| is_head_line(page, between));
    (entry.bounds.0..entry.bounds.1).contains(&line) && joined && is_head_line(page, line)
}

/// Returns the text before and after the date of a line.
fn around_date<'a>(page: &Page<'a>, number: usize, range: DateRange) -> (&'a str, &'a str) {
    let Some(line) = page.lines.get(number) else {
        return ("", "");
    };
    let before = line.span.start..range.span.start.max(line.span.start);
    let after = range.span.end.min(line.span.end)..line.span.end;
    (
        without_bullet(page.text.get(before).unwrap_or("")),
        page.text.get(after).unwrap_or(""),
    )
}

/// Returns whether a line may be the head of an entry: short, and not a list item, a sentence or a labelled field.
pub(super) fn is_head_line(page: &Page<'_>, number: usize) -> bool {
    let words = page.line(number);
    let bulleted = page.lines.get(number).is_none_or(|line| line.list_item);
    let prose =
        words.len() > MAX_PHRASE_CHARS || words.ends_with('.') && !ends_in_abbreviation(words);
    let labelled = labelled(words).is_some() || words.trim_end().ends_with(':');
    let first = words
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("");
    let is_capitals = first.chars().count() > 1 && is_all_capitals(first);
    let describes = PositionWords::get()
        .descriptions
        .contains(&first.to_lowercase());
    let describes = describes && (is_capitals || !names_title(words));
    let begins_low = words.starts_with(char::is_lowercase) || describes;
    let names_columns = TableHead::is_head(words);
    !(bulleted
        || prose
        || labelled
        || names_columns
        || begins_low
        || words.len() != without_bullet(words).len())
}

/// Returns whether a line ends in an abbreviation, such as `Acme Inc.` or `Globex Pvt. Ltd.`
fn ends_in_abbreviation(words: &str) -> bool {
    words.rsplit(' ').next().is_some_and(|last| {
        last.len() <= 5 && last.starts_with(char::is_uppercase) || last.matches('.').count() > 1
    })
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::understood;

    /// Returns each position of an experience section as `title | organization | place | start | end`.
    fn positions(entries: &str) -> Vec<String> {
        let resume = understood(&format!(
            "#Mina Example\nmina@example.org\n\n#Work Experience\n{entries}\n\n#Education\nB.Sc. Physics\n"
        ));
        let or_none = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
        resume
            .positions
            .iter()
            .map(|position| {
                [
                    or_none(&position.title),
                    or_none(&position.organization),
                    or_none(&position.place),
                    or_none(&position.start.map(|date| date.to_string())),
                    match position.current {
                        true => "now".to_owned(),
                        false => or_none(&position.end.map(|date| date.to_string())),
                    },
                ]
                .join(" | ")
            })
            .collect()
    }

    #[test]
    fn dates_may_stand_left_right_above_and_below() {
        let expected = ["Data Analyst | Acme | ? | 2015-03 | 2018-06"];
        for entries in [
            "Mar 2015 – Jun 2018\tData Analyst, Acme",
            "Mar 2015 – Jun 2018: Data Analyst at Acme",
            "Data Analyst, Acme\tMar 2015 – Jun 2018",
            "Data Analyst at Acme (Mar 2015 – Jun 2018)",
            "Acme — Data Analyst | 03/2015 - 06/2018",
            "Data Analyst\nAcme\nMar 2015 – Jun 2018\n- Wrote reports.",
            "Acme\nData Analyst\nMar 2015 – Jun 2018\n- Wrote reports.",
            "Mar 2015 – Jun 2018\nData Analyst\nAcme\n- Wrote reports.",
            "Acme\nData Analyst\tMar 2015 – Jun 2018\n- Wrote reports.",
            "Data Analyst\tMar 2015 – Jun 2018\nAcme\n- Wrote reports.",
            "Acme\tMar 2015 – Jun 2018\nData Analyst\n- Wrote reports.",
            "Worked as a Data Analyst with Acme from Mar 2015 to Jun 2018",
            "Worked for Acme as Data Analyst from Mar 2015 to Jun 2018",
        ] {
            assert_eq!(positions(entries), expected, "{entries}");
        }
    }

    #[test]
    fn the_place_is_distinguished_from_the_employer() {
        for (entries, expected) in [
            (
                "Acme Inc., Austin, TX\tMar 2015 – Jun 2018\nData Analyst",
                "Data Analyst | Acme Inc | Austin, TX | 2015-03 | 2018-06",
            ),
            (
                "Data Analyst | Acme | Graz, Austria | 2015 - 2018",
                "Data Analyst | Acme | Graz, Austria | 2015 | 2018",
            ),
            (
                "Data Analyst, Acme, Graz\t2015 - 2018",
                "Data Analyst | Acme | Graz | 2015 | 2018",
            ),
            (
                "Data Analyst, Acme, Germany\t2015 - 2018",
                "Data Analyst | Acme | Germany | 2015 | 2018",
            ),
        ] {
            assert_eq!(positions(entries), [expected], "{entries}");
        }
    }

    #[test]
    fn forms_are_read_by_their_labels() {
        let expected = ["Data Analyst | Acme | Graz | 2015-03 | now"];
        for entries in [
            "Company Name\tAcme\nDesignation\tData Analyst\nLocation\tGraz\nDuration\tMar 2015 to till date",
            "Duration: Mar 2015 - Present\nEmployer: Acme\nRole: Data Analyst\nLocation: Graz\nClient: Globex",
            "Période : mars 2015 – à ce jour\nEntreprise : Acme\nPoste : Data Analyst\nLieu : Graz",
        ] {
            assert_eq!(positions(entries), expected, "{entries}");
        }
    }

    #[test]
    fn labels_lists_and_places_give_different_confidence() {
        let confidence = |entries: &str| {
            let resume = understood(&format!(
                "#Mina Example\nmina@example.org\n\n#Work Experience\n{entries}\n"
            ));
            let first = resume.positions.first().unwrap();
            (
                first.confidence.title,
                first.confidence.organization,
                first.is_certain(),
            )
        };
        let labelled = "Duration: Mar 2015 - Present\nEmployer: Acme\nRole: Data Analyst";
        assert_eq!(confidence(labelled), (75, 75, true));
        let listed = "Data Analyst, Acme Ltd.\tMar 2015 – Jun 2018";
        assert_eq!(confidence(listed), (90, 80, true));
        assert_eq!(confidence("Zub\tMar 2015 – Jun 2018"), (0, 35, false));
    }

    #[test]
    fn several_titles_at_one_employer_share_it() {
        assert_eq!(
            positions(
                "Acme Inc.\nLead Engineer\tJan 2019 – Present\n- Led.\nEngineer\tMar 2015 – Dec 2018\n- Built."
            ),
            [
                "Lead Engineer | Acme Inc | ? | 2019-01 | now",
                "Engineer | Acme Inc | ? | 2015-03 | 2018-12"
            ]
        );
    }

    #[test]
    fn lines_below_dates_belong_to_them() {
        assert_eq!(
            positions(
                "Jan 2019 – Present\tClerk\nGlobex Ltd.\nMar 2015 – Dec 2018\tEngineer\nAcme Contracting LLC, Graz"
            ),
            [
                "Clerk | Globex Ltd | ? | 2019-01 | now",
                "Engineer | Acme Contracting LLC | Graz | 2015-03 | 2018-12"
            ]
        );
    }

    #[test]
    fn a_legal_form_or_with_shows_the_employer() {
        for (entries, expected) in [
            (
                "Mar 2015 – Jun 2018, Clerk, Jones & Smith, Inc., Graz",
                "Clerk | Jones & Smith | Graz | 2015-03 | 2018-06",
            ),
            (
                "Mar 2015 – Jun 2018 with Blue Sky, Graz as Clerk",
                "Clerk | Blue Sky | Graz | 2015-03 | 2018-06",
            ),
            (
                "2015 - 2018 : Worked at Hilltop School, Graz",
                "? | Hilltop School | Graz | 2015 | 2018",
            ),
            (
                "Company 1: Acme Ltd\nDesignation: Clerk\nDuration: 2015 - 2018",
                "Clerk | Acme Ltd | ? | 2015 | 2018",
            ),
        ] {
            assert_eq!(positions(entries), [expected], "{entries}");
        }
    }

    #[test]
    fn a_season_or_a_year_at_the_head_dates_an_entry() {
        assert_eq!(
            positions("Research Intern, Acme\tSummer 2019\n- Measured.\n2017 Intern, Globex"),
            [
                "Research Intern | Acme | ? | 2019-06 | 2019-08",
                "Intern | Globex | ? | 2017 | 2017"
            ]
        );
        assert_eq!(positions("Moved the archive in 2019"), Vec::<String>::new());
    }

    #[test]
    fn unknown_words_are_read_like_those_in_the_same_slots_of_other_entries() {
        let entries = "Acme Ltd.\nEngineer\tJan 2019 – Present\n- Led.\n\nGlobex\nGrand Wizard\tMar 2015 – Dec 2018\n- Built.";
        assert_eq!(
            positions(entries),
            [
                "Engineer | Acme Ltd | ? | 2019-01 | now",
                "Grand Wizard | Globex | ? | 2015-03 | 2018-12"
            ]
        );
        let entries =
            "Jan 2019 – Present\tAcme Ltd.\tEngineer\nMar 2015 – Dec 2018\tGlobex\tGrand Wizard";
        assert_eq!(
            positions(entries),
            [
                "Engineer | Acme Ltd | ? | 2019-01 | now",
                "Grand Wizard | Globex | ? | 2015-03 | 2018-12"
            ]
        );
    }

    #[test]
    fn an_unknown_title_is_in_the_line_of_the_date() {
        for entries in [
            "Globex\nGrand Wizard\tMar 2015 – Dec 2018\n- Built.",
            "Globex Ltd.\nGrand Wizard\tMar 2015 – Dec 2018\n- Built.",
        ] {
            let position = positions(entries).pop().unwrap();
            assert!(position.starts_with("Grand Wizard | Globex"), "{position}");
        }
    }

    #[test]
    fn schooling_within_the_work_is_left_out() {
        assert_eq!(
            positions(
                "Clerk, Acme\t2015 - 2018\nExample University 2010 - 2014\nBachelor of Arts\nExample High School 2004 - 2010"
            ),
            ["Clerk | Acme | ? | 2015 | 2018"]
        );
    }

    #[test]
    fn titles_in_other_languages_are_recognized() {
        for (entries, title, organization) in [
            (
                "2015 – 2018 Bauleiterin bei Muster GmbH",
                "Bauleiterin",
                "Muster GmbH",
            ),
            (
                "2015 – 2018 : Développeuse chez Exemple",
                "Développeuse",
                "Exemple",
            ),
            (
                "2015 - 2018 Ingeniera, Ejemplo S.A.",
                "Ingeniera",
                "Ejemplo S.A",
            ),
            (
                "2015 - 2018\tInfermiera\tOspedale Esempio",
                "Infermiera",
                "Ospedale Esempio",
            ),
            (
                "2015年 - 2018年\t示例公司\t高级软件工程师",
                "高级软件工程师",
                "示例公司",
            ),
            (
                "2015 – 2018 Главный бухгалтер, ООО Пример",
                "Главный бухгалтер",
                "ООО Пример",
            ),
            (
                "2015 – 2018 Programista, Przykład sp. z o.o.",
                "Programista",
                "Przykład sp. z o.o",
            ),
            ("2015 – 2018 Λογιστής, Παράδειγμα", "Λογιστής", "Παράδειγμα"),
            (
                "2015 – 2018 محاسب أول، شركة المثال",
                "محاسب أول",
                "شركة المثال",
            ),
        ] {
            let expected = format!("{title} | {organization} | ? | 2015 | 2018");
            assert_eq!(positions(entries), [expected], "{entries}");
        }
    }
}
