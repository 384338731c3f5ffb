//! The GraphQL types of a job's requirements.

use juniper::GraphQLObject;
use shortlist_app::{
    EditedRequirements, lost_requirement_text, notice_text, requirements_digest, source_text,
};
use shortlist_domain::{
    CertificateRequirement, Importance, Job, JobRequirements, LanguageRequirement, LostRequirement,
    RequirementNotice,
};

use crate::graphql::jobs::requirement_items::JobRequirement;
use crate::graphql::object::object;
use crate::graphql::scores::occupations::JobOccupation;
use crate::graphql::scores::receipts::to_graphql_int;

/// The requirements that the scorer reads from a job.
#[derive(GraphQLObject)]
#[graphql(name = "JobRequirements")]
pub(crate) struct Requirements {
    /// The SHA-256 of the canonical form of the requirements, as receipts contain it.
    digest: String,
    /// All skills, in the order of the canonical form.
    skills: Vec<SkillRequirementObject>,
    required_skills: Vec<String>,
    preferred_skills: Vec<String>,
    minimum_years: Option<f64>,
    minimum_months: Option<i32>,
    education_level: Option<&'static str>,
    /// The fields of study. One of them is enough.
    education_fields: Vec<String>,
    /// Whether experience is accepted in place of a degree.
    equivalent_experience: bool,
    /// The years of experience that single skills require.
    skill_years: Vec<SkillYears>,
    /// The spoken languages.
    languages: Vec<LanguageRequirementObject>,
    /// The certificates and licences.
    certificates: Vec<CertificateRequirementObject>,
    sources: Vec<RequirementSource>,
    /// Every requirement, also those that do not count, in the order of the posting.
    all: Vec<JobRequirement>,
    /// What was set for requirements that the job no longer has. It does not count.
    notices: Vec<String>,
    /// What was set for requirements that the job no longer has, as values.
    lost: Vec<LostRequirementObject>,
    /// What could not be read from the posting, and where it contradicts itself.
    reading_notices: Vec<ReadingNotice>,
    /// The occupation that candidates are compared with.
    occupation: JobOccupation,
}

/// Something about a posting that its author should know.
#[derive(GraphQLObject)]
struct ReadingNotice {
    /// `unknownLanguage`, `requiredAndDenied`, `differentYears`, `differentLevels`, `tooManyRequirements` or `nothingRead`.
    code: &'static str,
    /// What it is and what counts.
    text: String,
    /// The skill or the language that it is about.
    name: Option<String>,
    /// The language of the posting (ISO 639-1), if it is not supported.
    language: Option<&'static str>,
    /// The passages. If one of two counts, it is the first one.
    quotes: Vec<String>,
    /// The lengths of experience in months. The first one counts.
    months: Vec<i32>,
    /// The levels of the language. The first one counts.
    levels: Vec<String>,
    /// The number of requirements, if there are too many.
    count: Option<i32>,
}

/// Somebody's change of a requirement that the job no longer has.
#[derive(GraphQLObject)]
#[graphql(name = "LostRequirement")]
struct LostRequirementObject {
    /// `skill`, `experience`, `education`, `language` or `certificate`.
    kind: &'static str,
    name: String,
    /// Who had set it.
    set_by: String,
}

impl LostRequirementObject {
    fn of(lost: &LostRequirement) -> Self {
        Self {
            kind: lost.kind.as_str(),
            name: lost.name.clone(),
            set_by: lost.author.name.clone(),
        }
    }
}

impl ReadingNotice {
    fn of(notice: &RequirementNotice) -> Self {
        Self {
            code: notice.code().as_str(),
            text: notice_text(notice),
            name: notice.name().map(str::to_owned),
            language: notice.language(),
            quotes: notice.quotes().into_iter().map(str::to_owned).collect(),
            months: notice
                .months()
                .into_iter()
                .filter_map(|months| months.try_into().ok())
                .collect(),
            levels: notice.levels().into_iter().map(str::to_owned).collect(),
            count: notice.count().and_then(|count| count.try_into().ok()),
        }
    }
}

#[derive(GraphQLObject)]
#[graphql(name = "SkillRequirement")]
struct SkillRequirementObject {
    name: String,
    /// `required`, `described` or `preferred`.
    importance: &'static str,
    /// The months of experience with the skill.
    minimum_months: Option<i32>,
}

