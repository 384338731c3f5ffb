//! What the scorer knows of a person, and nothing else.

use chrono::NaiveDate;
use compact_str::CompactString;
use hashbrown::{HashMap, HashSet};
use shortlist_domain::{
    EducationLevel, IntegrityFinding, PartialDate, Position, Resume, SectionKind, Span,
};
use shortlist_vocabulary::{Folded, SkillId, Vocabulary, find_language, fold, sentences};

use crate::entries::Entries;
use crate::excerpt::ScorableText;
use crate::regions::{Region, field_span, merged, scorable_regions};
use crate::requirements::years::{durations, speak_of_experience};
use crate::stemmed::{StemId, Stems};
use crate::words::{NameTable, Word, WordIndex, places_of, words};

/// The scorer's only view of a resume.
///
/// It holds no name, contact data, gender, age, photo, address, nationality or postal code, no school and no date of a
/// graduation: the fields do not exist here, and their words are blanked out of the text that it keeps.
#[derive(Debug, Clone)]
pub struct Profile {
    pub(crate) text: ScorableText,
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) words: WordIndex,
    /// The words of each sentence.
    said: Vec<Vec<Word>>,
    stems: Stems,
    /// Where each of the stems stands.
    stem_places: Vec<Vec<StemPlace>>,
    skills: HashMap<SkillId, Vec<SkillPlace>>,
    implied: HashMap<SkillId, Vec<SkillId>>,
    pub(crate) work: Vec<WorkPeriod>,
    pub(crate) stated: Option<Stated>,
    pub(crate) education: Vec<Schooling>,
    /// Spoken languages by their English names, and where each stands.
    pub(crate) languages: Vec<(String, Span)>,
    pub(crate) certificates: Vec<Span>,
    pub(crate) findings: Vec<IntegrityFinding>,
}

/// A sentence or a list item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sentence {
    pub(crate) span: Span,
    pub(crate) section: SectionKind,
    /// The same for sentences that say the same, so that repeating one gains nothing.
    pub(crate) distinct: usize,
    /// The position that it tells of.
    pub(crate) work: Option<usize>,
}

/// Where a stem stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StemPlace {
    pub(crate) sentence: usize,
    /// The how-manyth stem of its sentence it is.
    pub(crate) order: usize,
    pub(crate) span: Span,
}

/// Where a skill stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SkillPlace {
    pub(crate) sentence: usize,
    pub(crate) span: Span,
}

/// A time at work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorkPeriod {
    pub(crate) start: Option<PartialDate>,
    pub(crate) end: Option<PartialDate>,
    pub(crate) current: bool,
    /// The entry in the text.
    pub(crate) span: Span,
    /// The entry's first line that may be quoted.
    pub(crate) headline: Span,
}

impl WorkPeriod {
    /// The months covered, as [`Position::months`] counts them.
    pub(crate) fn months(&self, as_of: NaiveDate) -> Option<(i32, i32)> {
        let position = Position {
            start: self.start,
            end: self.end,
            current: self.current,
            ..Position::default()
        };
        position.months(as_of)
    }
}

/// Experience that the resume states in words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stated {
    pub(crate) months: u32,
    pub(crate) sentence: Span,
}

/// A degree, without where and when.
#[derive(Debug, Clone)]
pub(crate) struct Schooling {
    pub(crate) level: Option<EducationLevel>,
    pub(crate) in_progress: bool,
    pub(crate) span: Span,
    /// What was studied, and where the text says so.
    pub(crate) field: Option<(String, Span)>,
}

impl Profile {
    /// Takes from a resume what may be scored.
    pub fn of(resume: &Resume) -> Self {
        let regions = scorable_regions(resume);
        let kept = merged(regions.iter().map(|region| region.span).collect());
        let text = ScorableText::keeping(&resume.text, &kept);
        let work = work_periods(resume, &text);
        let (sentences, folded) = read_sentences(&text, &regions, &work);
        let said: Vec<Vec<Word>> = sentences
            .iter()
            .map(|sentence| words(text.at(sentence.span)))
            .collect();
        let (stems, stem_places) = index_stems(&sentences, &folded);
        let skills = index_skills(resume, &text, &sentences, &folded);
        Self {
            stated: stated_experience(resume.stated_months, &text, &sentences, &said),
            education: schoolings(resume, &text),
            languages: language_places(&resume.languages, &sentences, &said),
            certificates: named_places(&resume.certificates, &sentences, &said),
            findings: resume.findings.clone(),
            implied: index_implied(&skills),
            words: index_words(&said),
            said,
            text,
            sentences,
            stems,
            stem_places,
            skills,
            work,
        }
    }

    /// Where a stem stands, in the order of the text.
    pub(crate) fn stem_places(&self, stem: &str) -> &[StemPlace] {
        let found = self.stems.find(stem);
        let places = found.and_then(|StemId(number)| self.stem_places.get(number));
        places.map_or(&[], Vec::as_slice)
    }

    /// Where a skill stands, in the order of the text.
    pub(crate) fn skill_places(&self, skill: SkillId) -> &[SkillPlace] {
        self.skills.get(&skill).map_or(&[], Vec::as_slice)
    }

