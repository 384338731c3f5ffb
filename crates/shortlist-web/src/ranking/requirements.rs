//! How many requirements of a job a resume meets. All candidates of a job have the same number of requirements, which are those that
//! the page of the job lists, as far as the weights include their criteria.

use shortlist_app::{
    CriterionKind, criterion_kind, requirement_name, requirement_remark, requirement_text,
};
use shortlist_domain::{CriterionScore, Evidence, EvidenceDetail, JobRequirements, ScoreReceipt};

/// The requirements of a job, compared with a resume.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Judged {
    /// The number of requirements that the resume meets.
    pub(crate) met: usize,
    /// The names of the others.
    pub(crate) missing: Vec<String>,
    /// The names of those among the others that the resume meets in part, such as a lower level or a shorter time.
    pub(crate) partial: Vec<String>,
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
            judged.add_line(CriterionKind::Languages, &language.any_of, receipt);
        }
        for certificate in &requirements.certificates {
            judged.add_line(CriterionKind::Certificates, &certificate.any_of, receipt);
        }
        judged
    }

    /// Returns the number of all requirements.
    pub(crate) fn asked(&self) -> usize {
        self.met + self.missing.len()
    }

    /// Counts a requirement, or names it as missing; as partial too, if the resume meets a part of it.
    fn add(&mut self, missing: Option<String>, has_part: bool) {
        let Some(name) = missing else {
            self.met += 1;
            return;
        };
        if has_part {
            self.partial.push(name.clone());
        }
        self.missing.push(name);
    }

    /// The time that the job asks for is in a receipt only if the resume shows less.
    fn add_experience(&mut self, requirements: &JobRequirements, receipt: &ScoreReceipt) {
        let (Some(_), Some(criterion)) = (
            requirements.minimum_months,
            criterion_of(receipt, CriterionKind::Experience),
        ) else {
            return;
        };
        let is_length =
            |line: &&Evidence| matches!(line.detail, EvidenceDetail::RelevantExperience(_));
        let missing = criterion.evidence.iter().find(is_length);
        let has_part = missing.is_some_and(|line| line.found);
        self.add(missing.map(|line| requirement_name(&line.detail)), has_part);
    }

    /// A degree has lines for its level and its field, or for what counts in place of it. Together they are one requirement.
    fn add_education(&mut self, requirements: &JobRequirements, receipt: &ScoreReceipt) {
        let is_asked =
            requirements.education_level.is_some() || !requirements.education_fields.is_empty();
        let criterion = criterion_of(receipt, CriterionKind::Education).filter(|_| is_asked);
        let Some(criterion) = criterion else {
            return;
        };
        let is_any_degree =
            |line: &Evidence| matches!(line.detail, EvidenceDetail::Degree { level: None, .. });
        let mut lines = criterion.evidence.iter();
        let missing = lines.find(|line| !line.is_met() && !is_any_degree(line));
        let has_part = missing.is_some_and(|line| line.found);
        self.add(
            missing.map(|line| requirement_text(&criterion.criterion, &line.detail)),
            has_part,
        );
    }

    /// A skill has a line of its own, and another one if the job asks for a time of it.
    fn add_skill(&mut self, name: &str, receipt: &ScoreReceipt) {
        let Some(skills) = criterion_of(receipt, CriterionKind::Skills) else {
            return;
        };
        let is_skill = |line: &&Evidence| line.detail.skill() == Some(name);
        let mut lines = skills.evidence.iter().filter(is_skill);
        let is_shown = lines.any(Evidence::is_met);
        let is_too_short = |line: &&Evidence| {
            !line.found
                && matches!(&line.detail, EvidenceDetail::SkillTime { name: of, .. } if of == name)
        };
        let too_short = criterion_of(receipt, CriterionKind::Experience).and_then(|criterion| {
            let line = criterion.evidence.iter().find(is_too_short)?;
            Some(requirement_text(&criterion.criterion, &line.detail))
        });
        if is_shown {
            self.add(too_short, true);
        } else {
            self.add(Some(name.to_owned()), false);
        }
    }

    /// A language or certificate has a line in its own criterion, and if the job requires it, also one in the skills.
    fn add_line(&mut self, kind: CriterionKind, any_of: &[String], receipt: &ScoreReceipt) {
        let criteria = [kind, CriterionKind::Skills].into_iter();
        let lines = criteria
            .filter_map(|kind| criterion_of(receipt, kind))
            .flat_map(|criterion| &criterion.evidence);
        let is_about = |line: &&Evidence| match &line.detail {
            EvidenceDetail::Language { any_of: names, .. } => {
                kind == CriterionKind::Languages && names == any_of
            }
            EvidenceDetail::Certificate(names) => {
                kind == CriterionKind::Certificates && names == any_of
            }
            _ => false,
        };
        let lines: Vec<&Evidence> = lines.filter(is_about).collect();
        if !lines.is_empty() {
            let is_shown = lines.iter().any(|line| line.is_met());
            let has_part = lines.iter().any(|line| line.found);
            self.add((!is_shown).then(|| any_of.join(" or ")), has_part);
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
pub(crate) fn name_and_way(detail: &EvidenceDetail) -> (String, String) {
    match detail {
        EvidenceDetail::SpelledSkill { name, written } => (name.clone(), format!("as “{written}”")),
        EvidenceDetail::Position { .. }
        | EvidenceDetail::UndatedPosition { .. }
        | EvidenceDetail::StatedExperience(_) => {
            ("equivalent experience".to_owned(), String::new())
        }
        detail => (
            requirement_name(detail),
            requirement_remark(detail).unwrap_or_default(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::MicroPoints;

    use super::*;

    #[test]
    fn requirements_have_a_name_and_a_way() {
        let text = str::to_owned;
        for (detail, name, way) in [
            (
                EvidenceDetail::ImpliedSkill {
                    name: text("SQL"),
                    by: text("PostgreSQL"),
                },
                "SQL",
                "implied by PostgreSQL",
            ),
            (
                EvidenceDetail::SpelledSkill {
                    name: text("CI/CD"),
                    written: text("build"),
                },
                "CI/CD",
                "as “build”",
            ),
            (
                EvidenceDetail::ListedSkill {
                    name: text("SQL"),
                    written: None,
                    by: Some(text("PostgreSQL")),
                },
                "SQL",
                "implied by PostgreSQL, only in a list",
            ),
            (EvidenceDetail::Certificate(vec![text("PMP")]), "PMP", ""),
            (
                EvidenceDetail::CurrentPosition {
                    title: text("Nurse (ICU)"),
                    likeness: Some(MicroPoints::new(650_000)),
                },
                "a current position as Nurse (ICU)",
                "65 % alike",
            ),
            (
                EvidenceDetail::StatedExperience(60),
                "equivalent experience",
                "",
            ),
        ] {
            assert_eq!(name_and_way(&detail), (name.to_owned(), way.to_owned()));
        }
    }
}
