//! The names of skills in filters.

use shortlist_domain::{InvalidValue, SkillName};
use shortlist_vocabulary::Vocabulary;

/// Parses the name of a skill in a filter. Candidates are also found under the usual name of the skill: "Excel" finds
/// "Microsoft Excel".
///
/// # Errors
/// Returns an error if it is empty, too long, or contains a control character.
pub fn filtered_skill(field: &str, name: &str) -> Result<SkillName, InvalidValue> {
    let skill = SkillName::parse(field, name)?;
    let vocabulary = Vocabulary::built_in();
    Ok(match vocabulary.find_named(name.trim()) {
        Some(id) => skill.or_named(vocabulary.name(id)),
        None => skill,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_has_its_usual_name_too() {
        let names = |name| {
            let skill = filtered_skill("s", name).unwrap();
            skill.names().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(names("Excel"), ["excel", "microsoft excel"]);
        assert_eq!(names(" MS Excel "), ["ms excel", "microsoft excel"]);
        assert_eq!(names("Microsoft Excel"), ["microsoft excel"]);
        assert_eq!(names("Excel 2019"), ["excel 2019"], "a version stays one");
        assert_eq!(names("zzyzx"), ["zzyzx"]);
    }
}
