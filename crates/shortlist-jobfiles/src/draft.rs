//! Builds a job draft from a record, with the source of each value.

use shortlist_domain::limits::MAX_SKILL_CHARS;
use shortlist_domain::{
    Attribute, EmploymentKind, InvalidValue, MissingProblem, check_description, check_short,
    check_skills, check_title,
};

use super::employment::employment_kind;
use super::error::{RowFault, RowProblem};
use super::fields::Field;

/// A job from a file, checked and ready to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobDraft {
    /// The row as the user sees it: the line of a CSV file, the row of a sheet, or the number of an object from 1.
    pub row: u32,
    /// The title.
    pub title: String,
    /// The code. If it is `None`, a code is generated.
    pub code: Option<String>,
    /// The description without HTML. It may be empty.
    pub description: String,
    /// The skills.
    pub skills: Vec<String>,
    /// The department, as written in the file.
    pub department: Option<String>,
    /// The location, as written in the file.
    pub location: Option<String>,
    /// The employment type, as written in the file.
    pub employment_type: Option<String>,
    /// The kind of the employment type.
    pub employment_kind: Option<EmploymentKind>,
    /// Whether the job stays unpublished for now.
    pub draft: bool,
    /// Values that belong to no other field.
    pub attributes: Vec<Attribute>,
    /// The source of each value.
    pub sources: Vec<ValueSource>,
}

/// The source of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The row's cell in this column. The index is that of the plan, from 0.
    Cell(usize),
    /// This clause of the prompt. The index is that of the interpretation, from 0.
    Clause(usize),
    /// Neither the file nor the prompt gives this value.
    Default,
}

/// Identifies a value of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A field.
    Field(Field),
    /// An attribute, by its index from 0.
    Attribute(usize),
}

/// A value of a draft and one of its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueSource {
    /// The value.
    pub value: Value,
    /// The source. A value that is combined from several cells has several sources.
    pub source: Source,
}

impl JobDraft {
    /// Returns the sources of a value. An empty value has none.
    pub fn sources_of(&self, value: Value) -> impl Iterator<Item = Source> {
        let sources = self.sources.iter();
        sources
            .filter(move |source| source.value == value)
            .map(|source| source.source)
    }
}

/// The fields with one short value each, in the order in which problems are reported.
const SHORT_FIELDS: [Field; 4] = [
    Field::Code,
    Field::Department,
    Field::Location,
    Field::EmploymentType,
];

/// A value and its sources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sourced<T> {
    pub(crate) value: T,
    pub(crate) sources: Vec<Source>,
}

impl<T> Sourced<T> {
    pub(crate) fn new(value: T, source: Source) -> Self {
        Self {
            value,
            sources: vec![source],
        }
    }

    fn add_sources(&self, value: Value, all: &mut Vec<ValueSource>) {
        let sources = self.sources.iter();
        all.extend(sources.map(|source| ValueSource {
            value,
            source: *source,
        }));
    }
}

/// A job whose values are not checked yet.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawJob {
    pub(crate) texts: RawTexts,
    pub(crate) skills: Sourced<Vec<String>>,
    pub(crate) draft: Sourced<bool>,
    pub(crate) attributes: Vec<(String, Sourced<String>)>,
}

/// The fields of a job that are one text each.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawTexts {
    pub(crate) title: Sourced<String>,
    pub(crate) code: Sourced<String>,
    pub(crate) department: Sourced<String>,
    pub(crate) location: Sourced<String>,
    pub(crate) employment_type: Sourced<String>,
    pub(crate) description: Sourced<String>,
}

impl RawJob {
    /// Returns a text field, or `None` if the field is not text or is stored elsewhere.
    pub(crate) fn text_mut(&mut self, field: Field) -> Option<&mut Sourced<String>> {
        match field {
            Field::Title => Some(&mut self.texts.title),
            Field::Code => Some(&mut self.texts.code),
            Field::Department => Some(&mut self.texts.department),
            Field::Location => Some(&mut self.texts.location),
            Field::EmploymentType => Some(&mut self.texts.employment_type),
            Field::Description => Some(&mut self.texts.description),
            _ => None,
        }
    }

