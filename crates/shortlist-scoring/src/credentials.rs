//! Languages and certificates that a job names: the criteria `languages` and `certifications`, and the factor `F` of skills.
//!
//! The value of the criteria is `sum(imp * q) / sum(imp)`, with `imp` as for skills. `q` is 1 if the resume shows the
//! requirement, and 0.5 if it states a lower level of the language. If one of several is enough, any of them counts. The
//! class of a licence is in the evidence, but it is not compared.
//!
//! What the job requires also counts if no weight names it: `F = 0.7 + 0.3 * sum(q) / n` over the n required languages and
//! certificates multiplies the value of skills. `F` is 1 if the job requires none.

use shortlist_domain::SectionKind;

use crate::comparison::Comparison;
use crate::credential_match::RequestedCredential;
use crate::criterion::{Measured, join_names};
use crate::formula::{CredentialKind, CredentialsFormula, Formula, Gain, Open, Requirement};
use crate::profile::Profile;
use crate::ratio::{WHOLE, share};

impl CredentialKind {
    fn plural(self) -> &'static str {
        match self {
            Self::Languages => "languages",
            Self::Certificates => "certificates",
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
        one.evidence(compared.profile, Gain { with, now })
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
    let names = |found: bool| -> Vec<String> {
        let chosen = requested
            .iter()
            .filter(|requested| requested.place.is_some() == found);
        chosen.map(RequestedCredential::label).collect()
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
