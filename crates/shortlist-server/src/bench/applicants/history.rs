//! The invented work history and education of an applicant.

use fastrand::Rng;
use shortlist_domain::{
    EducationConfidence, EducationEntry, EducationLevel, InvalidValue, PartialDate, Position, Span,
};

use super::{TITLES, one_of};

/// An employer combines one part of each list, which gives 960 names. The words of the second list are common.
const EMPLOYERS: [&[&str]; 3] = [
    &[
        "Orchard", "Meadow", "Quince", "Fern", "Harbour", "Larch", "Copper", "Juniper", "Saffron",
        "Willow", "Amber", "Heron", "Linden", "Marble", "Thistle", "Raven", "Sable", "Tansy",
        "Umber", "Verbena",
    ],
    &[
        "Software",
        "Trading",
        "Hospital",
        "Logistics",
        "Robotics",
        "Foods",
        "Energy",
        "Consulting",
    ],
    &["GmbH", "Ltd", "SA", "Inc", "AG", "Group"],
];
const PLACES: [&str; 16] = [
    "Basel", "Lyon", "Porto", "Leeds", "Graz", "Ghent", "Turin", "Malmo", "Brno", "Cork", "Tartu",
    "Split", "Vaduz", "Bergen", "Cadiz", "Linz",
];
const LANGUAGES: [&str; 8] = [
    "English",
    "German",
    "French",
    "Spanish",
    "Portuguese",
    "Dutch",
    "Polish",
    "Finnish",
];
const FIELDS: [&str; 10] = [
    "Computer Science",
    "Nursing",
    "Accounting",
    "Logistics",
    "Statistics",
    "Marketing",
    "Mechanical Engineering",
    "History",
    "Chemistry",
    "Law",
];
const SCHOOLS: [&str; 12] = [
    "Vexholm University",
    "Hilltop College",
    "Orrin Institute",
    "Brackwater University",
    "Tollen College",
    "Sorrel University",
    "Quarry Polytechnic",
    "Norwick University",
    "Elmstead College",
    "Pellam Institute",
    "Ravensway University",
    "Isolde Academy",
];
/// The number of positions of an applicant.
const POSITIONS: u16 = 3;
/// Makes the random numbers of the work history and education others than those of the name.
const HISTORY_SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// The current position.
pub(super) struct Latest<'a> {
    pub(super) title: &'a str,
    pub(super) start_year: u16,
    pub(super) span: Span,
}

/// What an applicant has done, where they live, and what they speak.
pub(super) struct History {
    pub(super) positions: Vec<Position>,
    pub(super) place: &'static str,
    pub(super) languages: Vec<String>,
    pub(super) education: EducationEntry,
}

impl History {
    /// Returns the history of an applicant with this number.
    pub(super) fn of(number: u64, latest: &Latest<'_>) -> Result<Self, InvalidValue> {
        let mut random = Rng::with_seed(number ^ HISTORY_SEED);
        Ok(Self {
            positions: positions(latest, &mut random)?,
            place: one_of(&PLACES, &mut random),
            languages: languages(&mut random),
            education: education(&mut random),
        })
    }
}

/// Returns the current position and earlier ones, each with an employer.
fn positions(latest: &Latest<'_>, random: &mut Rng) -> Result<Vec<Position>, InvalidValue> {
    let position = |number: u16| {
        let title = if number == 0 {
            latest.title
        } else {
            one_of(&TITLES, random)
        };
        let employer = EMPLOYERS.map(|part| one_of(part, random));
        let date = |year: u16| PartialDate::parse("year", &year.to_string());
        Ok::<_, InvalidValue>(Position {
            title: Some(title.to_owned()),
            organization: Some(employer.join(" ")),
            start: Some(date(latest.start_year - number)?),
            end: (number > 0)
                .then(|| date(latest.start_year - number))
                .transpose()?,
            current: number == 0,
            span: latest.span,
            ..Position::default()
        })
    };
    (0..POSITIONS).map(position).collect()
}

/// Returns English for most applicants, and one further language.
fn languages(random: &mut Rng) -> Vec<String> {
    let mut languages: Vec<String> = Vec::new();
    if random.u8(..10) > 0 {
        languages.extend(LANGUAGES.first().map(|english| (*english).to_owned()));
    }
    languages.push(one_of(&LANGUAGES, random).to_owned());
    languages.sort_unstable();
    languages.dedup();
    languages
}

fn education(random: &mut Rng) -> EducationEntry {
    let levels = [EducationLevel::Bachelor, EducationLevel::Master];
    let level = random.choice(levels);
    let field = one_of(&FIELDS, random);
    EducationEntry {
        degree: level.map_or("degree", EducationLevel::as_str).to_owned(),
        field: Some(field.to_owned()),
        institution: Some(one_of(&SCHOOLS, random).to_owned()),
        level,
        end: None,
        in_progress: false,
        span: Span::new(0, 0),
        confidence: EducationConfidence::default(),
    }
}
