//! Everything that the scorer knows about a person.

mod credentials;
mod degrees;
mod passages;
mod skill_index;

use compact_str::CompactString;
use hashbrown::HashMap;
use shortlist_domain::{IntegrityFinding, Position, Resume, SectionKind, Span};
use shortlist_vocabulary::{Folded, SkillId, Vocabulary, fold, sentences};

use crate::durations::{durations, mentions_experience};
use crate::excerpt::ScorableText;
use crate::regions::{Region, merged, scorable_regions};
use crate::stemming::{StemCache, StemId};
use crate::text_language::TextLanguage;
use crate::titles::Title;
use crate::words::{Word, WordIndex, places_of, words};
use crate::work_entries::{WorkEntryIndex, WorkPeriod};
use credentials::{language_places, named_places};
pub(crate) use degrees::DegreeSummary;
use degrees::degrees;
pub(crate) use passages::Passage;
use passages::PassageReader;
use skill_index::{index_implied, index_skills};

/// The scorer's only view of a resume.
///
/// It contains no name, contact data, gender, age, photo, address, nationality or postal code, no school and no graduation
/// date. These fields do not exist here, and their words are blanked out of the text.
#[derive(Debug, Clone)]
pub struct Profile {
    pub(crate) text: ScorableText,
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) words: WordIndex,
    /// The words of each sentence.
    sentence_words: Vec<Vec<Word>>,
    stems: StemCache,
    /// The places of each stem.
    stem_places: Vec<Vec<StemPlace>>,
    pub(crate) passages: Vec<Passage>,
    skills: HashMap<SkillId, Vec<SkillPlace>>,
    implied: HashMap<SkillId, Vec<SkillId>>,
    pub(crate) work: Vec<WorkPeriod>,
    /// The title of each position.
    pub(crate) work_titles: Vec<Title>,
    pub(crate) stated: Option<Stated>,
    pub(crate) education: Vec<DegreeSummary>,
    /// Spoken languages by their English names, and the place of each.
    pub(crate) languages: Vec<(String, Span)>,
    pub(crate) certificates: Vec<Span>,
    pub(crate) findings: Vec<IntegrityFinding>,
    /// The language in which it is written.
    pub(crate) language: Option<TextLanguage>,
}

/// A sentence or a list item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sentence {
    pub(crate) span: Span,
    pub(crate) section: SectionKind,
    /// The same number for sentences with the same text, so that repeating one gains nothing.
    pub(crate) distinct: usize,
    /// The position that the sentence belongs to.
    pub(crate) work: Option<usize>,
}

/// A place of a stem.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StemPlace {
    pub(crate) sentence: usize,
    /// The index of the stem among the stems of its sentence.
    pub(crate) order: usize,
    pub(crate) passage: usize,
    pub(crate) span: Span,
}

/// A place of a skill.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SkillPlace {
    pub(crate) sentence: usize,
    pub(crate) span: Span,
}

/// Experience that the resume states in words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stated {
    pub(crate) months: u32,
    pub(crate) sentence: Span,
}

impl Profile {
    /// Extracts from a resume what may be scored, with the skills of a vocabulary.
    pub fn of(resume: &Resume, vocabulary: &Vocabulary) -> Self {
        let regions = scorable_regions(resume);
        let kept = merged(regions.iter().map(|region| region.span).collect());
        let text = ScorableText::keeping(&resume.text, &kept);
        let work = work_periods(resume, &text);
        let (sentences, folded) = read_sentences(&text, &regions, &work);
        let sentence_words: Vec<Vec<Word>> = sentences
            .iter()
            .map(|sentence| words(text.at(sentence.span)))
            .collect();
        let (stems, stem_places, passages) = index_stems(&text, &sentences, &folded);
        let skills = index_skills(
            resume,
            &text,
            &sentences,
            &sentence_words,
            &folded,
            vocabulary,
        );
        Self {
            language: language(resume, &sentence_words),
            stated: stated_experience(resume.stated_months, &text, &sentences, &sentence_words),
            education: degrees(resume, &text),
            languages: language_places(&resume.languages, &sentences, &sentence_words),
            certificates: named_places(&resume.certificates, &sentences, &sentence_words),
            findings: resume.findings.clone(),
            implied: index_implied(&skills, vocabulary),
            words: index_words(&sentence_words),
            sentence_words,
            sentences,
            stems,
            stem_places,
            passages,
            skills,
            work_titles: work_titles(&work, &text),
            text,
            work,
        }
    }

