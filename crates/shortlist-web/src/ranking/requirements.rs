//! How many requirements of a job a resume meets. All candidates of a job have the same number of requirements, which are those that
//! the page of the job lists, as far as the weights include their criteria.

use shortlist_app::{CriterionKind, RequirementLabel, criterion_kind, is_met};
use shortlist_domain::{CriterionScore, Evidence, JobRequirements, ScoreReceipt};

/// The beginning of the lines of a receipt about positions that count in place of a degree.
const EQUIVALENT: &str = "equivalent experience";
/// The end of the line of a receipt about a position that is like the job in part.
const ALIKE: &str = " % alike)";

/// The requirements of a job, compared with a resume.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Judged {
    /// The number of requirements that the resume meets.
    pub(crate) met: usize,
    /// The names of the others.
    pub(crate) missing: Vec<String>,
}

impl Judged {
    /// Compares the requirements of a job with a receipt.
    pub(crate) fn of(requirements: &JobRequirements, receipt: &ScoreReceipt) -> Self {
        let mut judged = Self::default();
        judged.add_experience(requirements, receipt);
        judged.add_education(requirements, receipt);
        for skill in &requirements.skills {
            judged.add_skill(&skill.name, receipt);
        }
        for language in &requirements.languages {
            let is_about = |label: &RequirementLabel| matches!(label, RequirementLabel::Languages { any_of, .. } if *any_of == language.any_of);
            let name = language.any_of.join(" or ");
            judged.add_line(CriterionKind::Languages, &name, receipt, is_about);
        }
        for certificate in &requirements.certificates {
            let is_about = |label: &RequirementLabel| matches!(label, RequirementLabel::Certificates { any_of } if *any_of == certificate.any_of);
            let name = certificate.any_of.join(" or ");
            judged.add_line(CriterionKind::Certificates, &name, receipt, is_about);
        }
        judged
    }

    /// Returns the number of all requirements.
    pub(crate) fn asked(&self) -> usize {
        self.met + self.missing.len()
    }

    /// Counts a requirement, or names it as missing.
    fn add(&mut self, missing: Option<&str>) {
        match missing {
            None => self.met += 1,
            Some(name) => self.missing.push(name.to_owned()),
        }
    }

    /// The time that the job asks for is in a receipt only if the resume shows less.
    fn add_experience(&mut self, requirements: &JobRequirements, receipt: &ScoreReceipt) {
        let (Some(_), Some(criterion)) = (
            requirements.minimum_months,
            criterion_of(receipt, CriterionKind::Experience),
        ) else {
            return;
        };
        let is_length = |evidence: &&Evidence| {
            let label = RequirementLabel::read(&criterion.criterion, &evidence.requirement);
            !evidence.found && matches!(label, RequirementLabel::Experience { .. })
        };
        let missing = criterion.evidence.iter().find(is_length);
        self.add(missing.map(|evidence| evidence.requirement.as_str()));
    }

    /// A degree has lines for its level and its field, or for what counts in place of it. Together they are one requirement.
    fn add_education(&mut self, requirements: &JobRequirements, receipt: &ScoreReceipt) {
        let is_asked =
            requirements.education_level.is_some() || !requirements.education_fields.is_empty();
        let criterion = criterion_of(receipt, CriterionKind::Education).filter(|_| is_asked);
        let Some(criterion) = criterion else {
            return;
        };
        let is_any_degree = |evidence: &&Evidence| {
            let label = RequirementLabel::read(&criterion.criterion, &evidence.requirement);
            matches!(label, RequirementLabel::Degree { wanted: None, .. })
        };
        let mut lines = criterion.evidence.iter();
        let missing = lines.find(|line| !is_met(criterion, line) && !is_any_degree(line));
        self.add(missing.map(|line| line.requirement.as_str()));
    }

    /// A skill has a line of its own, and another one if the job asks for a time of it.
    fn add_skill(&mut self, name: &str, receipt: &ScoreReceipt) {
        let Some(skills) = criterion_of(receipt, CriterionKind::Skills) else {
            return;
        };
        let has_name = |line: &&Evidence| name_and_way(&line.requirement).0 == name;
        let is_shown = skills
            .evidence
            .iter()
            .filter(has_name)
            .any(|line| is_met(skills, line));
        let times = criterion_of(receipt, CriterionKind::Experience);
        let times = times.map_or(&[][..], |criterion| criterion.evidence.as_slice());
        let is_too_short = |line: &&Evidence| {
            let label = RequirementLabel::read("experience", &line.requirement);
            !line.found && matches!(label, RequirementLabel::YearsOf { name: of, .. } if of == name)
        };
        match times.iter().find(is_too_short) {
            Some(line) if is_shown => self.add(Some(&line.requirement)),
            _ => self.add(Some(name).filter(|_| !is_shown)),
        }
    }

