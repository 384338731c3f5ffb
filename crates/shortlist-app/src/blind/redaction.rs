//! Redaction: the replacement of everything in a text that identifies a candidate.
//!
//! Each letter is replaced by one that has as many bytes. Positions in a redacted resume therefore stay valid, both those
//! in bytes and those in code points.

mod birth_dates;
mod contacts;
mod parts;
mod words;

use shortlist_domain::{Candidate, Resume, ResumeText};

use contacts::{mask_contacts, mask_phone};
use parts::mask_parts;
use words::Words;

/// Names of this many letters or fewer are masked only where they are written like a name.
const SHORT_NAME: usize = 2;
/// A word of fewer letters does not distinguish a school.
const MIN_SCHOOL_LETTERS: usize = 5;
/// From this letter on, scripts write no spaces between words: Chinese, Japanese and Korean.
const FIRST_UNSPACED: char = '\u{2e80}';
/// Parts of names that are common words of a language.
const PARTICLES: [&str; 22] = [
    "de", "da", "di", "do", "du", "la", "le", "el", "al", "van", "von", "der", "den", "des", "dos",
    "das", "del", "zu", "zum", "ter", "bin", "of",
];
/// Returns a resume as the scorer reads it in a blind job. The scorer ignores names and schools, but would find a single part of a
/// name in a sentence, so a criterion or a skill of that name would say whose resume it is.
pub(crate) fn without_names(resume: &Resume) -> Resume {
    let mut redactor = Redactor::default();
    redactor.add_resume(resume);
    let text = redactor.redact(resume.text.as_str());
    Resume {
        text: ResumeText::new(text, resume.text.page_starts().to_vec()),
        ..resume.clone()
    }
}

/// Knows who a candidate is, and removes it from texts.
#[derive(Default)]
pub(crate) struct Redactor {
    /// Words that are part of the name.
    names: Vec<String>,
    /// Words that are masked only where they are written like a name: short parts of the name, and names of schools.
    capitalized: Vec<String>,
    /// Names in scripts that write no spaces between words.
    unspaced: Vec<Vec<char>>,
    /// Sequences of words: names of schools, links, e-mail addresses.
    phrases: Vec<Vec<String>>,
    /// The digits of telephone numbers.
    phones: Vec<String>,
}

impl Redactor {
    /// Learns from a candidate's record and from the resume who they are.
    pub(crate) fn of(candidate: &Candidate, resume: Option<&Resume>) -> Self {
        let mut redactor = Self::default();
        redactor.add_name(&candidate.full_name);
        if let Some(email) = &candidate.email {
            redactor.add_email(email.as_str());
        }
        if let Some(phone) = &candidate.phone {
            redactor.add_phone(phone.as_str());
        }
        if let Some(id) = &candidate.external_id {
            redactor.add_phrase(id);
        }
        if let Some(resume) = resume {
            redactor.add_resume(resume);
        }
        redactor
    }

    fn add_resume(&mut self, resume: &Resume) {
        if let Some(name) = resume.name() {
            self.add_name(name);
        }
        if let Some(email) = resume.email_address() {
            self.add_email(email.as_str());
        }
        if let Some(phone) = resume.phone_number() {
            self.add_phone(phone.as_str());
        }
        for link in &resume.links {
            self.add_phrase(&link.value);
        }
        for entry in &resume.education {
            if let Some(school) = &entry.institution {
                self.add_school(school);
            }
        }
    }

    fn add_name(&mut self, name: &str) {
        let letters: Vec<char> = name
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .collect();
        if letters.len() >= SHORT_NAME && letters.iter().all(|letter| *letter >= FIRST_UNSPACED) {
            self.unspaced.push(letters);
        }
        let words = words::plain_words(name);
        for word in &words {
            if PARTICLES.contains(&word.as_str()) {
                continue;
            }
            match word.chars().count() {
                0..=SHORT_NAME => self.capitalized.push(word.clone()),
                _ => self.names.push(word.clone()),
            }
        }
        if let (Some(first), Some(last)) = (words.first(), words.last())
            && words.len() > 1
        {
            let initial: String = first.chars().take(1).collect();
            let last_initial: String = last.chars().take(1).collect();
            // User names, such as those of e-mail addresses and links.
            self.names.push(format!("{first}{last}"));
            self.names.push(format!("{last}{first}"));
            self.names.push(format!("{initial}{last}"));
            self.names.push(format!("{first}{last_initial}"));
        }
        self.phrases.push(words);
    }

