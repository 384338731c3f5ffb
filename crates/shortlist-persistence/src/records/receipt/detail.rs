//! The stored form of what a line of a receipt is about.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shortlist_domain::{EducationLevel, EvidenceDetail, InvalidValue, MicroPoints, PartialDate};

/// The variants of [`EvidenceDetail`], with which this must agree. A kind that is unknown is an error.
#[derive(Serialize, Deserialize)]
#[serde(
    remote = "EvidenceDetail",
    tag = "kind",
    content = "of",
    rename_all = "snake_case"
)]
pub(super) enum DetailRecord {
    Skill(String),
    SpelledSkill {
        name: String,
        written: String,
    },
    ImpliedSkill {
        name: String,
        by: String,
    },
    ListedSkill {
        name: String,
        written: Option<String>,
        by: Option<String>,
    },
    SkillAtWork(String),
    SkillTime {
        name: String,
        months: u32,
        shown_months: Option<u32>,
    },
    Position {
        #[serde(with = "plain")]
        from: PartialDate,
        #[serde(with = "plain")]
        to: PartialDate,
        months: u32,
        #[serde(with = "plain")]
        relevance: MicroPoints,
    },
    UndatedPosition {
        #[serde(with = "plain")]
        relevance: MicroPoints,
    },
    StatedExperience(u32),
    CurrentPosition {
        title: String,
        #[serde(with = "plain")]
        likeness: Option<MicroPoints>,
    },
    RelevantExperience(u32),
    Degree {
        #[serde(with = "plain")]
        level: Option<EducationLevel>,
        #[serde(with = "plain")]
        shown: Option<EducationLevel>,
    },
    FieldOfStudy(String),
    Language {
        any_of: Vec<String>,
        level: Option<String>,
        shown: Option<String>,
    },
    Certificate(Vec<String>),
    PostingPhrase(String),
    SimilarWording {
        words: Vec<String>,
        more: u32,
        #[serde(with = "plain")]
        amount: Option<MicroPoints>,
    },
    RaisedByModel(String),
    LoweredByModel(String),
    Passage(String),
}

/// A value that is stored as a number or a text.
trait Plain: Sized {
    type Stored: Serialize + DeserializeOwned;

    fn stored(&self) -> Self::Stored;

    fn read(stored: Self::Stored) -> Result<Self, InvalidValue>;
}

macro_rules! plain {
    ($($of:ty as $stored:ty { $write:expr, $read:expr })*) => { $(
        impl Plain for $of {
            type Stored = $stored;

            fn stored(&self) -> $stored {
                $write(self)
            }

            fn read(stored: $stored) -> Result<Self, InvalidValue> {
                $read(stored)
            }
        }
    )* };
}

plain! {
    MicroPoints as i64 { |of: &Self| of.get(), |stored| Ok(Self::new(stored)) }
    PartialDate as String { Self::to_string, |stored: String| Self::parse("month", &stored) }
    EducationLevel as String { |of: &Self| of.as_str().to_owned(), |stored: String| Self::parse("level", &stored) }
}

impl<T: Plain> Plain for Option<T> {
    type Stored = Option<T::Stored>;

    fn stored(&self) -> Self::Stored {
        self.as_ref().map(T::stored)
    }

    fn read(stored: Self::Stored) -> Result<Self, InvalidValue> {
        stored.map(T::read).transpose()
    }
}

mod plain {
    use serde::de::Error as _;

    use super::{Deserialize as _, Deserializer, Plain, Serialize as _, Serializer};

    pub(super) fn serialize<T: Plain, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        value.stored().serialize(to)
    }

    pub(super) fn deserialize<'de, T: Plain, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        T::read(T::Stored::deserialize(from)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Line(#[serde(with = "DetailRecord")] EvidenceDetail);

    fn read(text: &str) -> Result<EvidenceDetail, String> {
        let line: Result<Line, _> = serde_json::from_str(text);
        line.map(|line| line.0).map_err(|error| error.to_string())
    }

    #[test]
    fn what_was_stored_is_read() {
        let month = |month| PartialDate {
            year: 2021,
            month: Some(month),
        };
        let micros = MicroPoints::new(853_156);
        for detail in [
            EvidenceDetail::Position {
                from: month(5),
                to: month(12),
                months: 8,
                relevance: micros,
            },
            EvidenceDetail::CurrentPosition {
                title: "Nurse (ICU)".to_owned(),
                likeness: None,
            },
            EvidenceDetail::CurrentPosition {
                title: "Nurse".to_owned(),
                likeness: Some(micros),
            },
            EvidenceDetail::Degree {
                level: None,
                shown: Some(EducationLevel::School),
            },
            EvidenceDetail::SimilarWording {
                words: vec!["rose".to_owned()],
                more: 2,
                amount: Some(micros),
            },
        ] {
            let stored = serde_json::to_string(&Line(detail.clone())).unwrap();
            assert_eq!(read(&stored).unwrap(), detail, "{stored}");
        }
    }

    #[test]
    fn a_damaged_line_is_an_error_that_names_what_is_wrong() {
        for (stored, reason) in [
            (r#"{"kind":"horoscope","of":"Leo"}"#, "horoscope"),
            (r#"{"kind":"skill"}"#, "of"),
            (
                r#"{"kind":"degree","of":{"level":"wizard","shown":null}}"#,
                "level of education",
            ),
            (
                r#"{"kind":"position","of":{"from":"2021-13","to":"2021-12","months":1,"relevance":1}}"#,
                "YYYY-MM",
            ),
            (r#""Kubernetes (as \"K8s\")""#, "invalid type"),
        ] {
            let error = read(stored).unwrap_err();
            assert!(error.contains(reason), "{stored}: {error}");
        }
    }
}
