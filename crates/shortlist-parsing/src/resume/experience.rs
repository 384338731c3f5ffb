//! Reads an entry of an experience section: title, organization and place.

use shortlist_domain::Position;

use super::dates::DateRange;
use super::labels::{Field, labelled};
use super::page::{Page, without_bullet};
use super::phrases::{MAX_PHRASE_CHARS, Nature, Phrase, phrases};

/// The maximum distance in lines between the dates and the fields of an entry written as a form.
const MAX_FORM_LINES: usize = 5;

/// How well a phrase fits as the employer, in ascending order. Among equals, the first phrase wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fitness {
    NearUnknown,
    OwnUnknown,
    NearNamed,
    OwnNamed,
}

/// The values found so far.
#[derive(Debug, Default)]
struct Entry {
    title: Option<String>,
    organization: Option<(Fitness, String)>,
    place: Option<String>,
}

impl Entry {
    fn take(&mut self, phrases: &[Phrase<'_>], own: bool) {
        for phrase in phrases {
            match phrase.nature {
                Nature::Title if self.title.is_none() => self.title = Some(phrase.text.to_owned()),
                Nature::Title => {}
                Nature::Place if self.place.is_none() => self.place = Some(phrase.text.to_owned()),
                Nature::Place => {}
                Nature::Organization if own => {
                    self.consider_employer(Fitness::OwnNamed, phrase.text);
                }
                Nature::Organization => self.consider_employer(Fitness::NearNamed, phrase.text),
                Nature::Unknown if own => self.consider_employer(Fitness::OwnUnknown, phrase.text),
                Nature::Unknown => self.consider_employer(Fitness::NearUnknown, phrase.text),
            }
        }
    }

    fn consider_employer(&mut self, fitness: Fitness, name: &str) {
        if self
            .organization
            .as_ref()
            .is_none_or(|(known, _)| fitness > *known)
        {
            self.organization = Some((fitness, name.to_owned()));
        }
    }

    fn is_complete(&self) -> bool {
        self.title.is_some()
            && self
                .organization
                .as_ref()
                .is_some_and(|(fitness, _)| *fitness >= Fitness::NearNamed)
    }

    fn into_position(self) -> Position {
        let mut position = Position {
            title: self.title,
            organization: self.organization.map(|(_, name)| name),
            place: self.place,
            ..Position::default()
        };
        // In `Globex, Austria` alone, the employer takes the position of the town.
        if position.organization.is_none()
            && let Some((first, rest)) = position
                .place
                .as_deref()
                .and_then(|place| place.split_once(','))
        {
            position.organization = Some(first.trim().to_owned());
            position.place = Some(rest.trim().to_owned());
        }
        position
    }
}

/// Reads title, organization and place from a dated line and its neighbours.
///
/// `bounds` are the first line that may belong to the entry and the line after its last line.
pub(super) fn describe(
    page: &Page<'_>,
    number: usize,
    bounds: (usize, usize),
    range: DateRange,
) -> Position {
    let form = read_form(page, number, bounds);
    let mut entry = Entry::default();
    let (before, after) = around_date(page, number, range);
    for part in [before, after] {
        match labelled(part) {
            Some((Field::Aside, value)) => entry.take(&phrases(value), true),
            _ => entry.take(&phrases(part), true),
        }
    }
    let above = number.checked_sub(1);
    let farther = number.checked_sub(2);
    let near = [above, Some(number + 1), farther, Some(number + 2)];
    for line in near.into_iter().flatten() {
        if entry.is_complete() || form.title.is_some() && form.organization.is_some() {
            break;
        }
        let between = if line < number {
            line + 1..number
        } else {
            number + 1..line
        };
        let joined = between
            .into_iter()
            .all(|between| is_head_line(page, between));
        if (bounds.0..bounds.1).contains(&line) && joined && is_head_line(page, line) {
            entry.take(&phrases(page.line(line)), false);
        }
    }
    let read = entry.into_position();
    Position {
        title: form.title.or(read.title),
        organization: form.organization.or(read.organization),
        place: form.place.or(read.place),
        ..Position::default()
    }
}

/// Reads the labelled lines near the date.
fn read_form(page: &Page<'_>, number: usize, bounds: (usize, usize)) -> Position {
    let mut form = Position::default();
    let from = bounds.0.max(number.saturating_sub(MAX_FORM_LINES));
    let to = bounds.1.min(number + MAX_FORM_LINES);
    for near in from..to {
        let Some((field, value)) = labelled(page.line(near)) else {
            continue;
        };
        let slot = match field {
            Field::Title => &mut form.title,
            Field::Organization => &mut form.organization,
            Field::Place => &mut form.place,
            Field::Aside => continue,
        };
        let value = value.split(['\t', '|']).next().unwrap_or("").trim();
        if slot.is_none() && !value.is_empty() && value.len() <= MAX_PHRASE_CHARS {
            *slot = Some(value.to_owned());
        }
    }
    form
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
fn is_head_line(page: &Page<'_>, number: usize) -> bool {
    let words = page.line(number);
    let bulleted = page.lines.get(number).is_none_or(|line| line.list_item);
    let prose =
        words.len() > MAX_PHRASE_CHARS || words.ends_with('.') && !ends_in_abbreviation(words);
    let labelled = labelled(words).is_some() || words.trim_end().ends_with(':');
    let begins_low = words.starts_with(char::is_lowercase);
    !(bulleted || prose || labelled || begins_low || words.len() != without_bullet(words).len())
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