    /// Returns the places of a stem, in the order of the text.
    pub(crate) fn stem_places(&self, stem: &str) -> &[StemPlace] {
        let found = self.stems.find(stem);
        let places = found.and_then(|StemId(number)| self.stem_places.get(number));
        places.map_or(&[], Vec::as_slice)
    }

    /// Returns the first passage that contains all of some stems.
    pub(crate) fn passage_with(&self, stems: &[CompactString]) -> Option<usize> {
        let (first, rest) = stems.split_first()?;
        let contains = |stem: &CompactString, passage: usize| {
            let places = self.stem_places(stem);
            places
                .binary_search_by_key(&passage, |place| place.passage)
                .is_ok()
        };
        let mut passages = self.stem_places(first).iter().map(|place| place.passage);
        passages.find(|passage| rest.iter().all(|stem| contains(stem, *passage)))
    }

    /// Returns the places of a skill, in the order of the text.
    pub(crate) fn skill_places(&self, skill: SkillId) -> &[SkillPlace] {
        self.skills.get(&skill).map_or(&[], Vec::as_slice)
    }

    /// Returns the skills of the resume that imply a skill.
    pub(crate) fn skills_implying(&self, skill: SkillId) -> &[SkillId] {
        self.implied.get(&skill).map_or(&[], Vec::as_slice)
    }

    /// Returns the places where stems follow one another in one sentence.
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

    /// Returns the places of a name in lists of skills.
    ///
    /// This is for a name such as "IT", which is only a common word elsewhere.
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

    /// Returns whether a place is in a list of skills, and not in a position or another text.
    pub(crate) fn is_in_list(&self, place: SkillPlace) -> bool {
        let sentence = self.sentence(place.sentence);
        sentence.is_some_and(|one| one.section == SectionKind::Skills && one.work.is_none())
    }

    /// Returns the sentence with a number.
    pub(crate) fn sentence(&self, number: usize) -> Option<&Sentence> {
        self.sentences.get(number)
    }

    /// Returns the sentence with a number, and its words.
    pub(crate) fn sentence_with_words(&self, number: usize) -> Option<(&Sentence, &[Word])> {
        Some((
            self.sentences.get(number)?,
            self.sentence_words.get(number)?,
        ))
    }

    /// Returns the sentences, each with its words.
    pub(crate) fn sentences_with_words(&self) -> impl Iterator<Item = (&Sentence, &[Word])> {
        let sentence_words = self.sentence_words.iter().map(Vec::as_slice);
        self.sentences.iter().zip(sentence_words)
    }

    /// Returns whether the resume shows any skill.
    pub(crate) fn shows_skills(&self) -> bool {
        !self.skills.is_empty()
            || self
                .sentences
                .iter()
                .any(|sentence| sentence.section == SectionKind::Skills)
    }
}

/// Returns the language of the sentences and of the headings above them.
fn language(resume: &Resume, sentence_words: &[Vec<Word>]) -> Option<TextLanguage> {
    let sections = resume.sections.iter();
    let headings: Vec<Word> = sections
        .filter(|section| section.kind != SectionKind::Contact)
        .map(|section| Span::new(section.span.start, section.body_start))
        .flat_map(|heading| words(resume.text.quote(heading)))
        .collect();
    let all = sentence_words.iter().flatten().chain(&headings);
    TextLanguage::of(all.map(|word| word.lower.as_str()))
}

fn work_periods(resume: &Resume, text: &ScorableText) -> Vec<WorkPeriod> {
    let periods = resume.positions.iter().map(|position| {
        let title = title_span(position, text);
        // A title above its line of dates belongs to the entry.
        let start = title.map_or(position.span.start, |title| title.start);
        WorkPeriod {
            start: position.start,
            end: position.end,
            current: position.current,
            span: Span::new(start.min(position.span.start), position.span.end),
            headline: text.first_line(position.span),
            title,
        }
    });
    // A period that cannot be quoted earns nothing.
    periods
        .filter(|period| period.headline.start < period.headline.end)
        .collect()
}

