//! The fields of a job, and the headers for them in nine languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use shortlist_vocabulary::{WordListError, WordLists};

use super::fold::fold;
use super::lists::by_name;
use super::phrases::Phrases;

/// A field that a column can fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The title.
    Title,
    /// The job code.
    Code,
    /// The description.
    Description,
    /// An additional part of the description: requirements, duties or benefits.
    DescriptionPart,
    /// The skills.
    Skills,
    /// The department.
    Department,
    /// The complete location.
    Location,
    /// A district of the location.
    Area,
    /// The city of the location.
    City,
    /// The state or region of the location.
    Region,
    /// The country of the location.
    Country,
    /// The employment type.
    EmploymentType,
    /// The status of the posting, which shows whether it is a draft.
    Status,
    /// Whether the job is a draft, yes or no.
    Draft,
    /// Whether the job is published, yes or no.
    Published,
    /// The salary. It is kept as an attribute.
    Salary,
    /// Whether the work is remote. It is kept as an attribute.
    Remote,
    /// The number of openings. It is kept as an attribute.
    Openings,
    /// The identifier of the job in another system. It is kept as an attribute.
    ExternalId,
}

impl Field {
    /// Returns the name of the field for users.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Code => "job code",
            Self::Description => "description",
            Self::DescriptionPart => "part of the description",
            Self::Skills => "skills",
            Self::Department => "department",
            Self::Location => "location",
            Self::Area => "area of the location",
            Self::City => "city of the location",
            Self::Region => "region of the location",
            Self::Country => "country of the location",
            Self::EmploymentType => "employment type",
            Self::Status => "status",
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Salary => "salary",
            Self::Remote => "remote work",
            Self::Openings => "number of openings",
            Self::ExternalId => "external id",
        }
    }

    /// Every field.
    const ALL: [Self; 19] = [
        Self::Title,
        Self::Code,
        Self::Description,
        Self::DescriptionPart,
        Self::Skills,
        Self::Department,
        Self::Location,
        Self::Area,
        Self::City,
        Self::Region,
        Self::Country,
        Self::EmploymentType,
        Self::Status,
        Self::Draft,
        Self::Published,
        Self::Salary,
        Self::Remote,
        Self::Openings,
        Self::ExternalId,
    ];

    /// Returns the name of the field in a JSON instruction.
    pub fn as_wire(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Code => "code",
            Self::Description => "description",
            Self::DescriptionPart => "description_part",
            Self::Skills => "skills",
            Self::Department => "department",
            Self::Location => "location",
            Self::Area => "area",
            Self::City => "city",
            Self::Region => "region",
            Self::Country => "country",
            Self::EmploymentType => "employment_type",
            Self::Status => "status",
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Salary => "salary",
            Self::Remote => "remote",
            Self::Openings => "openings",
            Self::ExternalId => "external_id",
        }
    }

    /// Returns the field with a name in a JSON instruction.
    pub(crate) fn from_wire(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.as_wire() == name)
    }

    /// Returns whether the field is kept as an attribute because the job has no such field.
    pub fn is_attribute(self) -> bool {
        matches!(
            self,
            Self::Salary | Self::Remote | Self::Openings | Self::ExternalId
        )
    }

    /// Returns whether several columns can fill the field together.
    pub(crate) fn takes_many(self) -> bool {
        self == Self::DescriptionPart || self.is_attribute()
    }
}

/// The words of headers that name fields.
#[derive(Debug, Default)]
pub(crate) struct HeaderWords {
    /// Headers that name a field, the best first. A header must be equal to one of them.
    exact: Vec<(Field, Vec<&'static str>)>,
    /// Headers that name a field only if there is no better one.
    weak: Vec<(Field, Vec<&'static str>)>,
    /// Words that name a field as part of a longer header.
    contained: Vec<(Field, Phrases)>,
    /// Words that give a longer header another meaning than the field that it contains.
    other_meanings: Phrases,
}

impl HeaderWords {
    /// Reads the lists from their files.
    pub(crate) fn read() -> Result<Self, WordListError> {
        let exact = WordLists::read(include_str!("../data/headers.txt"))?;
        let weak = WordLists::read(include_str!("../data/weak_headers.txt"))?;
        let mut inside = WordLists::read(include_str!("../data/words_in_headers.txt"))?;
        Ok(Self {
            exact: by_name(exact, Field::from_wire)?,
            weak: by_name(weak, Field::from_wire)?,
            other_meanings: inside.take("other_meanings")?,
            contained: by_name(inside, Field::from_wire)?,
        })
    }
}

static HEADER_WORDS: LazyLock<HeaderWords> =
    LazyLock::new(|| HeaderWords::read().unwrap_or_default());

/// The maximum length of a header.
const MAX_HEADER_CHARS: usize = 60;

/// The field that a header names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Recognised {
    pub(crate) field: Field,
    /// The strength of the name. The column with the highest strength wins.
    pub(crate) strength: u32,
    pub(crate) matched_by: NameMatch,
}

/// How a header names a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameMatch {
    Name,
    WeakName,
    Contained,
}

/// All fields for each name. The keys are the names without spaces.
static NAMES: LazyLock<HashMap<String, Vec<Recognised>>> = LazyLock::new(|| {
    let mut names: HashMap<String, Vec<Recognised>> = HashMap::new();
    let mut add = |list: &[(Field, Vec<&str>)], base: u32, matched_by: NameMatch| {
        for (field, words) in list {
            for (rank, name) in (0..).zip(words) {
                let fields = names.entry(compact(&fold(name))).or_default();
                if !fields.iter().any(|known| known.field == *field) {
                    fields.push(Recognised {
                        field: *field,
                        strength: base - rank,
                        matched_by,
                    });
                }
            }
        }
    };
    add(&HEADER_WORDS.exact, 3_000, NameMatch::Name);
    add(&HEADER_WORDS.weak, 1_000, NameMatch::WeakName);
    names
});

fn compact(folded: &str) -> String {
    folded.split(' ').collect()
}

/// Returns all fields that a header may name, the best first.
pub(crate) fn readings(header: &str) -> Vec<Recognised> {
    if header.chars().count() > MAX_HEADER_CHARS {
        return Vec::new();
    }
    let mut readings = named(header);
    if readings.is_empty() {
        readings = contained(&fold(header));
    }
    readings.sort_by_key(|reading| std::cmp::Reverse(reading.strength));
    readings
}

/// Returns the most likely field of a header.
pub(crate) fn recognise(header: &str) -> Option<Recognised> {
    readings(header).into_iter().next()
}

fn named(header: &str) -> Vec<Recognised> {
    let without_brackets = header.split_once('(').map(|(before, _)| before);
    std::iter::once(header)
        .chain(without_brackets)
        .filter_map(|name| NAMES.get(&compact(&fold(name))))
        .next()
        .cloned()
        .unwrap_or_default()
}

fn contained(folded: &str) -> Vec<Recognised> {
    if HEADER_WORDS.other_meanings.is_in(folded) {
        return Vec::new();
    }
    let extra = u32::try_from(folded.split(' ').count())
        .unwrap_or(u32::MAX)
        .min(20);
    HEADER_WORDS
        .contained
        .iter()
        .filter_map(|(field, words)| {
            let rank = u32::try_from(words.first_in(folded)?).ok()?;
            Some(Recognised {
                field: *field,
                strength: 1_900 - rank - 10 * extra,
                matched_by: NameMatch::Contained,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_headers() {
        for field in Field::ALL {
            let has_headers = HEADER_WORDS.exact.iter().any(|(known, _)| *known == field);
            assert!(has_headers, "{field:?}");
        }
    }
}
