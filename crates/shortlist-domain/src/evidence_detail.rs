//! What a line of a receipt is about, and how the resume meets it, as values. Each language writes its own text from them.

use crate::{EducationLevel, MicroPoints, PartialDate};

/// What a line of a receipt is about, and how the resume meets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EvidenceDetail {
    /// A skill by its name.
    Skill(String),
    /// A skill that the resume spells differently.
    SpelledSkill {
        /// The skill.
        name: String,
        /// The words of the resume.
        written: String,
    },
    /// A skill that another one implies.
    ImpliedSkill {
        /// The skill.
        name: String,
        /// The skill that the resume shows.
        by: String,
    },
    /// A skill that the resume shows in lists of skills and nowhere else.
    ListedSkill {
        /// The skill.
        name: String,
        /// The words of the resume, if they differ.
        written: Option<String>,
        /// The skill that the resume shows, if that one implies it.
        by: Option<String>,
    },
    /// A skill that is used in a position.
    SkillAtWork(String),
    /// A time with a skill that the job asks for.
    SkillTime {
        /// The skill.
        name: String,
        /// The length.
        months: u32,
        /// The length that the resume shows, if it is too short.
        shown_months: Option<u32>,
    },
    /// A relevant position. Among education, it counts in place of a degree.
    Position {
        /// The first month.
        from: PartialDate,
        /// The last month.
        to: PartialDate,
        /// The length.
        months: u32,
        /// How relevant it is for the job, from 0 to one.
        relevance: MicroPoints,
    },
    /// A relevant position without dates. It does not count in place of a degree.
    UndatedPosition {
        /// How relevant it is for the job, from 0 to one.
        relevance: MicroPoints,
    },
    /// Months of experience that the resume states in words. Among education, it counts in place of a degree.
    StatedExperience(u32),
    /// A current position with the title of the job.
    CurrentPosition {
        /// The title.
        title: String,
        /// How much the best position is like it, from 0 to one, if that is less than one.
        likeness: Option<MicroPoints>,
    },
    /// Months of relevant experience that the job asks for.
    RelevantExperience(u32),
    /// A degree.
    Degree {
        /// The level that the job asks for; `None` if any degree counts.
        level: Option<EducationLevel>,
        /// The level that the resume shows, if it is lower.
        shown: Option<EducationLevel>,
    },
    /// A field of study.
    FieldOfStudy(String),
    /// A spoken language.
    Language {
        /// English names of the language, or of several languages of which one suffices.
        any_of: Vec<String>,
        /// The level in the words of the posting.
        level: Option<String>,
        /// The level in the words of the resume, if it is lower.
        shown: Option<String>,
    },
    /// A certificate or licence, or several of which one suffices.
    Certificate(Vec<String>),
    /// A phrase of the posting whose words one passage of the resume contains.
    PostingPhrase(String),
    /// Words that the posting and a passage of the resume share.
    SimilarWording {
        /// The first words.
        words: Vec<String>,
        /// How many more there are.
        more: u32,
        /// The part of the criterion's value that all such passages earned, in the line of the first one.
        amount: Option<MicroPoints>,
    },
    /// Words for which a language model, by its name, raised the value.
    RaisedByModel(String),
    /// Words for which a language model, by its name, lowered the value.
    LoweredByModel(String),
    /// A passage about a criterion, by the name that alone describes it.
    Passage(String),
}

