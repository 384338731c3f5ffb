//! Forms that describe how values are written: replacements, dates and lists.

use shortlist_vocabulary::{PhraseList, word_lists};

use super::super::super::employment::is_employment_type;
use super::super::super::fields::Field;
use super::super::super::fold::fold;
use super::super::super::instruction::{DateOrder, Instruction};
use super::super::super::phrases::Phrases;
use super::super::super::status::is_status;
use super::super::lexicon::Class;
use super::super::names::{column_name, field_named, unquote, value_list};
use super::super::pattern::{ClauseMatch, Form};
use super::super::words::PromptWords;

word_lists! {
    /// Words for the order of the parts of a date.
    pub(super) struct DateWords in "../../../data/prompt_dates.txt" {
        /// Day, month, year.
        day_first: Phrases,
        /// Month, day, year.
        month_first: Phrases,
        /// Year, month, day.
        year_first: Phrases,
        /// Words and letters for the day.
        day: PhraseList,
        /// Words and letters for the month.
        month: PhraseList,
        /// Words and letters for the year.
        year: PhraseList,
        /// Letters for whole dates, without spaces and punctuation.
        day_month_year: PhraseList,
        /// The same in another order.
        month_day_year: PhraseList,
        /// The same in another order.
        year_month_day: PhraseList,
    }
}

word_lists! {
    /// Names of the marks between skills.
    pub(super) struct SeparatorWords in "../../../data/prompt_separators.txt" {
        /// Articles before the names.
        articles: Vec<&'static str>,
        comma: PhraseList,
        semicolon: PhraseList,
        pipe: PhraseList,
        slash: PhraseList,
        line_end: PhraseList,
        tab: PhraseList,
        space: PhraseList,
        colon: PhraseList,
        hyphen: PhraseList,
    }
}

