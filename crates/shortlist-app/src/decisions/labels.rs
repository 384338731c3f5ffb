//! The lines of a receipt in the languages of the packet.

use shortlist_domain::{EducationLevel, EvidenceDetail, MicroPoints};
use shortlist_scoring::{CriterionKind, criterion_kind};

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
pub(super) fn line(criterion: &str, detail: &EvidenceDetail, language: PacketLanguage) -> String {
    use EvidenceDetail as Detail;
    let is_experience = matches!(
        detail,
        Detail::Position { .. } | Detail::UndatedPosition { .. } | Detail::StatedExperience(_)
    );
    let text = text(detail, language);
    if is_experience && criterion_kind(criterion) == CriterionKind::Education {
        Message::ReplacesDegree.fill(language, &[("experience", &text)])
    } else {
        text
    }
}

fn text(detail: &EvidenceDetail, language: PacketLanguage) -> String {
    use EvidenceDetail as Detail;
    let named = |message: Message, name: &str| message.fill(language, &[("name", name)]);
    let with_length = |message: Message, months: u32| {
        message.fill(language, &[("length", &length(months, language))])
    };
    match detail {
        Detail::Skill(name) => name.clone(),
        Detail::SpelledSkill { name, written } => {
            Message::Spelled.fill(language, &[("name", name), ("written", written)])
        }
        Detail::ImpliedSkill { name, by } => {
            Message::Implied.fill(language, &[("name", name), ("by", by)])
        }
        Detail::ListedSkill { .. } => {
            let skill = text(&detail.clone().outside_list(), language);
            named(Message::OnlyListed, &skill)
        }
        Detail::SkillAtWork(name) => named(Message::UsedAtWork, name),
        Detail::SkillTime {
            name,
            months,
            shown_months,
        } => years_of(name, *months, *shown_months, language),
        Detail::Position {
            from,
            to,
            months,
            relevance,
        } => Message::RelevantPeriod.fill(
            language,
            &[
                ("from", &month(*from)),
                ("to", &month(*to)),
                ("length", &length(*months, language)),
                ("percent", &whole_percent(*relevance)),
            ],
        ),
        Detail::UndatedPosition { relevance } => {
            Message::WithoutDates.fill(language, &[("percent", &whole_percent(*relevance))])
        }
        Detail::StatedExperience(months) => with_length(Message::Stated, *months),
        Detail::RelevantExperience(months) => with_length(Message::Length, *months),
        Detail::CurrentPosition { title, likeness } => current_position(title, *likeness, language),
        Detail::Degree { level, shown } => degree(*level, *shown, language),
        Detail::FieldOfStudy(name) => named(Message::Field, name),
        Detail::Language {
            any_of,
            level,
            shown,
        } => languages(any_of, level.as_deref(), shown.as_deref(), language),
        Detail::Certificate(any_of) => alternatives(any_of, language),
        Detail::PostingPhrase(text) => named(Message::PostingPhrase, text),
        Detail::SimilarWording { words, more, .. } => posting_words(words, *more, language),
        Detail::RaisedByModel(model) => Message::RaisedByModel.fill(language, &[("model", model)]),
        Detail::LoweredByModel(model) => {
            Message::LoweredByModel.fill(language, &[("model", model)])
        }
        Detail::Passage(criterion) => criterion_name(criterion, language),
    }
}

fn current_position(
    title: &str,
    likeness: Option<MicroPoints>,
    language: PacketLanguage,
) -> String {
    match likeness {
        None => Message::CurrentPosition.fill(language, &[("name", title)]),
        Some(likeness) => {
            let percent = whole_percent(likeness);
            Message::AlikePosition.fill(language, &[("name", title), ("percent", &percent)])
        }
    }
}

