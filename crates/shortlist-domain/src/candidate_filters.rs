//! Filters of a list of candidates.

use crate::resume_facts;
use crate::{
    CandidateStatus, ChoiceProblem, CustomCondition, FactKind, InvalidValue, ListProblem,
    OccupationCode, Score, StageId, Tag, TextProblem, Timestamp, UserId, plain_text,
};

/// The most values of one filter.
pub const MAX_FILTER_VALUES: usize = 20;
/// The longest value of a filter, in characters.
pub(crate) const MAX_FILTER_CHARS: usize = 200;

/// What candidates of a list must have. An empty filter includes all.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CandidateFilters {
    /// One of these statuses.
    pub statuses: Vec<CandidateStatus>,
    /// One of these stages.
    pub stages: Vec<StageId>,
    /// None of these statuses.
    pub no_statuses: Vec<CandidateStatus>,
    /// How the two filters by status treat candidates without a status.
    pub undecided: UndecidedFilter,
    /// All of these skills.
    pub all_skills: Vec<SkillName>,
    /// At least one of these skills.
    pub any_skills: Vec<SkillName>,
    /// None of these skills.
    pub no_skills: Vec<SkillName>,
    /// All of these facts of the resume.
    pub facts: Vec<FactFilter>,
    /// At least one of these occupations, in the positions that earned points.
    pub occupations: Vec<OccupationCode>,
    /// At least one of these is required and missing.
    pub missing: Vec<CredentialRequirement>,
    /// None of these is required and missing.
    pub none_missing: Vec<CredentialRequirement>,
    /// The lowest score.
    pub min_score: Option<Score>,
    /// The highest score.
    pub max_score: Option<Score>,
    /// The least experience, in months.
    pub min_months: Option<i32>,
    /// The most experience, in months.
    pub max_months: Option<i32>,
    /// All of these tags.
    pub tags: Vec<Tag>,
    /// The source.
    pub source: Option<String>,
    /// The identifier in another system.
    pub external_id: Option<String>,
    /// What the values of custom fields must be.
    pub custom_fields: Vec<CustomCondition>,
    /// Whether a user has reviewed the candidate.
    pub reviewed: Option<ReviewedFilter>,
    /// When the candidate was created.
    pub created: Period,
    /// When the candidate was last changed.
    pub updated: Period,
    /// Whether the candidates of blind jobs are in the list.
    pub blind_jobs: BlindJobs,
}

impl CandidateFilters {
    /// Returns whether all candidates pass.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether candidates must have one of some statuses.
    pub fn asks_for_statuses(&self) -> bool {
        !self.statuses.is_empty() || self.finds_undecided()
    }

    /// Returns whether candidates without a status are among those that the filter asks for.
    pub fn finds_undecided(&self) -> bool {
        match self.undecided {
            UndecidedFilter::AsActive => self.statuses.contains(&CandidateStatus::Active),
            UndecidedFilter::Apart { included, .. } => included,
        }
    }

    /// Returns whether the filter excludes candidates without a status.
    pub fn excludes_undecided(&self) -> bool {
        match self.undecided {
            UndecidedFilter::AsActive => self.no_statuses.contains(&CandidateStatus::Active),
            UndecidedFilter::Apart { excluded, .. } => excluded,
        }
    }
}

/// Whether a list has the candidates of jobs that are reviewed blind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BlindJobs {
    /// They are listed, by code.
    #[default]
    ByCode,
    /// They are left out, as from everything that says who a person is.
    LeftOut,
}

/// A kind of requirement that a candidate has or lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CredentialRequirement {
    /// A language that the job requires.
    Language,
    /// A certificate, registration or licence that the job requires.
    Certificate,
}

impl CredentialRequirement {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Language, Self::Certificate];

    /// Returns the kind's name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Language => "language",
            Self::Certificate => "certificate",
        }
    }

    /// Parses a kind's name.
    ///
    /// # Errors
    /// Returns an error that lists all names if no kind has that one.
    pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
        let mut kinds = Self::ALL.into_iter();
        let found = kinds.find(|kind| kind.as_str().eq_ignore_ascii_case(name.trim()));
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str);
            InvalidValue::new(field, ChoiceProblem::not_one_of(names))
        })
    }
}

/// How filters by status treat candidates whom nobody has decided about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum UndecidedFilter {
    /// They count as `Active`, as the specification says.
    #[default]
    AsActive,
    /// They are a group of their own, with the name `New`.
    Apart {
        /// Whether they are among the statuses that candidates must have.
        included: bool,
        /// Whether they are among the statuses that candidates must not have.
        excluded: bool,
    },
}