impl SeparatorWords {
    /// Returns the marks with their names.
    fn marks(&self) -> [(&'static str, &PhraseList); 9] {
        [
            (",", &self.comma),
            (";", &self.semicolon),
            ("|", &self.pipe),
            ("/", &self.slash),
            ("\n", &self.line_end),
            ("\t", &self.tab),
            (" ", &self.space),
            (":", &self.colon),
            ("-", &self.hyphen),
        ]
    }
}

/// The maximum number of words in a replaced value.
const MAX_MAPPED_WORDS: usize = 5;

pub(super) const FORMS: &[Form] = &[
    ("READ? DATE IS? WRITTEN? AS? IN? <d>", dates),
    ("READ DATE IS? AS <d>", dates),
    ("USE|READ|SUBJECT <d> DATE", dates),
    ("SPLIT SKILLS WITH|IN|AS <s>", split),
    ("SKILLS IS SEPARATED WITH? <s>", split),
    ("SKILLS IS WITH <s> SEPARATED", split),
    ("SKILLS IS <s> SEPARATED", split),
    ("SKILLS HASSKILLS <s> AS|BETWEEN SEPARATOR", split),
    ("SEPARATOR OF|IN|BETWEEN? SKILLS IS <s>", split),
    ("USE <s> AS SEPARATOR OF|IN SKILLS", split),
    ("ALL? SKILLS IS|STAND LISTED? IN? OWNLINE", lines),
    ("OWNLINE OF SKILLS", lines),
    ("IN COLUMN <c> <a> MEAN <b>", value_map),
    ("IN COLUMN <c> TREAT|REPLACE <a> AS|BY <b>", value_map),
    ("TREAT|REPLACE <a> AS|BY <b> IN COLUMN <c>", value_map),
    ("<a> MEAN <b> IN COLUMN <c>", value_map),
];

/// More general forms, which other operations also match.
pub(super) const LAST_FORMS: &[Form] = &[
    ("TREAT <a> AS <b>", value_map),
    ("REPLACE ALL? <a> BY <b>", value_map),
    ("<a> MEAN <b>", value_map),
    ("<a> IS <b>", abbreviation),
];

/// Forms without a verb, which continue a replacement: "FT means full-time and PT part-time".
pub(super) const CONTINUATIONS: &[Form] = &[
    ("<a> AS|BY|FOR|TO <b>", value_map),
    ("<a> ARROW <b>", value_map),
    ("<a> <b>", abbreviation),
];

/// The maximum length of an abbreviation without quotes.
const MAX_ABBREVIATION_CHARS: usize = 6;

/// Handles "FT is full-time": an abbreviation is a known word.
fn abbreviation(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let (from, to) = (matched.text('a'), unquote(matched.text('b')));
    let is_short = from.chars().count() <= MAX_ABBREVIATION_CHARS
        && from
            .chars()
            .all(|c| c.is_uppercase() || c.is_numeric() || matches!(c, '-' | '/' | '.'));
    let is_known = is_employment_type(&to) || is_status(&to) || is_place_word(&to);
    let is_abbreviation = matched.words('a') == 1 && (is_short || matched.is_quoted('a'));
    (is_abbreviation && is_known).then(|| value_map(matched))?
}

/// Replaces values by another one, only in the column `c` if there is one.
fn value_map(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let from = value_list(matched.text('a'));
    let to = unquote(matched.text('b'));
    let column = Some(column_name(matched.text('c'))).filter(|column| !column.is_empty());
    let short = |value: &str| value.split(' ').count() <= MAX_MAPPED_WORDS;
    if !is_column(matched) {
        return None;
    }
    if from.is_empty() || to.is_empty() || !short(&to) || !from.iter().all(|value| short(value)) {
        return None;
    }
    let particular = matched.text('a').contains(|c: char| {
        c.is_uppercase() || c.is_numeric() || matches!(c, '"' | '\'' | '“' | '„' | '«' | '‘')
    });
    // "Treat applicants as friends" names no value. A value is quoted, an abbreviation, or becomes a known word.
    let clear = particular || is_employment_type(&to) || is_status(&to) || is_place_word(&to);
    let sentence = matched.mentions('a', Class::IS) || matched.mentions('b', Class::IS);
    let names_field = field_named(matched.text('a')).is_some() && !matched.is_quoted('a');
    (clear && !sentence && !names_field && is_one_to_one(matched))
        .then_some(Instruction::ValueMap { from, to, column })
}

/// Returns whether the column of a replacement, if there is one, can be a name.
fn is_column(matched: &ClauseMatch<'_>) -> bool {
    let one = !matched.has_comma('c')
        && !matched.mentions('c', Class::MEAN)
        && !matched.mentions('c', Class::AND);
    matched.is_quoted('c') || one
}

/// Returns whether the values are replaced by one value, and no word links either to something else.
fn is_one_to_one(matched: &ClauseMatch<'_>) -> bool {
    let is_value = !matched.has_comma('b')
        && !matched.is_linked('b')
        && !matched.mentions('b', Class::AND)
        && !matched.mentions('b', Class::MEAN);
    let from = [Class::LINK, Class::WITHOUT, Class::MEAN, Class::ARROW];
    let are_values = !from.into_iter().any(|class| links(matched, class));
    let to = unquote(matched.text('b'));
    let known = PromptWords::get().values_with_links.contains(&fold(&to));
    (matched.is_quoted('b') || is_value || known) && are_values
}

/// Returns whether a word of the replaced values has a class. "or" joins values.
fn links(matched: &ClauseMatch<'_>, class: Class) -> bool {
    matched.count('a', class)
        > if class == Class::LINK {
            matched.count('a', Class::OR)
        } else {
            0
        }
}

/// Returns whether a value says where people work without naming a place.
pub(super) fn is_place_word(value: &str) -> bool {
    PromptWords::get().work_places.contains(&fold(value))
}

fn dates(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    date_order(matched.text('d')).map(Instruction::Dates)
}

/// Returns the order of the parts of a date from words (`day-first`, `US`, `ISO`) or letters (`DD/MM/YYYY`).
fn date_order(text: &str) -> Option<DateOrder> {
    let words = fold(unquote(text).as_str());
    if let Some(order) = lettered(&words) {
        return Some(order);
    }
    if words.split(' ').count() > 6 {
        return None;
    }
    let lists = DateWords::get();
    [
        (&lists.year_first, DateOrder::YearMonthDay),
        (&lists.month_first, DateOrder::MonthDayYear),
        (&lists.day_first, DateOrder::DayMonthYear),
    ]
    .into_iter()
    .find(|(list, _)| list.is_in(&words))
    .map(|(_, order)| order)
}

/// Returns the order of letters such as `DD MM YYYY`, in four languages.
fn lettered(words: &str) -> Option<DateOrder> {
    let lists = DateWords::get();
    let compact = words.replace(' ', "");
    let whole = [
        (&lists.day_month_year, DateOrder::DayMonthYear),
        (&lists.month_day_year, DateOrder::MonthDayYear),
        (&lists.year_month_day, DateOrder::YearMonthDay),
    ];
    if let Some((_, order)) = whole.iter().find(|(list, _)| list.contains(&compact)) {
        return Some(*order);
    }
    let parts = [(&lists.day, 'd'), (&lists.month, 'm'), (&lists.year, 'y')];
    let part = |word: &str| {
        let mut parts = parts.iter();
        parts
            .find(|(list, _)| list.contains(word))
            .map(|(_, part)| *part)
    };
    let order: String = words.split(' ').filter_map(part).collect();
    match order.get(..3)? {
        "dmy" => Some(DateOrder::DayMonthYear),
        "mdy" => Some(DateOrder::MonthDayYear),
        "ymd" => Some(DateOrder::YearMonthDay),
        _ => None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "all builders have one shape")]
fn lines(_matched: &ClauseMatch<'_>) -> Option<Instruction> {
    Some(Instruction::SplitSkills("\n".to_owned()))
}

/// Sets the separator of skills.
fn split(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    separator(&unquote(matched.text('s'))).map(Instruction::SplitSkills)
}

fn separator(text: &str) -> Option<String> {
    let words = fold(text);
    if words.is_empty() {
        let mark = text.trim();
        return (1..=3)
            .contains(&mark.chars().count())
            .then(|| mark.to_owned());
    }
    let lists = SeparatorWords::get();
    let mut articles = lists.articles.iter();
    let words = articles
        .find_map(|article| words.strip_prefix(article)?.strip_prefix(' '))
        .unwrap_or(&words);
    let mut marks = lists.marks().into_iter();
    marks
        .find(|(_, names)| names.contains(words))
        .map(|(mark, _)| mark.to_owned())
}

/// Returns whether a value can only belong to this field. Forms without "set" may give such a value to all jobs.
pub(super) fn is_known_value(field: Field, value: &str) -> bool {
    match field {
        Field::EmploymentType => is_employment_type(value),
        Field::Location => is_place_word(value),
        _ => false,
    }
}
