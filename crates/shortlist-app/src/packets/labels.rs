//! The lines of a receipt in the languages of the packet.

use shortlist_domain::EducationLevel;
use shortlist_scoring::{CriterionKind, RequirementLabel, criterion_kind};

use super::language::PacketLanguage;
use super::language_names::language_name;
use super::messages::Message;
use super::values::{length, month};

/// Returns the name of a criterion. A name that the organization chose stays as it is.
pub(super) fn criterion_name(name: &str, language: PacketLanguage) -> String {
    let message = match criterion_kind(name) {
        CriterionKind::Skills => Message::Skills,
        CriterionKind::Experience => Message::Experience,
        CriterionKind::Education => Message::Education,
        CriterionKind::Languages => Message::Languages,
        CriterionKind::Certificates => Message::Certificates,
        CriterionKind::Other => return name.trim().to_owned(),
    };
    message.text(language).to_owned()
}

/// Returns a line of the evidence for a criterion.
pub(super) fn line(criterion: &str, requirement: &str, language: PacketLanguage) -> String {
    let label = RequirementLabel::read(criterion, requirement);
    match label {
        // A criterion that nothing shows has its own name as the only requirement.
        RequirementLabel::Name(name) if name == criterion.trim() => criterion_name(&name, language),
        label => text(label, language),
    }
}

fn text(label: RequirementLabel, language: PacketLanguage) -> String {
    use RequirementLabel as Label;
    let named = |message: Message, name: &str| message.fill(language, &[("name", name)]);
    match label {
        Label::Period { .. } | Label::Stated { .. } | Label::Experience { .. } => {
            experience(&label, language)
        }
        Label::WithoutDates { relevance } => {
            Message::WithoutDates.fill(language, &[("percent", &relevance.to_string())])
        }
        Label::CurrentPosition { title, alike } => match alike {
            None => named(Message::CurrentPosition, &title),
            Some(percent) => Message::AlikePosition.fill(
                language,
                &[("name", &title), ("percent", &percent.to_string())],
            ),
        },
        Label::PostingPhrase { text } => named(Message::PostingPhrase, &text),
        Label::UsedAtWork { name } => named(Message::UsedAtWork, &name),
        Label::WordAtWork { name } => named(Message::WordAtWork, &name),
        Label::Field { name } => named(Message::Field, &name),
        Label::PostingWords { names, more } => posting_words(&names, more, language),
        Label::YearsOf {
            name,
            months,
            shown,
        } => years_of(&name, months, shown, language),
        Label::Degree { wanted, found } => degree(wanted, found, language),
        Label::Implied { .. }
        | Label::InPart { .. }
        | Label::Spelled { .. }
        | Label::Listed { .. } => shown_skill(label, language),
        Label::ByModel { raised, model } => {
            let message = if raised {
                Message::RaisedByModel
            } else {
                Message::LoweredByModel
            };
            message.fill(language, &[("model", &model)])
        }
        Label::Languages {
            any_of,
            level,
            shown,
        } => {
            let name = languages(&any_of, level.as_deref(), language);
            match shown {
                None => name,
                Some(level) => {
                    Message::ShownAtLevel.fill(language, &[("name", &name), ("level", &level)])
                }
            }
        }
        Label::Certificates { any_of } => alternatives(&any_of, language),
        Label::Name(name) => name,
    }
}

/// Returns a skill, and how the resume shows it.
fn shown_skill(label: RequirementLabel, language: PacketLanguage) -> String {
    use RequirementLabel as Label;
    match label {
        Label::Implied { name, by } => {
            Message::Implied.fill(language, &[("name", &name), ("by", &by)])
        }
        Label::InPart { name, written } => {
            Message::InPart.fill(language, &[("name", &name), ("written", &written)])
        }
        Label::Spelled { name, written } => {
            Message::Spelled.fill(language, &[("name", &name), ("written", &written)])
        }
        Label::Listed { skill } => {
            let skill = shown_skill(*skill, language);
            Message::OnlyListed.fill(language, &[("name", &skill)])
        }
        Label::Name(name) => name,
        _ => String::new(),
    }
}

