//! Languages and certificates that a job names: the criteria `languages` and `certifications`, and the factor `F` of skills.
//!
//! The value of the criteria is `sum(imp * q) / sum(imp)`, with `imp` as for skills. `q` is 1 if the resume shows the
//! requirement, and 0.5 if it states a lower level of the language. If one of several is enough, any of them counts. The
//! class of a licence is in the evidence, but it is not compared.
//!
//! What the job requires also counts if no weight names it: `F = 0.7 + 0.3 * sum(q) / n` over the n required languages and
//! certificates multiplies the value of skills. `F` is 1 if the job requires none.

mod levels;

use shortlist_domain::{Evidence, Importance, LanguageRequirement, SectionKind, Span};

use crate::certificates::{may_show, shows};
use crate::comparison::Comparison;
use crate::criterion::{Gain, Measured, join_names, missing_with_gain};
use crate::formula::{CredentialKind, CredentialsFormula, Formula, Open, Requirement};
use crate::prepared::{PreparedJob, tenths};
use crate::profile::Profile;
use crate::ratio::{WHOLE, share};
use crate::requirements::{certificates, languages};
use crate::spoken_languages::{Place, languages_of};
use levels::Level;

/// The value of a language that the resume states at a lower level.
const LOWER_LEVEL_VALUE: i64 = 500_000;

impl CredentialKind {
    fn plural(self) -> &'static str {
        match self {
            Self::Languages => "languages",
            Self::Certificates => "certificates",
        }
    }

    /// Returns how a line of the criterion `skills` begins that is about such a requirement.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Languages => "language: ",
            Self::Certificates => "certificate: ",
        }
    }
}

/// A requirement of the job, and where the resume shows it.
#[derive(Debug, Clone)]
pub(crate) struct RequestedCredential {
    kind: CredentialKind,
    /// Its index among those of its kind.
    number: usize,
    /// The requirement, and the level that the resume states if that is lower.
    pub(crate) label: String,
    pub(crate) importance_kind: Importance,
    pub(crate) place: Option<Shown>,
    /// From 0 to 1, in millionths.
    pub(crate) quality: i64,
}

/// The words that show the requirement, and those around them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shown {
    focus: Span,
    context: Span,
}

impl RequestedCredential {
    /// Returns the requirement that the resume may not meet.
    pub(crate) fn requirement(&self) -> Requirement {
        Requirement::Credential(self.kind, self.number)
    }

    fn importance(&self) -> i64 {
        tenths(self.importance_kind)
    }

    fn evidence(&self, label: String, profile: &Profile, gain: Gain) -> Evidence {
        match self.place {
            None => missing_with_gain(label, gain),
            Some(shown) => Evidence {
                gain: gain.micros(),
                ..profile.text.evidence(label, shown.focus, shown.context)
            },
        }
    }
}

/// Returns what the required languages and certificates reach, and what all of them would.
pub(crate) fn required_share(compared: &Comparison<'_>) -> (i64, i64) {
    let required = compared.required_credentials();
    required.fold((0, 0), |(reached, maximum), credential| {
        (reached + credential.quality, maximum + WHOLE)
    })
}

/// Returns the required languages and certificates that are not shown in full, and what each lacks.
pub(crate) fn missing_credentials(compared: &Comparison<'_>) -> Vec<(Requirement, i64)> {
    let required = compared.required_credentials();
    let missing = required.filter(|credential| credential.quality < WHOLE);
    missing
        .map(|credential| (credential.requirement(), WHOLE - credential.quality))
        .collect()
}

/// Returns the line of a required language or certificate in the criterion `skills`.
pub(crate) fn factor_line(
    credential: &RequestedCredential,
    profile: &Profile,
    gain: Gain,
) -> Evidence {
    let label = format!("{}{}", credential.kind.prefix(), credential.label);
    credential.evidence(label, profile, gain)
}

/// Measures the criterion. Returns `None` if the job names no such requirement.
pub(crate) fn measure(kind: CredentialKind, compared: &Comparison<'_>) -> Option<Measured> {
    let requested = match kind {
        CredentialKind::Languages => &compared.languages,
        CredentialKind::Certificates => &compared.certificates,
    };
    if requested.is_empty() {
        return None;
    }
    let all = requested.iter();
    let maximum: i64 = all.map(|one| one.importance() * WHOLE).sum();
    let all = requested.iter();
    let reached: i64 = all.map(|one| one.importance() * one.quality).sum();
    let now = share(reached, maximum);
    let lacks = |one: &RequestedCredential| one.importance() * (WHOLE - one.quality);
    let evidence = requested.iter().map(|one| {
        let with = share(reached + lacks(one), maximum);
        one.evidence(one.label.clone(), compared.profile, Gain { with, now })
    });
    let missing = || requested.iter().filter(|one| one.quality < WHOLE);
    let open = missing().map(|one| Open {
        requirement: one.requirement(),
        line: one.number,
    });
    Some(Measured {
        value: now.min(WHOLE),
        has_data: reached > 0 || shows_any(kind, compared.profile),
        summary: summary(kind, requested),
        evidence: evidence.collect(),
        open: open.collect(),
        formula: Formula::Credentials(CredentialsFormula {
            kind,
            reached,
            maximum,
            missing: missing().map(|one| (one.number, lacks(one))).collect(),
        }),
    })
}