/// The largest distance from a title to its position, in bytes.
const TITLE_REACH: usize = 300;

/// Returns where the title of a position appears: in its entry, or shortly above it.
fn title_span(position: &Position, text: &ScorableText) -> Option<Span> {
    let title = position.title.as_deref()?.trim();
    let Span { start, end } = position.span;
    let mut above = start.saturating_sub(TITLE_REACH);
    while !text.whole().is_char_boundary(above) {
        above -= 1;
    }
    let inside = text.at(Span::new(start, end)).find(title);
    let at = match inside {
        Some(at) => start + at,
        None => above + text.at(Span::new(above, start)).rfind(title)?,
    };
    let span = Span::new(at, at + title.len());
    (!title.is_empty()).then_some(span)
}

fn work_titles(work: &[WorkPeriod], text: &ScorableText) -> Vec<Title> {
    let lines = work
        .iter()
        .map(|period| (period, text.at(period.title_line())));
    lines
        .map(|(period, line)| match period.title {
            Some(_) => Title::of(line),
            None => Title::of_line(line),
        })
        .collect()
}

/// Returns the sentences, and the folded text of each.
fn read_sentences(
    text: &ScorableText,
    regions: &[Region],
    work: &[WorkPeriod],
) -> (Vec<Sentence>, Vec<Folded>) {
    let mut found = Vec::new();
    let mut all_folded = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut entries = WorkEntryIndex::new(work);
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

fn index_words(sentence_words: &[Vec<Word>]) -> WordIndex {
    let mut index = WordIndex::default();
    for (number, words) in sentence_words.iter().enumerate() {
        index.add(number, words);
    }
    index
}

/// Returns the stems, the places of each, and the passages that contain them.
fn index_stems(
    text: &ScorableText,
    sentences: &[Sentence],
    folded: &[Folded],
) -> (StemCache, Vec<Vec<StemPlace>>, Vec<Passage>) {
    let mut index: Vec<Vec<StemPlace>> = Vec::new();
    let mut stems = StemCache::default();
    let mut passages = PassageReader::default();
    for (number, (sentence, folded)) in sentences.iter().zip(folded).enumerate() {
        let mut order = 0;
        let mut spans = PassageReader::spans_of(sentence, text)
            .into_iter()
            .peekable();
        let mut passage = None;
        stems.read(folded, |id, written, place| {
            let span = within(sentence, place);
            while spans.next_if(|item| item.end <= span.start).is_some() {
                passage = None;
            }
            let passage = *passage.get_or_insert_with(|| {
                let item = spans.peek().copied().unwrap_or(sentence.span);
                passages.open(text.trimmed(item))
            });
            passages.add(id, written);
            let place = StemPlace {
                sentence: number,
                order,
                passage,
                span,
            };
            let StemId(stem) = id;
            match index.get_mut(stem) {
                Some(places) => places.push(place),
                None => index.push(vec![place]),
            }
            order += 1;
        });
    }
    (stems, index, passages.finish())
}

/// Returns the sentence that states the experience. Without one, the experience cannot be quoted and does not count.
fn stated_experience(
    months: Option<u32>,
    text: &ScorableText,
    sentences: &[Sentence],
    sentence_words: &[Vec<Word>],
) -> Option<Stated> {
    let months = months?;
    let states = |(sentence, words): &(&Sentence, &Vec<Word>)| {
        mentions_experience(words)
            && durations(text.at(sentence.span), words)
                .iter()
                .any(|duration| duration.months == months)
    };
    let (stating, _) = sentences.iter().zip(sentence_words).find(states)?;
    let sentence = stating.span;
    Some(Stated { months, sentence })
}

/// Converts a place in a sentence into a place in the text.
fn within(sentence: &Sentence, place: Span) -> Span {
    let start = sentence.span.start;
    Span::new(start + place.start, start + place.end)
}
