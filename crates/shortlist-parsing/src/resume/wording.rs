//! Returns listed skills in the words of the resume.

use shortlist_domain::{FoundSkill, Resume, SectionKind};
use shortlist_vocabulary::Vocabulary;

/// Returns a skill as the resume lists it, such as `Oracle 12c`, or its canonical name if it is only mentioned.
///
/// A skill that an operator added keeps the operator's name, because an alias may be a code that nobody else knows.
pub fn wording(resume: &Resume, skill: &FoundSkill) -> String {
    if skill.section != SectionKind::Skills {
        return skill.name.clone();
    }
    let quote = resume.text.quote(skill.span);
    let words: Vec<&str> = quote.split_whitespace().collect();
    let words = words.join(" ");
    let built_in = Vocabulary::built_in();
    let means_skill = || {
        let found = built_in.find(&words);
        found.is_some_and(|id| built_in.name(id) == skill.name)
    };
    if !words.is_empty() && means_skill() {
        words
    } else {
        skill.name.clone()
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::Span;

    use super::*;
    use crate::resume::tests::understood;

    #[test]
    fn listed_skills_keep_their_versions() {
        let resume = understood(
            "#Grace Example\ngrace@example.org\n\n#Skills\nOracle 12c, MS Excel, Flurble\n\n#Education\nBSc, 2008\n",
        );
        let words: Vec<String> = resume
            .skills
            .iter()
            .map(|it| wording(&resume, it))
            .collect();
        assert_eq!(words, ["Oracle 12c", "MS Excel", "Flurble"]);
    }

    #[test]
    fn mentioned_and_added_skills_are_printed_by_name() {
        let resume = understood("#Grace Example\n#Skills\nFXW-9, MS Excel\n");
        let skill = |name: &str, section| FoundSkill {
            name: name.to_owned(),
            span: resume.skills.first().map_or(Span::new(0, 0), |it| it.span),
            section,
        };
        let added = skill("Flux Welding", SectionKind::Skills);
        assert_eq!(wording(&resume, &added), "Flux Welding");
        let mentioned = skill("Microsoft Excel", SectionKind::Experience);
        assert_eq!(wording(&resume, &mentioned), "Microsoft Excel");
    }
}