/// Compares the languages that a job asks for with a resume.
pub(crate) fn compare_languages(job: &PreparedJob, profile: &Profile) -> Vec<RequestedCredential> {
    let requested = &job.requirements.languages;
    let spoken = match requested.is_empty() {
        true => Vec::new(),
        false => spoken(profile),
    };
    let compare = |(number, requested): (usize, &LanguageRequirement)| {
        let named = spoken
            .iter()
            .filter(|spoken| requested.any_of.contains(&spoken.name));
        let mut label = languages::language_label(requested);
        let wanted = requested.level.as_deref().and_then(Level::of);
        // A language without a level may be spoken well enough.
        let is_enough = |spoken: &&SpokenInResume| {
            wanted.is_none()
                || spoken.level.is_none()
                || spoken.level.map(|(level, _)| level) >= wanted
        };
        let stated = |spoken: &&SpokenInResume| spoken.level.map(|(level, _)| level);
        let has_level = named.clone().any(|spoken| spoken.level.is_some());
        let enough = named
            .clone()
            .filter(|spoken| !has_level || spoken.level.is_some())
            .find(is_enough);
        let (place, quality) = match (enough, named.max_by_key(stated)) {
            (Some(spoken), _) => (Some(spoken.shown), WHOLE),
            (None, Some(spoken)) => {
                if let Some((_, place)) = spoken.level {
                    label = format!("{label} (in part: {})", profile.text.at(place));
                }
                (Some(spoken.shown), LOWER_LEVEL_VALUE)
            }
            (None, None) => (None, 0),
        };
        RequestedCredential {
            kind: CredentialKind::Languages,
            number,
            label,
            importance_kind: requested.importance,
            place,
            quality,
        }
    };
    requested.iter().enumerate().map(compare).collect()
}

/// A language that a resume shows, and the place of its level.
struct SpokenInResume {
    name: String,
    shown: Shown,
    level: Option<(Level, Span)>,
}

/// Returns the languages that a resume shows: those that its reader found, and those that a sentence says are spoken.
fn spoken(profile: &Profile) -> Vec<SpokenInResume> {
    let mut spoken: Vec<SpokenInResume> = Vec::new();
    for (name, span) in &profile.languages {
        let mut sentences = profile.sentences.iter().map(|sentence| sentence.span);
        let context = sentences.find(|sentence| sentence.contains(*span));
        spoken.push(SpokenInResume {
            name: name.clone(),
            shown: Shown {
                focus: *span,
                context: context.unwrap_or(*span),
            },
            level: None,
        });
    }
    for (sentence, words) in profile.sentences_with_words() {
        let place = match sentence.section {
            SectionKind::Languages => Place::List,
            _ => Place::Prose,
        };
        let text = profile.text.at(sentence.span);
        for found in languages_of(text, words, place) {
            let start = sentence.span.start;
            let within = |span: Span| Span::new(start + span.start, start + span.end);
            let level = found.level.map(within);
            let level = level.and_then(|place| Some((Level::of(profile.text.at(place))?, place)));
            let shown = Shown {
                focus: within(found.span),
                context: sentence.span,
            };
            let names = found.any_of.into_iter();
            spoken.extend(names.map(|name| SpokenInResume {
                name: name.to_owned(),
                shown,
                level,
            }));
        }
    }
    spoken
}

/// Compares the certificates that a job asks for with a resume.
pub(crate) fn compare_certificates(
    job: &PreparedJob,
    profile: &Profile,
) -> Vec<RequestedCredential> {
    let requested = job.requirements.certificates.iter().enumerate();
    requested
        .map(|(number, requested)| {
            let mut names = requested.any_of.iter();
            let place = names.find_map(|name| certificate_place(name, profile));
            RequestedCredential {
                kind: CredentialKind::Certificates,
                number,
                label: certificates::certificate_label(requested),
                importance_kind: requested.importance,
                quality: if place.is_some() { WHOLE } else { 0 },
                place,
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