    /// A language or certificate has a line in its own criterion, and if the job requires it, also one in the skills.
    fn add_line(
        &mut self,
        kind: CriterionKind,
        name: &str,
        receipt: &ScoreReceipt,
        is_about: impl Fn(&RequirementLabel) -> bool,
    ) {
        let criteria = [kind, CriterionKind::Skills].into_iter();
        let lines = criteria
            .filter_map(|kind| criterion_of(receipt, kind))
            .flat_map(|criterion| criterion.evidence.iter().map(move |line| (criterion, line)));
        let mut lines = lines
            .filter(|(criterion, line)| {
                is_about(&RequirementLabel::read(
                    &criterion.criterion,
                    &line.requirement,
                ))
            })
            .peekable();
        if lines.peek().is_some() {
            let is_shown = lines.any(|(criterion, line)| is_met(criterion, line));
            self.add(Some(name).filter(|_| !is_shown));
        }
    }
}

/// Returns the criterion of a kind, if the weights include it.
fn criterion_of(receipt: &ScoreReceipt, kind: CriterionKind) -> Option<&CriterionScore> {
    let mut criteria = receipt.criteria.iter();
    criteria.find(|criterion| criterion_kind(&criterion.criterion) == kind)
}

/// Returns the name of a requirement, and how the resume meets it if not by that name: `SQL` and `implied by PostgreSQL`. All
/// positions that count in place of a degree are one requirement.
pub(crate) fn name_and_way(requirement: &str) -> (String, String) {
    // A required language or certificate is the same requirement in the skills and in a criterion of its own.
    let prefixes = ["language: ", "certificate: "].into_iter();
    let mut plain = prefixes.filter_map(|prefix| requirement.strip_prefix(prefix));
    let requirement = plain.next().unwrap_or(requirement);
    if let Some(found) = skill_and_way(RequirementLabel::read("skills", requirement)) {
        return found;
    }
    let name = || (requirement.to_owned(), String::new());
    if requirement.ends_with(ALIKE) {
        return requirement
            .rsplit_once(" (")
            .map_or_else(name, |(title, way)| {
                (title.to_owned(), way.trim_end_matches(')').to_owned())
            });
    }
    if requirement.starts_with(EQUIVALENT) {
        return (EQUIVALENT.to_owned(), String::new());
    }
    name()
}

/// What is said of a skill that a resume names in lists of skills and nowhere else.
const ONLY_LISTED: &str = "only in a list";

/// Returns the name of a skill, and how the resume shows it if not by that name or only in a list.
fn skill_and_way(label: RequirementLabel) -> Option<(String, String)> {
    use RequirementLabel as Label;
    match label {
        Label::Implied { name, by } => Some((name, format!("implied by {by}"))),
        Label::InPart { name, written } => Some((name, format!("in part: {written}"))),
        Label::Spelled { name, written } => Some((name, format!("as “{written}”"))),
        Label::Listed { skill } => match *skill {
            Label::Name(name) => Some((name, ONLY_LISTED.to_owned())),
            other => {
                let (name, way) = skill_and_way(other)?;
                Some((name, format!("{way}, {ONLY_LISTED}")))
            }
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_have_a_name_and_a_way() {
        for (line, name, way) in [
            ("UI Design", "UI Design", ""),
            (
                "UI Design (in part: design)",
                "UI Design",
                "in part: design",
            ),
            (
                "SQL (implied by PostgreSQL)",
                "SQL",
                "implied by PostgreSQL",
            ),
            ("CI/CD (as \"build\")", "CI/CD", "as “build”"),
            ("Rust, only in a list", "Rust", "only in a list"),
            (
                "SQL (implied by PostgreSQL), only in a list",
                "SQL",
                "implied by PostgreSQL, only in a list",
            ),
            ("certificate: PMP", "PMP", ""),
            (
                "a current position as Nurse (ICU) (65 % alike)",
                "a current position as Nurse (ICU)",
                "65 % alike",
            ),
            (
                "equivalent experience; experience: 2021-10 to 2026-11 (5 years)",
                "equivalent experience",
                "",
            ),
        ] {
            assert_eq!(name_and_way(line), (name.to_owned(), way.to_owned()));
        }
    }
}
