//! Applications that arrive from outside, such as from a careers page: the questions of a job, and what an applicant sent.

use crate::{
    ApplicationProblem, CandidateId, InvalidValue, ListProblem, MissingProblem, OrganizationId,
    ReceiptNumber, TextProblem, Timestamp, check_short, without_direction_marks,
};

/// The most questions of a job.
pub const MAX_JOB_QUESTIONS: usize = 30;
/// The most answers that a question offers.
const MAX_CHOICES: usize = 50;
/// The longest key of a question, in characters.
const MAX_KEY_CHARS: usize = 64;
/// The longest answer, in characters.
const MAX_ANSWER_CHARS: usize = 5_000;
/// The longest text that an applicant consents to, in characters.
const MAX_CONSENT_CHARS: usize = 20_000;
/// The most bytes of all texts of an application together.
pub const MAX_APPLICATION_TEXT_BYTES: usize = 64 << 10;
/// The most applications from outside that are kept of a candidate in 24 hours. Of further ones, only the receipt numbers
/// are kept.
pub const MAX_DAILY_APPLICATIONS: usize = 10;

/// A question that applicants answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobQuestion {
    /// The name under which an answer is sent.
    pub key: String,
    /// The question.
    pub text: String,
    /// Whether an application needs an answer.
    pub required: bool,
    /// The possible answers. Without any, an answer may be any text.
    pub choices: Vec<String>,
}

impl JobQuestion {
    /// Checks the questions of a job.
    ///
    /// # Errors
    /// Returns an error if there are too many, if a key is invalid or repeated, or if a text is empty or too long.
    pub fn check_all(field: &str, questions: Vec<Self>) -> Result<Vec<Self>, InvalidValue> {
        if questions.len() > MAX_JOB_QUESTIONS {
            let problem = ListProblem::TooManyQuestions(MAX_JOB_QUESTIONS);
            return Err(InvalidValue::new(field, problem));
        }
        let mut checked: Vec<Self> = Vec::with_capacity(questions.len());
        for question in questions {
            let question = question.check(field)?;
            if checked.iter().any(|one| one.key == question.key) {
                let problem = ApplicationProblem::KeyTwice(question.key);
                return Err(InvalidValue::new(field, problem));
            }
            checked.push(question);
        }
        Ok(checked)
    }

    fn check(self, field: &str) -> Result<Self, InvalidValue> {
        let key = self.key.trim().to_owned();
        let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if !(1..=MAX_KEY_CHARS).contains(&key.len()) || !key.chars().all(is_key) {
            let problem = ApplicationProblem::NotKey(MAX_KEY_CHARS);
            return Err(InvalidValue::new(field, problem));
        }
        let needed = |text: &str, problem: ApplicationProblem| {
            let text = check_short(field, text)?;
            text.ok_or_else(|| InvalidValue::new(field, problem))
        };
        if self.choices.len() > MAX_CHOICES {
            let problem = ApplicationProblem::TooManyChoices(MAX_CHOICES);
            return Err(InvalidValue::new(field, problem));
        }
        let choices = self.choices.iter();
        Ok(Self {
            text: needed(&self.text, ApplicationProblem::EmptyQuestion)?,
            choices: choices
                .map(|choice| needed(choice, ApplicationProblem::EmptyChoice))
                .collect::<Result<_, _>>()?,
            key,
            required: self.required,
        })
    }
}

/// An applicant's answer, with the question as it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationAnswer {
    /// The key of the question.
    pub key: String,
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
}

impl ApplicationAnswer {
    /// Checks the answers to a job's questions, given as pairs of key and answer. The result has the order of the questions.
    ///
    /// # Errors
    /// Returns an error if a required answer is missing, if an answer is invalid, or if the job has no such question.
    pub fn check_all(
        questions: &[JobQuestion],
        given: &[(String, String)],
    ) -> Result<Vec<Self>, InvalidValue> {
        let is_known = |key: &str| questions.iter().any(|question| question.key == key);
        if let Some((key, _)) = given.iter().find(|(key, _)| !is_known(key)) {
            let key: String = key.chars().filter(|c| !c.is_control()).take(64).collect();
            let problem = ApplicationProblem::NoSuchQuestion(key);
            return Err(InvalidValue::new("answers", problem));
        }
        let mut answers = Vec::with_capacity(given.len());
        for question in questions {
            let answer = given.iter().find(|(key, _)| *key == question.key);
            let answer = answer.map_or("", |(_, answer)| answer.as_str());
            if let Some(answer) = check_answer(question, answer)? {
                answers.push(Self {
                    key: question.key.clone(),
                    question: question.text.clone(),
                    answer,
                });
            }
        }
        Ok(answers)
    }
}