    /// The skills of the resume that imply a skill.
    pub(crate) fn implying(&self, skill: SkillId) -> &[SkillId] {
        self.implied.get(&skill).map_or(&[], Vec::as_slice)
    }

    /// The places where stems stand one after the other in one sentence.
    pub(crate) fn phrase_places(&self, phrase: &[CompactString]) -> Vec<SkillPlace> {
        let Some((first, rest)) = phrase.split_first() else {
            return Vec::new();
        };
        self.stem_places(first)
            .iter()
            .filter_map(|start| {
                let mut end = start.span.end;
                for (step, stem) in rest.iter().enumerate() {
                    let places = self.stem_places(stem);
                    let wanted = (start.sentence, start.order + step + 1);
                    let found =
                        places.binary_search_by_key(&wanted, |place| (place.sentence, place.order));
                    end = places.get(found.ok()?)?.span.end;
                }
                Some(SkillPlace {
                    sentence: start.sentence,
                    span: Span::new(start.span.start, end),
                })
            })
            .collect()
    }

    /// The places of a name in lists of skills, for a name such as "IT" that is nothing but a common word elsewhere.
    pub(crate) fn listed_places(&self, name: &str) -> Vec<SkillPlace> {
        let lists = self.sentences.iter().enumerate();
        lists
            .filter(|(_, sentence)| sentence.section == SectionKind::Skills)
            .flat_map(|(number, sentence)| {
                let start = sentence.span.start;
                let found = places_of(name, &words(self.text.at(sentence.span)));
                found.into_iter().map(move |span| SkillPlace {
                    sentence: number,
                    span: Span::new(start + span.start, start + span.end),
                })
            })
            .collect()
    }

    /// The whole sentence with a number, for a quote.
    pub(crate) fn sentence(&self, number: usize) -> Option<&Sentence> {
        self.sentences.get(number)
    }

    /// The sentence with a number, and its words.
    pub(crate) fn sentence_with_words(&self, number: usize) -> Option<(&Sentence, &[Word])> {
        Some((self.sentences.get(number)?, self.said.get(number)?))
    }

    /// The sentences, each with its words.
    pub(crate) fn sentences_with_words(&self) -> impl Iterator<Item = (&Sentence, &[Word])> {
        let said = self.said.iter().map(Vec::as_slice);
        self.sentences.iter().zip(said)
    }

    /// Whether any skill was found.
    pub(crate) fn shows_skills(&self) -> bool {
        !self.skills.is_empty()
            || self
                .sentences
                .iter()
                .any(|sentence| sentence.section == SectionKind::Skills)
    }
}

fn work_periods(resume: &Resume, text: &ScorableText) -> Vec<WorkPeriod> {
    let periods = resume.positions.iter().map(|position| WorkPeriod {
        start: position.start,
        end: position.end,
        current: position.current,
        span: position.span,
        headline: text.first_line(position.span),
    });
    // What cannot be quoted earns nothing.
    periods
        .filter(|period| period.headline.start < period.headline.end)
        .collect()
}

/// The sentences, and each of them folded.
fn read_sentences(
    text: &ScorableText,
    regions: &[Region],
    work: &[WorkPeriod],
) -> (Vec<Sentence>, Vec<Folded>) {
    let mut found = Vec::new();
    let mut all_folded = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut entries = Entries::new(work);
    for region in regions {
        for part in sentences(text.at(region.span)) {
            let start = region.span.start;
            let span = text.trimmed(Span::new(start + part.start, start + part.end));
            let folded = fold(text.at(span));
            let key = folded.text.replace('\n', " ");
            if key.is_empty() {
                continue;
            }
            let next = seen.len();
            let distinct = *seen.entry(key).or_insert(next);
            found.push(Sentence {
                span,
                section: region.section,
                distinct,
                work: entries.innermost_at(span.start),
            });
            all_folded.push(folded);
        }
    }
    (found, all_folded)
}

fn index_words(said: &[Vec<Word>]) -> WordIndex {
    let mut index = WordIndex::default();
    for (number, words) in said.iter().enumerate() {
        index.add(number, words);
    }
    index
}

fn index_stems(sentences: &[Sentence], folded: &[Folded]) -> (Stems, Vec<Vec<StemPlace>>) {
    let mut index: Vec<Vec<StemPlace>> = Vec::new();
    let mut stems = Stems::default();
    for (number, (sentence, folded)) in sentences.iter().zip(folded).enumerate() {
        let mut order = 0;
        stems.read(folded, |StemId(stem), place| {
            let place = StemPlace {
                sentence: number,
                order,
                span: within(sentence, place),
            };
            match index.get_mut(stem) {
                Some(places) => places.push(place),
                None => index.push(vec![place]),
            }
            order += 1;
        });
    }
    (stems, index)
}

