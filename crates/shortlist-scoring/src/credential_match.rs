//! Compares the languages and certificates that a job names with a resume.

use shortlist_domain::{
    Evidence, EvidenceDetail, Importance, LanguageRequirement, RequirementKind, SectionKind, Span,
};

use crate::certificates::{may_show, shows};
use crate::criterion::missing_with_gain;
use crate::english::text_without_prefix;
use crate::formula::{CredentialKind, Gain, Requirement};
use crate::language_levels::Level;
use crate::prepared::{PreparedJob, tenths};
use crate::profile::Profile;
use crate::ratio::WHOLE;
use crate::spoken_languages::{Place, languages_of};

/// The value of a language that the resume states at a lower level.
const LOWER_LEVEL_VALUE: i64 = 500_000;

/// A requirement of the job, and where the resume shows it.
#[derive(Debug, Clone)]
pub(crate) struct RequestedCredential {
    pub(crate) kind: CredentialKind,
    /// Its index among those of its kind.
    pub(crate) number: usize,
    /// The requirement, and the level that the resume states if that is lower.
    pub(crate) detail: EvidenceDetail,
    pub(crate) importance_kind: Importance,
    /// The name of the person who set the requirement.
    pub(crate) set_by: Option<String>,
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

    pub(crate) fn importance(&self) -> i64 {
        tenths(self.importance_kind)
    }

    /// Returns the requirement in words.
    pub(crate) fn label(&self) -> String {
        text_without_prefix(&self.detail)
    }

    pub(crate) fn evidence(&self, profile: &Profile, gain: Gain) -> Evidence {
        let detail = self.detail.clone();
        let set_by = self.set_by.clone();
        match self.place {
            None => Evidence {
                set_by,
                ..missing_with_gain(detail, gain)
            },
            Some(shown) => Evidence {
                gain: gain.micros(),
                set_by,
                ..profile.text.evidence(detail, shown.focus, shown.context)
            },
        }
    }
}

/// Compares the languages that a job asks for with a resume.
pub(crate) fn compare_languages(job: &PreparedJob, profile: &Profile) -> Vec<RequestedCredential> {
    let requested = &job.requirements.languages;
    let spoken = if requested.is_empty() {
        Vec::new()
    } else {
        spoken(profile)
    };
    let compare = |(number, requested): (usize, &LanguageRequirement)| {
        let named = spoken
            .iter()
            .filter(|spoken| requested.any_of.contains(&spoken.name));
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
        let mut lower = None;
        let (place, quality) = match (enough, named.max_by_key(stated)) {
            (Some(spoken), _) => (Some(spoken.shown), WHOLE),
            (None, Some(spoken)) => {
                lower = spoken.level.map(|(_, place)| profile.text.at(place));
                (Some(spoken.shown), LOWER_LEVEL_VALUE)
            }
            (None, None) => (None, 0),
        };
        RequestedCredential {
            kind: CredentialKind::Languages,
            number,
            detail: EvidenceDetail::Language {
                any_of: requested.any_of.clone(),
                level: requested.level.clone(),
                shown: lower.map(str::to_owned),
            },
            importance_kind: requested.importance,
            set_by: job
                .requirements
                .set_by(RequirementKind::Language, &requested.any_of.join(" or ")),
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
                detail: EvidenceDetail::Certificate(requested.any_of.clone()),
                importance_kind: requested.importance,
                set_by: job
                    .requirements
                    .set_by(RequirementKind::Certificate, &requested.any_of.join(" or ")),
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