/// Selects candidates by whether a user has reviewed them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedFilter {
    /// The reviewer.
    pub by: UserId,
    /// Whether candidates must have a review of this user, or must not have one.
    pub is_reviewed: bool,
}

/// A period of time. Without an end or a start it is open there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Period {
    /// The first time in it.
    pub from: Option<Timestamp>,
    /// The first time after it.
    pub before: Option<Timestamp>,
}

/// The name of a skill in plain letters, as it is compared, and the name under which candidates may have the same skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillName {
    given: String,
    canonical: Option<String>,
}

impl SkillName {
    /// Parses a name.
    ///
    /// # Errors
    /// Returns an error if it is empty, too long, or contains a control character.
    pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
        let name = name.trim();
        let length = name.chars().count();
        if (1..=MAX_FILTER_CHARS).contains(&length) && !name.chars().any(char::is_control) {
            return Ok(Self {
                given: plain_text(name),
                canonical: None,
            });
        }
        Err(InvalidValue::new(
            field,
            TextProblem::SkillNotOneLine(MAX_FILTER_CHARS),
        ))
    }

    /// Returns the filter for candidates who have the skill under this name too.
    #[must_use]
    pub fn or_named(self, canonical: &str) -> Self {
        let canonical = plain_text(canonical);
        Self {
            canonical: (canonical != self.given).then_some(canonical),
            ..self
        }
    }

    /// Returns the given name in plain letters.
    pub fn given(&self) -> &str {
        &self.given
    }

    /// Returns the usual name of the skill in plain letters, if it is another one.
    pub fn canonical(&self) -> Option<&str> {
        self.canonical.as_deref()
    }

    /// Returns the names of the skill in plain letters, first the given one.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.given.as_str()).chain(self.canonical.as_deref())
    }
}

/// A fact that candidates must have: one value of the kind that contains all words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactFilter {
    kind: FactKind,
    words: Vec<String>,
}

impl FactFilter {
    /// Parses the words of a filter, in any order.
    ///
    /// # Errors
    /// Returns an error if the text has no letter or digit, is too long, or has more than one line.
    pub fn parse(field: &str, kind: FactKind, text: &str) -> Result<Self, InvalidValue> {
        let text = text.trim();
        if text.chars().count() > MAX_FILTER_CHARS || text.chars().any(char::is_control) {
            let problem = TextProblem::NotOneLine(MAX_FILTER_CHARS);
            return Err(InvalidValue::new(field, problem));
        }
        let words = resume_facts::words(text);
        if words.is_empty() {
            return Err(InvalidValue::new(field, TextProblem::Empty));
        }
        Ok(Self { kind, words })
    }

    /// Returns the kind of fact.
    pub fn kind(&self) -> FactKind {
        self.kind
    }

    /// Returns the words in plain letters, each once. There is at least one.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// Parses the values of a filter.
///
/// # Errors
/// Returns an error if there are too many, or if one is invalid.
pub fn parse_filter_values<T>(
    field: &str,
    values: &[String],
    parse: impl Fn(&str, &str) -> Result<T, InvalidValue>,
) -> Result<Vec<T>, InvalidValue> {
    if values.len() > MAX_FILTER_VALUES {
        let problem = ListProblem::TooManyValues(MAX_FILTER_VALUES);
        return Err(InvalidValue::new(field, problem));
    }
    values.iter().map(|value| parse(field, value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_is_compared_in_plain_letters() {
        let skill = SkillName::parse("s", " Résumé ").unwrap();
        assert_eq!(skill.names().collect::<Vec<_>>(), ["resume"]);
        let same = skill.clone().or_named("RÉSUMÉ");
        assert_eq!(same, skill);
        let both = skill.or_named("Lebenslauf");
        assert_eq!(both.names().collect::<Vec<_>>(), ["resume", "lebenslauf"]);
        for bad in ["", " ", "a\nb", &"x".repeat(201)] {
            assert!(SkillName::parse("s", bad).is_err(), "{bad}");
        }
        let many = vec!["rust".to_owned(); 21];
        assert!(parse_filter_values("allSkills", &many, SkillName::parse).is_err());
    }

    #[test]
    fn a_filter_with_a_value_is_not_empty() {
        assert!(CandidateFilters::default().is_empty());
        let filters = CandidateFilters {
            max_months: Some(12),
            ..CandidateFilters::default()
        };
        assert!(!filters.is_empty());
    }

    #[test]
    fn a_filter_has_a_word_and_one_line() {
        let parse = |text: &str| FactFilter::parse("employers", FactKind::Employer, text);
        assert_eq!(parse(" ORCHARD ").unwrap().words(), ["orchard"]);
        for bad in ["", " ", "…", "a\nb", &"x".repeat(201)] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
