//! What people say about their sex and their race or ethnicity. It serves audits only and is never inferred.

use crate::{ChoiceProblem, InvalidValue};

/// A person's sex, as the person gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
    /// Neither female nor male.
    Another,
}

impl Sex {
    /// Every sex, in the order of tables.
    pub const ALL: [Self; 3] = [Self::Female, Self::Male, Self::Another];

    /// Returns the code in files, in the interface and in storage.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Female => "female",
            Self::Male => "male",
            Self::Another => "another",
        }
    }

    /// Returns the name in reports.
    pub fn label(self) -> &'static str {
        match self {
            Self::Female => "Female",
            Self::Male => "Male",
            Self::Another => "Another sex",
        }
    }

    /// Parses a code; letter case does not matter. An empty text and `unknown` mean that the person gave no answer.
    ///
    /// # Errors
    /// Returns an error if no sex has that code.
    pub fn parse(field: &str, value: &str) -> Result<Option<Self>, InvalidValue> {
        parse_code(field, value, &Self::ALL.map(|sex| (sex, sex.as_str())))
    }
}

/// A person's race or ethnicity, as the person gave it.
///
/// These are the categories of the EEO-1 Component 1 report (29 CFR 1602.7,
/// <https://www.eeocdata.org/eeo1>), which New York City's audits use as well (6 RCNY 5-301).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RaceEthnicity {
    /// Hispanic or Latino, of any race.
    Hispanic,
    /// White.
    White,
    /// Black or African American.
    Black,
    /// Native Hawaiian or Pacific Islander.
    Pacific,
    /// Asian.
    Asian,
    /// Native American or Alaska Native.
    Native,
    /// Two or more races.
    TwoOrMore,
}

impl RaceEthnicity {
    /// Every category, in the order of tables.
    pub const ALL: [Self; 7] = [
        Self::Hispanic,
        Self::White,
        Self::Black,
        Self::Pacific,
        Self::Asian,
        Self::Native,
        Self::TwoOrMore,
    ];

    /// Returns the code in files, in the interface and in storage.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hispanic => "hispanic",
            Self::White => "white",
            Self::Black => "black",
            Self::Pacific => "pacific",
            Self::Asian => "asian",
            Self::Native => "native",
            Self::TwoOrMore => "two_or_more",
        }
    }

    /// Returns the name in reports.
    pub fn label(self) -> &'static str {
        match self {
            Self::Hispanic => "Hispanic or Latino",
            Self::White => "White",
            Self::Black => "Black or African American",
            Self::Pacific => "Native Hawaiian or Pacific Islander",
            Self::Asian => "Asian",
            Self::Native => "Native American or Alaska Native",
            Self::TwoOrMore => "Two or more races",
        }
    }

    /// Parses a code; letter case does not matter. An empty text and `unknown` mean that the person gave no answer.
    ///
    /// # Errors
    /// Returns an error if no category has that code.
    pub fn parse(field: &str, value: &str) -> Result<Option<Self>, InvalidValue> {
        parse_code(field, value, &Self::ALL.map(|race| (race, race.as_str())))
    }
}

/// What a person said about themselves; `None` where the person gave no answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SelfIdentification {
    /// The sex.
    pub sex: Option<Sex>,
    /// The race or ethnicity.
    pub race_ethnicity: Option<RaceEthnicity>,
}

/// The code for an answer that was not given.
const UNKNOWN: &str = "unknown";

fn parse_code<T: Copy>(
    field: &str,
    value: &str,
    codes: &[(T, &'static str)],
) -> Result<Option<T>, InvalidValue> {
    let value = value.trim();
    if value.is_empty() || value.eq_ignore_ascii_case(UNKNOWN) {
        return Ok(None);
    }
    let mut known = codes.iter();
    let found = known.find(|(_, code)| code.eq_ignore_ascii_case(value));
    found.map(|(category, _)| Some(*category)).ok_or_else(|| {
        let codes = codes.iter().map(|(_, code)| (*code).to_owned()).collect();
        let problem = ChoiceProblem::NotAnAnswer {
            codes,
            unknown: UNKNOWN,
        };
        InvalidValue::new(field, problem)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_read_as_its_category() {
        for sex in Sex::ALL {
            assert_eq!(Sex::parse("sex", sex.as_str()), Ok(Some(sex)));
        }
        for race in RaceEthnicity::ALL {
            let upper = race.as_str().to_uppercase();
            assert_eq!(RaceEthnicity::parse("race", &upper), Ok(Some(race)));
        }
    }

    #[test]
    fn a_missing_answer_is_unknown_and_another_word_an_error() {
        for none in ["", "  ", "unknown", "Unknown"] {
            assert_eq!(Sex::parse("sex", none), Ok(None));
            assert_eq!(RaceEthnicity::parse("race_ethnicity", none), Ok(None));
        }
        let problem = Sex::parse("sex", "femal").unwrap_err();
        assert_eq!(problem.field, "sex");
        assert!(problem.to_string().contains("female, male, another"));
        assert!(RaceEthnicity::parse("race_ethnicity", "w").is_err());
    }
}