fn whole_percent(share: MicroPoints) -> String {
    shortlist_scoring::percent(share.get()).to_string()
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

fn languages(
    any_of: &[String],
    level: Option<&str>,
    shown: Option<&str>,
    language: PacketLanguage,
) -> String {
    let names: Vec<String> = any_of
        .iter()
        .map(|name| language_name(name, language).to_owned())
        .collect();
    let mut text = alternatives(&names, language);
    for (message, level) in [(Message::AtLevel, level), (Message::ShownAtLevel, shown)] {
        if let Some(level) = level {
            text = message.fill(language, &[("name", &text), ("level", level)]);
        }
    }
    text
}

/// Returns requirements in a sentence, as a resume that meets all of them shows them. What the resume shows today is left out. Skills
/// that are used in a position are named together.
pub(super) fn met(lines: &[EvidenceDetail], language: PacketLanguage) -> String {
    let (mut used, mut others) = (Vec::new(), Vec::new());
    for detail in lines {
        match detail {
            // What a skill that is only listed lacks is use, which the experience may measure as well.
            EvidenceDetail::SkillAtWork(name) | EvidenceDetail::ListedSkill { name, .. } => {
                if !used.contains(name) {
                    used.push(name.clone());
                }
            }
            detail => others.push(text(&requirement_alone(detail.clone()), language)),
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

/// Returns the requirement, without what the resume shows of it.
fn requirement_alone(detail: EvidenceDetail) -> EvidenceDetail {
    use EvidenceDetail as Detail;
    match detail {
        Detail::SpelledSkill { name, .. } | Detail::ImpliedSkill { name, .. } => {
            Detail::Skill(name)
        }
        Detail::SkillTime { name, months, .. } => Detail::SkillTime {
            name,
            months,
            shown_months: None,
        },
        Detail::Degree { level, .. } => Detail::Degree { level, shown: None },
        Detail::CurrentPosition { title, .. } => Detail::CurrentPosition {
            title,
            likeness: None,
        },
        Detail::Language { any_of, level, .. } => Detail::Language {
            any_of,
            level,
            shown: None,
        },
        detail => detail,
    }
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

    fn in_all(criterion: &str, detail: &EvidenceDetail) -> [String; 4] {
        PacketLanguage::ALL.map(|language| line(criterion, detail, language))
    }

    fn kafka() -> EvidenceDetail {
        EvidenceDetail::SkillTime {
            name: "Kafka".to_owned(),
            months: 24,
            shown_months: Some(14),
        }
    }

    fn passage(criterion: &str) -> EvidenceDetail {
        let criterion = criterion.to_owned();
        EvidenceDetail::Passage(criterion)
    }

    #[test]
    fn lines_are_translated() {
        assert_eq!(
            in_all("experience", &kafka()),
            [
                "2 years with Kafka (1 year and 2 months found)",
                "2 Jahre mit Kafka (1 Jahr und 2 Monate gefunden)",
                "2 ans avec Kafka (1 an et 2 mois trouvés)",
                "2 años con Kafka (1 año y 2 meses encontrados)",
            ]
        );
        let languages = EvidenceDetail::Language {
            any_of: ["German", "French"].map(str::to_owned).to_vec(),
            level: Some("C1".to_owned()),
            shown: None,
        };
        assert_eq!(
            in_all("languages", &languages),
            [
                "German or French (level: “C1”)",
                "Deutsch oder Französisch (Niveau: „C1“)",
                "allemand ou français (niveau : « C1 »)",
                "alemán o francés (nivel: «C1»)",
            ]
        );
        let degree = EvidenceDetail::Degree {
            level: None,
            shown: Some(EducationLevel::School),
        };
        assert_eq!(
            in_all("degree", &degree)[1],
            "ein Abschluss (gefunden: Schulabschluss)"
        );
        let stated = EvidenceDetail::StatedExperience(12);
        assert_ne!(in_all("degree", &stated), in_all("experience", &stated));
        assert_eq!(
            in_all("leadership", &passage("leadership"))[2],
            "leadership"
        );
        assert_eq!(in_all("languages", &passage("languages"))[1], "Sprachen");
    }

    #[test]
    fn met_requirements_leave_out_what_is_shown_today() {
        let at_work = |name: &str| EvidenceDetail::SkillAtWork(name.to_owned());
        let implied = EvidenceDetail::ImpliedSkill {
            name: "SQL".to_owned(),
            by: "PostgreSQL".to_owned(),
        };
        let listed = EvidenceDetail::ListedSkill {
            name: "Kafka".to_owned(),
            written: None,
            by: None,
        };
        let lines = [at_work("Rust"), implied, listed, at_work("Kafka"), kafka()];
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