fn index_skills(
    resume: &Resume,
    text: &ScorableText,
    sentences: &[Sentence],
    folded: &[Folded],
) -> HashMap<SkillId, Vec<SkillPlace>> {
    let vocabulary = Vocabulary::in_use();
    let read: Vec<SkillId> = resume
        .skills
        .iter()
        .filter_map(|skill| vocabulary.find(&skill.name))
        .collect();
    let mut index: HashMap<SkillId, Vec<SkillPlace>> = HashMap::new();
    for (number, (sentence, folded)) in sentences.iter().zip(folded).enumerate() {
        let start = sentence.span.start;
        let hits = vocabulary.scan_folded(text.at(sentence.span), folded);
        let in_company = hits.iter().any(|hit| !hit.ambiguous);
        for hit in hits {
            // A common word counts where the reader of the resume took it for a skill, in a list of skills, or
            // written as the name is and beside a skill that is beyond doubt.
            let meant = !hit.ambiguous
                || sentence.section == SectionKind::Skills
                || (hit.exact_case && (in_company || read.contains(&hit.skill)));
            if meant {
                index.entry(hit.skill).or_default().push(SkillPlace {
                    sentence: number,
                    span: Span::new(start + hit.span.start, start + hit.span.end),
                });
            }
        }
    }
    index
}

/// For each skill that is implied, at first or second hand, the found skills that imply it, in the order of the text.
fn index_implied(skills: &HashMap<SkillId, Vec<SkillPlace>>) -> HashMap<SkillId, Vec<SkillId>> {
    let vocabulary = Vocabulary::in_use();
    let mut found: Vec<SkillId> = skills.keys().copied().collect();
    found.sort_unstable();
    let mut index: HashMap<SkillId, Vec<SkillId>> = HashMap::new();
    for skill in found {
        let mut reached = vec![skill];
        let mut next = 0;
        while let Some(from) = reached.get(next).copied() {
            for implied in vocabulary.implies(from) {
                if !reached.contains(implied) {
                    reached.push(*implied);
                    index.entry(*implied).or_default().push(skill);
                }
            }
            next += 1;
        }
    }
    index
}

/// The sentence that states the experience; without one it cannot be quoted and does not count.
fn stated_experience(
    months: Option<u32>,
    text: &ScorableText,
    sentences: &[Sentence],
    said: &[Vec<Word>],
) -> Option<Stated> {
    let months = months?;
    let states = |(sentence, words): &(&Sentence, &Vec<Word>)| {
        speak_of_experience(words)
            && durations(text.at(sentence.span), words)
                .iter()
                .any(|duration| duration.months == months)
    };
    let (stating, _) = sentences.iter().zip(said).find(states)?;
    let sentence = stating.span;
    Some(Stated { months, sentence })
}

fn schoolings(resume: &Resume, text: &ScorableText) -> Vec<Schooling> {
    let quotable = |span: Span| text.first_line(span);
    resume
        .education
        .iter()
        .map(|entry| Schooling {
            level: entry.level,
            in_progress: entry.in_progress,
            span: quotable(entry.span),
            field: entry.field.as_ref().and_then(|field| {
                let span = field_span(resume.text.as_str(), entry.span, field)?;
                (text.at(span) == resume.text.quote(span)).then(|| (field.clone(), span))
            }),
        })
        .filter(|schooling| schooling.span.start < schooling.span.end)
        .collect()
}

/// Where languages stand in the text, by whatever name; what is not found is left out.
fn language_places(
    names: &[String],
    sentences: &[Sentence],
    said: &[Vec<Word>],
) -> Vec<(String, Span)> {
    let in_list =
        |(sentence, _): &(&Sentence, &Vec<Word>)| sentence.section == SectionKind::Languages;
    let place_in = |name: &str, sentence: &Sentence, words: &[Word]| {
        let mut named = words
            .iter()
            .filter(|word| find_language(&word.lower) == Some(name));
        named.next().map(|word| within(sentence, word.span))
    };
    let places = names.iter().filter_map(|name| {
        let mut all = sentences.iter().zip(said);
        let mut listed = sentences.iter().zip(said).filter(in_list);
        let place = listed
            .find_map(|(sentence, words)| place_in(name, sentence, words))
            .or_else(|| all.find_map(|(sentence, words)| place_in(name, sentence, words)))?;
        Some((name.clone(), place))
    });
    places.collect()
}

/// A place of a sentence in the text.
fn within(sentence: &Sentence, place: Span) -> Span {
    let start = sentence.span.start;
    Span::new(start + place.start, start + place.end)
}

/// Where names stand in the text; each once, and what is not found is left out.
fn named_places(names: &[String], sentences: &[Sentence], said: &[Vec<Word>]) -> Vec<Span> {
    let table = NameTable::of(names.iter().map(String::as_str));
    let mut first: HashMap<usize, Span> = HashMap::new();
    for (sentence, words) in sentences.iter().zip(said) {
        table.for_each_place(words, |name, span| {
            first.entry(name).or_insert_with(|| within(sentence, span));
        });
    }
    let mut seen = HashSet::new();
    let places = table.numbers().filter_map(|number| first.get(&number));
    places
        .copied()
        .filter(|place| seen.insert(*place))
        .collect()
}