fn experience(label: &RequirementLabel, language: PacketLanguage) -> String {
    use RequirementLabel as Label;
    let with_length = |message: Message, months: u32| {
        message.fill(language, &[("length", &length(months, language))])
    };
    let (text, replaces_degree) = match label {
        Label::Period {
            from,
            to,
            months,
            relevance,
            replaces_degree,
        } => {
            let percent = relevance.map(|percent| percent.to_string());
            let values = [
                ("from", &*month(from)),
                ("to", &*month(to)),
                ("length", &*length(*months, language)),
                ("percent", percent.as_deref().unwrap_or("")),
            ];
            let message = match percent {
                None => Message::Period,
                Some(_) => Message::RelevantPeriod,
            };
            (message.fill(language, &values), *replaces_degree)
        }
        Label::Stated {
            months,
            replaces_degree,
        } => (with_length(Message::Stated, *months), *replaces_degree),
        Label::Experience { months } => (with_length(Message::Length, *months), false),
        _ => return String::new(),
    };
    if replaces_degree {
        Message::ReplacesDegree.fill(language, &[("experience", &text)])
    } else {
        text
    }
}

fn posting_words(names: &[String], more: u32, language: PacketLanguage) -> String {
    let joined = names.join(", ");
    let names = match more {
        0 => joined,
        more => Message::NamesAndMore.fill(
            language,
            &[("names", &joined), ("count", &more.to_string())],
        ),
    };
    Message::PostingWords.fill(language, &[("names", &names)])
}

fn years_of(name: &str, months: u32, shown: Option<u32>, language: PacketLanguage) -> String {
    let wanted = length(months, language);
    match shown {
        None => Message::YearsOf.fill(language, &[("length", &wanted), ("name", name)]),
        Some(shown) => Message::YearsShown.fill(
            language,
            &[
                ("length", &wanted),
                ("name", name),
                ("shown", &length(shown, language)),
            ],
        ),
    }
}

fn degree(
    wanted: Option<EducationLevel>,
    found: Option<EducationLevel>,
    language: PacketLanguage,
) -> String {
    let wanted = wanted.map_or(Message::AnyDegree, level).text(language);
    match found {
        None => wanted.to_owned(),
        Some(found) => {
            let found = level(found).text(language);
            Message::DegreeInPart.fill(language, &[("wanted", wanted), ("found", found)])
        }
    }
}

fn level(level: EducationLevel) -> Message {
    match level {
        EducationLevel::School => Message::School,
        EducationLevel::Vocational => Message::Vocational,
        EducationLevel::Associate => Message::Associate,
        EducationLevel::Bachelor => Message::Bachelor,
        EducationLevel::Master => Message::Master,
        EducationLevel::Professional => Message::Professional,
        EducationLevel::Doctorate => Message::Doctorate,
    }
}

fn languages(any_of: &[String], level: Option<&str>, language: PacketLanguage) -> String {
    let names: Vec<String> = any_of
        .iter()
        .map(|name| language_name(name, language).to_owned())
        .collect();
    let names = alternatives(&names, language);
    match level {
        None => names,
        Some(level) => Message::AtLevel.fill(language, &[("name", &names), ("level", level)]),
    }
}

