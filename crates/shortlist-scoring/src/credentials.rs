//! The criteria `languages` and `certifications` for a job that names some: the share of them that the resume shows.
//!
//! `value = sum(imp * found) / sum(imp)`, with `imp` as for skills. If one of several is enough, any of them counts. The
//! evidence names the requested level of a language and the class of a licence, but they are not compared.

use shortlist_domain::{Evidence, SectionKind, Span};

use crate::certificates::{may_show, shows};
use crate::criterion::{Gain, Measured, join_names, missing_with_gain};
use crate::formula::{CredentialKind, CredentialsFormula, Formula, Open, Requirement};
use crate::prepared::{PreparedJob, tenths};
use crate::profile::Profile;
use crate::ratio::{WHOLE, share};
use crate::requirements::{certificates, languages};
use crate::spoken_languages::{Place, languages_of};

impl CredentialKind {
    fn plural(self) -> &'static str {
        match self {
            Self::Languages => "languages",
            Self::Certificates => "certificates",
        }
    }
}

/// A requirement of the job, and where the resume shows it.
struct RequestedCredential {
    label: String,
    importance: i64,
    place: Option<Shown>,
}

/// The words that show the requirement, and those around them.
#[derive(Debug, Clone, Copy)]
struct Shown {
    focus: Span,
    context: Span,
}

/// Measures the criterion. Returns `None` if the job names no such requirement.
pub(crate) fn measure(
    kind: CredentialKind,
    job: &PreparedJob,
    profile: &Profile,
) -> Option<Measured> {
    let requested = match kind {
        CredentialKind::Languages => requested_languages(job, profile),
        CredentialKind::Certificates => requested_certificates(job, profile),
    };
    if requested.is_empty() {
        return None;
    }
    let maximum: i64 = requested.iter().map(|requested| requested.importance).sum();
    let found = requested
        .iter()
        .filter(|requested| requested.place.is_some());
    let reached: i64 = found.map(|requested| requested.importance).sum();
    let now = share(reached, maximum);
    let evidence: Vec<Evidence> = requested
        .iter()
        .map(|requested| match requested.place {
            Some(shown) => {
                let text = &profile.text;
                text.evidence(requested.label.clone(), shown.focus, shown.context)
            }
            None => {
                let with = share(reached + requested.importance, maximum);
                missing_with_gain(requested.label.clone(), Gain { with, now })
            }
        })
        .collect();
    let missing = requested.iter().enumerate();
    let missing: Vec<(usize, i64)> = missing
        .filter(|(_, requested)| requested.place.is_none())
        .map(|(number, requested)| (number, requested.importance))
        .collect();
    let open = missing.iter().map(|(number, _)| Open {
        requirement: Requirement::Credential(kind, *number),
        line: *number,
    });
    Some(Measured {
        value: now.min(WHOLE),
        has_data: reached > 0 || shows_any(kind, profile),
        summary: summary(kind, &requested),
        evidence,
        open: open.collect(),
        formula: Formula::Credentials(CredentialsFormula {
            kind,
            reached,
            maximum,
            missing,
        }),
    })
}

fn requested_languages(job: &PreparedJob, profile: &Profile) -> Vec<RequestedCredential> {
    let requested = &job.requirements.languages;
    let spoken = if requested.is_empty() {
        Vec::new()
    } else {
        spoken(profile)
    };
    requested
        .iter()
        .map(|requested| RequestedCredential {
            label: languages::language_label(requested),
            importance: tenths(requested.importance),
            place: spoken
                .iter()
                .find(|(name, _)| requested.any_of.contains(name))
                .map(|(_, shown)| *shown),
        })
        .collect()
}

/// Returns the languages that a resume shows: those that its reader found, and those that a sentence says are spoken.
fn spoken(profile: &Profile) -> Vec<(String, Shown)> {
    let mut spoken: Vec<(String, Shown)> = Vec::new();
    for (name, span) in &profile.languages {
        let mut sentences = profile.sentences.iter().map(|sentence| sentence.span);
        let context = sentences.find(|sentence| sentence.contains(*span));
        let shown = Shown {
            focus: *span,
            context: context.unwrap_or(*span),
        };
        spoken.push((name.clone(), shown));
    }
    for (sentence, words) in profile.sentences_with_words() {
        let place = match sentence.section {
            SectionKind::Languages => Place::List,
            _ => Place::Prose,
        };
        let text = profile.text.at(sentence.span);
        for found in languages_of(text, words, place) {
            let start = sentence.span.start;
            let shown = Shown {
                focus: Span::new(start + found.span.start, start + found.span.end),
                context: sentence.span,
            };
            let names = found.any_of.into_iter();
            spoken.extend(names.map(|name| (name.to_owned(), shown)));
        }
    }
    spoken
}

fn requested_certificates(job: &PreparedJob, profile: &Profile) -> Vec<RequestedCredential> {
    let requested = &job.requirements.certificates;
    requested
        .iter()
        .map(|requested| {
            let mut names = requested.any_of.iter();
            RequestedCredential {
                label: certificates::certificate_label(requested),
                importance: tenths(requested.importance),
                place: names.find_map(|name| certificate_place(name, profile)),
            }
        })
        .collect()
}

fn certificate_place(name: &str, profile: &Profile) -> Option<Shown> {
    may_show(name, profile)
        .into_iter()
        .filter_map(|number| profile.sentence_with_words(number))
        .find_map(|(sentence, words)| {
            let text = profile.text.at(sentence.span);
            let in_list = sentence.section == SectionKind::Certificates;
            let found = shows(name, text, words, in_list)?;
            let start = sentence.span.start;
            Some(Shown {
                focus: Span::new(start + found.start, start + found.end),
                context: sentence.span,
            })
        })
}

fn shows_any(kind: CredentialKind, profile: &Profile) -> bool {
    let (named, section) = match kind {
        CredentialKind::Languages => (!profile.languages.is_empty(), SectionKind::Languages),
        CredentialKind::Certificates => {
            (!profile.certificates.is_empty(), SectionKind::Certificates)
        }
    };
    let mut sentences = profile.sentences.iter();
    named || sentences.any(|sentence| sentence.section == section)
}

fn summary(kind: CredentialKind, requested: &[RequestedCredential]) -> String {
    let names = |found: bool| -> Vec<&str> {
        let chosen = requested
            .iter()
            .filter(|requested| requested.place.is_some() == found);
        chosen.map(|requested| requested.label.as_str()).collect()
    };
    let (found, missing) = (names(true), names(false));
    let mut text = format!(
        "{} of {} {} asked for found",
        found.len(),
        requested.len(),
        kind.plural()
    );
    if !found.is_empty() {
        text.push_str(&format!(": {}", join_names(&found)));
    }
    if !missing.is_empty() {
        text.push_str(&format!("; missing {}", join_names(&missing)));
    }
    format!("{text}.")
}
