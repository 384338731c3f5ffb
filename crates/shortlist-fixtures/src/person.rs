//! People who do not exist, and the text of their resumes.

const FIRST: [&str; 16] = [
    "Tamsin", "Percival", "Ottilie", "Casimir", "Briony", "Lazlo", "Marisol", "Fergus", "Anneke",
    "Idris", "Solveig", "Rafael", "Zuleika", "Corin", "Henrike", "Tobias",
];
const LAST: [&str; 16] = [
    "Dovewright",
    "Okonjo",
    "Veld",
    "Strand",
    "Hallowell",
    "Brandt",
    "Quillfeather",
    "Moreno",
    "Lindqvist",
    "Ashdown",
    "Petrakis",
    "Vantongeren",
    "Ferrant",
    "Osterhaus",
    "Calloway",
    "Nakamori",
];
const TITLES: [&str; 8] = [
    "Backend Engineer",
    "Registered Nurse",
    "Accountant",
    "Logistics Coordinator",
    "Data Analyst",
    "Sales Manager",
    "Mechanical Engineer",
    "Teacher",
];
const SKILLS: [&str; 8] = [
    "Rust, PostgreSQL, Kubernetes, Docker, Linux, REST APIs",
    "Patient Care, Triage, Wound Care, Electronic Health Records",
    "Financial Reporting, Excel, SAP, Budgeting, IFRS",
    "Inventory Management, Route Planning, SAP, Forklift Operation",
    "SQL, Python, Tableau, Statistics, Data Visualization",
    "Negotiation, Salesforce, Forecasting, Account Management",
    "SolidWorks, AutoCAD, Finite Element Analysis, GD&T",
    "Curriculum Design, Classroom Management, Special Education",
];
const EMPLOYERS: [&str; 8] = [
    "Orchard Software",
    "Hilltop Clinic",
    "Ledger & Vale",
    "Northgate Freight",
    "Bluefield Analytics",
    "Harrow Supplies",
    "Castle Machines",
    "Riverside School",
];
const DUTIES: [&str; 6] = [
    "Led a team of six through a change of systems without a day of downtime.",
    "Wrote the procedures that three other sites took over within the year.",
    "Cut the time from request to delivery by a third in eighteen months.",
    "Trained new colleagues and kept the handbook that they were trained by.",
    "Reported to the board each quarter on cost, quality and schedule.",
    "Introduced reviews that found two defects in three before release.",
];

/// A person who does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// First and last name.
    pub name: String,
    /// An e-mail address in a reserved domain.
    pub email: String,
    /// A telephone number from the range that is reserved for fiction.
    pub phone: String,
    /// The job title.
    pub title: &'static str,
}

impl Person {
    /// Returns the person with a number. Two numbers never share an e-mail address.
    pub fn of(number: u64) -> Self {
        let (first, last) = (pick(&FIRST, number), pick(&LAST, number / 16));
        Self {
            name: format!("{first} {last}"),
            email: format!(
                "{}.{}{number}@example.org",
                first.to_lowercase(),
                last.to_lowercase()
            ),
            phone: format!("+1 202 555 01{:02}", number % 100),
            title: pick(&TITLES, number / 3),
        }
    }
}

fn pick<T: Copy + Default>(list: &[T], number: u64) -> T {
    let length = u64::try_from(list.len()).unwrap_or(u64::MAX);
    let place = usize::try_from(number % length.max(1)).unwrap_or(0);
    list.get(place).copied().unwrap_or_default()
}

/// Returns the lines of a person's resume, which fills about two pages.
pub fn resume_lines(number: u64) -> Vec<String> {
    let person = Person::of(number);
    let mut lines = vec![
        person.name,
        person.title.to_owned(),
        format!("{} | {}", person.email, person.phone),
        String::new(),
        "Experience".to_owned(),
    ];
    for position in 0..6 {
        let from = 2022 - 3 * position;
        let employer = pick(&EMPLOYERS, number / 3 + position);
        lines.push(format!("{}, {employer}", person.title));
        lines.push(format!("March {from} - February {}", from + 3));
        lines.extend((0..6).map(|duty| format!("- {}", pick(&DUTIES, number + position + duty))));
    }
    lines.extend([
        "Education".to_owned(),
        format!(
            "Bachelor of Science, Hilltop University, {}",
            1995 + number % 20
        ),
        "Skills".to_owned(),
        pick(&SKILLS, number / 3).to_owned(),
        "Languages".to_owned(),
        "English, German".to_owned(),
    ]);
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_share_an_address() {
        let addresses: HashSet<_> = (0..10_000).map(|n| Person::of(n).email).collect();
        assert_eq!(addresses.len(), 10_000);
    }
}
