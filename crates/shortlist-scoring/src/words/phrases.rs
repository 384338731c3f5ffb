//! Lists of phrases as tables, so that each word of a text is looked up once however long a list is.

use std::cell::RefCell;
use std::rc::Rc;

use hashbrown::HashMap;
use shortlist_vocabulary::steps;

use super::{Word, first_and_rest, goes_on};

thread_local! {
    /// The lists that were asked, by where they are in the program: each sentence is compared with most of them.
    static TABLES: RefCell<HashMap<(*const &'static str, usize), Rc<PhraseTable>>> = RefCell::default();
}

/// The rest of a phrase behind its first word.
type Rest = Option<&'static str>;

/// A list of phrases by their first words.
pub(super) struct PhraseTable {
    whole: HashMap<&'static str, Vec<Rest>>,
    /// The beginnings of first words that may go on, by their first byte.
    open: HashMap<u8, Vec<(&'static str, Rest)>>,
}

impl PhraseTable {
    /// The table of a list, built when it is first asked for.
    pub(super) fn of(phrases: &'static [&'static str]) -> Rc<Self> {
        TABLES.with_borrow_mut(|tables| {
            let table = tables.entry((phrases.as_ptr(), phrases.len()));
            Rc::clone(table.or_insert_with(|| Rc::new(Self::new(phrases))))
        })
    }

    fn new(phrases: &'static [&'static str]) -> Self {
        let mut table = Self {
            whole: HashMap::new(),
            open: HashMap::new(),
        };
        for (first, rest) in phrases.iter().map(|phrase| first_and_rest(phrase)) {
            match first.strip_suffix('*') {
                None => table.whole.entry(first).or_default().push(rest),
                Some(start) => {
                    let byte = start.bytes().next().unwrap_or_default();
                    table.open.entry(byte).or_default().push((start, rest));
                }
            }
        }
        table
    }

    /// Whether any of the phrases is in the words.
    pub(super) fn has_any_in(&self, words: &[Word]) -> bool {
        steps::count(words.len());
        words.iter().enumerate().any(|(at, word)| {
            let behind = words.get(at + 1..).unwrap_or(&[]);
            let goes_on = |rest: &Rest| rest.is_none_or(|rest| goes_on(behind, rest));
            self.whole_rests(word).iter().any(goes_on)
                || self
                    .open_starts(word)
                    .iter()
                    .any(|(start, rest)| word.lower.starts_with(start) && goes_on(rest))
        })
    }

    fn whole_rests(&self, word: &Word) -> &[Rest] {
        let rests = self.whole.get(word.lower.as_str());
        rests.map_or(&[], Vec::as_slice)
    }

    fn open_starts(&self, word: &Word) -> &[(&'static str, Rest)] {
        let starts = word.lower.bytes().next().and_then(|b| self.open.get(&b));
        starts.map_or(&[], Vec::as_slice)
    }
}