    pub(crate) fn text(&self, field: Field) -> &str {
        match field {
            Field::Title => &self.texts.title.value,
            Field::Code => &self.texts.code.value,
            Field::Department => &self.texts.department.value,
            Field::Location => &self.texts.location.value,
            Field::EmploymentType => &self.texts.employment_type.value,
            Field::Description => &self.texts.description.value,
            _ => "",
        }
    }

    /// Returns the attribute with a name, ignoring case and spaces.
    pub(crate) fn attribute_mut(&mut self, name: &str) -> Option<&mut Sourced<String>> {
        let wanted = super::fold::fold(name);
        let mut attributes = self.attributes.iter_mut();
        attributes
            .find(|(name, _)| super::fold::fold(name) == wanted)
            .map(|(_, value)| value)
    }

    pub(crate) fn add_attribute(&mut self, name: &str, value: String, source: Source) {
        self.attributes
            .push((name.to_owned(), Sourced::new(value, source)));
    }

    fn sources(&self) -> Vec<ValueSource> {
        let mut sources = Vec::with_capacity(8 + self.attributes.len());
        for (field, text) in [
            (Field::Title, &self.texts.title),
            (Field::Code, &self.texts.code),
            (Field::Department, &self.texts.department),
            (Field::Location, &self.texts.location),
            (Field::EmploymentType, &self.texts.employment_type),
            (Field::Description, &self.texts.description),
        ] {
            text.add_sources(Value::Field(field), &mut sources);
        }
        self.skills
            .add_sources(Value::Field(Field::Skills), &mut sources);
        self.draft
            .add_sources(Value::Field(Field::Draft), &mut sources);
        for (index, (_, value)) in self.attributes.iter().enumerate() {
            value.add_sources(Value::Attribute(index), &mut sources);
        }
        sources
    }

    /// Checks the job against the limits of its fields. Each problem names the header of the field.
    pub(crate) fn check<'h>(
        self,
        row: u32,
        header: impl Fn(Field) -> Option<&'h str>,
        problems: &mut Vec<RowProblem>,
    ) -> Option<JobDraft> {
        let known = problems.len();
        let sources = self.sources();
        let mut refuse = |field: Field, error: InvalidValue| {
            problems.push(RowProblem::new(
                row,
                header(field),
                RowFault::Invalid(error),
            ));
        };
        let title = match self.texts.title.value.as_str() {
            "" => Err(InvalidValue::new("title", MissingProblem::Title)),
            title => check_title("title", title),
        }
        .map_err(|error| refuse(Field::Title, error));
        let [code, department, location, employment_type] = SHORT_FIELDS.map(|field| {
            check_short(field.as_str(), self.text(field)).map_err(|error| refuse(field, error))
        });
        let description = check_description("description", &self.texts.description.value)
            .map_err(|error| refuse(Field::Description, error));
        let skills = check_skills("skills", &self.skills.value)
            .map_err(|error| refuse(Field::Skills, error));
        if problems.len() > known {
            return None;
        }
        let employment_type = employment_type.ok()?;
        Some(JobDraft {
            row,
            title: title.ok()?,
            code: code.ok()?,
            description: description.ok()?,
            skills: skills.ok()?,
            department: department.ok()?,
            location: location.ok()?,
            employment_kind: employment_type.as_deref().and_then(employment_kind),
            employment_type,
            draft: self.draft.value,
            attributes: self
                .attributes
                .into_iter()
                .map(|(name, value)| Attribute {
                    name,
                    value: value.value,
                })
                .collect(),
            sources,
        })
    }
}

/// Returns whether a text is short enough for one skill. A longer text is prose.
pub(crate) fn is_skill(text: &str) -> bool {
    text.chars().count() <= MAX_SKILL_CHARS
}