/// Checks the answer to a question. Returns `None` if there is none.
fn check_answer(question: &JobQuestion, answer: &str) -> Result<Option<String>, InvalidValue> {
    let refused = |problem: ApplicationProblem| Err(InvalidValue::new("answers", problem));
    let (key, answer) = (&question.key, without_direction_marks(answer));
    let answer = answer.trim();
    if answer.is_empty() {
        return if question.required {
            refused(ApplicationProblem::AnswerMissing(key.clone()))
        } else {
            Ok(None)
        };
    }
    if answer.chars().count() > MAX_ANSWER_CHARS || answer.contains('\0') {
        return refused(ApplicationProblem::AnswerTooLong {
            key: key.clone(),
            most: MAX_ANSWER_CHARS,
        });
    }
    let is_offered = |choice: &String| choice == answer;
    if !question.choices.is_empty() && !question.choices.iter().any(is_offered) {
        return refused(ApplicationProblem::AnswerNotOneOf {
            key: key.clone(),
            choices: question.choices.clone(),
        });
    }
    Ok(Some(answer.to_owned()))
}

/// What an applicant consented to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// The text that they saw.
    pub text: String,
    /// The version of the text.
    pub version: String,
    /// When they consented, as the sender stated it.
    pub given_at: Option<String>,
}

impl Consent {
    /// Checks the parts of a consent, which are stored as given.
    ///
    /// # Errors
    /// Returns an error if the text or the version is missing, or if a part is too long.
    pub fn check(
        text: Option<&str>,
        version: Option<&str>,
        given_at: Option<&str>,
    ) -> Result<Self, InvalidValue> {
        let missing = |field| InvalidValue::new(field, MissingProblem::FormField);
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        let text = text.ok_or_else(|| missing("consentText"))?;
        if text.chars().count() > MAX_CONSENT_CHARS || text.contains('\0') {
            let problem = TextProblem::TooLong(MAX_CONSENT_CHARS);
            return Err(InvalidValue::new("consentText", problem));
        }
        let version = check_short("consentVersion", version.unwrap_or_default())?;
        Ok(Self {
            text: text.to_owned(),
            version: version.ok_or_else(|| missing("consentVersion"))?,
            given_at: check_short("consentTime", given_at.unwrap_or_default())?,
        })
    }
}

/// An application as it arrived from outside. The resume and further documents are stored as those of the candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationForm {
    /// The number that the applicant got. It identifies the application.
    pub receipt: ReceiptNumber,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate: a new one, or the existing one of the same person.
    pub candidate_id: CandidateId,
    /// The answers to the job's questions.
    pub answers: Vec<ApplicationAnswer>,
    /// The consent.
    pub consent: Consent,
    /// The name, the e-mail address and the telephone number, as given.
    pub contact: ApplicantContact,
    /// Where the application came from.
    pub source: String,
    /// When it arrived.
    pub received_at: Timestamp,
    /// Whether its content was kept. It was not if it exceeded [`MAX_DAILY_APPLICATIONS`].
    pub is_kept: bool,
}

impl ApplicationForm {
    /// Returns the size of its texts, in bytes.
    pub fn text_bytes(&self) -> usize {
        let answers = self.answers.iter();
        let answers = answers.map(|one| one.key.len() + one.question.len() + one.answer.len());
        let contact = &self.contact;
        let given = [&contact.full_name, &contact.email, &contact.phone];
        let given = given.into_iter().flatten().map(String::len);
        let consent = self.consent.text.len() + self.consent.version.len();
        answers.sum::<usize>() + given.sum::<usize>() + consent + self.source.len()
    }