#[derive(GraphQLObject)]
struct SkillYears {
    skill: String,
    minimum_years: f64,
}

#[derive(GraphQLObject)]
#[graphql(name = "LanguageRequirement")]
struct LanguageRequirementObject {
    /// The accepted languages. One of them is enough.
    any_of: Vec<String>,
    /// The level, in the words of the job.
    level: Option<String>,
    /// `required`, `described` or `preferred`.
    importance: &'static str,
}

impl LanguageRequirementObject {
    fn of(requirement: LanguageRequirement) -> Self {
        Self {
            importance: requirement.importance.as_str(),
            any_of: requirement.any_of,
            level: requirement.level,
        }
    }
}

#[derive(GraphQLObject)]
#[graphql(name = "CertificateRequirement")]
struct CertificateRequirementObject {
    /// The accepted certificates. One of them is enough.
    any_of: Vec<String>,
    /// `required`, `described` or `preferred`.
    importance: &'static str,
}

impl CertificateRequirementObject {
    fn of(requirement: CertificateRequirement) -> Self {
        Self {
            importance: requirement.importance.as_str(),
            any_of: requirement.any_of,
        }
    }
}

object! {
    struct RequirementSource(shortlist_domain::RequirementSource) as source {
        /// `skill`, `experience`, `education`, `language` or `certificate`.
        kind: &'static str = source.kind.as_str();
        /// The name of the requirement, as in the `names` of `JobRequirements.all`.
        name: &str = &source.name;
        /// The requirement in English, with its level or its time.
        requirement: String = source_text(source);
        /// The level of a language, in the words of the job, or of education.
        level: Option<&str> = source.level.as_deref();
        /// The time in months.
        months: Option<i32> = to_graphql_int(source.months);
        quote: &str = &source.quote;
    }
}

pub(crate) fn years_of(months: u32) -> f64 {
    f64::from(months) / 12.0
}

impl Requirements {
    /// Returns the requirements of a job.
    pub(crate) fn of(job: &Job, edited: &EditedRequirements) -> Self {
        let edited = edited.clone();
        let lost = edited.lost.iter().map(LostRequirementObject::of).collect();
        let notices = edited.lost.iter().map(lost_requirement_text);
        let notices = notices.collect();
        let all = edited.items.into_iter().map(JobRequirement::of).collect();
        let read: JobRequirements = edited.requirements;
        let digest = requirements_digest(&read);
        let skill = |skill: &shortlist_domain::SkillRequirement| SkillRequirementObject {
            name: skill.name.clone(),
            importance: skill.importance.as_str(),
            minimum_months: to_graphql_int(skill.minimum_months),
        };
        let reading_notices = read.notices.iter().map(ReadingNotice::of);
        let reading_notices = reading_notices.collect();
        let skills = read.skills.iter().map(skill).collect();
        let years = read.skills.iter().filter_map(|skill| {
            Some(SkillYears {
                skill: skill.name.clone(),
                minimum_years: years_of(skill.minimum_months?),
            })
        });
        let skill_years = years.collect();
        let (preferred, required): (Vec<_>, Vec<_>) = read
            .skills
            .into_iter()
            .partition(|skill| skill.importance == Importance::Preferred);
        let name = |skill: shortlist_domain::SkillRequirement| skill.name;
        Self {
            digest,
            skills,
            required_skills: required.into_iter().map(name).collect(),
            preferred_skills: preferred.into_iter().map(name).collect(),
            minimum_years: read.minimum_months.map(years_of),
            minimum_months: to_graphql_int(read.minimum_months),
            education_fields: read.education_fields,
            equivalent_experience: read.equivalent_experience,
            education_level: read
                .education_level
                .map(shortlist_domain::EducationLevel::as_str),
            skill_years,
            languages: read
                .languages
                .into_iter()
                .map(LanguageRequirementObject::of)
                .collect(),
            certificates: read
                .certificates
                .into_iter()
                .map(CertificateRequirementObject::of)
                .collect(),
            sources: read.sources.into_iter().map(RequirementSource).collect(),
            all,
            notices,
            lost,
            reading_notices,
            occupation: JobOccupation::of(job),
        }
    }
}
