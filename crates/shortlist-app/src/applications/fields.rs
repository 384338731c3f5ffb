//! The form fields of an application from outside.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shortlist_domain::{
    ApplicantContact, Consent, EmailAddress, FileProblem, InvalidValue, PhoneNumber,
    check_full_name, check_short,
};

use super::add_text;
use crate::candidates::documents::CheckedFile;
use crate::files::StagedFile;

/// Where an application comes from, unless its sender says something else.
const DEFAULT_SOURCE: &str = "Careers page";

/// The form fields of an application, as sent.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is the form field of that name")]
pub struct ApplicationFields {
    pub job_id: Option<String>,
    pub answers: Option<String>,
    pub consent_text: Option<String>,
    pub consent_version: Option<String>,
    pub consent_time: Option<String>,
    pub full_name: Option<String>,
    pub email_address: Option<String>,
    pub phone_number: Option<String>,
    pub source: Option<String>,
}

/// The validated fields.
pub(super) struct CheckedFields {
    /// The pairs of key and answer.
    pub(super) answers: Vec<(String, String)>,
    pub(super) consent: Consent,
    pub(super) contact: ApplicantContact,
    pub(super) email: Option<EmailAddress>,
    pub(super) phone: Option<PhoneNumber>,
    pub(super) source: String,
}

impl ApplicationFields {
    /// Validates the fields.
    pub(super) fn check(&self) -> Result<CheckedFields, InvalidValue> {
        let full_name = given(self.full_name.as_deref());
        let full_name = full_name.map(|name| check_full_name("fullName", name));
        let email = given(self.email_address.as_deref());
        let email = email.map(|text| EmailAddress::parse("emailAddress", text));
        let phone = given(self.phone_number.as_deref());
        let phone = phone.map(|text| PhoneNumber::parse("phoneNumber", text));
        let (email, phone) = (email.transpose()?, phone.transpose()?);
        let source = check_short("source", self.source.as_deref().unwrap_or_default())?;
        Ok(CheckedFields {
            answers: read_answers(self.answers.as_deref().unwrap_or_default())?,
            consent: Consent::check(
                self.consent_text.as_deref(),
                self.consent_version.as_deref(),
                self.consent_time.as_deref(),
            )?,
            contact: ApplicantContact {
                full_name: full_name.transpose()?,
                email: email.as_ref().map(|email| email.as_str().to_owned()),
                phone: phone.as_ref().map(|phone| phone.as_str().to_owned()),
            },
            email,
            phone,
            source: source.unwrap_or_else(|| DEFAULT_SOURCE.to_owned()),
        })
    }

    /// Returns the digest of everything that was sent.
    pub(super) fn content(&self, resume: &StagedFile, documents: &[CheckedFile]) -> [u8; 32] {
        let mut digest = Sha256::new();
        for field in [
            &self.answers,
            &self.consent_text,
            &self.consent_version,
            &self.consent_time,
            &self.full_name,
            &self.email_address,
            &self.phone_number,
            &self.source,
        ] {
            digest.update([u8::from(field.is_some())]);
            add_text(&mut digest, field.as_deref().unwrap_or_default().as_bytes());
        }
        digest.update(resume.digest.0);
        for document in documents {
            digest.update(document.staged.digest.0);
        }
        digest.finalize().into()
    }
}

/// Returns a text that is not blank.
fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// Reads the answers: a JSON object of keys and answers.
fn read_answers(json: &str) -> Result<Vec<(String, String)>, InvalidValue> {
    if json.trim().is_empty() {
        return Ok(Vec::new());
    }
    let malformed = || {
        let example = r#"{"visa": "yes"}"#;
        InvalidValue::new("answers", FileProblem::NotJsonObject(example))
    };
    let value: serde_json::Value = serde_json::from_str(json).map_err(|_error| malformed())?;
    let object = value.as_object().ok_or_else(malformed)?;
    let pair = |(key, value): (&String, &serde_json::Value)| {
        let text = match value {
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Bool(_) | serde_json::Value::Number(_) => value.to_string(),
            serde_json::Value::Null => String::new(),
            _ => return Err(malformed()),
        };
        Ok((key.clone(), text))
    };
    object.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_texts_numbers_or_truth_values() {
        let answers = read_answers(r#"{"start": "May", "years": 3, "visa": true, "gone": null}"#);
        let mut answers = answers.unwrap();
        answers.sort();
        let expected = [
            ("gone", ""),
            ("start", "May"),
            ("visa", "true"),
            ("years", "3"),
        ];
        let expected: Vec<_> = expected
            .iter()
            .map(|(key, answer)| ((*key).to_owned(), (*answer).to_owned()))
            .collect();
        assert_eq!(answers, expected);
        assert_eq!(read_answers(" "), Ok(Vec::new()));
        for bad in ["[]", "{", r#"{"a": []}"#, "yes"] {
            assert_eq!(read_answers(bad).unwrap_err().field, "answers", "{bad}");
        }
    }
}
