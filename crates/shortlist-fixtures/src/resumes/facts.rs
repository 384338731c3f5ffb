//! The facts in an invented resume, for checking a reader.

use super::Layout;
use super::profile::{Job, Profile, Study};
use super::sheet::Sheet;

/// The facts in a resume, which a reader should find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedFacts {
    /// The person's name, without titles and post-nominal letters.
    pub full_name: String,
    /// The e-mail address.
    pub email: String,
    /// The telephone number as written. It is empty if the resume has none.
    pub phone: String,
    /// The town where the person lives. It is empty if the resume does not say it.
    pub place: &'static str,
    /// The skills as written.
    pub skills: Vec<String>,
    /// The number of months of work. A current job counts up to November 2026.
    pub months: i32,
    /// The level of the highest degree: `school`, `vocational`, `associate`, `bachelor`, `master`, `doctorate`.
    pub level: &'static str,
    /// The jobs, the latest first.
    pub jobs: Vec<ExpectedJob>,
    /// The degrees and schools, the latest first.
    pub studies: Vec<ExpectedStudy>,
    /// The spoken languages in the words of the resume, without levels.
    pub languages: Vec<&'static str>,
}

/// A job in a resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedJob {
    /// The title.
    pub title: &'static str,
    /// The employer.
    pub employer: &'static str,
    /// When it began, as `2019-03` or `2019`. `None` if the resume does not say it.
    pub start: Option<String>,
}

/// A degree or a school in a resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedStudy {
    /// The degree, with its field of study.
    pub degree: &'static str,
    /// The school.
    pub school: &'static str,
    /// The year in which it ended.
    pub end: String,
}

impl ExpectedFacts {
    /// Returns the facts that a layout shows of a person.
    pub(crate) fn of(layout: Layout, profile: &Profile, sheet: &Sheet) -> Self {
        let texts = sheet.texts();
        let shows = |text: &str| texts.iter().any(|shown| shown.contains(text));
        let stated = layout == Layout::Stated;
        let employer = match (layout, profile.jobs.first()) {
            (Layout::Promotions, Some(job)) => Some(job.employer),
            _ => None,
        };
        let job = |job: &Job| ExpectedJob {
            title: job.title,
            employer: employer.unwrap_or(job.employer),
            start: shows(&job.dates).then(|| job.start.clone()),
        };
        let spoken = profile.spoken.iter().filter(|spoken| shows(spoken));
        Self {
            full_name: profile.name.to_owned(),
            email: profile.mail.clone(),
            phone: profile.phone.clone(),
            place: place(profile, &texts),
            skills: profile.skills().map(str::to_owned).collect(),
            months: if stated {
                12 * profile.stated_years()
            } else {
                profile.months()
            },
            level: profile.level,
            jobs: profile.jobs.iter().map(job).collect(),
            studies: profile.studies.iter().map(study).collect(),
            languages: spoken.map(|spoken| without_level(spoken)).collect(),
        }
    }
}

fn study(study: &Study) -> ExpectedStudy {
    let end = study.dates.rsplit(' ').next().unwrap_or_default();
    ExpectedStudy {
        degree: study.degree,
        school: study.school,
        end: end.to_owned(),
    }
}

/// Returns the town of the address, or the place next to the e-mail address.
fn place(profile: &Profile, texts: &[&str]) -> &'static str {
    let shows = |parts: [&str; 2]| {
        let mut texts = texts.iter();
        texts.any(|shown| parts.iter().all(|part| shown.contains(part)))
    };
    let town = |place: &'static str| place.split(',').next().unwrap_or_default();
    let address = profile.words.value("address", 0);
    if shows([address, ""]) {
        let mut places = profile.words.values("place").into_iter().map(town);
        let named = places.rfind(|place| address.contains(place));
        return named.unwrap_or_default();
    }
    if shows([&profile.mail, profile.place]) {
        town(profile.place)
    } else {
        ""
    }
}

fn without_level(spoken: &'static str) -> &'static str {
    spoken.split(['(', '（']).next().unwrap_or_default().trim()
}