    fn add_email(&mut self, email: &str) {
        self.add_phrase(email);
        if let Some((name, _domain)) = email.split_once('@') {
            self.add_phrase(name);
        }
    }

    fn add_phone(&mut self, phone: &str) {
        let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
        self.phones.push(digits);
    }

    fn add_school(&mut self, school: &str) {
        self.add_phrase(school);
        let words = words::plain_words(school);
        let is_own = |word: &&String| !parts::is_common_in_schools(word);
        let own: Vec<&String> = words.iter().filter(is_own).collect();
        // Colleagues often write only the word that distinguishes a school.
        if let [only] = own.as_slice()
            && only.chars().count() >= MIN_SCHOOL_LETTERS
        {
            self.capitalized.push((*only).clone());
        }
    }

    fn add_phrase(&mut self, text: &str) {
        let words = words::plain_words(text);
        // A single short word, such as the name of a mailbox "me", would mask too much.
        if words.len() > 1 || words.first().is_some_and(|word| word.chars().count() > 3) {
            self.phrases.push(words);
        }
    }

    /// Returns a text without anything that identifies the candidate.
    pub(crate) fn redact(&self, text: &str) -> String {
        let mut mask = vec![false; text.chars().count()];
        self.mark(text, &mut mask);
        masked(text, &mask)
    }

    /// Redacts an optional text.
    pub(crate) fn redact_some(&self, text: Option<String>) -> Option<String> {
        text.map(|text| self.redact(&text))
    }

    fn mark(&self, text: &str, mask: &mut [bool]) {
        let words = Words::of(text);
        words.mask_words(&self.names, mask);
        words.mask_capitalized(&self.capitalized, mask);
        for phrase in &self.phrases {
            words.mask_phrase(phrase, mask);
        }
        for name in &self.unspaced {
            words::mask_inside(text, name, mask);
        }
        mask_contacts(text, mask);
        birth_dates::mask_birth_dates(text, mask);
        for phone in &self.phones {
            mask_phone(text, phone, mask);
        }
    }

    /// Returns a resume without anything that identifies the candidate.
    pub(crate) fn redact_resume(&self, resume: Resume) -> Resume {
        let mut resume = Resume {
            text: self.redact_text(&resume),
            full_name: None,
            email: None,
            phone: None,
            place: None,
            links: Vec::new(),
            ..resume
        };
        for skill in &mut resume.skills {
            skill.name = self.redact(&skill.name);
        }
        for position in &mut resume.positions {
            position.title = self.redact_some(position.title.take());
            position.organization = self.redact_some(position.organization.take());
            position.place = self.redact_some(position.place.take());
        }
        for entry in &mut resume.education {
            entry.institution = None;
            entry.degree = self.redact(&entry.degree);
            entry.field = self.redact_some(entry.field.take());
        }
        for text in resume.languages.iter_mut().chain(&mut resume.certificates) {
            *text = self.redact(text);
        }
        for finding in &mut resume.findings {
            finding.quote = self.redact(&finding.quote);
        }
        resume
    }

    fn redact_text(&self, resume: &Resume) -> ResumeText {
        let text = resume.text.as_str();
        let mut mask = vec![false; text.chars().count()];
        self.mark(text, &mut mask);
        mask_parts(resume, &mut mask);
        ResumeText::new(masked(text, &mask), resume.text.page_starts().to_vec())
    }
}

/// Replaces the marked letters of a text. Whitespace stays, so that the layout does.
pub(crate) fn masked(text: &str, mask: &[bool]) -> String {
    let letter = |(letter, is_masked): (char, &bool)| {
        if *is_masked && !letter.is_whitespace() && !letter.is_control() {
            filler(letter.len_utf8())
        } else {
            letter
        }
    };
    text.chars().zip(mask).map(letter).collect()
}