/// The values by their names in the API and in the canonical form of receipts. A value that does not apply is `None` or empty.
impl EvidenceDetail {
    /// Returns the kind. All skills by name have the same one, and so do positions with and without dates.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Skill(_)
            | Self::SpelledSkill { .. }
            | Self::ImpliedSkill { .. }
            | Self::ListedSkill { .. } => "skill",
            Self::SkillAtWork(_) => "skill_at_work",
            Self::SkillTime { .. } => "skill_time",
            Self::Position { .. } | Self::UndatedPosition { .. } => "position",
            Self::StatedExperience(_) => "stated_experience",
            Self::CurrentPosition { .. } => "current_position",
            Self::RelevantExperience(_) => "relevant_experience",
            Self::Degree { .. } => "degree",
            Self::FieldOfStudy(_) => "field_of_study",
            Self::Language { .. } => "language",
            Self::Certificate(_) => "certificate",
            Self::PostingPhrase(_) => "posting_phrase",
            Self::SimilarWording { .. } => "similar_wording",
            Self::RaisedByModel(_) => "raised_by_model",
            Self::LoweredByModel(_) => "lowered_by_model",
            Self::Passage(_) => "passage",
        }
    }

    /// Returns what the line is about: a name, names of which one suffices, or shared words.
    pub fn names(&self) -> &[String] {
        match self {
            Self::Skill(name)
            | Self::SpelledSkill { name, .. }
            | Self::ImpliedSkill { name, .. }
            | Self::ListedSkill { name, .. }
            | Self::SkillAtWork(name)
            | Self::SkillTime { name, .. }
            | Self::FieldOfStudy(name)
            | Self::CurrentPosition { title: name, .. }
            | Self::PostingPhrase(name)
            | Self::Passage(name) => std::slice::from_ref(name),
            Self::Language { any_of: names, .. }
            | Self::Certificate(names)
            | Self::SimilarWording { words: names, .. } => names,
            _ => &[],
        }
    }

    /// Returns the name of a skill that the resume shows or lacks.
    pub fn skill(&self) -> Option<&str> {
        match self {
            Self::Skill(name)
            | Self::SpelledSkill { name, .. }
            | Self::ImpliedSkill { name, .. }
            | Self::ListedSkill { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Returns whether the resume shows a skill in lists of skills and nowhere else. `None` if the line is not about a skill.
    pub fn only_listed(&self) -> Option<bool> {
        self.skill()
            .map(|_| matches!(self, Self::ListedSkill { .. }))
    }

    /// Returns a skill that is only listed as one that is shown elsewhere. Other details stay as they are.
    #[must_use]
    pub fn outside_list(self) -> Self {
        match self {
            Self::ListedSkill {
                name, by: Some(by), ..
            } => Self::ImpliedSkill { name, by },
            Self::ListedSkill {
                name,
                written: Some(written),
                ..
            } => Self::SpelledSkill { name, written },
            Self::ListedSkill { name, .. } => Self::Skill(name),
            detail => detail,
        }
    }

    /// Returns how many shared words follow the names.
    pub fn more(&self) -> Option<u32> {
        match self {
            Self::SimilarWording { more, .. } => Some(*more),
            _ => None,
        }
    }

    /// Returns a skill in the words of the resume, if they differ from its name.
    pub fn written_as(&self) -> Option<&str> {
        match self {
            Self::SpelledSkill { written, .. } => Some(written),
            Self::ListedSkill { written, .. } => written.as_deref(),
            _ => None,
        }
    }

    /// Returns the skill that implies this one, or the language model.
    pub fn by(&self) -> Option<&str> {
        match self {
            Self::ImpliedSkill { by, .. } | Self::RaisedByModel(by) | Self::LoweredByModel(by) => {
                Some(by)
            }
            Self::ListedSkill { by, .. } => by.as_deref(),
            _ => None,
        }
    }

    /// Returns the level that the job asks for.
    pub fn level(&self) -> Option<&str> {
        match self {
            Self::Degree { level, .. } => level.map(EducationLevel::as_str),
            Self::Language { level, .. } => level.as_deref(),
            _ => None,
        }
    }

    /// Returns the level that the resume shows, if it is lower.
    pub fn shown_level(&self) -> Option<&str> {
        match self {
            Self::Degree { shown, .. } => shown.map(EducationLevel::as_str),
            Self::Language { shown, .. } => shown.as_deref(),
            _ => None,
        }
    }

    /// Returns a length of time in months: that of a position, the one that the resume states, or the one that the job asks for.
    pub fn months(&self) -> Option<u32> {
        match self {
            Self::SkillTime { months, .. }
            | Self::Position { months, .. }
            | Self::StatedExperience(months)
            | Self::RelevantExperience(months) => Some(*months),
            _ => None,
        }
    }

    /// Returns the months that the resume shows, if they are fewer.
    pub fn shown_months(&self) -> Option<u32> {
        match self {
            Self::SkillTime { shown_months, .. } => *shown_months,
            _ => None,
        }
    }

    /// Returns the first and the last month of a position.
    pub fn period(&self) -> Option<(PartialDate, PartialDate)> {
        match self {
            Self::Position { from, to, .. } => Some((*from, *to)),
            _ => None,
        }
    }

    /// Returns how relevant a position is.
    pub fn relevance(&self) -> Option<MicroPoints> {
        match self {
            Self::Position { relevance, .. } | Self::UndatedPosition { relevance } => {
                Some(*relevance)
            }
            _ => None,
        }
    }

    /// Returns how much the best position is like the job, if that is less than one.
    pub fn likeness(&self) -> Option<MicroPoints> {
        match self {
            Self::CurrentPosition { likeness, .. } => *likeness,
            _ => None,
        }
    }

    /// Returns the part of the value that similar wording earned.
    pub fn amount(&self) -> Option<MicroPoints> {
        match self {
            Self::SimilarWording { amount, .. } => *amount,
            _ => None,
        }
    }
}
