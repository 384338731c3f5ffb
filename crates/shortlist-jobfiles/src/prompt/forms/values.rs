//! Forms that describe how values are written: replacements, dates and lists.

use super::super::super::employment::is_employment_type;
use super::super::super::fields::Field;
use super::super::super::fold::fold;
use super::super::super::instruction::{DateOrder, Instruction};
use super::super::super::status::is_status;
use super::super::lexicon::Class;
use super::super::names::{column_name, field_named, unquote, value_list};
use super::super::pattern::{ClauseMatch, Form};

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
];

/// Replaces values by another one, only in the column `c` if there is one.
fn value_map(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    let from = value_list(matched.text('a'));
    let to = unquote(matched.text('b'));
    let column = Some(column_name(matched.text('c'))).filter(|column| !column.is_empty());
    let short = |value: &str| value.split(' ').count() <= MAX_MAPPED_WORDS;
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
    (clear && !sentence && !names_field).then_some(Instruction::ValueMap { from, to, column })
}

fn is_place_word(value: &str) -> bool {
    matches!(
        fold(value).as_str(),
        "remote" | "hybrid" | "on site" | "onsite"
    )
}

fn dates(matched: &ClauseMatch<'_>) -> Option<Instruction> {
    date_order(matched.text('d')).map(Instruction::Dates)
}

/// Returns the order of the parts of a date from words (`day-first`, `US`, `ISO`) or letters (`DD/MM/YYYY`).
fn date_order(text: &str) -> Option<DateOrder> {
    const DAY_FIRST: &str = "day first|european|europe|british|uk|german|french|spanish|day month|day before month|tag zuerst|europaisch|europaischem|deutsch|deutschem|jour d abord|europeen|dia primero|europeo";
    const MONTH_FIRST: &str = "month first|american|us|usa|american style|month day|month before day|amerikanisch|amerikanischem|mois d abord|americain|mes primero|americano|estadounidense";
    const YEAR_FIRST: &str =
        "iso|iso 8601|year first|year month|jahr zuerst|annee d abord|ano primero";
    let words = fold(unquote(text).as_str());
    let holds = |list: &str| {
        list.split('|')
            .any(|phrase| super::super::super::phrases::contains_words(&words, phrase))
    };
    if let Some(order) = lettered(&words) {
        return Some(order);
    }
    if words.split(' ').count() > 6 {
        return None;
    }
    [
        (YEAR_FIRST, DateOrder::YearMonthDay),
        (MONTH_FIRST, DateOrder::MonthDayYear),
        (DAY_FIRST, DateOrder::DayMonthYear),
    ]
    .into_iter()
    .find(|(list, _)| holds(list))
    .map(|(_, order)| order)
}

/// Returns the order of letters such as `DD MM YYYY`, in four languages.
fn lettered(words: &str) -> Option<DateOrder> {
    let part = |word: &str| match word {
        "d" | "dd" | "t" | "tt" | "j" | "jj" | "day" | "tag" | "jour" | "dia" => Some('d'),
        "m" | "mm" | "mmm" | "month" | "monat" | "mois" | "mes" => Some('m'),
        "y" | "yy" | "yyyy" | "jjjj" | "aa" | "aaaa" | "year" | "jahr" | "annee" | "ano" => {
            Some('y')
        }
        _ => None,
    };
    let compact = words.replace(' ', "");
    match compact.as_str() {
        "ddmmyyyy" | "ddmmyy" | "ttmmjjjj" | "jjmmaaaa" | "ddmmaaaa" => {
            return Some(DateOrder::DayMonthYear);
        }
        "mmddyyyy" | "mmddyy" => return Some(DateOrder::MonthDayYear),
        "yyyymmdd" | "jjjjmmtt" | "aaaammjj" | "aaaammdd" => return Some(DateOrder::YearMonthDay),
        _ => {}
    }
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
    const NAMES: [(&str, &str); 9] = [
        (",", "comma|commas|komma|kommas|virgule|virgules|coma|comas"),
        (
            ";",
            "semicolon|semicolons|semi colon|semi colons|semikolon|semikolons|strichpunkt|point virgule|points virgules|punto y coma|puntos y coma",
        ),
        (
            "|",
            "pipe|pipes|bar|bars|vertical bar|vertical bars|senkrechter strich|barre|barres|barre verticale|barra|barras|barra vertical",
        ),
        (
            "/",
            "slash|slashes|forward slash|schragstrich|schragstriche|barre oblique|barres obliques|barra oblicua",
        ),
        (
            "\n",
            "newline|newlines|line break|line breaks|new line|new lines|lines|line|zeilenumbruch|zeilenumbruche|zeilen|saut de ligne|sauts de ligne|retour a la ligne|salto de linea|saltos de linea",
        ),
        (
            "\t",
            "tab|tabs|tabulator|tabulation|tabulations|tabulador|tabuladores",
        ),
        (
            " ",
            "space|spaces|blank|blanks|leerzeichen|espace|espaces|espacio|espacios",
        ),
        (":", "colon|colons|doppelpunkt|deux points|dos puntos"),
        (
            "-",
            "dash|dashes|hyphen|hyphens|bindestrich|tiret|tirets|guion|guiones",
        ),
    ];
    let words = fold(text);
    if words.is_empty() {
        let mark = text.trim();
        return (1..=3)
            .contains(&mark.chars().count())
            .then(|| mark.to_owned());
    }
    let words = ["a ", "an ", "the ", "des ", "des ", "un ", "une ", "una "]
        .iter()
        .find_map(|article| words.strip_prefix(article))
        .unwrap_or(&words);
    NAMES
        .iter()
        .find(|(_, names)| names.split('|').any(|name| name == words))
        .map(|(mark, _)| (*mark).to_owned())
}

/// Returns whether a value can only belong to this field. Forms without "set" may give such a value to all jobs.
pub(super) fn is_known_value(field: Field, value: &str) -> bool {
    match field {
        Field::EmploymentType => is_employment_type(value),
        Field::Location => is_place_word(value),
        _ => false,
    }
}