/// Returns requirements in a sentence, as a resume that meets all of them shows them. What the resume shows today is left out. Skills
/// that are used in a position are named together.
pub(super) fn met(lines: &[(String, String)], language: PacketLanguage) -> String {
    let (mut used, mut others) = (Vec::new(), Vec::new());
    for (criterion, requirement) in lines {
        match RequirementLabel::read(criterion, requirement) {
            RequirementLabel::UsedAtWork { name } if used.contains(&name) => {}
            RequirementLabel::UsedAtWork { name } => used.push(name),
            // What a skill that is only listed lacks is use, which the experience may measure as well.
            RequirementLabel::Listed { skill } => {
                let name = text(skill.met(), language);
                if !used.contains(&name) {
                    used.push(name);
                }
            }
            RequirementLabel::Name(_) => others.push(line(criterion, requirement, language)),
            label => others.push(text(label.met(), language)),
        }
    }
    let others = (!others.is_empty()).then(|| all_of(&others, language));
    let used = (!used.is_empty()).then(|| {
        let names = all_of(&used, language);
        Message::AllUsedAtWork.fill(language, &[("names", &names)])
    });
    others
        .into_iter()
        .chain(used)
        .collect::<Vec<_>>()
        .join("; ")
}

/// Returns alternatives in a sentence: `a or b or c`.
fn alternatives(names: &[String], language: PacketLanguage) -> String {
    joined(names, Message::Or, language)
}

/// Returns items in a sentence: `a, b and c`.
fn all_of(items: &[String], language: PacketLanguage) -> String {
    match items.split_last() {
        Some((last, rest)) if rest.len() > 1 => {
            let first = rest.join(", ");
            Message::And.fill(language, &[("first", &first), ("second", last)])
        }
        _ => joined(items, Message::And, language),
    }
}

fn joined(names: &[String], with: Message, language: PacketLanguage) -> String {
    let names = names.iter().map(String::as_str);
    names
        .map(str::to_owned)
        .reduce(|first, second| with.fill(language, &[("first", &first), ("second", &second)]))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_all(criterion: &str, requirement: &str) -> [String; 4] {
        PacketLanguage::ALL.map(|language| line(criterion, requirement, language))
    }

    #[test]
    fn lines_are_translated() {
        assert_eq!(
            in_all("experience", "2 years of Kafka (14 months shown)"),
            [
                "2 years with Kafka (1 year and 2 months found)",
                "2 Jahre mit Kafka (1 Jahr und 2 Monate gefunden)",
                "2 ans avec Kafka (1 an et 2 mois trouvés)",
                "2 años con Kafka (1 año y 2 meses encontrados)",
            ]
        );
        assert_eq!(
            in_all("languages", "German or French (C1)"),
            [
                "German or French (level: “C1”)",
                "Deutsch oder Französisch (Niveau: „C1“)",
                "allemand ou français (niveau : « C1 »)",
                "alemán o francés (nivel: «C1»)",
            ]
        );
        assert_eq!(
            in_all("degree", "any degree (in part: secondary school)")[1],
            "ein Abschluss (gefunden: Schulabschluss)"
        );
        assert_eq!(in_all("leadership", "leadership")[2], "leadership");
        assert_eq!(in_all("languages", "languages")[1], "Sprachen");
    }

    #[test]
    fn met_requirements_leave_out_what_is_shown_today() {
        let line = |criterion: &str, line: &str| (criterion.to_owned(), line.to_owned());
        let lines = [
            line("experience", "Rust used at work"),
            line("skills", "SQL (implied by PostgreSQL)"),
            line("skills", "Kafka, only in a list"),
            line("experience", "Kafka used at work"),
            line("experience", "2 years of Kafka (14 months shown)"),
        ];
        assert_eq!(
            met(&lines, PacketLanguage::English),
            "SQL and 2 years with Kafka; used in a position: Rust and Kafka"
        );
        assert_eq!(
            met(&lines[..1], PacketLanguage::French),
            "utilisation dans un emploi : Rust"
        );
    }

    #[test]
    fn items_are_joined_in_a_sentence() {
        let items = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(all_of(&items, PacketLanguage::Spanish), "a, b y c");
        assert_eq!(all_of(&items[..2], PacketLanguage::French), "a et b");
        assert_eq!(all_of(&items[..1], PacketLanguage::German), "a");
    }
}