    /// Returns the application without its content, for one that is not kept.
    #[must_use]
    pub fn without_content(self) -> Self {
        Self {
            answers: Vec::new(),
            consent: Consent {
                text: String::new(),
                version: String::new(),
                given_at: None,
            },
            contact: ApplicantContact::default(),
            is_kept: false,
            ..self
        }
    }

    /// Checks the size of all texts together.
    ///
    /// # Errors
    /// Returns an error if they exceed [`MAX_APPLICATION_TEXT_BYTES`].
    pub fn check_texts(
        answers: &[ApplicationAnswer],
        consent: &Consent,
    ) -> Result<(), InvalidValue> {
        let written = answers.iter().map(|one| one.answer.len()).sum::<usize>();
        if written + consent.text.len() <= MAX_APPLICATION_TEXT_BYTES {
            return Ok(());
        }
        let most = MAX_APPLICATION_TEXT_BYTES >> 10;
        let problem = ApplicationProblem::TextsTooLong(most);
        Err(InvalidValue::new("answers", problem))
    }
}

/// The key of an application that was accepted, and whose scan is recognized later.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PendingApplication {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The number that the applicant got.
    pub receipt: ReceiptNumber,
}

/// What applicants state about themselves. What is missing is read from the resume.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApplicantContact {
    /// The name.
    pub full_name: Option<String>,
    /// The e-mail address.
    pub email: Option<String>,
    /// The telephone number.
    pub phone: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(key: &str, required: bool, choices: &[&str]) -> JobQuestion {
        JobQuestion {
            key: key.to_owned(),
            text: format!("What about {key}?"),
            required,
            choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
        }
    }

    fn answers(given: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let questions = [
            question("visa", true, &["yes", "no"]),
            question("start", false, &[]),
        ];
        let given: Vec<_> = given
            .iter()
            .map(|(key, answer)| ((*key).to_owned(), (*answer).to_owned()))
            .collect();
        let checked = ApplicationAnswer::check_all(&questions, &given);
        let checked = checked.map_err(|invalid| invalid.to_string())?;
        Ok(checked.into_iter().map(|one| one.answer).collect())
    }

    #[test]
    fn answers_follow_the_questions() {
        assert_eq!(answers(&[("visa", " yes ")]), Ok(vec!["yes".to_owned()]));
        let both = answers(&[("start", "May"), ("visa", "no")]);
        assert_eq!(both, Ok(vec!["no".to_owned(), "May".to_owned()]));
        for (given, problem) in [
            (vec![("start", "May")], "the answer to visa is missing"),
            (vec![("visa", " ")], "the answer to visa is missing"),
            (vec![("visa", "maybe")], "must be one of yes, no"),
            (
                vec![("visa", "yes"), ("shoe", "42")],
                "no question with the key shoe",
            ),
            (
                vec![("visa", "yes"), ("start", &"m".repeat(5_001))],
                "at most 5000",
            ),
        ] {
            let error = answers(&given).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn questions_have_different_keys() {
        let twice = vec![question("visa", true, &[]), question("visa", false, &[])];
        let refused = JobQuestion::check_all("questions", twice).unwrap_err();
        assert_eq!(refused.to_string(), "questions: has the key visa twice");
        for bad in ["", "a b", "é"] {
            let questions = vec![question(bad, true, &[])];
            assert!(
                JobQuestion::check_all("questions", questions).is_err(),
                "{bad}"
            );
        }
        let many = (0..=MAX_JOB_QUESTIONS).map(|n| question(&n.to_string(), false, &[]));
        assert!(JobQuestion::check_all("questions", many.collect()).is_err());
    }

    #[test]
    fn a_consent_needs_a_text_and_a_version() {
        let check = |text, version| Consent::check(text, version, None).map(|c| c.version);
        assert_eq!(
            check(Some("I agree."), Some(" 2026-1 ")),
            Ok("2026-1".to_owned())
        );
        assert_eq!(check(None, Some("1")).unwrap_err().field, "consentText");
        assert_eq!(
            check(Some("I agree."), None).unwrap_err().field,
            "consentVersion"
        );
    }
}