/// Returns a letter that says nothing, with this many bytes.
fn filler(bytes: usize) -> char {
    match bytes {
        1 => '*',
        2 => '·',
        3 => '•',
        _ => '\u{1f784}',
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{
        CandidateCode, CandidateId, EmailAddress, JobId, OrganizationId, PhoneNumber, StageId,
        Timestamp,
    };

    use super::*;

    fn candidate(name: &str) -> Candidate {
        let at = Timestamp::parse("at", "2026-03-01T00:00:00Z").unwrap();
        Candidate {
            id: CandidateId::parse("id", "cnd_1").unwrap(),
            code: CandidateCode::generate(1),
            organization_id: OrganizationId::parse("id", "org_1").unwrap(),
            job_id: JobId::parse("id", "job_1").unwrap(),
            full_name: name.to_owned(),
            email: EmailAddress::parse("e", "zoe.muster@example.org").ok(),
            phone: PhoneNumber::parse("p", "+49 30 1234567").ok(),
            score: None,
            skills: Vec::new(),
            status: None,
            status_reason: None,
            stage_id: StageId::parse("id", "Active").unwrap(),
            source: None,
            external_id: None,
            months_worked: None,
            created_at: at,
            updated_at: at,
            may_be_masked: true,
        }
    }

    fn redacted(name: &str, text: &str) -> String {
        let redactor = Redactor::of(&candidate(name), None);
        let redacted = redactor.redact(text);
        assert_eq!(redacted.len(), text.len(), "{redacted}");
        assert_eq!(redacted.chars().count(), text.chars().count());
        redacted
    }

    #[test]
    fn a_name_is_masked_in_every_spelling() {
        let name = "Zoë Muster";
        for text in [
            "Zoë Muster",
            "ZOE MUSTER",
            "Muster, Zoe",
            "zoemuster",
            "z.muster: zmuster",
            "Zoë’s",
            "Zoe\u{308} Muster",
        ] {
            let plain = shortlist_domain::plain_text(&redacted(name, text));
            assert!(
                !plain.contains("muster") && !plain.contains("zoe"),
                "{plain}"
            );
        }
        assert_eq!(
            redacted(name, "A mustering zoetrope"),
            "A mustering zoetrope"
        );
    }

    #[test]
    fn short_names_and_particles_are_not_masked_in_other_words() {
        assert_eq!(redacted("Li Wu", "Li Wu, li and wu"), "** **, li and wu");
        assert_eq!(redacted("Eva de Graaf", "Jefe de obra"), "Jefe de obra");
        assert_eq!(redacted("Eva de Graaf", "Eva de Graaf"), "*** ** *****");
        assert_eq!(redacted("李明", "我叫李明，"), "我叫••，");
    }

    #[test]
    fn contacts_are_masked_and_years_are_not() {
        for secret in [
            "zoe.muster@example.org",
            "someone@elsewhere.example",
            "+49 (30) 123-4567",
            "030 1234567",
            "0049301234567",
            "https://example.org/zoe",
            "www.example.org",
            "linkedin.com/in/someone",
        ] {
            let text = redacted("Ann Other", &format!("a {secret} b"));
            assert!(!text.contains(secret), "{text}");
            assert!(text.starts_with("a ") && text.ends_with(" b"), "{text}");
        }
        for kept in [
            "2015 - 2019",
            "01/2015 - 12/2019",
            "2012-09-01 to 2014-08-31",
            "1,250,000 users",
            "Node.js and C++",
        ] {
            assert_eq!(redacted("Ann Other", kept), kept);
        }
    }

    #[test]
    fn birth_dates_are_masked() {
        for (text, kept) in [
            ("Date of birth: 3 May 1990\nJava", "Java"),
            ("Geboren am 03.05.1990 in Bonn\nJava", "Java"),
            ("Né le 3 mai 1990\nJava", "Java"),
            ("出生日期：1990年5月3日\nJava", "Java"),
        ] {
            let text = redacted("Ann Other", text);
            assert!(!text.contains("1990") && text.ends_with(kept), "{text}");
        }
        let leader = "A born leader of teams";
        assert_eq!(redacted("Ann Other", leader), leader);
    }
}
