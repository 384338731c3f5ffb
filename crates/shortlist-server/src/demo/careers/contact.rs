//! Names, addresses and telephone numbers. Nobody has any of them: `demo/README.md` lists the ranges.

use std::collections::HashMap;

use serde::Deserialize;

use super::Language;

/// The last two digits of the American numbers of the other demo resumes.
const TAKEN: [usize; 6] = [17, 25, 38, 63, 76, 91];
/// The first number of the British and German people. The other demo resumes have none of these numbers.
const FIRST_NUMBER: usize = 400;
/// The job whose applicants live in America.
const AMERICAN_JOB: &str = "NUR-310";

/// The names from which people, employers and schools are made.
#[derive(Deserialize)]
pub(super) struct Names {
    english: PersonNames,
    german: PersonNames,
    employers: HashMap<String, Vec<String>>,
    schools: HashMap<Language, Vec<String>>,
}

/// The numbers of first and last names have no common divisor, so that counting through both gives each pair once.
#[derive(Deserialize)]
struct PersonNames {
    first: Vec<String>,
    last: Vec<String>,
}

impl Names {
    /// Returns the employers of a kind.
    pub(super) fn employers(&self, kind: &str) -> &[String] {
        self.employers.get(kind).map_or(&[], Vec::as_slice)
    }

    /// Returns the schools whose names are in a language.
    pub(super) fn schools(&self, language: Language) -> &[String] {
        self.schools.get(&language).map_or(&[], Vec::as_slice)
    }
}

/// Who applies.
pub(super) struct Contact {
    pub(super) name: String,
    pub(super) email: String,
    pub(super) phone: String,
}

impl Contact {
    /// Returns the name of the file that this person sends.
    pub(super) fn file_name(&self, language: Language) -> String {
        match language {
            Language::English => format!("Resume {}.pdf", self.name),
            Language::German => format!("Lebenslauf {}.pdf", self.name),
        }
    }
}

/// Counts through the names and the numbers.
pub(super) struct Contacts<'a> {
    names: &'a Names,
    english: usize,
    german: usize,
    americans: usize,
}

impl<'a> Contacts<'a> {
    pub(super) fn new(names: &'a Names) -> Self {
        Self {
            names,
            english: 0,
            german: 0,
            americans: 0,
        }
    }

    /// Returns the next person who writes in a language and applies for a job.
    pub(super) fn next(&mut self, language: Language, job_code: &str) -> Contact {
        let (names, count) = match language {
            Language::English => (&self.names.english, &mut self.english),
            Language::German => (&self.names.german, &mut self.german),
        };
        let number = *count;
        *count = number.saturating_add(1);
        let name = format!("{} {}", nth(&names.first, number), nth(&names.last, number));
        let domain = match number % 3 {
            0 => "org",
            1 => "com",
            _ => "net",
        };
        let phone = match language {
            Language::English if job_code == AMERICAN_JOB => self.american_phone(),
            Language::English => format!("+44 20 7946 0{}", FIRST_NUMBER.saturating_add(number)),
            Language::German => format!("+49 30 23125 {}", FIRST_NUMBER.saturating_add(number)),
        };
        Contact {
            email: format!("{}@example.{domain}", local_part(&name)),
            name,
            phone,
        }
    }

    fn american_phone(&mut self) -> String {
        let free = (0..100).filter(|digits| !TAKEN.contains(digits));
        let digits = free.cycle().nth(self.americans).unwrap_or_default();
        self.americans = self.americans.saturating_add(1);
        format!("+1 202 555 01{digits:02}")
    }
}

fn nth(list: &[String], number: usize) -> &str {
    let item = list.iter().cycle().nth(number);
    item.map_or("", String::as_str)
}

/// Returns a name as the first part of an e-mail address.
fn local_part(name: &str) -> String {
    let ascii = |c: char| match c {
        'ä' => "ae".to_owned(),
        'ö' => "oe".to_owned(),
        'ü' => "ue".to_owned(),
        'ß' => "ss".to_owned(),
        ' ' => ".".to_owned(),
        c => c.to_string(),
    };
    name.to_lowercase().chars().map(ascii).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn nobody_shares_a_name_an_address_or_a_number() {
        let names: Names = serde_json::from_str(super::super::NAMES).unwrap();
        let mut contacts = Contacts::new(&names);
        let mut people = Vec::new();
        for number in 0..200 {
            let job = if number < 80 { AMERICAN_JOB } else { "" };
            people.push(contacts.next(Language::English, job));
            people.push(contacts.next(Language::German, job));
        }
        let of = |value: fn(&Contact) -> &String| people.iter().map(value).collect::<HashSet<_>>();
        assert_eq!(of(|person| &person.name).len(), 400);
        assert_eq!(of(|person| &person.email).len(), 400);
        assert_eq!(of(|person| &person.phone).len(), 400);
        assert!(people.iter().all(|person| person.email.is_ascii()));
    }
}
